/** The entry that fetches nothing: the WebAssembly file comes within the JavaScript. */
import { FastEngines } from "./fast/engines.js";
import { copy } from "./inline-bytes.js";
import { loader } from "./load.js";

export * from "./public.js";

// Read only when a run asks for it.
const engines = new FastEngines(async () => (await import("./fast/inline.js")).loadFast());

/** Loads the library. Calls share one load; a load that failed can be tried again. */
export const load = loader({ copy }, engines);
