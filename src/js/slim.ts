/** The entry without any WebAssembly: the caller brings it as `bytes`, and as `fast` that of the fast engine. */
import { loader } from "./load.js";

export * from "./public.js";

/** Loads the library from `options.bytes`. */
export const load = loader({});
