/** What the builds of the elements for any page have in common. */
import type { Plugin } from "vite";

/** Places of the page that no element shows, since they need workers or the address of the page: by the module that their visitors import. */
const PLACES_LEFT_OUT: Readonly<Record<string, string>> = {
  "/engines/index.ts": "the measurement of engines",
  "/large/ag-large-run.ts": "runs in a worker",
  "/room/index.ts": "votes in a room",
  "/sheet/index.ts": "sheets of homework",
};

/** Leaves the places out. Fails if one of them is not met any more, so that the table stays true. */
export function withoutPlaces(): Plugin {
  const missing = new Set(Object.keys(PLACES_LEFT_OUT));
  return {
    name: "attograph-without-places",
    enforce: "pre",
    resolveId(specifier) {
      const place = Object.keys(PLACES_LEFT_OUT).find((path) => specifier.endsWith(path));
      if (place === undefined) return null;
      missing.delete(place);
      return "\0left-out";
    },
    load: (id) => (id === "\0left-out" ? "export const pages = null;" : null),
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`nothing imports ${[...missing].join(", ")}: see embedded.ts`);
    },
  };
}

/** Leaves out style sheets that the page's modules bring for the whole document; each element takes its own. */
export const noPageStyles: Plugin = {
  name: "attograph-no-page-styles",
  enforce: "pre",
  resolveId: (specifier, importer) =>
    importer && specifier.endsWith(".css") && !importer.endsWith(".css") ? "\0page-style" : null,
  load: (id) => (id === "\0page-style" ? "" : null),
};

/** These know `light-dark()`: rewritten for older ones it would follow the window, and not the page around an element. */
export const BROWSERS_OF_STYLES = ["chrome123", "firefox120", "safari17.5"];
