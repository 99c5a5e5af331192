/** Runs a computation on every engine, the f64 ones last, and reports the results. */
import type { Evaluation, Lab } from "attograph/slim";
import { problemOf } from "../library.ts";
import { findComputation } from "./computations.ts";
import type { EngineId, Order, Progress, Report } from "./report.ts";

/** How to load the library. */
export interface Opening {
  /** With one core. */
  alone(): Promise<Lab>;
  /** With workers that share large work; every lab uses them from then on. */
  together(): Promise<Lab>;
}

type RunOptions = NonNullable<Parameters<Lab["run"]>[2]>;
type Run = (options: RunOptions) => Promise<Evaluation>;

/** An engine runs once to warm up, then up to this number of times within this number of milliseconds. */
const RUNS = 5;
const TIME = 400;

export async function measure(opening: Opening, order: Order, tell: (report: Report) => void): Promise<void> {
  const { algorithm, whole, inputs } = findComputation(order.computation);
  let lab = await opening.alone();
  const given = inputs((shape, seed, spread = 1) => {
    const { data } = lab.random(shape, { seed });
    return { shape, data: data.map((number) => number * spread) };
  }, order.size);
  const run: Run = (options) => lab.run(algorithm as string, given, options);
  const follow = async (engine: EngineId, work: () => Promise<Progress>): Promise<void> => {
    tell({ engine, progress: { state: "running" } });
    const progress = await work().catch((error) => ({ state: "failed", problem: problemOf(error) }) as const);
    tell({ engine, progress });
  };
  await follow("cpu", () => progressOf("cpu", run));
  await follow("workers", async () => {
    if (navigator.hardwareConcurrency < 2) return { state: "absent", notice: { code: "one-core" } };
    lab = await opening.together();
    return sharedProgress(run);
  });
  await follow("gpu", async () => {
    const progress = await progressOf("gpu", run);
    const { name = "" } = (await lab.backends()).find(({ backend }) => backend === "gpu") ?? {};
    return progress.state === "done" ? { ...progress, name } : progress;
  });
  for (const engine of ["nalgebra", "reference"] as const) {
    await follow(engine, async () =>
      order.size > whole ? { state: "done", milliseconds: null, check: null } : progressOf(engine, run),
    );
  }
  tell({ auto: await chosen(lab, run) });
}

async function progressOf(engine: Evaluation["backend"], run: Run): Promise<Progress> {
  // The first run warms up.
  const { backend, check = null, notices } = await run({ backend: engine, check: true });
  const [notice = { code: "engine-absent" }] = notices;
  if (backend !== engine && check?.within !== false) return { state: "absent", notice };
  return { state: "done", milliseconds: await timed(() => run({ backend: engine })), check };
}

/** The workers start during the first large run; small runs never use them. */
async function sharedProgress(run: Run): Promise<Progress> {
  await run({ backend: "cpu" });
  const { workers, check = null } = await run({ backend: "cpu", check: true });
  if (workers === undefined) return { state: "absent", notice: { code: "too-little-to-share" } };
  return { state: "done", milliseconds: await timed(() => run({ backend: "cpu" })), check, workers };
}

/** Returns the median time of a few runs, in milliseconds, as measured by the library. */
async function timed(run: () => Promise<Evaluation>): Promise<number> {
  const times: number[] = [];
  const begun = performance.now();
  while (times.length === 0 || (times.length < RUNS && performance.now() - begun < TIME)) {
    times.push((await run()).milliseconds);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Returns the engine that is used by default. With a GPU, the library measures during the first large run when the GPU is faster. */
async function chosen(lab: Lab, run: Run): Promise<EngineId> {
  let evaluation = await run({ backend: "auto" });
  if (lab.engine.gpu) {
    await lab.backends();
    evaluation = await run({ backend: "auto" });
  }
  if (evaluation.workers !== undefined) return "workers";
  // Along the edges of a graph it is nalgebra, too.
  return evaluation.backend === "sparse" ? "nalgebra" : evaluation.backend;
}
