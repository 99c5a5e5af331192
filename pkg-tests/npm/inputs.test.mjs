/** One tensor, however it is written down; and nothing that a caller does later changes a trace. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { detached } from "../shared/hostile.mjs";

const lab = await load();
const x = [
  [1, 2, 3],
  [4, 5, 6],
];
const attend = (query, more = {}) => lab.trace("scaled-dot-product-attention", { query, key: x, value: x, ...more });
const expected = attend(x).outputs.output;

for (const [name, query] of Object.entries({
  "a shape with numbers": { shape: [2, 3], data: [1, 2, 3, 4, 5, 6] },
  "a shape with a Float32Array": { shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) },
  "rows that are typed arrays": [Float64Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)],
  "an output of another trace": attend(x).steps[0],
})) {
  test(name, () => assert.deepEqual(attend(query).outputs.output, expected));
}

test("true and false are 1 and 0", () => {
  const flags = attend(x, {
    mask: [
      [true, false],
      [true, true],
    ],
  });
  const numbers = attend(x, {
    mask: [
      [1, 0],
      [1, 1],
    ],
  });
  assert.deepEqual(flags.outputs, numbers.outputs);
});

test("an array that is detached from its memory is refused, whatever shape it is said to have", () => {
  const gone = detached(new Float64Array(6));
  const found = "a Float64Array that is detached from its memory";
  for (const data of [gone, detached(new Float64Array(0))])
    for (const shape of [
      [2, 3],
      [0, 3],
    ])
      assert.throws(() => attend({ shape, data }), {
        code: "wrong-type",
        facts: { input: "query.data", expected: "a list of numbers", found },
      });
  assert.throws(
    () => attend(gone),
    ({ code, facts }) => code === "wrong-type" && facts.input === "query" && facts.found === found,
  );
  assert.throws(() => attend([gone, [4, 5, 6]]), { code: "wrong-type" });
});

test("an input that is undefined or null is left out", () => {
  assert.deepEqual(attend(x, { mask: undefined, bias: null }).outputs.output, expected);
});

test("a tensor without rows goes in and comes out", () => {
  const trace = attend({ shape: [0, 3], data: [] });
  assert.deepEqual(trace.outputs.output, { shape: [0, 3], data: new Float64Array(0) });
});

test("edges are pairs or a tensor, and parameters nest", () => {
  const normalize = (edges) => lab.trace("gcn-normalization", { graph: { nodes: 3, edges } }).outputs.adjacency;
  assert.deepEqual(
    normalize([
      [0, 1],
      [1, 2],
    ]),
    normalize({ shape: [2, 2], data: [0, 1, 1, 2] }),
  );
  assert.deepEqual(normalize([]).shape, [3, 3]);
  const identity = [
    [1, 0],
    [0, 1],
  ];
  const attention = { wQuery: identity, wKey: identity, wValue: identity, wOutput: identity };
  const layer = lab.trace("encoder-layer", { x: identity, heads: 1, attention, w1: identity, w2: identity });
  assert.equal(layer.steps.find(({ input }) => input === "attention.wKey")?.op, "given");
});

test("a trace keeps what it was given", () => {
  const query = Float64Array.of(1, 2, 3, 4, 5, 6);
  const trace = attend({ shape: [2, 3], data: query });
  query.fill(9);
  assert.deepEqual(trace.outputs.output, expected);
  assert.deepEqual([...trace.steps[0].data], [1, 2, 3, 4, 5, 6]);
});

test("the catalog cannot be changed by its readers", () => {
  const [entry] = lab.catalog();
  assert.throws(() => entry.inputs.push({}), TypeError);
  assert.throws(() => {
    entry.steps[0].id = "other";
  }, TypeError);
});

test("random numbers follow their seed and their distribution", () => {
  const draw = (options) => [...lab.random([20, 5], { seed: 7, ...options }).data];
  assert.deepEqual(draw({}), draw({}));
  assert.notDeepEqual(draw({}), draw({ seed: 8 }));
  assert.ok(draw({ distribution: "uniform" }).every((value) => value >= 0 && value < 1));
  const whole = draw({ distribution: "integers", minimum: -2, maximum: 2 });
  assert.deepEqual(
    [...new Set(whole)].sort((a, b) => a - b),
    [-2, -1, 0, 1, 2],
  );
  assert.ok(draw({ decimals: 2 }).every((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9));
});

test("a run has the name of its engine, and the f32 kernel is near the reference", async () => {
  const shape = [64, 64];
  const tensor = (seed) => ({ shape, data: lab.random(shape, { seed }).data });
  const inputs = { query: tensor(1), key: tensor(2), value: tensor(3) };
  const run = (backend, given = inputs) => lab.run("scaled-dot-product-attention", given, backend && { backend });
  const reference = await run("reference");
  const fast = await run("cpu");
  assert.equal(reference.backend, "reference");
  assert.equal(fast.backend, "cpu");
  const trace = lab.trace("scaled-dot-product-attention", inputs);
  assert.deepEqual(reference.outputs, { ...trace.outputs });
  const apart = fast.outputs.output.data.map((value, i) => Math.abs(value - reference.outputs.output.data[i]));
  assert.ok(Math.max(...apart) < 1e-4 * 5, `${Math.max(...apart)}`);
  assert.ok(Math.max(...apart) > 0, "f32 rounds");
  assert.equal((await run(undefined)).backend, "nalgebra");
  const long = { shape: [300, 2], data: new Float64Array(600) };
  assert.equal((await run(undefined, { query: long, key: long, value: long })).backend, "cpu");
  assert.equal(
    (await lab.run("gcn-normalization", { graph: { nodes: 2, edges: [] } }, { backend: "cpu" })).backend,
    "nalgebra",
  );
});
