import { nest } from "./given.js";
import type { CrossedErratum, CrossedSide, CrossedStatement, CrossedValue } from "./glue.js";
import type { Erratum, ErratumSide, ErratumValue, PollAnswer, PollEntry } from "./lecture-types.js";
import { freeze } from "./plain.js";
import type { Trace } from "./trace-types.js";

/** Runs one side. */
type Run = (side: ErratumSide) => Pick<Trace, "step">;

/** Returns an erratum joined with the notation that its steps have in their runs. */
export function assembleErratum(crossed: CrossedErratum, run: Run): Erratum {
  const [right, wrong] = [readSide(crossed.right), readSide(crossed.wrong)];
  const runs = { right: right && run(right), wrong: wrong && run(wrong) };
  const shown = crossed.shown.map((pair) => ({
    right: describeValue(pair.right, runs.right),
    wrong: describeValue(pair.wrong, runs.wrong),
  }));
  return freeze({ ...crossed, right, wrong, shown });
}

function readSide(side: CrossedSide | null): ErratumSide | null {
  return side && { ...side, inputs: nest(side.inputs) };
}

function describeValue({ step, tensor }: CrossedValue, run: Pick<Trace, "step"> | null): ErratumValue {
  if (step === null || run === null) return { step, symbol: "", index: "", axes: [], formula: "", ...tensor };
  const { symbol, index, axes, formula } = run.step(step);
  return { step, symbol, index, axes, formula, ...tensor };
}

/** Returns a poll joined with the evidence for its statements. */
export function assembleAnswer(poll: PollEntry, crossed: readonly CrossedStatement[]): PollAnswer {
  const statements = crossed.map((statement) => ({
    ...statement,
    readings: statement.readings.map(({ id, runs, ...judged }) => ({
      id: id === "" ? null : id,
      ...judged,
      runs: runs.map(({ algorithm, inputs }) => ({ algorithm, inputs: nest(inputs) })),
    })),
  }));
  return freeze({ ...poll, statements });
}
