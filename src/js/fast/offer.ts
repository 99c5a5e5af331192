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

let open: Open | null = null;
let start: Start | null = null;
let opened: Promise<FastEngine | null> | null = null;
const gpus = new Map<GpuPolicy, Promise<SharedGpu>>();
const records = new Map<GpuPolicy, GpuRecord>();
let pool: SharedPool | null = null;

/** An entry of the package, or a caller who has the file, says how to open the fast engine, and how to start workers where there may be some. */
export function offerFast(how: Open, workers?: Start): void {
  open = how;
  start = workers ?? null;
  pool?.dispose();
  pool = null;
  opened = null;
  gpus.clear();
  records.clear();
}

/** The fast engine that all labs share; null where there is none, or where it does not load. After a trap it is a new one. */
export async function sharedFast(): Promise<FastEngine | null> {
  const engine = await opened;
  if (engine?.trapped) {
    opened = null;
    gpus.clear();
  }
  opened ??= open?.().catch(() => null) ?? Promise.resolve(null);
  return opened;
}

/** The GPU that all labs of one policy share; null where there is no fast engine. Nothing is opened yet. */
export async function sharedGpu(policy: GpuPolicy): Promise<SharedGpu | null> {
  const engine = policy === "off" ? null : await sharedFast();
  if (!engine) return null;
  const known = gpus.get(policy);
  if (known) return known;
  const record = records.get(policy) ?? { failures: 0, last: null };
  records.set(policy, record);
  const made = import("./gpu/shared.js").then(({ SharedGpu }) => new SharedGpu(engine, policy === "software", record));
  gpus.set(policy, made);
  return made;
}

/** Stands for a handle where inputs are read; its numbers stay where they are. */
const PLACEHOLDER = { shape: [0, 0], data: [] };

// By what it can do, so that nobody loads its class to find out that there is none.
const isHandle = (value: unknown): value is FastTensor =>
  typeof value === "object" && value !== null && "held" in value && "read" in value;

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

/** Runs an algorithm on the shared engines, which are loaded first; null when the f64 engine has to see to it. */
export async function runShared(asked: SharedRun): Promise<SharedResult | null> {
  if (!open) return null;
  const [{ hasKernel, runFast, suits, workOf }, { FastInputs }, { SharedPool }] = await Promise.all([
    import("./run.js"),
    import("./inputs.js"),
    import("./pool/shared.js"),
  ]);
  const { id, given, handles, backend, gpu, rows } = asked;
  const engine = hasKernel(id) ? await sharedFast() : null;
  if (!engine) return null;
  const inputs = new FastInputs(engine, given, handles);
  const notices: Notice[] = [];
  if (start) pool ??= new SharedPool(start);
  let workers = 0;
  try {
    if (!suits(id, inputs)) return null;
    const wanted = backend === "gpu" || (backend === "auto" && gpu?.pays(workOf(id, inputs)));
    if (wanted && !gpu) notices.push({ code: "gpu-absent", reason: "it was turned off" });
    const shared = (count: number): void => {
      workers = count;
    };
    const onGpu = wanted && gpu ? gpu.noting((notice) => notices.push({ ...notice })) : null;
    const ops = onGpu ?? pool?.sharing(engine, shared) ?? engine;
    const checked = await checking(ops, engine, asked, onGpu !== null);
    const outputs = await runFast(id, inputs, checked ?? ops);
    // Where SIMD stood in even once, it is SIMD that has answered.
    const done = onGpu && notices.length === 0 ? "gpu" : "cpu";
    // A GPU that ended the engine is no reason to compute in f64. Handles were part of that engine.
    if (!outputs && onGpu && engine.trapped && handles.size === 0) {
      const again = await runShared({ ...asked, backend: "cpu" });
      return again && { ...again, notices: [...notices, ...again.notices] };
    }
    const check = checked?.check ?? null;
    const isTold = rows > 0 || check?.within === false;
    return { outputs, notices, backend: done, workers, check: isTold ? check : null };
  } finally {
    inputs.dispose();
  }
}
