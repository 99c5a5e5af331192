import { AttographError, reading, reasonOf } from "./errors.js";
import type { FastEngine } from "./fast/engine.js";
import { type GpuPolicy, offerFast } from "./fast/offer.js";
import type { FastPool } from "./fast/pool/pool.js";
import { Lab } from "./lab.js";
import { Machine } from "./machine.js";
import { bestVariant, type Variant } from "./probe.js";
import { wrongType } from "./refuse.js";
import { compile, type WasmSource } from "./source.js";
import { TOPICS, type Topic } from "./topics.js";

/** What {@link load} may be told. */
export interface LoadOptions {
  /** Which WebAssembly files: `auto` (default) takes `relaxed` where the engine knows relaxed SIMD, `simd` elsewhere. */
  readonly wasm?: "auto" | Variant;
  /** Which parts of the library, a file each; scaled dot-product attention is in every one. Default: all. */
  readonly topics?: readonly Topic[];
  /** The files themselves, when the caller has them: bytes, a compiled module, a Response, or a promise of one of them. What they hold, the lab has. */
  readonly bytes?: Bytes | readonly Bytes[];
  /** The fast engine's file, `attograph-fast-simd.wasm` or `-relaxed`, when the caller has it; all labs share the one that came last. */
  readonly fast?: Bytes;
  /** With `fast`: starts workers for large work, as `loadPool` of `attograph/fast` does. Called when there is such work; without it there are none. */
  readonly pool?: () => Promise<FastPool>;
  /** `off` keeps the library away from the GPU; `software` also takes one that is a program, which is slower than SIMD and there for tests. */
  readonly gpu?: GpuPolicy;
}

type Bytes = WasmSource | Promise<WasmSource>;

/** Where an entry of the package finds the WebAssembly files. */
export interface Origin {
  /** Reads a file; absent when the entry has none. */
  readonly file?: (variant: Variant, topic: Topic) => Promise<WasmSource>;
  /** Reads a `simd` file from within the package's JavaScript. */
  readonly inline?: (topic: Topic) => Promise<BufferSource>;
}

/** Starts a file, or hands out the machine that runs it already. */
type Starter = (kind: string, topic: Topic, source: () => Promise<WasmSource>) => Promise<Machine>;

const WASM = ["auto", "simd", "relaxed"] as const;
const GPU = ["auto", "off", "software"] as const;

/**
 * Makes an entry's `load`: calls with the same options share one load and one lab, different labs share the files that both have, and what failed can be
 * tried again.
 */
export function loader(origin: Origin): (options?: LoadOptions) => Promise<Lab> {
  const labs = new Map<string, Promise<Lab>>();
  const machines = new Map<string, Promise<Machine>>();
  const starter: Starter = (kind, topic, source) => once(machines, `${kind} ${topic}`, () => started(source()));
  return (options = {}) => {
    let choice: Choice;
    try {
      choice = reading(() => readOptions(options));
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    if (choice.fast) offerFast(fastFrom(choice.fast), choice.pool);
    if (choice.bytes !== undefined) return start(origin, starter, choice);
    return once(labs, `${choice.wasm} ${choice.gpu} ${choice.topics}`, () => start(origin, starter, choice));
  };
}

/** Does a piece of work, unless it is done or under way; one that failed can be done again. */
function once<T>(known: Map<string, Promise<T>>, name: string, work: () => Promise<T>): Promise<T> {
  const shared = known.get(name);
  if (shared) return shared;
  const own = work();
  known.set(name, own);
  own.catch(() => known.delete(name));
  return own;
}

interface Choice {
  readonly wasm: (typeof WASM)[number];
  readonly gpu: (typeof GPU)[number];
  readonly topics: readonly Topic[];
  readonly bytes: readonly Bytes[] | undefined;
  readonly fast: Bytes | undefined;
  readonly pool: LoadOptions["pool"];
}

function readOptions(options: LoadOptions): Choice {
  if (typeof options !== "object" || options === null) throw wrongType("options", "an object", options);
  const { bytes, fast, pool, topics = TOPICS } = options;
  if (!Array.isArray(topics)) throw wrongType("topics", "an array of topics", topics);
  const asked = new Set(Array.from(topics, (topic) => oneOf("topics", TOPICS, topic)));
  if (asked.size === 0) throw wrongType("topics", "an array of at least one topic", topics);
  return {
    wasm: oneOf("wasm", WASM, options.wasm ?? "auto"),
    gpu: oneOf("gpu", GPU, options.gpu ?? "auto"),
    topics: TOPICS.filter((topic) => asked.has(topic)),
    bytes: bytes === undefined || Array.isArray(bytes) ? bytes : [bytes as Bytes],
    fast,
    pool,
  };
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

function oneOf<T extends string>(name: string, known: readonly T[], given: unknown): T {
  const found = known.find((candidate) => candidate === given);
  if (found === undefined) throw wrongType(name, `one of ${known.join(", ")}`, given);
  return found;
}

async function start(origin: Origin, starter: Starter, { wasm, gpu, topics, bytes }: Choice): Promise<Lab> {
  const best = typeof WebAssembly === "object" ? bestVariant() : null;
  if (!best) throw failed("this engine has no WebAssembly with vector instructions");
  const variant = wasm === "auto" ? best : wasm;
  const why = wasm === "auto" ? `the best files this engine runs are \`${variant}\`` : `\`${variant}\` was asked for`;
  if (bytes) return assemble(variant, gpu, `${why} and the bytes were given`, bytes.map(started));
  const { file, inline } = origin;
  let problem = "";
  if (file) {
    try {
      const machines = topics.map((topic) => starter(variant, topic, () => file(variant, topic)));
      return await assemble(variant, gpu, why, machines);
    } catch (thrown) {
      if (!inline) throw thrown;
      problem = reasonOf(thrown);
    }
  }
  if (!inline) throw failed("this entry needs the WebAssembly files as `bytes`");
  if (wasm === "relaxed") throw failed(problem || "the files within the JavaScript are `simd`");
  const copies = "the copies of the `simd` files within the JavaScript";
  const fallback = problem ? `a file could not be used (${problem}), so ${copies} are` : `this entry uses ${copies}`;
  const machines = topics.map((topic) => starter("inline", topic, () => inline(topic)));
  return assemble("simd", gpu, fallback, machines);
}

async function assemble(
  variant: Variant,
  gpu: GpuPolicy,
  reason: string,
  starting: readonly Promise<Machine>[],
): Promise<Lab> {
  try {
    const [first, ...others] = await Promise.all(starting);
    if (!first) throw new Error("no file was given");
    const engine = { wasm: variant, reason, version: first.call((glue) => glue.version()) };
    return new Lab([first, ...others], engine, gpu);
  } catch (thrown) {
    throw failed(reasonOf(thrown), thrown);
  }
}

async function started(source: Bytes): Promise<Machine> {
  const machine = new Machine(await compile(await source));
  machine.call((glue) => glue.selfTest());
  return machine;
}

function failed(reason: string, cause?: unknown): AttographError {
  return new AttographError("load-failed", `the library could not be loaded: ${reason}`, { reason }, { cause });
}
