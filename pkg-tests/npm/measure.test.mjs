/** What a run costs, and what another order of its tokens does to it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttographError, load } from "../../pkg/node.js";

const lab = await load();
const x = [
  [1, 2],
  [3, 0.5],
  [0, 1],
];
const tokens = { query: x, key: x, value: x };
const attention = "scaled-dot-product-attention";

test("the cost of full attention is its closed form", () => {
  const { steps, total, closedForm } = lab.count(attention, tokens);
  // n m (d + v + 2)
  assert.equal(closedForm.multiplications, 3 * 3 * (2 + 2 + 2));
  assert.equal(total.multiplications, closedForm.multiplications);
  const scores = steps.find(({ step }) => step === "attention.scores");
  assert.deepEqual(scores, {
    step: "attention.scores",
    shape: [3, 3],
    sweeps: 2,
    operations: {
      multiplications: 18,
      additions: 18,
      functions: 0,
      comparisons: 0,
      byRules: 0,
      bytesRead: 8 * 36,
      bytesWritten: 8 * 9,
    },
  });
  assert.deepEqual(
    steps.map(({ step }) => step),
    lab.trace(attention, tokens).steps.map(({ id }) => id),
  );
  assert.equal(
    total.bytesRead,
    steps.reduce((sum, { operations }) => sum + operations.bytesRead, 0),
  );
});

test("an algorithm without a closed form has null", () => {
  assert.equal(lab.count("linear-warmup-decay", { warmup: 2, total: 5 }).closedForm, null);
});

test("attention is equivariant, with a causal order it is neither, and pairs of key and value have no order", () => {
  const of = (inputs, options) =>
    Object.fromEntries(
      lab.permutationTest(attention, inputs, options).answers.map(({ output, symmetry }) => [output, symmetry]),
    );
  assert.equal(of(tokens).output, "equivariant");
  assert.equal(of({ ...tokens, causal: true }).output, "neither");
  assert.equal(of(tokens, { axes: ["key"] }).output, "invariant");
  assert.equal(of(tokens, { axes: ["key"] }).weights, "equivariant");
});

test("the permutation is the given one, and the differences are those of two runs", () => {
  const permutation = [2, 0, 1];
  const { answers, inputs, ...rest } = lab.permutationTest(attention, tokens, { permutation });
  assert.deepEqual(rest.permutation, permutation);
  assert.deepEqual(inputs, ["query", "key", "value"]);
  const y = permutation.map((from) => x[from]);
  const before = lab.trace(attention, tokens).outputs.output.data;
  const after = lab.trace(attention, { query: y, key: y, value: y }).outputs.output.data;
  const { fromInvariance, fromEquivariance } = answers.find(({ output }) => output === "output");
  assert.equal(fromInvariance, Math.max(...before.map((number, place) => Math.abs(number - after[place]))));
  assert.ok(fromEquivariance < 1e-12);
});

test("the same seed draws the same order, and a graph is renumbered", () => {
  const graph = {
    nodes: 4,
    edges: [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
  };
  const first = lab.permutationTest("gcn-normalization", { graph }, { seed: 5 });
  assert.deepEqual(first, lab.permutationTest("gcn-normalization", { graph }, { seed: 5 }));
  assert.ok(first.answers.every(({ symmetry }) => symmetry === "equivariant"));
});

for (const [code, act] of [
  ["unknown-algorithm", () => lab.count("x", {})],
  ["missing-input", () => lab.count(attention, {})],
  ["unknown-algorithm", () => lab.permutationTest("x", {})],
  ["wrong-type", () => lab.permutationTest(attention, tokens, null)],
  ["wrong-type", () => lab.permutationTest(attention, tokens, { axes: "key" })],
  ["wrong-type", () => lab.permutationTest(attention, tokens, { axes: [1] })],
  ["wrong-type", () => lab.permutationTest(attention, tokens, { permutation: 3 })],
  ["out-of-range", () => lab.permutationTest(attention, tokens, { permutation: [0, 0, 1] })],
  ["out-of-range", () => lab.permutationTest(attention, tokens, { permutation: [0.5, 1, 2] })],
  ["shape-mismatch", () => lab.permutationTest(attention, tokens, { permutation: [1, 0] })],
  ["unknown-input", () => lab.permutationTest(attention, tokens, { inputs: ["queries"] })],
  ["missing-input", () => lab.permutationTest(attention, tokens, { axes: ["head"] })],
  ["out-of-range", () => lab.permutationTest(attention, tokens, { seed: -1 })],
  ["out-of-range", () => lab.permutationTest(attention, tokens, { tolerance: Number.NaN })],
]) {
  test(`${code}: ${act}`, () => {
    assert.throws(act, (error) => error instanceof AttographError && error.code === code);
  });
}
