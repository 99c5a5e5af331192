/** Messages about usual mistakes say what to do instead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";

const lab = await load();
const x = [
  [1, 2],
  [3, 4],
];
const tokens = { query: x, key: x, value: x };
const attend = (inputs, options) => lab.trace("scaled-dot-product-attention", { ...tokens, ...inputs }, options);
const normalize = (graph) => lab.trace("gcn-normalization", { graph });
const rank = (expected, example) => ({
  code: "wrong-rank",
  message: `the number of axes of \`query\` must be ${expected}, but it is 1; an empty array does not say how long the other axes are; write it as ${example}`,
});
const later = () => Promise.resolve(x);
const AWAIT = /; put `await` in front of it$/;

test("an empty array that has to have several axes is refused with the form that has them", () => {
  assert.throws(() => attend({ query: [] }), rank(2, "{ shape: [0, 3], data: [] }"));
  assert.throws(
    () => lab.trace("layer-norm", { x: [] }),
    ({ code, facts }) => code === "wrong-rank" && facts.expected === 2 && facts.found === 1,
  );
  assert.deepEqual(attend({ query: { shape: [0, 2], data: [] } }).outputs.output.shape, [0, 2]);
});

for (const [name, act, message] of [
  [
    "number",
    () => lab.trace("sinusoidal-encoding", { length: "4", width: 2 }),
    '`length` must be a whole number, but it is the text "4"; pass the number 4 without quotes',
  ],
  [
    "number of a tensor",
    () => attend({ query: [[1, " -2.5e0 "], x[1]] }),
    '`query` must be a number, but at [0, 1] it is the text " -2.5e0 "; pass the number -2.5 without quotes',
  ],
  [
    "number of nodes",
    () => normalize({ nodes: "3", edges: [] }),
    '`graph.nodes` must be a whole number, but it is the text "3"; pass the number 3 without quotes',
  ],
  [
    "seed",
    () => lab.random([2], { seed: "1" }),
    '`seed` must be a whole number, but it is the text "1"; pass the number 1 without quotes',
  ],
  [
    "flag",
    () => attend({ causal: "true" }),
    '`causal` must be true or false, but it is the text "true"; pass true without quotes',
  ],
  [
    "text that is no number",
    () => attend({ query: [["", 1]] }),
    '`query` must be a number, but at [0, 0] it is the text ""',
  ],
]) {
  test(`a ${name} in quotes is refused with the value without them, if it is one`, () => {
    assert.throws(act, { code: "wrong-type", message });
  });
}

const path = [
  [0, 1],
  [1, 2],
  [3, 0],
];
const turned = [
  [0, 1, 3],
  [1, 2, 0],
];

test("edges of the shape [2, edges] are a row of sources above a row of targets", () => {
  const outcome = (edges, more = {}) => normalize({ nodes: 4, edges, directed: true, ...more }).outputs;
  const weights = [0.5, 2, 3];
  for (const edges of [turned, { shape: [2, 3], data: turned.flat() }, turned.map((row) => Int32Array.from(row))]) {
    assert.deepEqual(outcome(edges), outcome(path));
    assert.deepEqual(outcome(edges, { weights }), outcome(path, { weights }));
  }
  assert.deepEqual(outcome([[3], [0]]), outcome([[3, 0]]));
  assert.deepEqual(outcome([[], []]), outcome([]));
  assert.deepEqual(outcome({ shape: [2, 0], data: [] }), outcome([]));
});

test("two rows of two numbers are two pairs", () => {
  const edges = normalize({ nodes: 3, edges: path.slice(0, 2), directed: true }).steps[0];
  assert.deepEqual([...edges.data], [0, 1, 1, 2]);
});

test("an edge out of range is named in the list of pairs", () => {
  assert.throws(
    () =>
      normalize({
        nodes: 4,
        edges: [
          [0, 1, 2],
          [1, 2, 9],
        ],
      }),
    {
      code: "out-of-range",
      facts: { input: "graph.edges", index: [2, 1], value: 9, expected: "a node from 0 to 3" },
    },
  );
});

const exercise = lab.exercise("attention-steps", { seed: 1 });

/** [what is a promise, the code of the error, call] */
for (const [what, code, act] of [
  ["a tensor", "wrong-type", () => attend({ query: later() })],
  ["a number of a tensor", "wrong-type", () => attend({ query: [[1, Promise.resolve(2)]] })],
  ["inputs", "wrong-type", () => lab.trace("scaled-dot-product-attention", Promise.resolve(tokens))],
  ["parameters", "wrong-type", () => lab.trace("encoder-layer", { x, heads: 1, attention: later() })],
  ["a graph", "wrong-type", () => normalize(later())],
  ["an id", "wrong-type", () => lab.trace(Promise.resolve("rnn"), {})],
  ["options of a trace", "wrong-type", () => attend({}, later())],
  ["options of a run", "wrong-type", () => lab.run("scaled-dot-product-attention", tokens, later())],
  ["a tensor of a run", "wrong-type", () => lab.run("scaled-dot-product-attention", { ...tokens, key: later() })],
  ["a limit", "wrong-type", () => attend({}, { limit: later() })],
  [
    "options of a permutation test",
    "wrong-type",
    () => lab.permutationTest("scaled-dot-product-attention", tokens, later()),
  ],
  ["options of random numbers", "wrong-type", () => lab.random([2], later())],
  ["a trace", "foreign-trace", () => lab.cell(later(), "attention.scores", [0, 0])],
  ["options of an exercise", "wrong-type", () => lab.exercise("attention-steps", later())],
  ["an exercise", "wrong-type", () => lab.mark(Promise.resolve(exercise), {})],
  ["answers", "wrong-type", () => lab.mark(exercise, later())],
  ["texts of a derivation", "wrong-type", () => lab.markDerivation("node-weights", later())],
  ["an exercise of homework", "wrong-type", () => lab.homework(Promise.resolve(exercise), {})],
  ["options of load", "wrong-type", () => load(later())],
]) {
  test(`a promise in place of ${what} is refused with the word await`, async () => {
    await assert.rejects(async () => act(), { code, message: AWAIT });
  });
}

test("a promise in place of a homework file is an unreadable file, whose reason has the word await", async () => {
  const { verdict, reason } = await lab.verify(lab.homework(exercise, {}));
  assert.equal(verdict, "unreadable");
  assert.match(reason, AWAIT);
});

test("a promise in place of a handle or of options of the fast engine is refused with the word await", async () => {
  const { loadFast, loadPool } = await import("../../pkg/fast-node.js");
  const fast = await loadFast();
  const matrix = fast.tensor([1, 1], [2]);
  const refused = { code: "wrong-type", message: AWAIT };
  assert.throws(() => fast.product(matrix, Promise.resolve(matrix)), refused);
  assert.throws(() => fast.layerNorm(matrix, later()), refused);
  await assert.rejects(loadFast(later()), refused);
  const pool = await loadPool({ workers: 1 });
  try {
    const held = pool.tensor([1, 1], [2]);
    await assert.rejects(async () => pool.product(held, held), refused);
    await held;
  } finally {
    pool.dispose();
  }
});

test("an option that does not exist is refused by every function", async () => {
  const { loadFast, loadPool } = await import("../../pkg/fast-node.js");
  for (const [option, nearest, act] of [
    ["limt", "limit", () => attend({}, { limt: false })],
    ["second", "seconds", () => attend({}, { limit: { second: 1 } })],
    ["backnd", "backend", () => lab.run("scaled-dot-product-attention", tokens, { backnd: "cpu" })],
    ["axis", "axes", () => lab.permutationTest("scaled-dot-product-attention", tokens, { axis: [] })],
    ["sed", "seed", () => lab.random([2], { sed: 1 })],
    ["dificulty", "difficulty", () => lab.exercise("attention-steps", { seed: 1, dificulty: "hard" })],
    ["seeed", "seed", () => lab.markDerivation("node-weights", {}, { seeed: 1 })],
    ["wasmm", "wasm", () => loadFast({ wasmm: "simd" })],
    ["worker", "workers", () => loadPool({ worker: 2 })],
  ]) {
    await assert.rejects(
      async () => act(),
      ({ code, facts }) => code === "unknown-option" && facts.option === option && facts.nearest === nearest,
      option,
    );
  }
});
