import { reading } from "../errors.js";
import type { PlatformModule } from "../platform.js";
import { bestVariant, type Variant } from "../probe.js";
import { readRecord, wrongType } from "../refuse.js";
import { type Bytes, isSource, loading, type Open, SOURCE } from "../source.js";
import { FastEngine } from "./engine.js";

/** The options of `loadFast`. */
export interface FastOptions {
  /** Which WebAssembly file: `auto` (default) takes `relaxed` where the engine knows relaxed SIMD, `simd` elsewhere. */
  readonly wasm?: "auto" | Variant;
  /** The file itself, when the caller has it. */
  readonly bytes?: Bytes;
}

/** The fast engine's files. */
export type FastFile = `attograph-fast-${Variant}.wasm`;

/** Opens one of them. */
export type OpenFast = Open<FastFile, PlatformModule>;

/** Which file is asked for. */
export interface Choice {
  /** Null where this engine could run none. */
  readonly variant: Variant | null;
  /** Whether another would not do. */
  readonly isNamed: boolean;
  readonly bytes: Bytes | undefined;
}

/** A file that is ready to run. */
export interface Compiled {
  readonly module: PlatformModule;
  readonly variant: Variant;
}

const OPTIONS: readonly (keyof FastOptions)[] = ["wasm", "bytes"];

/** Makes an engine with memory of its own. */
export async function openFast(open: OpenFast, options: FastOptions = {}): Promise<FastEngine> {
  const choice = choose(options, OPTIONS);
  return loading("the fast engine", async () => {
    const { module, variant } = await compiled(open, choice);
    return new FastEngine(module, variant);
  });
}

/** Reads which file is asked for, and refuses options that are not known. */
export function choose(options: FastOptions, known: readonly string[]): Choice {
  return reading(() => {
    readRecord("options", options, known);
    const { wasm = "auto", bytes } = options;
    if (!["auto", "simd", "relaxed"].includes(wasm)) throw wrongType("wasm", "one of auto, simd, relaxed", wasm);
    if (bytes !== undefined && !isSource(bytes)) throw wrongType("bytes", SOURCE, bytes);
    return { variant: wasm === "auto" ? bestVariant() : wasm, isNamed: wasm !== "auto", bytes };
  });
}

/** Opens the file that is asked for; the copy within the JavaScript is `simd`, whatever was tried before. */
export async function compiled(open: OpenFast, { variant, isNamed, bytes }: Choice): Promise<Compiled> {
  if (!variant) throw new Error("this engine has no WebAssembly with vector instructions");
  const isStrict = isNamed && variant === "relaxed";
  const { ready, from } = await open({ name: `attograph-fast-${variant}.wasm`, bytes, isStrict });
  return { module: ready, variant: from === "copy" ? "simd" : variant };
}
