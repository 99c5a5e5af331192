/**
 * The entry that imports and requests nothing: the WebAssembly file of the library comes within the JavaScript. It is built into one file, for pages without a
 * server, frames in a sandbox, and bundles of one file. The fast engine is passed as `fast`, where it is wanted.
 */
import base64 from "./base64-library.js";
import { FastEngines } from "./fast/engines.js";
import { loader } from "./load.js";
import { decode } from "./source.js";

export * from "./public.js";

/** @internal Reads the library's file. */
export const library = (): Promise<ArrayBuffer | ArrayBufferView> => decode(base64);

const absent = async (): Promise<never> => {
  throw new Error(
    "`attograph/inline` has no fast engine of its own; the module `attograph/fast/inline`, passed to `load` as `fast`, is one",
  );
};

/**
 * Loads the library. Calls share one load; a load that failed can be tried again. The marks tell bundlers that this has no effect of its own: those that
 * take only the copy leave it out.
 */
export const load = /* @__PURE__ */ loader({ copy: library }, /* @__PURE__ */ new FastEngines(absent));
