/** The memory of traces: a loop of them needs the memory of the last few, and the cells of an old one can still be taken apart. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { memories } from "../shared/instances.mjs";

const { load } = await import("../../pkg/node.js");
const lab = await load();

const MB = 2 ** 20;
const size = () => memories.at(-1).buffer.byteLength;
const attend = (x) => lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });

/** One cell of every step. */
const cellsOf = (trace) =>
  trace.steps.map(({ id, shape }) =>
    lab.cell(
      trace,
      id,
      shape.map((length) => length - 1),
    ),
  );

test("a synchronous loop of traces keeps its memory, and its first trace can be taken apart with the same bits", () => {
  const x = lab.random([32, 16], { seed: 1 });
  const first = attend(x);
  const cells = cellsOf(first);
  const sizes = new Set();
  for (let i = 0; i < 1000; i++) {
    attend(x);
    sizes.add(size());
  }
  // 64 KB a trace: unless traces are dropped, 1 000 of them are 64 MB.
  assert.ok(size() < 16 * MB, `${size()} bytes`);
  assert.ok(sizes.size < 12, `the memory grew ${sizes.size} times`);
  const settled = size();
  for (let i = 0; i < 1000; i++) attend(x);
  assert.equal(size(), settled);
  assert.deepEqual(cellsOf(first), cells);
});

test("a loop of large traces keeps the memory of two of them", () => {
  const first = attend([[1, 2]]);
  const cells = cellsOf(first);
  const instances = memories.length;
  // Four matrices of a million numbers each: 32 MB a trace.
  for (let i = 0; i < 30; i++) lab.trace("gcn-normalization", { graph: { nodes: 1000, edges: [] } });
  assert.ok(size() < 256 * MB, `${size()} bytes`);
  assert.equal(memories.length, instances);
  assert.deepEqual(cellsOf(first), cells);
});

test("many traces can be taken apart in turn", () => {
  const traces = Array.from({ length: 150 }, (_, seed) => attend(lab.random([3, 2], { seed })));
  for (const trace of [...traces, ...traces.toReversed()]) {
    const scores = trace.steps.find(({ id }) => id === "attention.scores");
    assert.equal(lab.cell(trace, scores.id, [1, 2]).value, scores.data[5]);
  }
});

test("an instance whose memory has grown large is replaced, and traces of the old one can be taken apart", () => {
  const trace = attend([[1, 2]]);
  const cells = cellsOf(trace);
  memories.at(-1).grow(2 ** 14);
  const instances = memories.length;
  attend([[1, 2]]);
  assert.equal(memories.length, instances + 1);
  assert.ok(size() < 16 * MB, `${size()} bytes`);
  assert.deepEqual(cellsOf(trace), cells);
});

test("a trace cannot be changed", () => {
  const trace = attend([[1, 2]]);
  const cells = cellsOf(trace);
  for (const change of [
    () => {
      trace.steps = null;
    },
    () => trace.steps.pop(),
    () => {
      trace.steps[0].shape[0] = 7;
    },
    () => {
      trace.steps[1].id = "other";
    },
    () => {
      trace.algorithm = "gcn-layer";
    },
    () => {
      delete trace.outputs.output;
    },
  ]) {
    assert.throws(change, TypeError);
  }
  assert.deepEqual(cellsOf(trace), cells);
});

test("a formula has the symbols of the operands: the same cases as in Rust", async () => {
  const cases = JSON.parse(await readFile(new URL("../formulas.json", import.meta.url), "utf8"));
  const { filled } = await import("../../pkg/formula.js");
  for (const { formula, symbols, written } of cases) {
    assert.equal(
      filled(formula, (operand) => symbols[operand]),
      written,
      formula,
    );
  }
});

test("the steps that algorithms share are written with each one's operands, and in the catalog with the letters of none", () => {
  const x = lab.random([3, 2], { seed: 1 });
  const id = "attention.row-max";
  const maximumOf = (inputs) =>
    lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x, ...inputs }).step(id).formula;
  assert.equal(maximumOf({}), String.raw`m_i = \max_j (S/\sqrt{d})_{ij}`);
  assert.equal(maximumOf({ scale: "none" }), String.raw`m_i = \max_j S_{ij}`);
  assert.equal(maximumOf({ causal: true }), String.raw`m_i = \max_j S^{\text{causal}}_{ij}`);
  const { steps } = lab.catalog().find((entry) => entry.id === "scaled-dot-product-attention");
  const declared = steps.find((step) => step.id === id);
  assert.equal(declared.formula, String.raw`m_i = \max_j S_{ij}`);
  assert.equal(declared.pattern, String.raw`m_i = \max_j #1S_{ij}`);
  assert.equal(steps.find((step) => step.id === "attention.scale").pattern, null);
});

test("a step is written as in its mode: the catalog has the formula with self-loops, a run without them another", () => {
  const graph = { nodes: 2, edges: [[0, 1]] };
  const degreeOf = (selfLoops) => lab.trace("gcn-normalization", { graph, selfLoops }).step("graph.degree");
  const declared = lab
    .catalog()
    .find(({ id }) => id === "gcn-normalization")
    .steps.find(({ id }) => id === "graph.degree");
  const notation = ({ symbol, formula, source }) => ({ symbol, formula, source });
  assert.deepEqual(notation(degreeOf(true)), notation(declared));
  assert.equal(degreeOf(false).formula, String.raw`d_v = \sum_u A_{vu}`);
  assert.equal(degreeOf(false).symbol, "d");
  const trace = lab.trace("gcn-normalization", { graph, selfLoops: false });
  assert.equal(
    lab.fromJSON(JSON.parse(JSON.stringify(trace))).trace.step("graph.degree").formula,
    degreeOf(false).formula,
  );
});
