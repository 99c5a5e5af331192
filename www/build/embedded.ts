/** What the builds of the elements for any page have in common. */
import type { Plugin } from "vite";

/**
 * Places of the page that no element shows, since they need workers or the address of the page, or are around what it shows: by the module that their visitors import.
 * Their texts go with them.
 */
const PLACES_LEFT_OUT: Readonly<Record<string, string>> = {
  "/cards/ag-labs.ts": "the list of labs",
  "/cards/ag-units.ts": "the list of units",
  "/engines/index.ts": "the measurement of engines",
  "/home/index.ts": "the first page",
  "/large/ag-large-run.ts": "runs in a worker",
  "/print/index.ts": "the print view",
  "/room/index.ts": "votes in a room",
  "/sheet/index.ts": "sheets of homework",
  "/syllabus/index.ts": "the syllabus",
  "/en/engines.json": "texts of engines",
  "/ko/engines.json": "texts of engines",
  "/en/presenter.json": "texts of the speaker's window",
  "/ko/presenter.json": "texts of the speaker's window",
  "/en/syllabus.json": "texts of the syllabus",
  "/ko/syllabus.json": "texts of the syllabus",
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
    load: (id) => (id === "\0left-out" ? "export const pages = null; export default {};" : null),
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
