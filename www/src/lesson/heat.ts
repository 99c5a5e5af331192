/** What draws heat maps, loaded with the first table that is too large for digits. */
import { html, type TemplateResult } from "lit";

export type Heat = typeof import("../heat/heat-table.ts");

let loaded: Heat | null = null;
let loading: Promise<unknown> | null = null;

/** Loads what draws heat maps. What could not be loaded is tried again by the next step. */
export async function loadHeat(): Promise<void> {
  loading ??= import("../heat/heat-table.ts").then(
    (module) => {
      loaded = module;
    },
    () => {
      loading = null;
    },
  );
  await loading;
}

/** Returns what draws heat maps once it is loaded; null before, and where it cannot be loaded. `ready` is called when it is there. */
export function heatWhenLoaded(wanted: boolean, ready: () => void): Heat | null {
  if (wanted && !loaded) void loadHeat().then(() => loaded && ready());
  return loaded;
}

/** Stands for a table that is too large for digits until what draws it is loaded. */
export function waiting(role: string, caption: TemplateResult): TemplateResult {
  return html`<div class=${`waiting ${role}`} aria-busy="true">${caption}</div>`;
}
