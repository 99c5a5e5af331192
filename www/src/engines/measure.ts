/** Runs a computation on every engine, the slowest last, and tells what came of it. */
import type { Evaluation, Lab } from "attograph/slim";
import { problemOf } from "../library.ts";
import { type Computation, findComputation } from "./computations.ts";
import { ENGINES, type EngineId, type Order, type Progress, type Report } from "./report.ts";

type RunOptions = NonNullable<Parameters<Lab["run"]>[2]>;
type Run = (options: RunOptions) => Promise<Evaluation>;

/** An engine runs once to warm up, then so many times, as long as it has taken no longer than so many milliseconds. */
const RUNS = 5;
const TIME = 400;

/** How long the library may need to find out, in the background, whether a graphics processor pays. */
const CALIBRATION = 2000;

export async function measure(lab: Lab, { computation: id, size }: Order, tell: (report: Report) => void) {
  const computation = findComputation(id);
  const inputs = computation.inputs((shape, seed, spread = 1) => {
    const { data } = lab.random(shape, { seed });
    return { shape, data: data.map((number) => number * spread) };
  }, size);
  const run: Run = (options) => lab.run(computation.algorithm as string, inputs, options);
  for (const engine of [...ENGINES].reverse()) {
    tell({ engine, progress: { state: "running" } });
    tell({ engine, progress: await progressOf(lab, engine, computation, size, run) });
  }
  tell({ auto: await chosen(lab, run) });
}

async function progressOf(
  lab: Lab,
  engine: EngineId,
  { whole }: Computation,
  size: number,
  run: Run,
): Promise<Progress> {
  try {
    if (engine === "reference" && size > whole) return { state: "done", milliseconds: null, check: null, name: "" };
    // The first run warms up.
    const { backend, check = null, notices } = await run({ backend: engine, check: true });
    const [notice = { code: "engine-absent" }] = notices;
    if (backend !== engine && check?.within !== false) return { state: "absent", notice };
    const milliseconds = await timed(() => run({ backend: engine }));
    const { name = "" } = (await lab.backends()).find(({ backend }) => backend === engine) ?? {};
    return { state: "done", milliseconds, check, name };
  } catch (error) {
    return { state: "failed", problem: problemOf(error) };
  }
}

/** The median time of a few runs, in milliseconds, as the library takes it. */
async function timed(run: () => Promise<Evaluation>): Promise<number> {
  const times: number[] = [];
  const begun = performance.now();
  while (times.length === 0 || (times.length < RUNS && performance.now() - begun < TIME)) {
    times.push((await run()).milliseconds);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Who computes where nobody is named. Where there is a graphics processor, the first large work has the library find out when it pays. */
async function chosen(lab: Lab, run: Run): Promise<EngineId> {
  const first = await run({ backend: "auto" });
  if (!lab.engine.gpu) return first.backend;
  await new Promise((wake) => setTimeout(wake, CALIBRATION));
  return (await run({ backend: "auto" })).backend;
}
