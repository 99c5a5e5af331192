/** The fast engine for browsers and bundlers: fetches the WebAssembly file, and falls back to the copy within the JavaScript. */
import type { FastEngine } from "./fast/engine.js";
import { inlineFast } from "./fast/inline.js";
import { compiler, type FastOptions, openFast } from "./fast/load.js";
import { openPool, type PoolOptions } from "./fast/pool/load.js";
import type { FastPool } from "./fast/pool/pool.js";
import { startWorker } from "./fast/pool/start.js";

export * from "./fast/public.js";

const compile = compiler({
  // Written out in full, because bundlers recognize exactly this form.
  file: (variant) =>
    fetch(
      variant === "relaxed"
        ? new URL("./attograph-fast-relaxed.wasm", import.meta.url)
        : new URL("./attograph-fast-simd.wasm", import.meta.url),
    ),
  inline: inlineFast,
});

/** Loads the fast engine; every call gives one with memory of its own. */
export function loadFast(options?: FastOptions): Promise<FastEngine> {
  return openFast(compile, options);
}

/** Starts workers that compute with the fast engine on several cores; every call starts its own. */
export function loadPool(options?: PoolOptions): Promise<FastPool> {
  return openPool(compile, startWorker, navigator.hardwareConcurrency, options);
}
