import type { Given } from "../glue.js";
import type { Check, Notice, Tensor } from "../types.js";
import type { Checked } from "./check.js";
import type { FastEngine } from "./engine.js";
import type { GpuRecord } from "./gpu/device.js";
import type { SharedGpu } from "./gpu/shared.js";
import type { FastTensor } from "./handle.js";
import type { Ops } from "./ops.js";
import type { FastPool } from "./pool/pool.js";
import type { SharedPool } from "./pool/shared.js";

/** How many rows `auto` compares with f64: the first and the last. */
const GUARDED_ROWS = 2;

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

/** The result of a run on the fast engines. */
export interface SharedResult {
  /** Null if the f64 engine has to compute. */
  readonly outputs: Record<string, Tensor> | null;
  readonly backend: "cpu" | "gpu";
  readonly notices: readonly Notice[];
  /** How many workers shared the work; 0 where one engine did all. */
  readonly workers: number;
  /** How it compares with f64, where that was asked for. */
  readonly check: Check | null;
}

/** What `lab.run` was asked for. */
export interface SharedRun {
  readonly id: string;
  readonly given: readonly Given[];
  readonly handles: ReadonlyMap<string, FastTensor>;
  readonly backend: "auto" | "cpu" | "gpu";
  /** Null where the GPU was turned off. */
  readonly gpu: SharedGpu | null;
  /** How many rows of every kernel's result are checked. */
  readonly rows: number;
}

/** The engine that compares its results with f64, for a run that wants that: `auto` does, to choose f64 where f32 would be useless. */
async function checking(
  ops: Ops,
  engine: FastEngine,
  { backend, rows }: SharedRun,
  isGpu: boolean,
): Promise<Checked | null> {
  if (rows === 0 && backend !== "auto") return null;
  const { Checked, Guarded } = await import("./check.js");
  return rows > 0 ? new Checked(ops, engine, rows, isGpu) : new Guarded(ops, engine, GUARDED_ROWS, isGpu);
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
    const [{ hasKernel, runFast, suits, workOf }, { FastInputs }, { SharedPool }] = await Promise.all([
      import("./run.js"),
      import("./inputs.js"),
      import("./pool/shared.js"),
    ]);
    const { id, given, handles, backend, gpu, rows } = asked;
    const engine = hasKernel(id) ? await this.engine() : null;
    if (!engine) return null;
    const { generation } = engine;
    const inputs = new FastInputs(engine, given, handles);
    const notices: Notice[] = [];
    if (this.#start) this.#pool ??= new SharedPool(this.#start);
    let workers = 0;
    try {
      if (!suits(id, inputs)) return null;
      const wanted = backend === "gpu" || (backend === "auto" && gpu?.pays(workOf(id, inputs)));
      if (wanted && !gpu) notices.push({ code: "gpu-absent", reason: "it was turned off" });
      const shared = (count: number): void => {
        workers = count;
      };
      const onGpu = wanted && gpu ? gpu.noting((notice) => notices.push({ ...notice })) : null;
      const ops = onGpu ?? this.#pool?.sharing(engine, shared) ?? engine;
      const checked = await checking(ops, engine, asked, onGpu !== null);
      const outputs = await runFast(id, inputs, checked ?? ops);
      // Where SIMD stood in even once, the result is SIMD's.
      const done = onGpu && notices.length === 0 ? "gpu" : "cpu";
      // A GPU that ended the instance is no reason to compute in f64. Handles were lost with that instance.
      if (!outputs && onGpu && engine.generation !== generation && handles.size === 0) {
        const again = await this.run({ ...asked, backend: "cpu" });
        return again && { ...again, notices: [...notices, ...again.notices] };
      }
      const check = checked?.check ?? null;
      const isTold = rows > 0 || check?.within === false;
      return { outputs, notices, backend: done, workers, check: isTold ? check : null };
    } finally {
      inputs.dispose();
    }
  }
}
