/** Fast results compared with f64: reported differences are the actual ones, and results beyond their bound are not returned. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Checked, loadFast } from "../../pkg/fast-node.js";
import { load } from "../../pkg/node.js";

const lab = await load();

/** Normal numbers that f32 holds, so that both engines compute with the same. */
const draw = (count, seed) => Float32Array.from(lab.random([count], { seed }).data);
const matrix = (rows, columns, seed) => ({ shape: [rows, columns], data: draw(rows * columns, seed) });
const vector = (length, seed) => ({ shape: [length], data: draw(length, seed) });

const n = 300;
const x = matrix(n, 16, 1);
const square = (seed) => matrix(16, 16, seed);
const graph = { nodes: n, edges: Array.from({ length: n - 1 }, (_, i) => [i, i + 1]) };
const CASES = {
  "scaled-dot-product-attention": [{ query: x, key: matrix(70, 16, 2), value: matrix(70, 16, 3) }, ["attention"]],
  "multi-head-attention": [
    { x, heads: 4, wQuery: square(3), wKey: square(4), wValue: square(5), wOutput: square(6) },
    ["product", "attention"],
  ],
  "window-attention": [
    { query: x, key: x, value: x, window: 20, dilation: 3, globals: { shape: [2], data: [0, 9] } },
    ["window-attention"],
  ],
  "lsh-attention": [
    {
      x,
      wQueryKey: square(2),
      wValue: square(3),
      rotations: { shape: [1, 16, 2, 4], data: draw(128, 7) },
      chunkLength: 30,
    },
    ["product", "hash-attention"],
  ],
  "gcn-layer": [{ graph, x, w: square(2), b: vector(16, 3) }, ["convolution"]],
  "gcn-network": [
    { graph, x, w: square(2), next: { w: { shape: [2, 16, 16], data: draw(512, 3) } }, activation: "none" },
    ["convolution"],
  ],
  "gat-layer": [
    // A slope that f32 holds, too.
    {
      graph,
      x,
      w: square(2),
      heads: 2,
      attentionSource: matrix(2, 8, 3),
      attentionTarget: matrix(2, 8, 4),
      negativeSlope: 0.25,
    },
    ["graph-attention"],
  ],
  "mean-aggregation-layer": [{ graph, x, wNeighbor: square(2), wSelf: square(3), b: vector(16, 4) }, ["aggregation"]],
  // A share that f32 holds, too.
  "personalized-pagerank-propagation": [{ graph, x, alpha: 0.25 }, ["restart"]],
  "layer-norm": [{ x, gamma: vector(16, 2), beta: vector(16, 3) }, ["layer-norm"]],
  "feed-forward": [{ x, w1: square(2), b1: vector(16, 3), w2: square(4), b2: vector(16, 5) }, ["feed-forward"]],
};

/** Acts while one of the kernels of the lab's engine makes one number slightly wrong. */
async function withWrong(kernel, place, factor, act) {
  const engine = await lab.fast();
  const right = engine[kernel].bind(engine);
  engine[kernel] = (...operands) => {
    const found = right(...operands);
    const numbers = found.read();
    numbers[place] *= factor;
    return engine.tensor(found.shape, numbers);
  };
  try {
    return await act();
  } finally {
    delete engine[kernel];
  }
}

test("every algorithm that has a kernel can be checked, and lies within its bound", async () => {
  for (const [id, [inputs, kernels]] of Object.entries(CASES)) {
    const { backend, check, notices } = await lab.run(id, inputs, { backend: "cpu", check: true });
    assert.equal(backend, "cpu", id);
    assert.deepEqual(notices, [], id);
    assert.ok(kernels.includes(check.kernel), `${id}: ${check.kernel}`);
    assert.equal(check.rows, 16, id);
    assert.ok(check.within && check.deviation > 0 && check.deviation <= check.bound, `${id}: ${JSON.stringify(check)}`);
    assert.ok(check.bound < 1e-2, `${id}: a bound of ${check.bound} says little`);
    assert.equal((await lab.run(id, inputs, { backend: "cpu" })).check, undefined, id);
  }
});

test("the deviation is the one that comparing all numbers with the f64 engine finds", async () => {
  for (const id of ["scaled-dot-product-attention", "gat-layer", "mean-aggregation-layer", "feed-forward"]) {
    const [inputs] = CASES[id];
    const exact = (await lab.run(id, inputs, { backend: "reference" })).outputs.output.data;
    const { check, outputs } = await lab.run(id, inputs, { backend: "cpu", check: n });
    const largest = outputs.output.data.reduce((most, found, i) => Math.max(most, Math.abs(found - exact[i])), 0);
    assert.equal(check.rows, n, id);
    assert.ok(Math.abs(check.deviation - largest) <= 1e-7 * largest, `${id}: ${check.deviation}, not ${largest}`);
  }
});

test("a wrong number gives the result of the f64 engine, and a notice with the reason", async () => {
  const wrong = {
    "scaled-dot-product-attention": "attention",
    "multi-head-attention": "product",
    "lsh-attention": "hashAttention",
    "gcn-layer": "convolve",
    "gat-layer": "attendToNeighbors",
    "mean-aggregation-layer": "aggregate",
    "personalized-pagerank-propagation": "restart",
    "layer-norm": "layerNorm",
    "feed-forward": "feedForward",
  };
  for (const [id, kernel] of Object.entries(wrong)) {
    const [inputs] = CASES[id];
    const exact = (await lab.run(id, inputs, { backend: "nalgebra" })).outputs;
    // The last row is always among those that are looked at.
    const [checked, believed] = await withWrong(kernel, n * 16 - 1, 1.5, async () => [
      await lab.run(id, inputs, { backend: "cpu", check: true }),
      await lab.run(id, inputs, { backend: "cpu" }),
    ]);
    assert.equal(checked.backend, "nalgebra", id);
    assert.deepEqual(checked.outputs, exact, id);
    assert.equal(checked.check.within, false, id);
    assert.ok(checked.check.deviation > checked.check.bound, id);
    const { kernel: name, deviation, bound } = checked.check;
    assert.deepEqual(checked.notices, [{ code: "bound-passed", kernel: name, deviation, bound }], id);
    assert.equal(believed.backend, "cpu", id);
    assert.notDeepEqual(believed.outputs.output.data, exact.output.data, id);
  }
});

/** Rows of numbers so far from 0 that f32 holds hardly any of their differences. */
const far = (rows, columns) => ({
  shape: [rows, columns],
  data: Float64Array.from({ length: rows * columns }, (_, place) => {
    const [i, j] = [Math.floor(place / columns), place % columns];
    return 1.7e9 + 60 * i + 15 * j;
  }),
});

test("where the bound certifies nothing, f64 computes, with a notice", async () => {
  const huge = { shape: [n, 16], data: x.data.map((number) => number * 1e5) };
  const two = (...data) => ({ shape: [2, 2], data });
  // 1e8 + 3 and 1e8 + 1 are the same number in f32.
  const layer = { x: two(1, 1, 1, 1), w1: two(1e8, 1e8, 3, 1), w2: two(1, 1, -1, -1) };
  const cases = {
    "layer-norm": [{ x: far(n, 16) }, "layer-norm"],
    "scaled-dot-product-attention": [{ query: huge, key: huge, value: x }, "attention"],
    "feed-forward": [layer, "feed-forward"],
  };
  for (const [id, [inputs, kernel]] of Object.entries(cases)) {
    const exact = (await lab.run(id, inputs, { backend: "nalgebra" })).outputs;
    const { backend, outputs, check, notices } = await lab.run(id, inputs, { backend: "cpu", check: true });
    assert.deepEqual([id, backend, outputs], [id, "nalgebra", exact]);
    assert.ok(!check.within && !(check.bound <= check.scale), `${id}: ${JSON.stringify(check)}`);
    const { bound, scale } = check;
    assert.deepEqual(notices[0], { code: "bound-useless", kernel, bound, scale }, id);
  }
});

test("`auto` computes in f64 where the bound of f32 would certify nothing, also without a check", async () => {
  const found = await lab.run("layer-norm", { x: far(n, 16) });
  assert.deepEqual([found.backend, found.notices.map(({ code }) => code)], ["nalgebra", ["bound-useless"]]);
  assert.ok(found.outputs.output.data.some((number) => Math.abs(number) > 1));
  const params = {
    attention: { wQuery: square(3), wKey: square(4), wValue: square(5), wOutput: square(6) },
    ...{ w1: square(7), w2: square(8) },
  };
  const layer = await lab.run("encoder-layer", { x: far(n, 16), heads: 2, normFirst: true, ...params });
  assert.deepEqual([layer.backend, layer.notices.map(({ code }) => code)], ["nalgebra", ["bound-useless"]]);
  for (const [id, [inputs]] of Object.entries({ ...CASES, "encoder-layer": [{ x, heads: 2, ...params }] })) {
    const { backend, check, notices } = await lab.run(id, inputs);
    assert.deepEqual([id, backend, check, notices], [id, "cpu", undefined, []]);
  }
});

test("a wrong number outside the compared rows is found by comparing more rows", async () => {
  const [inputs] = CASES["scaled-dot-product-attention"];
  const rowsThatSee = [];
  for (const rows of [1, n]) {
    const run = () => lab.run("scaled-dot-product-attention", inputs, { backend: "cpu", check: rows });
    const { check } = await withWrong("attention", 100 * 16, 2, run);
    if (!check.within) rowsThatSee.push(check.rows);
  }
  assert.deepEqual(rowsThatSee, [n]);
});

test("packed weights can be checked, and any engine's results against the bounds of a GPU", async () => {
  const engine = await loadFast();
  const upload = ({ shape, data }) => engine.tensor(shape, data);
  const checked = new Checked(engine, engine, 16, false);
  const [w1, w2] = [engine.weights(upload(square(2))), engine.weights(upload(square(4)))];
  const found = await checked.feedForward(upload(x), { w1, w2 });
  assert.deepEqual(found.read(), engine.feedForward(upload(x), { w1, w2 }).read());
  assert.ok(checked.check.within && checked.check.deviation > 0);
  const bounds = [];
  // Few keys and small scores: what is left are the exponentials.
  const small = engine.tensor(
    [8, 16],
    draw(128, 1).map((number) => number / 100),
  );
  for (const gpu of [false, true]) {
    const look = new Checked(engine, engine, 16, gpu);
    await look.attention(small, small, upload(matrix(8, 16, 2)));
    bounds.push(look.check.bound);
  }
  assert.ok(bounds[1] > 10 * bounds[0], `${bounds}`);
});

test("an invalid number of rows is refused", async () => {
  const [inputs] = CASES["layer-norm"];
  for (const [check, code] of [
    [0, "out-of-range"],
    [1.5, "out-of-range"],
    ["all", "wrong-type"],
  ])
    await assert.rejects(lab.run("layer-norm", inputs, { check }), { code });
});

test("a result without a kernel has no check", async () => {
  const [inputs] = CASES["layer-norm"];
  assert.equal((await lab.run("layer-norm", inputs, { backend: "reference", check: true })).check, undefined);
  const params = {
    attention: { wQuery: square(3), wKey: square(4), wValue: square(5), wOutput: square(6) },
    ...{ w1: square(7), w2: square(8) },
  };
  const whole = await lab.run("encoder-layer", { x, heads: 2, ...params }, { backend: "cpu", check: true });
  assert.deepEqual([whole.backend, whole.check], ["nalgebra", undefined], "a layer is f64's when it is to be checked");
});
