import { compile } from "./compile.js";
import { reading } from "./errors.js";
import { FastEngines, type FastModule, type GpuPolicy, isFastModule } from "./fast/engines.js";
import type { FastPool } from "./fast/pool/pool.js";
import { createGlue } from "./glue.js";
import { Lab } from "./lab.js";
import { Machine } from "./machine.js";
import { bestVariant } from "./probe.js";
import { readRecord, wrongType } from "./refuse.js";
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
import { type ImportLanguage, isTextSource, noTexts, openTexts } from "./text/open.js";
import type { LanguageName, TextSource } from "./text/types.js";
import type { Engine } from "./types.js";

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
  /** The language of the texts that everything returned then has: `en`, `ko`, or another that is passed. Default: no texts. */
  readonly text?: TextSource;
}

/** The file of the library. */
type LibraryFile = "attograph.wasm";

/** What an entry of the package has. */
interface Entry extends Origin<LibraryFile> {
  /** Returns the fast engine of a file that the caller has; absent where nothing can be imported later. */
  readonly fastFrom?: (file: Bytes) => Promise<FastModule>;
  /** Imports a language of the package; absent where nothing can be imported later. */
  readonly importLanguage?: ImportLanguage;
}

const FAST =
  "a WebAssembly file of the fast engine, the module `attograph/fast`, or a function or a promise that returns one of them";

const OPTIONS: readonly (keyof LoadOptions)[] = ["bytes", "fast", "pool", "gpu", "text"];
const GPU = ["auto", "off", "software"] as const;

/**
 * Returns the `load` of an entry. Calls with the same options share one load and one lab; after a failure the next call tries again. The labs share
 * `engines`, except for those that are passed a file of the fast engine.
 */
export function loader(entry: Entry, engines: FastEngines): (options?: LoadOptions) => Promise<Lab> {
  const open = opener(entry, started);
  const labs = new WeakMap<object, Labs>();
  return (options = {}) => {
    let choice: Choice;
    try {
      choice = reading(() => readOptions(options));
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    const { bytes, fast, pool, gpu, text } = choice;
    const own = fast === undefined ? engines : new FastEngines(() => fastOf(fast, entry), pool);
    const make = async (): Promise<Lab> => {
      const texts = text === undefined ? null : openTexts(text, entry.importLanguage);
      const [{ machine, engine }, speaker] = await Promise.all([start(open, bytes), texts]);
      return new Lab(machine, engine, gpu, own, speaker);
    };
    if (bytes !== undefined || fast !== undefined) return make();
    const key = typeof text === "string" ? KEYS[text] : (text ?? KEYS);
    const known = labs.get(key) ?? {};
    labs.set(key, known);
    known[gpu] ??= make().catch((thrown) => {
      delete known[gpu];
      throw thrown;
    });
    return known[gpu];
  };
}

/** What stands for a named language, and for none, among the keys of labs. */
const KEYS: Readonly<Record<LanguageName, object>> = { en: {}, ko: {} };

/** Labs with the same texts. */
type Labs = { [Policy in GpuPolicy]?: Promise<Lab> };

/** What a lab computes with. */
interface Started {
  readonly machine: Machine;
  readonly engine: Omit<Engine, "gpu">;
}

interface Choice {
  readonly bytes: Bytes | undefined;
  readonly fast: LoadOptions["fast"];
  readonly pool: LoadOptions["pool"];
  readonly gpu: GpuPolicy;
  readonly text: TextSource | undefined;
}

function readOptions(options: LoadOptions): Choice {
  readRecord("options", options, OPTIONS);
  const { bytes, fast, pool, gpu: asked = "auto", text } = options;
  if (bytes !== undefined && !isSource(bytes)) throw wrongType("bytes", SOURCE, bytes);
  if (fast !== undefined && typeof fast !== "function" && !isFast(fast)) throw wrongType("fast", FAST, fast);
  if (pool !== undefined && typeof pool !== "function") throw wrongType("pool", "a function that starts workers", pool);
  const gpu = GPU.find((policy) => policy === asked);
  if (!gpu) throw wrongType("gpu", `one of ${GPU.join(", ")}`, asked);
  if (text !== undefined && !isTextSource(text)) throw noTexts(text);
  return { bytes, fast, pool, gpu, text };
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

function start(open: Open<LibraryFile, Machine>, bytes: Bytes | undefined): Promise<Started> {
  return loading("the library", async () => {
    if (typeof WebAssembly !== "object" || !bestVariant())
      throw new Error("this engine has no WebAssembly with vector instructions");
    const opened = await open({ name: "attograph.wasm", bytes });
    const machine = opened.ready;
    return { machine, engine: { reason: reasonFor(opened), version: machine.call((glue) => glue.version()) } };
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
