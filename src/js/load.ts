import { AttographError, reading, reasonOf } from "./errors.js";
import { Lab } from "./lab.js";
import { Machine } from "./machine.js";
import { bestVariant, type Variant } from "./probe.js";
import { wrongType } from "./refuse.js";
import type { Engine } from "./types.js";

/** What {@link load} may be told. */
export interface LoadOptions {
  /** Which WebAssembly file: `auto` (default) takes `relaxed` where the engine knows relaxed SIMD, `simd` elsewhere. */
  readonly wasm?: "auto" | Variant;
  /** The file itself, when the caller has it: bytes, a compiled module, a Response, or a promise of one of them. */
  readonly bytes?: WasmSource | Promise<WasmSource>;
  /** `off` keeps the library away from the GPU; this version computes on the CPU either way, and `engine.reason` says so. */
  readonly gpu?: "auto" | "off";
}

/** A WebAssembly file in any form. */
export type WasmSource = BufferSource | WebAssembly.Module | Response;

/** Where an entry of the package finds the WebAssembly files. */
export interface Origin {
  /** Reads a file; absent when the entry has none. */
  readonly file?: (variant: Variant) => Promise<WasmSource>;
  /** The `simd` file from within the package's JavaScript. */
  readonly inline?: () => Promise<BufferSource>;
}

const CHOICES = { wasm: ["auto", "simd", "relaxed"], gpu: ["auto", "off"] } as const;

/** Makes an entry's `load`: calls with the same options share one load and one lab; one that failed can be tried again. */
export function loader(origin: Origin): (options?: LoadOptions) => Promise<Lab> {
  const running = new Map<string, Promise<Lab>>();
  return (options = {}) => {
    let choice: Choice;
    try {
      choice = reading(() => readOptions(options));
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    if (choice.bytes !== undefined) return start(origin, choice);
    const key = `${choice.wasm} ${choice.gpu}`;
    const shared = running.get(key);
    if (shared) return shared;
    const lab = start(origin, choice);
    running.set(key, lab);
    lab.catch(() => running.delete(key));
    return lab;
  };
}

interface Choice {
  readonly wasm: "auto" | Variant;
  readonly gpu: "auto" | "off";
  readonly bytes: LoadOptions["bytes"] | undefined;
}

function readOptions(options: LoadOptions): Choice {
  if (typeof options !== "object" || options === null) throw wrongType("options", "an object", options);
  const { wasm = "auto", gpu = "auto", bytes } = options;
  if (!(CHOICES.wasm as readonly string[]).includes(wasm))
    throw wrongType("wasm", `one of ${CHOICES.wasm.join(", ")}`, wasm);
  if (!(CHOICES.gpu as readonly string[]).includes(gpu))
    throw wrongType("gpu", `one of ${CHOICES.gpu.join(", ")}`, gpu);
  return { wasm, gpu, bytes };
}

async function start(origin: Origin, { wasm, gpu, bytes }: Choice): Promise<Lab> {
  const best = typeof WebAssembly === "object" ? bestVariant() : null;
  if (!best) throw failed("this engine has no WebAssembly with vector instructions");
  const variant = wasm === "auto" ? best : wasm;
  const why = wasm === "auto" ? `the best file this engine runs is \`${variant}\`` : `\`${variant}\` was asked for`;
  const cpu = gpu === "off" ? "the GPU was turned off" : "this version has no GPU engine";
  if (bytes !== undefined) return attempt(variant, `${why} and its bytes were given; ${cpu}`, async () => bytes);
  let problem = "";
  if (origin.file) {
    const { file } = origin;
    try {
      return await attempt(variant, `${why}; ${cpu}`, () => file(variant));
    } catch (thrown) {
      if (!origin.inline) throw thrown;
      problem = reasonOf(thrown);
    }
  }
  if (!origin.inline) throw failed("this entry needs the WebAssembly file as `bytes`");
  if (wasm === "relaxed") throw failed(problem || "the file within the JavaScript is `simd`");
  const copy = "the copy of the `simd` file within the JavaScript";
  const fallback = problem ? `the file could not be used (${problem}), so ${copy} is` : `this entry uses ${copy}`;
  return attempt("simd", `${fallback}; ${cpu}`, origin.inline);
}

async function attempt(variant: Variant, reason: string, source: () => Promise<WasmSource>): Promise<Lab> {
  try {
    const machine = new Machine(await compile(await source()));
    machine.call((glue) => glue.selfTest());
    const engine: Engine = { wasm: variant, gpu: null, reason, version: machine.call((glue) => glue.version()) };
    return new Lab(machine, engine);
  } catch (thrown) {
    throw failed(reasonOf(thrown), thrown);
  }
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== "function" || !(source instanceof Response))
    return WebAssembly.compile(source as BufferSource);
  if (!source.ok) throw new Error(`the server answered ${source.status}`);
  // Compiling while it arrives needs the right media type, which not every server sends.
  const streams = source.headers.get("Content-Type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

function failed(reason: string, cause?: unknown): AttographError {
  return new AttographError("load-failed", `the library could not be loaded: ${reason}`, { reason }, { cause });
}
