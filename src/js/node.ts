/** The entry for Node: reads the WebAssembly file from the package's folder, and falls back to the copy within the JavaScript. */
import { FastEngines } from "./fast/engines.js";
import { copy } from "./inline-bytes.js";
import { loader } from "./load.js";
import { readPackaged } from "./node-file.js";

export * from "./public.js";

// Read only when a run asks for it.
const engines = new FastEngines(
  async () => (await import("./fast-node.js")).loadFast(),
  async () => (await import("./fast-node.js")).loadPool(),
);

/** Loads the library. Calls share one load; a load that failed can be tried again. */
export const load = loader({ file: readPackaged, copy }, engines);
