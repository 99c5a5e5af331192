import { reading } from "./errors.js";
import type { FastEngine } from "./fast/engine.js";
import { type GpuPolicy, offerFast } from "./fast/offer.js";
import type { FastPool } from "./fast/pool/pool.js";
import { Lab } from "./lab.js";
import { Machine } from "./machine.js";
import { bestVariant } from "./probe.js";
import { unknown, wrongType } from "./refuse.js";
import {
  type Bytes,
  compile,
  loading,
  type Open,
  type Opened,
  type Origin,
  opener,
  type WasmSource,
} from "./source.js";

/** The options of {@link load}. */
export interface LoadOptions {
  /** The file `attograph.wasm`, when the caller has it: bytes, a compiled module, a Response, or a promise of one of them. */
  readonly bytes?: Bytes;
  /** The fast engine's file, `attograph-fast-simd.wasm` or `-relaxed`, when the caller has it; all labs share the one that came last. */
  readonly fast?: Bytes;
  /** With `fast`: starts workers for large work, as `loadPool` of `attograph/fast` does. Called when there is such work; without it there are none. */
  readonly pool?: () => Promise<FastPool>;
  /** `off` keeps the library away from the GPU; `software` also takes one that is a program, which is slower than SIMD and there for tests. */
  readonly gpu?: GpuPolicy;
}

/** The file of the library. */
export type LibraryFile = "attograph.wasm";

const OPTIONS: readonly (keyof LoadOptions)[] = ["bytes", "fast", "pool", "gpu"];
const GPU = ["auto", "off", "software"] as const;

/** Makes an entry's `load`: calls with the same options share one load and one lab, and what failed can be tried again. */
export function loader(origin: Origin<LibraryFile>): (options?: LoadOptions) => Promise<Lab> {
  const open = opener(origin, started);
  const labs = new Map<GpuPolicy, Promise<Lab>>();
  return (options = {}) => {
    let choice: Choice;
    try {
      choice = reading(() => readOptions(options));
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    const { bytes, fast, pool, gpu } = choice;
    if (fast) offerFast(fastFrom(fast), pool);
    if (bytes !== undefined) return start(open, gpu, bytes);
    const known = labs.get(gpu);
    if (known) return known;
    const lab = start(open, gpu);
    labs.set(gpu, lab);
    lab.catch(() => labs.delete(gpu));
    return lab;
  };
}

interface Choice extends LoadOptions {
  readonly gpu: GpuPolicy;
}

function readOptions(options: LoadOptions): Choice {
  if (typeof options !== "object" || options === null) throw wrongType("options", "an object", options);
  for (const name of Object.keys(options)) if (!OPTIONS.some((known) => known === name)) throw unknown(name, OPTIONS);
  const { gpu: asked = "auto" } = options;
  const gpu = GPU.find((policy) => policy === asked);
  if (!gpu) throw wrongType("gpu", `one of ${GPU.join(", ")}`, asked);
  return { ...options, gpu };
}

/** Opens the fast engine from its file, which is compiled once: a Response can be read only once, too. */
function fastFrom(source: Bytes): () => Promise<FastEngine> {
  let module: Promise<WebAssembly.Module> | null = null;
  return async () => {
    const { loadFast } = await import("./fast/slim.js");
    module ??= Promise.resolve(source).then(compile);
    return loadFast({ bytes: await module });
  };
}

function start(open: Open<LibraryFile, Machine>, gpu: GpuPolicy, bytes?: Bytes): Promise<Lab> {
  return loading("the library", async () => {
    if (typeof WebAssembly !== "object" || !bestVariant())
      throw new Error("this engine has no WebAssembly with vector instructions");
    const opened = await open({ name: "attograph.wasm", bytes });
    const machine = opened.ready;
    return new Lab(machine, { reason: reasonFor(opened), version: machine.call((glue) => glue.version()) }, gpu);
  });
}

async function started(source: WasmSource): Promise<Machine> {
  const machine = new Machine(await compile(source));
  machine.call((glue) => glue.selfTest());
  return machine;
}

function reasonFor({ from, problem }: Opened<Machine>): string {
  if (from === "bytes") return "the bytes were given";
  if (from === "file") return "the library's file was read";
  const copy = "the copy within the JavaScript";
  return problem ? `the file could not be used (${problem}), so ${copy} is` : `this entry uses ${copy}`;
}
