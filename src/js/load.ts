import { compile } from "./compile.js";
import { reading } from "./errors.js";
import { FastEngines, type FastModule, type GpuPolicy, isFastModule } from "./fast/engines.js";
import type { FastPool } from "./fast/pool/pool.js";
import { createGlue } from "./glue.js";
import { Lab } from "./lab.js";
import { Machine } from "./machine.js";
import { bestVariant } from "./probe.js";
import { unknown, wrongType } from "./refuse.js";
import {
  type Address,
  type Bytes,
  isSource,
  loading,
  type Open,
  type Opened,
  type Origin,
  opener,
  type PackageFile,
  SOURCE,
  type WasmSource,
} from "./source.js";

/** What computes in f32: the module `attograph/fast` or `attograph/fast/inline`, or one of the files `attograph-fast-simd.wasm` and `-relaxed`. */
export type Fast = FastModule | Bytes;

/** The options of {@link load}. */
export interface LoadOptions {
  /** The file `attograph.wasm`: bytes, a compiled module, a Response, a URL, or a promise of one of them. Default: the entry's own. */
  readonly bytes?: Bytes;
  /**
   * The fast engine, a promise of it, or a function that returns one and is called when an engine is first needed: `() => import("attograph/fast")`. The lab
   * then has fast engines of its own. Default: those of the entry, which its labs share.
   */
  readonly fast?: Fast | Promise<FastModule> | (() => Fast | Promise<FastModule>);
  /** With `fast`: starts workers, as `loadPool` of `attograph/fast` does. Called at the first run that is large enough. Default: those of the module. */
  readonly pool?: () => Promise<FastPool>;
  /** `off` never uses a GPU; `software` also accepts one that is emulated in software, which is slower than SIMD and meant for tests. */
  readonly gpu?: GpuPolicy;
}

/** The file of the library. */
type LibraryFile = "attograph.wasm";

/** What an entry of the package has. */
interface Entry extends Origin<LibraryFile> {
  /** Returns the fast engine of a file that the caller has; absent where nothing can be imported later. */
  readonly fastFrom?: (file: Bytes) => Promise<FastModule>;
}

const FAST =
  "a WebAssembly file of the fast engine, the module `attograph/fast`, or a function or a promise that returns one of them";

const OPTIONS: readonly (keyof LoadOptions)[] = ["bytes", "fast", "pool", "gpu"];
const GPU = ["auto", "off", "software"] as const;

/**
 * Returns the `load` of an entry. Calls with the same options share one load and one lab; after a failure the next call tries again. The labs share
 * `engines`, except for those that are passed a file of the fast engine.
 */
export function loader(entry: Entry, engines: FastEngines): (options?: LoadOptions) => Promise<Lab> {
  const open = opener(entry, started);
  const labs = new Map<GpuPolicy, Promise<Lab>>();
  return (options = {}) => {
    let choice: Choice;
    try {
      choice = reading(() => readOptions(options));
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    const { bytes, fast, pool, gpu } = choice;
    const own = fast === undefined ? engines : new FastEngines(() => fastOf(fast, entry), pool);
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
  readonly fast: LoadOptions["fast"];
  readonly pool: LoadOptions["pool"];
  readonly gpu: GpuPolicy;
}

function readOptions(options: LoadOptions): Choice {
  if (typeof options !== "object" || options === null) throw wrongType("options", "an object", options);
  for (const name of Object.keys(options)) if (!OPTIONS.some((known) => known === name)) throw unknown(name, OPTIONS);
  const { bytes, fast, pool, gpu: asked = "auto" } = options;
  if (bytes !== undefined && !isSource(bytes)) throw wrongType("bytes", SOURCE, bytes);
  if (fast !== undefined && typeof fast !== "function" && !isFast(fast)) throw wrongType("fast", FAST, fast);
  if (pool !== undefined && typeof pool !== "function") throw wrongType("pool", "a function that starts workers", pool);
  const gpu = GPU.find((policy) => policy === asked);
  if (!gpu) throw wrongType("gpu", `one of ${GPU.join(", ")}`, asked);
  return { bytes, fast, pool, gpu };
}

const isFast = (value: unknown): value is Fast => isFastModule(value) || isSource(value);

/** Returns the fast engine that the caller passed. */
async function fastOf(passed: NonNullable<LoadOptions["fast"]>, { fastFrom }: Entry): Promise<FastModule> {
  const fast = await (typeof passed === "function" ? passed() : passed);
  if (isFastModule(fast)) return fast;
  if (!isSource(fast)) throw wrongType("fast", FAST, fast);
  if (!fastFrom) throw new Error("this entry takes the module of the fast engine as `fast`, and no file");
  return fastFrom(fast);
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

async function started(source: Exclude<WasmSource, Address>, name: PackageFile): Promise<Machine> {
  const machine = new Machine(await compile(source, name), createGlue);
  machine.call((glue) => glue.selfTest());
  return machine;
}

function reasonFor({ from, problem }: Opened<Machine>): string {
  if (from === "bytes") return "the bytes were given";
  if (from === "file") return "the library's file was read";
  const copy = "the copy within the JavaScript";
  return problem ? `the file could not be used (${problem}), so ${copy} is` : `this entry uses ${copy}`;
}
