import { freeze } from "./freeze.js";
import { nest } from "./given.js";
import type { CrossedErratum, CrossedSide, CrossedStatement, CrossedValue } from "./glue.js";
import type { Erratum, ErratumSide, ErratumValue, PollAnswer, PollEntry } from "./lecture-types.js";
import type { CatalogStep } from "./types.js";

/** Returns the declaration of a step of an algorithm. */
type Declared = (algorithm: string, step: string) => CatalogStep;

/** Returns an erratum joined with the declarations of its steps. */
export function assembleErratum(crossed: CrossedErratum, declared: Declared): Erratum {
  const { right, wrong } = crossed;
  const shown = crossed.shown.map((pair) => ({
    right: describeValue(pair.right, right, declared),
    wrong: describeValue(pair.wrong, wrong, declared),
  }));
  return freeze({ ...crossed, right: readSide(right), wrong: readSide(wrong), shown });
}

function readSide(side: CrossedSide | null): ErratumSide | null {
  return side && { ...side, inputs: nest(side.inputs) };
}

function describeValue({ step, tensor }: CrossedValue, side: CrossedSide | null, declared: Declared): ErratumValue {
  if (step === null || side === null) return { step, symbol: "", index: "", axes: [], formula: "", ...tensor };
  const { symbol, index, axes, formula } = declared(side.algorithm, step);
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
