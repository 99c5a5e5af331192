import type { Given } from "../glue.js";
import type { PlatformSignal } from "../platform.js";
import type { Check, Notice, Tensor } from "../types.js";
import { Checked, Guarded } from "./check.js";
import type { FastEngine } from "./engine.js";
import type { SharedGpu } from "./gpu/shared.js";
import type { FastTensor } from "./handle.js";
import { FastInputs } from "./inputs.js";
import type { Ops } from "./ops.js";
import type { SharedPool } from "./pool/shared.js";
import { planOf, runFast } from "./run.js";
import { heeding, sliced } from "./sliced.js";

/** How many rows `auto` compares with f64: the first and the last. */
const GUARDED_ROWS = 2;

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
  /** What cancels it, if anything does. */
  readonly signal: PlatformSignal | null;
}

/** The engine that compares its results with f64, for a run that wants that: `auto` does, to choose f64 where f32 would be useless. */
function checking(ops: Ops, engine: FastEngine, { backend, rows }: SharedRun, isGpu: boolean): Checked | null {
  if (rows === 0 && backend !== "auto") return null;
  return rows > 0 ? new Checked(ops, engine, rows, isGpu) : new Guarded(ops, engine, GUARDED_ROWS, isGpu);
}

/** Runs an algorithm on the SIMD engine, the GPU or workers; null when the f64 engine has to see to it. */
export async function runShared(
  engine: FastEngine,
  pool: SharedPool | null,
  asked: SharedRun,
): Promise<SharedResult | null> {
  const { id, given, handles, backend, gpu, rows, signal } = asked;
  const { generation } = engine;
  const inputs = new FastInputs(engine, given, handles);
  const notices: Notice[] = [];
  let workers = 0;
  try {
    const plan = planOf(id, inputs);
    if (!plan) return null;
    const wanted = backend === "gpu" || (backend === "auto" && gpu?.pays(plan.work));
    const shared = (count: number): void => {
      workers = count;
    };
    const onGpu = wanted && gpu ? gpu.noting((notice) => notices.push({ ...notice })) : null;
    const alone = sliced(engine, signal);
    const ops = heeding(onGpu ?? pool?.sharing(engine, alone, shared) ?? alone, signal);
    const checked = checking(ops, engine, asked, onGpu !== null);
    const outputs = await runFast(plan, inputs, checked ?? ops);
    signal?.throwIfAborted();
    // Where SIMD stood in even once, the result is SIMD's.
    const done = onGpu && notices.length === 0 ? "gpu" : "cpu";
    // A GPU that ended the instance is no reason to compute in f64. Handles were lost with that instance.
    if (!outputs && onGpu && engine.generation !== generation && handles.size === 0) {
      const again = await runShared(engine, pool, { ...asked, backend: "cpu" });
      return again && { ...again, notices: [...notices, ...again.notices] };
    }
    const check = checked?.check ?? null;
    const isTold = rows > 0 || check?.within === false;
    return { outputs, notices, backend: done, workers, check: isTold ? check : null };
  } finally {
    inputs.dispose();
  }
}
