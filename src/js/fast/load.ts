import { AttographError, reasonOf } from "../errors.js";
import { bestVariant, type Variant } from "../probe.js";
import { wrongType } from "../refuse.js";
import { compile, type WasmSource } from "../source.js";
import { FastEngine } from "./engine.js";
import { createGlue } from "./glue.js";

/** What `loadFast` may be told. */
export interface FastOptions {
  /** Which WebAssembly file: `auto` (default) takes `relaxed` where the engine knows relaxed SIMD, `simd` elsewhere. */
  readonly wasm?: "auto" | Variant;
  /** The file itself, when the caller has it. */
  readonly bytes?: WasmSource | Promise<WasmSource>;
}

/** Where an entry of the package finds the fast engine's files. */
export interface FastOrigin {
  /** Reads a file; absent when the entry has none. */
  readonly file?: (variant: Variant) => Promise<WasmSource>;
  /** Reads the `simd` file from within the package's JavaScript. */
  readonly inline?: () => Promise<WasmSource>;
}

/** Which file is asked for. */
export interface Choice {
  /** Null where this engine could run none. */
  readonly variant: Variant | null;
  /** Whether another would not do. */
  readonly isNamed: boolean;
  readonly bytes: FastOptions["bytes"];
}

/** A file that is ready to run. */
export interface Compiled {
  readonly module: WebAssembly.Module;
  readonly variant: Variant;
}

/** Finds a file, and compiles it. */
export type Compile = (choice: Choice) => Promise<Compiled>;

/** Compiles an entry's files, each once; the one within the JavaScript where there is no other. */
export function compiler({ file, inline }: FastOrigin): Compile {
  const compiled = new Map<string, Promise<WebAssembly.Module>>();
  const once = (name: string, source: () => Promise<WasmSource>): Promise<WebAssembly.Module> => {
    const known = compiled.get(name);
    if (known) return known;
    const module = source().then(compile);
    compiled.set(name, module);
    module.catch(() => compiled.delete(name));
    return module;
  };
  return async ({ variant, isNamed, bytes }) => {
    if (!variant) throw new Error("this engine has no WebAssembly with vector instructions");
    if (bytes) return { module: await compile(await bytes), variant };
    const isStrict = isNamed && variant === "relaxed";
    try {
      if (file) return { module: await once(variant, () => file(variant)), variant };
    } catch (thrown) {
      if (!inline || isStrict) throw thrown;
    }
    if (!inline) throw new Error("this entry needs the WebAssembly file as `bytes`");
    if (isStrict) throw new Error("the file within the JavaScript is `simd`");
    return { module: await once("inline", inline), variant: "simd" };
  };
}

/** Makes an engine with memory of its own. */
export async function openFast(compile: Compile, options: FastOptions = {}): Promise<FastEngine> {
  const choice = choose(options);
  return loading("the fast engine", async () => {
    const { module, variant } = await compile(choice);
    const glue = createGlue();
    return new FastEngine(glue, glue.initSync({ module }).memory, variant);
  });
}

/** Reads which file is asked for. */
export function choose({ wasm = "auto", bytes }: FastOptions): Choice {
  if (!["auto", "simd", "relaxed"].includes(wasm)) throw wrongType("wasm", "one of auto, simd, relaxed", wasm);
  return { variant: wasm === "auto" ? bestVariant() : wasm, isNamed: wasm !== "auto", bytes };
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
