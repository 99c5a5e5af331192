/** Arguments of the fast engine: each is validated before it crosses, with the codes and messages of the lab, and the engine computes on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttographError, loadFast, loadPool } from "../../pkg/fast-node.js";
import { detached, imitations } from "../shared/hostile.mjs";
import { revoked, testRefusals } from "../shared/refused.mjs";

const fast = await loadFast();
const other = await loadFast();
const x = fast.tensor([2, 2], [1, 2, 3, 4]);
const graph = fast.graph(2, Uint32Array.of(0, 1));
const huge = fast.tensor([2, 2], [3e38, 3e38, 3e38, 3e38]);
const floats = (...numbers) => Float32Array.from(numbers);
const attend = (options) => fast.attention(x, x, x, options);
const disposed = fast.tensor([1, 1], [1]);
disposed.dispose();

const pairs = (...places) => Uint32Array.from(places);
const gone = (kind = Float32Array) => detached(new kind(4));
const FastTensor = Object.getPrototypeOf(x);
const FastGraph = Object.getPrototypeOf(graph);
const encoding = { query: x, key: x, value: x, output: x, w1: x, w2: x };

/** A call for every place that takes an array, with one that is detached from its memory. */
const DETACHED = [
  ["data", () => fast.tensor([0, 4], gone())],
  ["data", () => fast.tensor([2, 2], gone())],
  ["bias", () => attend({ bias: gone() })],
  ["mask", () => attend({ mask: gone(Uint8Array) })],
  ["bias", () => fast.convolve(graph, x, x, { bias: gone() })],
  ["gamma", () => fast.layerNorm(x, { gamma: gone() })],
  ["b1", () => fast.feedForward(x, { w1: x, b1: gone(), w2: x })],
  ["b2", () => fast.feedForward(x, { w1: x, w2: x, b2: gone() })],
  ["weights", () => fast.graph(2, pairs(0, 1), { weights: gone() })],
  ["messages", () => fast.graph(2, gone(Uint32Array))],
  ["values", () => fast.sparse([2, 2], pairs(), gone())],
  ["places", () => fast.sparse([2, 2], gone(Uint32Array), floats())],
  ["globals", () => fast.windowAttention(x, x, x, { window: 1, globals: gone(Uint32Array) })],
  ["pairs", () => fast.blockAttention(x, x, x, { blockLength: 1, pairs: gone(Uint32Array) })],
  ["b1", () => fast.encoder({ ...encoding, b1: gone() })],
  ["biases.key", () => fast.encoder({ ...encoding, biases: { key: gone() } })],
  ["norm2.beta", () => fast.encoder({ ...encoding, norm2: { beta: gone() } })],
  // An array that a getter detaches after it was read.
  ["b1", () => fast.feedForward(x, { w1: x, ...detachesLater(Float32Array), w2: x })],
  // One whose own class says that it has numbers, and one that outgrows its memory.
  ["gamma", () => fast.layerNorm(x, { gamma: Object.defineProperty(gone(), "length", { value: 2 }) })],
  ["gamma", () => fast.layerNorm(x, { gamma: shortened() })],
];

function detachesLater(kind) {
  const b1 = new kind(2);
  return {
    b1,
    get b2() {
      detached(b1);
      return undefined;
    },
  };
}

function shortened() {
  const memory = new ArrayBuffer(8, { maxByteLength: 8 });
  const numbers = new Float32Array(memory, 0, 2);
  memory.resize(4);
  return numbers;
}

const WHOLE = ["mask", "messages", "places", "globals", "pairs"];
const GONE = (input) =>
  `a ${input === "mask" ? "Uint8Array" : WHOLE.includes(input) ? "Uint32Array" : "Float32Array"} that is detached from its memory`;

const throwing = {
  get epsilon() {
    throw new Error("not today");
  },
};
const hash = { rounds: 1, chunkLength: 2, factors: [2] };

const CASES = [
  [
    "wrong-type",
    { input: "right", found: "an array" },
    () =>
      fast.product(x, [
        [1, 2],
        [3, 4],
      ]),
  ],
  ["missing-input", { input: "left" }, () => fast.product(undefined)],
  ["missing-input", { input: "right" }, () => fast.product(x)],
  ["missing-input", { input: "matrix" }, () => fast.weights(null)],
  ["wrong-type", { input: "right" }, () => fast.product(x, graph)],
  ["wrong-type", { input: "left" }, () => fast.product(fast.weights(x), x)],
  ["wrong-type", { input: "left" }, () => fast.product({ shape: [2, 2], data: [1, 2, 3, 4] }, x)],
  ...imitations(x).map((imitation) => ["foreign-handle", {}, () => fast.product(x, imitation)]),
  ["wrong-type", { input: "right" }, () => fast.product(x, Object.setPrototypeOf(fast.graph(0, pairs()), FastTensor))],
  ["wrong-type", { input: "graph" }, () => fast.propagate(Object.setPrototypeOf(fast.weights(x), FastGraph), x)],
  ...DETACHED.map(([input, call]) => ["wrong-type", { input, found: GONE(input) }, call]),
  ["unreadable", {}, () => fast.product(revoked([]), x)],
  ["disposed", {}, () => fast.product(disposed, x)],
  ["foreign-handle", {}, () => fast.product(other.tensor([2, 2], [1, 2, 3, 4]), x)],
  ["wrong-type", { input: "epsilon", found: "a bigint" }, () => fast.layerNorm(x, { epsilon: 1n })],
  ["non-finite", { input: "epsilon", value: Number.NaN }, () => fast.layerNorm(x, { epsilon: Number.NaN })],
  ["out-of-range", { input: "epsilon", value: -1, expected: "at least 0" }, () => fast.layerNorm(x, { epsilon: -1 })],
  ["unreadable", { reason: "not today" }, () => fast.layerNorm(x, throwing)],
  ["unreadable", {}, () => fast.layerNorm(x, revoked({}))],
  ["unknown-option", { option: "epsilom", nearest: "epsilon" }, () => fast.layerNorm(x, { epsilom: 1 })],
  ["wrong-type", { input: "options" }, () => fast.layerNorm(x, x)],
  ["wrong-type", { input: "options" }, () => fast.layerNorm(x, "none")],
  ["wrong-type", { input: "gamma" }, () => fast.layerNorm(x, { gamma: { length: -1 } })],
  ["wrong-type", { input: "gamma", found: 'the text "ones"' }, () => fast.layerNorm(x, { gamma: "ones" })],
  ["wrong-type", { input: "gamma" }, () => fast.layerNorm(x, { gamma: new SharedArrayBuffer(8) })],
  ["wrong-type", { input: "gamma" }, () => fast.layerNorm(x, { gamma: Float64Array.of(1, 1) })],
  ["shape-mismatch", { input: "gamma", expected: 2, found: 3 }, () => fast.layerNorm(x, { gamma: floats(1, 2, 3) })],
  ["non-finite", { input: "beta", index: [1] }, () => fast.layerNorm(x, { beta: floats(1, Number.NaN) })],
  ["wrong-type", { input: "mask" }, () => attend({ mask: [0.5, 1, 1, 1] })],
  ["wrong-type", { input: "mask", found: "a Float32Array" }, () => attend({ mask: floats(0.5, 1, 1, 1) })],
  ["out-of-range", { input: "mask", index: [1, 0], value: 2 }, () => attend({ mask: Uint8Array.of(1, 1, 2, 1) })],
  ["shape-mismatch", { input: "mask" }, () => attend({ mask: new Uint8Array(3) })],
  ["wrong-type", { input: "bias" }, () => attend({ bias: { length: 4 } })],
  ["non-finite", { input: "bias", index: [0, 1] }, () => attend({ bias: floats(1, Number.NaN, 1, 1) })],
  ["wrong-type", { input: "causal", found: 'the text "no"' }, () => attend({ causal: "no" })],
  ["out-of-range", { input: "heads", value: 0 }, () => attend({ heads: 0 })],
  ["unknown-option", { option: "head", nearest: "heads" }, () => attend({ head: 2 })],
  ["missing-input", { input: "window" }, () => fast.windowAttention(x, x, x)],
  ["wrong-type", { input: "globals" }, () => fast.windowAttention(x, x, x, { window: 1, globals: [0] })],
  ["missing-input", { input: "blockLength" }, () => fast.blockAttention(x, x, x)],
  ["data-length", { input: "pairs" }, () => fast.blockAttention(x, x, x, { blockLength: 1, pairs: Uint32Array.of(0) })],
  ["wrong-type", { input: "queryKey" }, () => fast.hashAttention([1], x, x, hash)],
  ["missing-input", { input: "rounds" }, () => fast.hashAttention(x, x, x)],
  ["wrong-type", { input: "factors" }, () => fast.hashAttention(x, x, x, { ...hash, factors: 2 })],
  ["too-large", { what: "factors" }, () => fast.hashAttention(x, x, x, { ...hash, factors: [2 ** 20, 2 ** 20] })],
  ["wrong-type", { input: "negativeSlope" }, () => fast.attendToNeighbors(graph, x, x, x, x, "x")],
  ["non-finite", { input: "negativeSlope" }, () => fast.attendToNeighbors(graph, x, x, x, x, Number.NaN)],
  ["out-of-range", { input: "negativeSlope" }, () => fast.attendToNeighbors(graph, x, x, x, x, 1e300)],
  ["wrong-type", { input: "relu" }, () => fast.convolve(graph, x, x, { relu: 1 })],
  ["missing-input", { input: "wSelf" }, () => fast.aggregate(graph, x, x)],
  ["shape-mismatch", { input: "wSelf", axis: 0 }, () => fast.aggregate(graph, x, x, fast.tensor([1, 2], [1, 2]))],
  ["shape-mismatch", { input: "b" }, () => fast.aggregate(graph, x, x, x, { bias: floats(1) })],
  ["shape-mismatch", { input: "start" }, () => fast.restart(graph, x, fast.tensor([1, 2], [1, 2]))],
  [
    "out-of-range",
    { input: "alpha", value: 2, expected: "from 0 to 1" },
    () => fast.restart(graph, x, x, { alpha: 2 }),
  ],
  ["out-of-range", { input: "alpha", value: -1 }, () => fast.restart(graph, x, x, { alpha: -1 })],
  ["wrong-type", { input: "mean" }, () => fast.graph(2, Uint32Array.of(0, 1), { mean: 1 })],
  ["missing-input", { input: "w1" }, () => fast.feedForward(x)],
  ["wrong-type", { input: "weights" }, () => fast.feedForward(x, null)],
  ["missing-input", { input: "query" }, () => fast.encoder()],
  [
    "wrong-type",
    { input: "biases.key" },
    () => fast.encoder({ query: x, key: x, value: x, output: x, w1: x, w2: x, biases: { key: [1, 2] } }),
  ],
  [
    "unknown-input",
    { input: "norm1.delta" },
    () => fast.encoder({ query: x, key: x, value: x, output: x, w1: x, w2: x, norm1: { delta: 1 } }),
  ],
  ["wrong-type", { input: "encoder" }, () => fast.encode(x, x)],
  ["wrong-type", { input: "options" }, () => fast.graph(2, Uint32Array.of(0, 1), null)],
  ["wrong-type", { input: "messages" }, () => fast.graph(2, [0, 1])],
  ["data-length", { input: "messages" }, () => fast.graph(2, Uint32Array.of(0, 1, 1))],
  ["wrong-type", { input: "selfLoops" }, () => fast.graph(2, Uint32Array.of(0, 1), { selfLoops: "yes" })],
  ["missing-input", { input: "places" }, () => fast.sparse([2, 2], null, null)],
  ["non-finite", { input: "values", index: [0] }, () => fast.sparse([2, 2], Uint32Array.of(0, 0), floats(Number.NaN))],
  ["wrong-type", { input: "data" }, () => fast.tensor([2, 2], { length: 1e9 })],
  ["data-length", { expected: 4, found: 5 }, () => fast.tensor([2, 2], [1, 2, 3, 4, 5])],
  ["wrong-type", { input: "data", index: [1, 1] }, () => fast.tensor([2, 2], [1, 2, 3, "4"])],
  ["missing-input", { input: "data" }, () => fast.tensor([2, 2])],
  ["missing-input", { input: "shape" }, () => fast.tensor()],
  ["unreadable", {}, () => fast.tensor(revoked([]), [1])],
  ["unreadable", {}, () => fast.tensor([1, 1], revoked([]))],
  ["out-of-range", { input: "output" }, () => fast.product(huge, huge)],
  ["out-of-range", { input: "output" }, () => fast.layerNorm(huge)],
];

testRefusals(AttographError, CASES, () => assert.deepEqual([...fast.product(x, x).read()], [7, 10, 15, 22]));

test("the lengths of a matrix are compared before anything is copied", () => {
  const long = new Float32Array(2 ** 26);
  fast.product(x, x);
  const held = () => [fast.memory, Math.floor(process.memoryUsage().arrayBuffers / long.byteLength)];
  const before = held();
  assert.throws(() => fast.tensor([2, 2], long), { code: "data-length" });
  assert.deepEqual(held(), before, "no copy of 256 MB, neither in the engine nor beside it");
  // Nothing is read of what is no array either.
  const keys = [];
  const watched = new Proxy({ length: 1e9 }, { get: (target, key) => keys.push(key) && target[key] });
  assert.throws(() => fast.tensor([2, 2], watched), { code: "wrong-type" });
  assert.ok(!keys.some((key) => /^\d+$/.test(String(key))), "no number is read");
});

test("numbers in shared memory are copied when they are passed, and arrays of another realm are accepted", () => {
  const shared = new Float32Array(new SharedArrayBuffer(16));
  shared.set([1, 2, 3, 4]);
  const tensor = fast.tensor([2, 2], shared);
  shared.fill(9);
  assert.deepEqual([...tensor.read()], [1, 2, 3, 4]);
  class Own extends Float32Array {}
  const gamma = Own.of(2, 2);
  Object.defineProperty(gamma, "length", { value: 1e6 });
  const expected = fast.layerNorm(x, { gamma: floats(2, 2) });
  assert.deepEqual(fast.layerNorm(x, { gamma }).read(), expected.read());
});

test("an option that is omitted, undefined or null has its default", () => {
  const expected = fast.attention(x, x, x).read();
  const options = { heads: null, batch: undefined, causal: null, mask: null, bias: undefined };
  assert.deepEqual(fast.attention(x, x, x, options).read(), expected);
  assert.deepEqual(fast.attention(x, x, x, undefined).read(), expected);
});

test("what a caller changes on a handle counts for nothing", () => {
  const own = Object.assign(fast.tensor([2, 2], [1, 2, 3, 4]), { numberIn: () => 22 });
  assert.deepEqual([...fast.product(own, x).read()], [7, 10, 15, 22]);
});

test("loading rejects invalid options with a code", async () => {
  for (const load of [loadFast, loadPool]) {
    for (const options of [null, 7, { wasm: Symbol("simd") }]) {
      await assert.rejects(load(options), { name: "AttographError", code: "wrong-type" });
    }
    await assert.rejects(load(revoked({})), { name: "AttographError", code: "unreadable" });
  }
  await assert.rejects(loadPool({ workers: null }), { name: "AttographError", code: "wrong-type" });
});

test("the shared engine of a lab works after wrong arguments", async () => {
  const { load } = await import("../../pkg/node.js");
  const engine = await (await load()).fast();
  assert.throws(() => engine.product(undefined), { code: "missing-input" });
  const tensor = engine.tensor([1, 1], [3]);
  assert.deepEqual([...engine.product(tensor, tensor).read()], [9]);
  assert.equal(await (await load()).fast(), engine);
});
