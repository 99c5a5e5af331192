/** The fast engine for Node. */
import { readFile } from "node:fs/promises";
import { fastLoader } from "./fast-load.js";

export * from "./fast-public.js";

/** Loads the fast engine; every call gives one with memory of its own. */
export const loadFast = fastLoader(async (variant) =>
  Uint8Array.from(await readFile(new URL(`./attograph-fast-${variant}.wasm`, import.meta.url))),
);
