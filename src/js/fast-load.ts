import { AttographError, reasonOf } from "./errors.js";
import { FastEngine } from "./fast-engine.js";
import { createGlue } from "./fast-glue.js";
import { bestVariant, type Variant } from "./probe.js";
import { wrongType } from "./refuse.js";

/** What `loadFast` may be told. */
export interface FastOptions {
  /** Which WebAssembly file: `auto` (default) takes `relaxed` where the engine knows relaxed SIMD, `simd` elsewhere. */
  readonly wasm?: "auto" | Variant;
}

/** Makes an entry's `loadFast`: every call gives an engine with memory of its own; the file is read and compiled once. */
export function fastLoader(
  file: (variant: Variant) => Promise<BufferSource>,
): (options?: FastOptions) => Promise<FastEngine> {
  const compiled = new Map<Variant, Promise<WebAssembly.Module>>();
  const compile = (variant: Variant): Promise<WebAssembly.Module> => {
    const known = compiled.get(variant);
    if (known) return known;
    const module = file(variant).then((bytes) => WebAssembly.compile(bytes));
    compiled.set(variant, module);
    module.catch(() => compiled.delete(variant));
    return module;
  };
  return async ({ wasm = "auto" } = {}) => {
    if (!["auto", "simd", "relaxed"].includes(wasm)) throw wrongType("wasm", "one of auto, simd, relaxed", wasm);
    try {
      const variant = wasm === "auto" ? bestVariant() : wasm;
      if (!variant) throw new Error("this engine has no WebAssembly with vector instructions");
      const glue = createGlue();
      const { memory } = glue.initSync({ module: await compile(variant) });
      return new FastEngine(glue, memory, variant);
    } catch (thrown) {
      const reason = reasonOf(thrown);
      throw new AttographError(
        "load-failed",
        `the fast engine could not be loaded: ${reason}`,
        { reason },
        { cause: thrown },
      );
    }
  };
}
