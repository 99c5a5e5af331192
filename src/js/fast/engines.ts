import { reasonOf } from "../errors.js";
import { isLikeTensor } from "./dispose.js";
import type { FastEngine } from "./engine.js";
import type { GpuRecord } from "./gpu/device.js";
import type { SharedGpu } from "./gpu/shared.js";
import type { FastTensor } from "./handle.js";
import type { FastOptions } from "./load.js";
import type { PoolOptions } from "./pool/load.js";
import type { FastPool } from "./pool/pool.js";
import type { SharedPool } from "./pool/shared.js";
import type { SharedResult, SharedRun } from "./shared-run.js";

/** What a lab needs to run algorithms on the fast engines. */
export type ForLabs = typeof import("./for-labs.js");

/** The module `attograph/fast` or `attograph/fast/inline`, as far as labs use it. */
export interface FastModule {
  loadFast(options?: FastOptions): Promise<FastEngine>;
  /** Absent where there are no workers. */
  readonly loadPool?: (options?: PoolOptions) => Promise<FastPool>;
  /** @internal */
  readonly forLabs: ForLabs;
}

/** Returns whether a value is such a module. */
export const isFastModule = (value: unknown): value is FastModule =>
  typeof value === "object" && value !== null && "loadFast" in value && "forLabs" in value;

/** Which GPUs a lab may use: any that is one, none, or also a program. */
export type GpuPolicy = "auto" | "off" | "software";

type Start = () => Promise<FastPool>;

/** What is read as the input where a handle was given: the numbers of a handle stay where they are. */
const EMPTY_TENSOR = { shape: [0, 0], data: [] };

/** Takes the handles out of inputs; the rest is read as usual. */
export function partHandles(inputs: object): { handles: Map<string, FastTensor>; rest: object } {
  const handles = new Map<string, FastTensor>();
  if (typeof inputs !== "object" || inputs === null) return { handles, rest: inputs };
  for (const [name, value] of Object.entries(inputs)) if (isLikeTensor(value)) handles.set(name, value as FastTensor);
  if (handles.size === 0) return { handles, rest: inputs };
  const empty = Object.fromEntries([...handles.keys()].map((name) => [name, EMPTY_TENSOR]));
  return { handles, rest: { ...inputs, ...empty } };
}

/** The fast engines of an entry's labs, or of one lab that was given them: one that uses SIMD, workers, and a GPU for each policy. Each is opened by the first who needs it. */
export class FastEngines {
  readonly #source: () => Promise<FastModule>;
  readonly #start: Start | null;
  readonly #gpus = new Map<GpuPolicy, SharedGpu>();
  readonly #records = new Map<GpuPolicy, GpuRecord>();
  #module: Promise<FastModule | null> | null = null;
  #opened: Promise<FastEngine | null> | null = null;
  #generation = 1;
  #pool: SharedPool | null = null;
  #problem: string | null = null;

  /** `read` returns the module, or throws why there is none. `start` starts workers; by default the module does. */
  constructor(read: () => Promise<FastModule>, start: Start | null = null) {
    this.#source = read;
    this.#start = start;
  }

  /** Why there is no engine or why there are no workers, as far as that was found out; otherwise null. */
  get problem(): string | null {
    return this.#problem ?? this.#pool?.problem ?? null;
  }

  /** The engine that uses SIMD; null where there is none, or where it does not load. */
  async engine(): Promise<FastEngine | null> {
    this.#opened ??= this.#open();
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
    const module = await this.#read();
    if (!engine || !module) return null;
    const known = this.#gpus.get(policy);
    if (known) return known;
    const record = this.#records.get(policy) ?? { failures: 0, last: null };
    this.#records.set(policy, record);
    const made = new module.forLabs.SharedGpu(engine, policy === "software", record);
    this.#gpus.set(policy, made);
    return made;
  }

  /** Runs an algorithm, once the engine is loaded; null when the f64 engine has to see to it. */
  async run(asked: SharedRun): Promise<SharedResult | null> {
    const module = await this.#read();
    if (!module?.forLabs.hasKernel(asked.id)) return null;
    const engine = await this.engine();
    if (!engine) return null;
    const { runShared, SharedPool } = module.forLabs;
    const start = this.#start ?? module.loadPool;
    if (start) this.#pool ??= new SharedPool(() => start());
    return runShared(engine, this.#pool, asked);
  }

  #read(): Promise<FastModule | null> {
    this.#module ??= this.#source().catch((thrown) => this.#failed(thrown));
    return this.#module;
  }

  async #open(): Promise<FastEngine | null> {
    const module = await this.#read();
    return module ? module.loadFast().catch((thrown) => this.#failed(thrown)) : null;
  }

  #failed(thrown: unknown): null {
    this.#problem = reasonOf(thrown);
    return null;
  }
}
