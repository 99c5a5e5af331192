import { reading } from "./errors.js";
import type { FastEngine } from "./fast/engine.js";
import { FastEngines, type GpuPolicy } from "./fast/engines.js";
import type { FastPool } from "./fast/pool/pool.js";
import { createGlue } from "./glue.js";
import { Lab } from "./lab.js";
import { Machine } from "./machine.js";
import { bestVariant } from "./probe.js";
import { unknown, wrongType } from "./refuse.js";
import {
  type Bytes,
  compile,
  isSource,
  loading,
  type Open,
  type Opened,
  type Origin,
  opener,
  SOURCE,
  type WasmSource,
} from "./source.js";

/** The options of {@link load}. */
export interface LoadOptions {
  /** The file `attograph.wasm`: bytes, a compiled module, a Response, or a promise of one of them. Default: the entry's own. */
  readonly bytes?: Bytes;
  /**
   * The file of the fast engine, `attograph-fast-simd.wasm` or `-relaxed`: the lab then has fast engines of its own. Default: those of the entry, which its
   * labs share.
   */
  readonly fast?: Bytes;
  /** With `fast`: starts workers, as `loadPool` of `attograph/fast` does. Called at the first run that is large enough. Default: no workers. */
  readonly pool?: () => Promise<FastPool>;
  /** `off` never uses a GPU; `software` also accepts one that is emulated in software, which is slower than SIMD and meant for tests. */
  readonly gpu?: GpuPolicy;
}

/** The file of the library. */
export type LibraryFile = "attograph.wasm";

const OPTIONS: readonly (keyof LoadOptions)[] = ["bytes", "fast", "pool", "gpu"];
const GPU = ["auto", "off", "software"] as const;

/**
 * Returns the `load` of an entry. Calls with the same options share one load and one lab; after a failure the next call tries again. The labs share
 * `engines`, except for those that are passed a file of the fast engine.
 */
export function loader(
  origin: Origin<LibraryFile>,
  engines = new FastEngines(),
): (options?: LoadOptions) => Promise<Lab> {
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
    const own = fast === undefined ? engines : new FastEngines(fastFrom(fast), pool);
    if (bytes !== undefined || fast !== undefined) return start(open, gpu, own, bytes);
    const known = labs.get(gpu);
    if (known) return known;
    const lab = start(open, gpu, engines);
    labs.set(gpu, lab);
    lab.catch(() => labs.delete(gpu));
    return lab;
  };
}

interface Choice {
  readonly bytes: Bytes | undefined;
  readonly fast: Bytes | undefined;
  readonly pool: LoadOptions["pool"];
  readonly gpu: GpuPolicy;
}

function readOptions(options: LoadOptions): Choice {
  if (typeof options !== "object" || options === null) throw wrongType("options", "an object", options);
  for (const name of Object.keys(options)) if (!OPTIONS.some((known) => known === name)) throw unknown(name, OPTIONS);
  const { bytes, fast, pool, gpu: asked = "auto" } = options;
  for (const [name, source] of Object.entries({ bytes, fast })) {
    if (source !== undefined && !isSource(source)) throw wrongType(name, SOURCE, source);
  }
  if (pool !== undefined && typeof pool !== "function") throw wrongType("pool", "a function that starts workers", pool);
  const gpu = GPU.find((policy) => policy === asked);
  if (!gpu) throw wrongType("gpu", `one of ${GPU.join(", ")}`, asked);
  return { bytes, fast, pool, gpu };
}

/** Returns a function that opens the fast engine from its file. The file is compiled once, since a Response can be read only once. */
function fastFrom(source: Bytes): () => Promise<FastEngine> {
  let module: Promise<WebAssembly.Module> | null = null;
  return async () => {
    const { loadFast } = await import("./fast/slim.js");
    module ??= Promise.resolve(source).then(compile);
    return loadFast({ bytes: await module });
  };
}

function start(open: Open<LibraryFile, Machine>, gpu: GpuPolicy, fast: FastEngines, bytes?: Bytes): Promise<Lab> {
  return loading("the library", async () => {
    if (typeof WebAssembly !== "object" || !bestVariant())
      throw new Error("this engine has no WebAssembly with vector instructions");
    const opened = await open({ name: "attograph.wasm", bytes });
    const machine = opened.ready;
    const engine = { reason: reasonFor(opened), version: machine.call((glue) => glue.version()) };
    return new Lab(machine, engine, gpu, fast);
  });
}

async function started(source: WasmSource): Promise<Machine> {
  const machine = new Machine(await compile(source), createGlue);
  machine.call((glue) => glue.selfTest());
  return machine;
}

function reasonFor({ from, problem }: Opened<Machine>): string {
  if (from === "bytes") return "the bytes were given";
  if (from === "file") return "the library's file was read";
  const copy = "the copy within the JavaScript";
  return problem ? `the file could not be used (${problem}), so ${copy} is` : `this entry uses ${copy}`;
}
