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

/** Gives a file, compiled. */
export type Compile = (variant: Variant) => Promise<WebAssembly.Module>;

/** Compiles an entry's files, each once. */
export function compiler(file: (variant: Variant) => Promise<BufferSource>): Compile {
  const compiled = new Map<Variant, Promise<WebAssembly.Module>>();
  return (variant) => {
    const known = compiled.get(variant);
    if (known) return known;
    const module = file(variant).then((bytes) => WebAssembly.compile(bytes));
    compiled.set(variant, module);
    module.catch(() => compiled.delete(variant));
    return module;
  };
}

/** Makes an engine with memory of its own. */
export async function openFast(compile: Compile, options: FastOptions = {}): Promise<FastEngine> {
  const chosen = choose(options);
  return loading("the fast engine", async () => {
    const variant = runnable(chosen);
    const glue = createGlue();
    const { memory } = glue.initSync({ module: await compile(variant) });
    return new FastEngine(glue, memory, variant);
  });
}

/** Reads which file is asked for; null for none that this engine could run. */
export function choose({ wasm = "auto" }: FastOptions): Variant | null {
  if (!["auto", "simd", "relaxed"].includes(wasm)) throw wrongType("wasm", "one of auto, simd, relaxed", wasm);
  return wasm === "auto" ? bestVariant() : wasm;
}

/** A file that this engine can run. */
export function runnable(variant: Variant | null): Variant {
  if (variant) return variant;
  throw new Error("this engine has no WebAssembly with vector instructions");
}

/** Loads something; what goes wrong becomes an error with the code `load-failed`, which says why. */
export async function loading<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    const reason = reasonOf(thrown);
    throw new AttographError("load-failed", `${what} could not be loaded: ${reason}`, { reason }, { cause: thrown });
  }
}
