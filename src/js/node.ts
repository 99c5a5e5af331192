/** The entry for Node: reads the WebAssembly file from the package's folder, and falls back to the copy within the JavaScript. */
import { FastEngines } from "./fast/engines.js";
import { loader } from "./load.js";
import { LEAVE_OUT, readPackaged } from "./node-file.js";
import { request } from "./request.js";

export * from "./public.js";

/** Loads the library. Calls share one load; a load that failed can be tried again. */
export const load = loader(
  {
    file: readPackaged,
    copy: async () => (await import("./copy.js")).library(),
    cure: () => LEAVE_OUT,
    request,
    fastFrom: async (file) => (await import("./fast/slim.js")).withFile(file),
    // Written out, because bundlers recognize only imports of names that they can read.
    importLanguage: (name) => (name === "ko" ? import("./text/ko.js") : import("./text/en.js")),
  },
  // Read only when a run asks for it.
  new FastEngines(() => import("./fast-node.js")),
);
