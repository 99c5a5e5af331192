/** Whatever is passed to a method of the fast engine: the result is an AttographError or right, and the engine computes on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { AttographError, Checked, loadFast } from "../../pkg/fast-node.js";
import { detached, imitations } from "../shared/hostile.mjs";
import { revoked } from "../shared/refused.mjs";

const fast = await loadFast();
const other = await loadFast();

const square = fast.tensor(
  [4, 4],
  Array.from({ length: 16 }, (_, i) => ((i * 7) % 5) - 2),
);
const tall = fast.tensor(
  [8, 4],
  Array.from({ length: 32 }, (_, i) => ((i * 3) % 7) / 4 - 0.5),
);
const empty = fast.tensor([0, 4], []);
const gone = fast.tensor([1, 1], [1]);
gone.dispose();
const matrices = { query: square, key: square, value: square, output: square, w1: square, w2: square };
const HANDLES = [
  ...[square, tall, empty, gone, other.tensor([4, 4], new Float32Array(16))],
  fast.tensor([4, 4], new Float32Array(16).fill(3e38)),
  fast.weights(square),
  fast.graph(4, Uint32Array.of(0, 1, 1, 2, 3, 0)),
  fast.sparse([4, 4], Uint32Array.of(0, 0, 2, 3), Float32Array.of(1, -2)),
  fast.encoder(matrices),
];
const IMITATIONS = imitations(square);
const DETACHED = [Float32Array, Uint8Array, Uint32Array].map((kind) => detached(new kind(4)));

/** Stands for a revoked proxy, which fast-check cannot draw. */
const REVOKED = Symbol("revoked");

function resolved(value) {
  if (value === REVOKED) return revoked({});
  // Nothing is read of an object that throws.
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain || !Object.values(Object.getOwnPropertyDescriptors(value)).some(({ value }) => value === REVOKED))
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part)]));
}
const getter = (name) => {
  const get = () => {
    throw new TypeError("not today");
  };
  return Object.defineProperty({}, name, { enumerable: true, get });
};

const numbers = fc.constantFrom(0, 1, 2, 4, 8, -1, 0.5, 1e-5, 1e39, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY, -0);
const arrays = fc.oneof(
  fc.constantFrom(0, 1, 3, 4, 8, 16).map((length) => new Float32Array(length).fill(0.5)),
  fc.constantFrom(4, 16, 32).map((length) => new Uint8Array(length).fill(1)),
  fc.uint32Array({ max: 4, maxLength: 8 }),
  fc.float32Array({ maxLength: 8 }),
  fc.array(numbers, { maxLength: 4 }),
  fc.constantFrom(...DETACHED),
);
const values = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HANDLES) },
  { weight: 3, arbitrary: arrays },
  { weight: 2, arbitrary: numbers },
  { weight: 1, arbitrary: fc.constantFrom(...IMITATIONS) },
  {
    weight: 1,
    arbitrary: fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(undefined, null, true, "no", Symbol("x"), () => 1, REVOKED, getter("heads")),
  },
);

const NAMES = [
  ...["heads", "batch", "causal", "window", "mask", "bias", "dilation", "globals", "blockLength", "pairs", "rounds"],
  ...["chunkLength", "factors", "relu", "gamma", "beta", "epsilon", "w1", "b1", "w2", "b2", "weights", "selfLoops"],
  ...["query", "key", "value", "output", "biases", "norm1", "normFirst", "length", "mean", "alpha", "constructor"],
];
/** Options of which most are such as a method could take. */
const options = fc.oneof(
  fc.dictionary(fc.constantFrom(...NAMES), values, { maxKeys: 3 }),
  fc.record(
    { window: fc.constantFrom(0, 1, 9), causal: fc.boolean(), dilation: numbers },
    { requiredKeys: ["window"] },
  ),
  fc.record({ blockLength: numbers, pairs: fc.uint32Array({ max: 3, maxLength: 6 }) }),
  fc.record({ rounds: numbers, chunkLength: numbers, factors: fc.array(fc.constantFrom(2, 4, 3), { maxLength: 2 }) }),
  fc.record({ heads: fc.constantFrom(1, 2, 3), batch: fc.constantFrom(1, 2), causal: fc.boolean() }),
  fc.record({ w1: values, b1: values, w2: values, b2: values }),
  fc.constant(matrices),
);

const METHODS = [
  ...["tensor", "weights", "graph", "sparse", "encoder", "product", "attention", "windowAttention", "blockAttention"],
  ...["hashAttention", "propagate", "convolve", "aggregate", "restart", "attendToNeighbors", "layerNorm"],
  ...["feedForward", "encode"],
];

test("every method that takes arguments is listed", () => {
  const internal = ["constructor", "memory", "generation", "run", "ask", "submit", "compare", "rows", "blank", "place"];
  const made = Object.getPrototypeOf(fast);
  const names = [made, Object.getPrototypeOf(made)].flatMap((prototype) => Object.getOwnPropertyNames(prototype));
  const methods = names.filter((name) => !internal.includes(name));
  assert.deepEqual(methods.sort(), [...METHODS].sort());
});

const KNOWN = [0, 1, 2, 3].map((column) =>
  [0, 1, 2, 3].reduce((sum, k) => sum + square.read()[k] * square.read()[k * 4 + column], 0),
);
const [graph, sparse, encoder] = HANDLES.slice(7);
const hash = { rounds: 1, chunkLength: 4, factors: [8] };
/** Arguments that each method accepts, so that every property sees a result. */
const EXAMPLES = {
  tensor: [
    [
      [
        [2, 2],
        [1, 2, 3, 4],
      ],
    ],
  ],
  weights: [[[square]]],
  graph: [[[3, Uint32Array.of(0, 1)]]],
  sparse: [[[[2, 2], Uint32Array.of(0, 1), Float32Array.of(2)]]],
  encoder: [[[matrices]]],
  product: [[[tall, square]]],
  attention: [[[tall, tall, tall, { heads: 2 }]]],
  windowAttention: [[[tall, tall, tall, { window: 1, dilation: 2 }]]],
  blockAttention: [[[tall, tall, tall, { blockLength: 4, pairs: Uint32Array.of(0, 0, 1, 0) }]]],
  hashAttention: [[[square, square, square, hash]]],
  propagate: [[[graph, square]]],
  convolve: [[[graph, sparse, square]]],
  aggregate: [[[graph, square, square, square, { relu: true }]]],
  restart: [[[graph, square, square, { alpha: 0.5 }]]],
  attendToNeighbors: [[[graph, square, square, fast.tensor([2, 2], [1, 2, 3, 4]), fast.tensor([2, 2], [4, 3, 2, 1])]]],
  layerNorm: [[[tall]]],
  feedForward: [[[tall, { w1: square, w2: square }]]],
  encode: [[[encoder, tall]]],
};

for (const method of METHODS) {
  test(`${method}: an AttographError or a right result`, { timeout: 240_000 }, async () => {
    let accepted = 0;
    const property = fc.asyncProperty(fc.array(fc.oneof(values, options), { maxLength: 6 }), async (drawn) => {
      const given = drawn.map(resolved);
      let made;
      try {
        made = fast[method](...given);
      } catch (error) {
        assert.ok(error instanceof AttographError, `${error?.stack}`);
        assert.notEqual(error.code, "trapped", error.message);
        assert.notEqual(error.code, "internal", error.message);
      }
      accepted += made ? 1 : 0;
      if (made && "read" in made) {
        const found = made.read();
        assert.equal(found.length, made.shape[0] * made.shape[1]);
        assert.ok(found.every(Number.isFinite), `${found}`);
        const checked = new Checked(fast, fast, 16, false);
        if (method in checked) {
          await checked[method](...given);
          assert.ok(checked.check.within, JSON.stringify(checked.check));
        }
      }
      made?.dispose();
      const product = fast.product(square, square);
      assert.deepEqual([...product.read().slice(0, 4)], KNOWN);
      product.dispose();
    });
    await fc.assert(property, { numRuns: 400, examples: EXAMPLES[method] });
    assert.ok(accepted > 0, "nothing was accepted");
  });
}
