/** The entry without any WebAssembly: the caller brings it as `bytes`, and as `fast` that of the fast engine. */
import { FastEngines } from "./fast/engines.js";
import { loader } from "./load.js";
import { request } from "./request.js";

export * from "./public.js";

const absent = async (): Promise<never> => {
  throw new Error(
    "`attograph/slim` has no fast engine of its own; its file, or the module `attograph/fast`, is passed as `fast`",
  );
};

/** Loads the library from `options.bytes`. */
export const load = loader(
  { request, fastFrom: async (file) => (await import("./fast/slim.js")).withFile(file) },
  new FastEngines(absent),
);
