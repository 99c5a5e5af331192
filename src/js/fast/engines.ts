import type { FastEngine } from "./engine.js";
import type { GpuRecord } from "./gpu/device.js";
import type { SharedGpu } from "./gpu/shared.js";
import type { FastTensor } from "./handle.js";
import type { FastPool } from "./pool/pool.js";
import type { SharedPool } from "./pool/shared.js";
import type { SharedResult, SharedRun } from "./shared-run.js";

type Open = () => Promise<FastEngine>;

/** Which GPUs a lab may use: any that is one, none, or also a program. */
export type GpuPolicy = "auto" | "off" | "software";

type Start = () => Promise<FastPool>;

/** Stands for a handle where inputs are read; its numbers stay where they are. */
const PLACEHOLDER = { shape: [0, 0], data: [] };

// By what it can do, so that nobody loads its class to find out that there is none.
const isHandle = (value: unknown): value is FastTensor =>
  typeof value === "object" && value !== null && "numberIn" in value && "read" in value;

/** Takes the handles out of inputs; the rest is read as usual. */
export function partHandles(inputs: object): { handles: Map<string, FastTensor>; rest: object } {
  const handles = new Map<string, FastTensor>();
  if (typeof inputs !== "object" || inputs === null) return { handles, rest: inputs };
  for (const [name, value] of Object.entries(inputs)) if (isHandle(value)) handles.set(name, value);
  if (handles.size === 0) return { handles, rest: inputs };
  const placeholders = Object.fromEntries([...handles.keys()].map((name) => [name, PLACEHOLDER]));
  return { handles, rest: { ...inputs, ...placeholders } };
}

/** The fast engines of an entry's labs, or of one lab that was given its file: one that uses SIMD, workers, and a GPU for each policy. Each is opened by the first who needs it. */
export class FastEngines {
  readonly #open: Open | null;
  readonly #start: Start | null;
  readonly #gpus = new Map<GpuPolicy, Promise<SharedGpu>>();
  readonly #records = new Map<GpuPolicy, GpuRecord>();
  #opened: Promise<FastEngine | null> | null = null;
  #generation = 1;
  #pool: SharedPool | null = null;

  /** `open` opens the engine; null where there is none. `start` starts workers, where there may be some. */
  constructor(open: Open | null = null, start: Start | null = null) {
    this.#open = open;
    this.#start = start;
  }

  /** The engine that uses SIMD; null where there is none, or where it does not load. */
  async engine(): Promise<FastEngine | null> {
    this.#opened ??= this.#open?.().catch(() => null) ?? Promise.resolve(null);
    const engine = await this.#opened;
    // What an instance opened that trapped is gone with it.
    if (engine && engine.generation !== this.#generation) {
      this.#generation = engine.generation;
      this.#gpus.clear();
    }
    return engine;
  }

  /** The GPU of a policy; null where there is no engine. Nothing is opened yet. */
  async gpu(policy: GpuPolicy): Promise<SharedGpu | null> {
    const engine = policy === "off" ? null : await this.engine();
    if (!engine) return null;
    const known = this.#gpus.get(policy);
    if (known) return known;
    const record = this.#records.get(policy) ?? { failures: 0, last: null };
    this.#records.set(policy, record);
    const made = import("./gpu/shared.js").then(
      ({ SharedGpu }) => new SharedGpu(engine, policy === "software", record),
    );
    this.#gpus.set(policy, made);
    return made;
  }

  /** Runs an algorithm, once the engine is loaded; null when the f64 engine has to see to it. */
  async run(asked: SharedRun): Promise<SharedResult | null> {
    if (!this.#open) return null;
    const { hasKernel, runShared, SharedPool } = await import("./shared-run.js");
    const engine = hasKernel(asked.id) ? await this.engine() : null;
    if (!engine) return null;
    if (this.#start) this.#pool ??= new SharedPool(this.#start);
    return runShared(engine, this.#pool, asked);
  }
}
