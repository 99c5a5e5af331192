/** Every number of every step can be taken apart, and the parts make it again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { contradiction, isKnown } from "../shared/recompute.mjs";
import { casesOf } from "../shared/replay.mjs";

const lab = await load();
const files = await caseFiles();

test("every function of the catalog is recomputed here", () => {
  const steps = lab.catalog().flatMap((entry) => entry.steps);
  const strangers = steps.filter(({ op, function: name }) => (op === "map" || op === "reduce") && !isKnown(name));
  assert.deepEqual(
    strangers.map((step) => step.function),
    [],
  );
});

function* indices(shape, prefix = []) {
  if (prefix.length === shape.length) yield prefix;
  else for (let i = 0; i < shape[prefix.length]; i++) yield* indices(shape, [...prefix, i]);
}

const offset = (shape, index) => shape.reduce((place, length, axis) => place * length + index[axis], 0);

/** What is wrong with the cells of a trace. */
function wrongCells(trace) {
  const wrong = [];
  const steps = new Map(trace.steps.map((step) => [step.id, step]));
  for (const step of trace.steps) {
    for (const index of indices(step.shape)) {
      const cell = lab.cell(trace, step.id, index);
      const say = (problem) => wrong.push(`${step.id} [${index}]: ${problem}`);
      if (!Object.is(cell.value, step.data[offset(step.shape, index)])) say(`the value is ${cell.value}`);
      for (const operand of cell.terms.flat()) {
        const from = steps.get(operand.step);
        if (!step.reads.some((read) => read.step === operand.step)) say(`${operand.step} is not among its reads`);
        if (!Object.is(operand.value, from?.data[offset(from.shape, operand.index)])) {
          say(`operand ${operand.step} [${operand.index}] is ${operand.value}`);
        }
      }
      if ((step.op === "given") !== (step.input !== null)) say("an input that names none, or a name without an input");
      if (step.op === "given" && cell.terms.length > 0) say("an input has operands");
      const problem = contradiction(cell);
      if (problem) say(problem);
    }
  }
  return wrong;
}

for (const file of files) {
  test(`${file.algorithm}, ${file.cases.length} cases: every cell of every step recomputes`, () => {
    for (const { name, algorithm, inputs } of casesOf([file])) {
      assert.deepEqual(wrongCells(lab.trace(algorithm, inputs)).slice(0, 5), [], name);
    }
  });
}
