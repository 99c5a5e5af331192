/** The fast engine for browsers and bundlers: fetches the WebAssembly file, and falls back to the copy within the JavaScript. */
import { cureFor, type EntryFile } from "./beside.js";
import { compile } from "./compile.js";
import type { FastEngine } from "./fast/engine.js";
import { type FastFile, type FastOptions, openFast } from "./fast/load.js";
import { openPool, type PoolOptions } from "./fast/pool/load.js";
import type { FastPool } from "./fast/pool/pool.js";
import { ADVICE, fromFile, fromText } from "./fast/pool/start.js";
import { request } from "./request.js";
import { decode, opener } from "./source.js";

export * from "./fast/public.js";

const entry: EntryFile = { address: import.meta.url, name: "fast.js" };

const file = (name: FastFile): URL =>
  // Written out in full, because bundlers recognize exactly this form.
  name === "attograph-fast-relaxed.wasm"
    ? new URL("./attograph-fast-relaxed.wasm", import.meta.url)
    : new URL("./attograph-fast-simd.wasm", import.meta.url);

const open = opener(
  {
    file,
    copy: async () => decode((await import("./base64-fast.js")).default),
    cure: () => cureFor(entry, "attograph-fast-simd.wasm"),
    request,
  },
  compile,
);

/** Loads the fast engine; every call gives one with memory of its own. */
export function loadFast(options?: FastOptions): Promise<FastEngine> {
  return openFast(open, options);
}

/** Starts workers that compute with the fast engine on several cores; every call starts its own. */
export function loadPool(options?: PoolOptions): Promise<FastPool> {
  return openPool(open, { ways: [fromFile, fromText], advice: ADVICE }, navigator.hardwareConcurrency, options);
}
