/** The entry for browsers and bundlers: fetches the WebAssembly file, and falls back to the copy within the JavaScript. */
import { FastEngines } from "./fast/engines.js";
import { copy } from "./inline-bytes.js";
import { loader } from "./load.js";

export * from "./public.js";

// Read only when a run asks for it.
const engines = new FastEngines(
  async () => (await import("./fast.js")).loadFast(),
  async () => (await import("./fast.js")).loadPool(),
);

/** Loads the library. Calls share one load; a load that failed can be tried again. */
export const load = loader(
  {
    // Written out in full, because bundlers recognize exactly this form; inside a function, so that nothing is computed before it is needed.
    file: () => fetch(new URL("./attograph.wasm", import.meta.url)),
    copy,
  },
  engines,
);
