/** For any arguments, the outcome is a result or an AttographError with a stable code and the facts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttographError, load } from "../../pkg/node.js";
import { revoked, testRefusals } from "../shared/refused.mjs";

const lab = await load();
const x = [
  [1, 2],
  [3, 4],
];
const attend = (inputs) => lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x, ...inputs });
const normalize = (graph) => lab.trace("gcn-normalization", { graph });
const path = {
  nodes: 3,
  edges: [
    [0, 1],
    [1, 2],
  ],
};
const cyclic = [];
cyclic.push(cyclic);

const throwing = {
  get shape() {
    throw new Error("not today");
  },
  data: [],
};
// A list that claims four billion empty rows: to look at each would take minutes.
const endless = new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 32 - 1 : []) });
// The same with numbers.
const ones = new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 32 - 1 : 1) });
const raising = (what) => ({
  get shape() {
    throw what;
  },
  data: [],
});
const permute = (options) =>
  lab.permutationTest("scaled-dot-product-attention", { query: x, key: x, value: x }, options);
const disguised = Object.assign(new BigInt64Array(2), { constructor: null });

const cases = [
  ["unknown-algorithm", { id: "x" }, () => lab.trace("x", {})],
  ["wrong-type", { input: "id", found: "a symbol" }, () => lab.trace(Symbol("x"), {})],
  ["wrong-type", { input: "id", found: "an object" }, () => lab.trace(Object.create(null), {})],
  ["unreadable", { reason: "not today" }, () => attend({ query: throwing })],
  ["unreadable", {}, () => attend({ query: revoked([]) })],
  ["unreadable", {}, () => attend({ query: [[1, 2], revoked([])] })],
  ["unreadable", {}, () => attend({ causal: revoked({}) })],
  ["unreadable", {}, () => lab.trace("gcn-normalization", revoked({}))],
  ["unreadable", {}, () => lab.random(revoked([]), { seed: 1 })],
  ["unreadable", {}, () => lab.random([2], revoked({}))],
  ["unreadable", {}, () => lab.cell(attend({}), "attention.scores", revoked([]))],
  ["unreadable", {}, () => lab.cell(revoked({}), "attention.scores", [0, 0])],
  ["wrong-type", { input: "step" }, () => lab.cell(attend({}), Symbol("x"), [0, 0])],
  ["wrong-type", { input: "step", found: "an object" }, () => lab.cell(attend({}), Object.create(null), [0, 0])],
  ["unreadable", {}, () => attend({ query: raising(Object.create(null)) })],
  ["unreadable", {}, () => attend({ query: raising(revoked({})) })],
  ["index-out-of-bounds", { index: [1, 1, 1] }, () => lab.cell(attend({}), "attention.scores", ones)],
  ["too-large", { what: "permutation" }, () => permute({ permutation: ones })],
  ["too-large", { what: "axes" }, () => permute({ axes: endless })],
  ["too-large", { what: "query" }, () => attend({ query: endless })],
  ["wrong-type", { input: "query", found: "a BigInt64Array" }, () => attend({ query: disguised })],
  ["missing-input", { input: "query" }, () => lab.trace("scaled-dot-product-attention", { key: x, value: x })],
  ["missing-input", { input: "query" }, () => lab.trace("scaled-dot-product-attention")],
  ["unknown-input", { input: "quarry" }, () => attend({ quarry: x })],
  ["wrong-type", { input: "query", found: 'the text "one"' }, () => attend({ query: "one" })],
  [
    "wrong-type",
    { input: "query", index: [1, 0] },
    () =>
      attend({
        query: [
          [1, 2],
          ["3", 4],
        ],
      }),
  ],
  [
    "wrong-type",
    { input: "query", index: [0, 1] },
    () =>
      attend({
        query: [
          [1, null],
          [3, 4],
        ],
      }),
  ],
  ["wrong-type", { input: "query" }, () => attend({ query: cyclic })],
  ["wrong-type", { input: "query" }, () => attend({ query: new BigInt64Array(2) })],
  ["wrong-type", { input: "query.shape" }, () => attend({ query: { shape: 2, data: [1, 2] } })],
  ["out-of-range", { input: "query.shape", value: -1 }, () => attend({ query: { shape: [-1, 2], data: [] } })],
  ["wrong-type", { input: "causal" }, () => attend({ causal: 1 })],
  ["wrong-type", { input: "emptyRow" }, () => attend({ emptyRow: "ignore" })],
  ["wrong-type", { input: "inputs" }, () => lab.trace("scaled-dot-product-attention", [x])],
  ["shape-mismatch", { input: "query", axis: 1, expected: 2, found: 1 }, () => attend({ query: [[1, 2], [3]] })],
  [
    "shape-mismatch",
    { input: "key", axis: 1, expected: 2, found: 3 },
    () =>
      attend({
        key: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      }),
  ],
  ["wrong-rank", { input: "query", expected: 2, found: 1 }, () => attend({ query: [1, 2] })],
  ["wrong-rank", { input: "query", expected: 2, found: 0 }, () => attend({ query: 5 })],
  [
    "data-length",
    { input: "query", expected: 4, found: 3 },
    () => attend({ query: { shape: [2, 2], data: [1, 2, 3] } }),
  ],
  ["too-large", { what: "query" }, () => attend({ query: { shape: [100000, 100000], data: [] } })],
  ["too-large", { what: "query" }, () => attend({ query: new Array(2 ** 27) })],
  [
    "non-finite",
    { input: "query", index: [1, 1] },
    () =>
      attend({
        query: [
          [1, 2],
          [3, Number.NaN],
        ],
      }),
  ],
  [
    "out-of-range",
    { input: "mask", index: [0, 1], value: 2 },
    () =>
      attend({
        mask: [
          [1, 2],
          [1, 1],
        ],
      }),
  ],
  [
    "fully-masked-row",
    { row: [1] },
    () =>
      attend({
        mask: [
          [1, 1],
          [0, 0],
        ],
        emptyRow: "error",
      }),
  ],
  ["missing-input", { input: "graph.nodes" }, () => normalize({ edges: path.edges })],
  ["missing-input", { input: "graph.edges" }, () => normalize({ nodes: 3 })],
  ["unknown-input", { input: "graph.vertices" }, () => normalize({ ...path, vertices: 3 })],
  ["wrong-type", { input: "graph" }, () => normalize("A-B")],
  ["wrong-type", { input: "graph.nodes" }, () => normalize({ ...path, nodes: "3" })],
  ["wrong-type", { input: "graph.directed" }, () => normalize({ ...path, directed: "yes" })],
  ["out-of-range", { input: "graph.nodes", value: 2.5 }, () => normalize({ ...path, nodes: 2.5 })],
  ["out-of-range", { input: "graph.edges", index: [1, 1], value: 2 }, () => normalize({ ...path, nodes: 2 })],
  ["shape-mismatch", { input: "graph.edges", axis: 1 }, () => normalize({ nodes: 3, edges: [[0, 1, 2]] })],
  ["data-length", { input: "graph.weights", expected: 2, found: 1 }, () => normalize({ ...path, weights: [1] })],
  ["wrong-rank", { input: "graph.weights", expected: 1, found: 2 }, () => normalize({ ...path, weights: [[1], [2]] })],
  [
    "data-length",
    { input: "graph.weights", expected: 3, found: 2 },
    () => normalize({ ...path, weights: { shape: [3], data: [1, 2] } }),
  ],
  ["out-of-range", { input: "length", value: 1.5 }, () => lab.trace("sinusoidal-encoding", { length: 1.5, width: 2 })],
  ["wrong-type", { input: "length" }, () => lab.trace("sinusoidal-encoding", { length: "4", width: 2 })],
  ["wrong-type", { input: "seed" }, () => lab.random([2], {})],
  ["out-of-range", { input: "seed" }, () => lab.random([2], { seed: -1 })],
  ["wrong-type", { input: "distribution" }, () => lab.random([2], { seed: 1, distribution: "cauchy" })],
  ["too-large", { what: "random" }, () => lab.random([2 ** 20, 2 ** 20], { seed: 1 })],
  ["unknown-step", { step: "attention.none" }, () => lab.cell(attend({}), "attention.none", [0, 0])],
  ["index-out-of-bounds", { index: [0, 2], shape: [2, 2] }, () => lab.cell(attend({}), "attention.scores", [0, 2])],
  ["index-out-of-bounds", { index: [0.5, 0] }, () => lab.cell(attend({}), "attention.scores", [0.5, 0])],
  ["index-out-of-bounds", { index: [0] }, () => lab.cell(attend({}), "attention.scores", [0])],
  [
    "foreign-trace",
    { found: "an object" },
    () => lab.cell({ ...attend({}), inputs: undefined }, "attention.scores", [0, 0]),
  ],
  ["foreign-trace", { found: "an object" }, () => lab.cell({}, "attention.scores", [0, 0])],
  ["foreign-trace", { found: "null" }, () => lab.cell(null, "attention.scores", [0, 0])],
  ["unknown-algorithm", { id: "x" }, () => lab.cell({ ...attend({}), algorithm: "x" }, "attention.scores", [0, 0])],
  ["missing-input", { input: "query" }, () => lab.cell({ ...attend({}), inputs: {} }, "attention.scores", [0, 0])],
];

testRefusals(AttographError, cases);

test("a run rejects with the same errors", async () => {
  const run = lab.run("scaled-dot-product-attention", { query: x, key: x, value: [[Number.POSITIVE_INFINITY], [1]] });
  await assert.rejects(run, { code: "non-finite" });
  await assert.rejects(lab.run("scaled-dot-product-attention", { query: x, key: x, value: x }, { backend: "tpu" }), {
    code: "wrong-type",
  });
});

test("load and run reject invalid options", async () => {
  for (const options of [null, 7, { gpu: Symbol("auto") }, { gpu: Object.create(null) }]) {
    await assert.rejects(load(options), { name: "AttographError", code: "wrong-type" });
  }
  await assert.rejects(load(revoked({})), { name: "AttographError", code: "unreadable" });
  const run = lab.run("sinusoidal-encoding", { length: 2, width: 2 }, revoked({}));
  await assert.rejects(run, { name: "AttographError", code: "unreadable" });
  for (const options of [null, 7, "cpu"]) {
    const run = lab.run("sinusoidal-encoding", { length: 2, width: 2 }, options);
    await assert.rejects(run, { name: "AttographError", code: "wrong-type", message: /^`options` must be an object/ });
  }
});

test("numbers that do not fill their shape are not read", () => {
  let reads = 0;
  const data = new Proxy([], {
    get: (_, key) => {
      if (key === "length") return 1e6;
      reads += 1;
      return 1;
    },
  });
  assert.throws(() => attend({ query: { shape: [2, 2], data } }), {
    code: "data-length",
    facts: { input: "query", expected: 4, found: 1e6 },
  });
  assert.equal(reads, 0);
});

test("a value that is no file is refused before it is read", async () => {
  await assert.rejects(load({ bytes: () => {} }), { code: "wrong-type" });
  for (const bytes of [new Array(1e6), 7, {}, null]) {
    await assert.rejects(load({ bytes }), { code: "wrong-type", message: /^`bytes` must be a WebAssembly file/ });
    await assert.rejects(load({ fast: bytes }), { code: "wrong-type", message: /^`fast` must be a WebAssembly file/ });
  }
  await assert.rejects(load({ pool: 3 }), { code: "wrong-type", message: /^`pool` must be a function/ });
  await assert.rejects(load({ bytes: Promise.resolve(new Array(1e6)) }), { code: "load-failed" });
});

test("a masked row and a duplicate edge give a notice", () => {
  const trace = attend({
    mask: [
      [true, true],
      [false, false],
    ],
  });
  assert.deepEqual(trace.notices, [{ code: "fully-masked-row", rows: [1] }]);
  assert.deepEqual([...trace.outputs.output.data.slice(2)], [0, 0]);
  const { notices } = normalize({
    nodes: 2,
    edges: [
      [0, 1],
      [1, 0],
    ],
  });
  assert.deepEqual(notices, [{ code: "duplicate-edge", edges: [1] }]);
});
