/** What draws heat maps, loaded with the first table that is too large for digits. */
export type Heat = typeof import("../heat/heat-table.ts");

let loaded: Heat | null = null;
let loading: Promise<unknown> | null = null;

/** Returns what draws heat maps once it is loaded; null before, and where it cannot be loaded. `ready` is called when it is there. */
export function heatWhenLoaded(wanted: boolean, ready: () => void): Heat | null {
  if (wanted && !loaded) {
    loading ??= import("../heat/heat-table.ts").then(
      (module) => {
        loaded = module;
      },
      () => {
        // The next step tries again.
        loading = null;
      },
    );
    void loading?.then(() => loaded && ready());
  }
  return loaded;
}
