/** The fast engine through the package: the f64 engine's results, by its own operations and by `lab.run`. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { hasKernel } from "../../pkg/fast/run.js";
import { loadFast } from "../../pkg/fast-node.js";
import { load } from "../../pkg/node.js";

const lab = await load();
const fast = await loadFast();

/** Normal numbers in f32, as the f64 engine draws them. */
const draw = (count, seed) => Float32Array.from(lab.random([count], { seed }).data);
const matrix = (rows, columns, seed) => ({ shape: [rows, columns], data: draw(rows * columns, seed) });
const upload = ({ shape, data }) => fast.tensor(shape, data);

function assertClose(found, expected, bound, what) {
  assert.equal(found.length, expected.length, what);
  found.forEach((number, i) => {
    assert.ok(Math.abs(number - expected[i]) <= bound, `${what} at ${i}: ${number}, not ${expected[i]}`);
  });
}

/** Row and column of each place. */
const pairsOf = (places, columns) =>
  Uint32Array.from([...places].flatMap((place) => [Math.floor(place / columns), place % columns]));

async function exact(id, inputs, name = "output") {
  return (await lab.run(id, inputs, { backend: "reference" })).outputs[name].data;
}

test("attention agrees with the reference, plain, causal, masked and biased", async () => {
  for (const [n, m, d, v] of [
    [1, 1, 1, 1],
    [5, 9, 3, 2],
    [33, 65, 16, 8],
    [70, 64, 64, 40],
  ]) {
    const [query, key, value] = [matrix(n, d, 1), matrix(m, d, 2), matrix(m, v, 3)];
    const mask = Uint8Array.from(draw(n * m, 4), (number) => Number(number > -1));
    const bias = draw(n * m, 5);
    for (const [options, inputs] of [
      [{}, {}],
      [{ causal: true }, { causal: true }],
      [{ mask }, { mask: { shape: [n, m], data: mask } }],
      [{ bias }, { bias: { shape: [n, m], data: bias } }],
    ]) {
      const expected = await exact("scaled-dot-product-attention", { query, key, value, ...inputs });
      const found = fast.attention(upload(query), upload(key), upload(value), options).read();
      assertClose(found, expected, 1e-5, `[${n}, ${m}, ${d}, ${v}] ${Object.keys(options)}`);
    }
  }
});

test("window attention agrees with the reference", async () => {
  const [query, key, value] = [matrix(70, 8, 1), matrix(70, 8, 2), matrix(70, 8, 3)];
  const expected = await exact("window-attention", { query, key, value, window: 10 });
  assertClose(
    fast.attention(upload(query), upload(key), upload(value), { window: 5 }).read(),
    expected,
    1e-5,
    "window",
  );
});

test("dilated windows and global tokens agree with the reference", async () => {
  const [query, key, value] = [matrix(70, 8, 1), matrix(70, 8, 2), matrix(70, 8, 3)];
  const handles = [query, key, value].map(upload);
  for (const causal of [false, true]) {
    for (const [dilation, globals] of [
      [3, []],
      [1, [0, 40]],
      [2, [69, 5, 5]],
    ]) {
      const given = { shape: [globals.length], data: Float64Array.from(globals) };
      const inputs = { query, key, value, window: 10, dilation, globals: given, causal, form: "sparse" };
      const expected = await exact("window-attention", inputs);
      const options = { window: 5, dilation, globals: Uint32Array.from(globals), causal };
      const what = `${dilation} apart, ${globals} global, causal ${causal}`;
      assertClose(fast.windowAttention(...handles, options).read(), expected, 1e-5, what);
      const ran = await lab.run("window-attention", inputs, { backend: "cpu" });
      assert.equal(ran.backend, "cpu");
      assertClose(ran.outputs.output.data, expected, 1e-5, what);
    }
  }
  const options = { window: 1, globals: Uint32Array.of(70) };
  assert.throws(() => fast.windowAttention(...handles, options), { code: "out-of-range" });
  const beyond = { query, key, value, window: 2, globals: { shape: [1], data: [70] } };
  await assert.rejects(lab.run("window-attention", beyond, { backend: "cpu" }), { code: "out-of-range" });
});

test("convolution and graph attention agree with the reference", async () => {
  const nodes = 30;
  const edges = Array.from({ length: 60 }, (_, i) => [(i * 7) % nodes, (i * i + 3) % nodes]).filter(([a, b]) => a < b);
  const messages = Uint32Array.from(edges.flatMap(([a, b]) => [a, b, b, a]));
  const [x, w, b] = [matrix(nodes, 12, 1), matrix(12, 8, 2), draw(8, 3)];
  const given = { graph: { nodes, edges }, x, w };
  const graph = fast.graph(nodes, messages);
  const expected = await exact("gcn-layer", { ...given, b });
  assertClose(fast.convolve(graph, upload(x), upload(w), { bias: b }).read(), expected, 1e-5, "dense");
  const places = Uint32Array.from(x.data, (_, place) => place);
  const listed = fast.sparse([nodes, 12], pairsOf(places, 12), x.data);
  assertClose(fast.convolve(graph, listed, upload(w), { bias: b }).read(), expected, 1e-5, "sparse");
  const [source, target] = [matrix(2, 4, 4), matrix(2, 4, 5)];
  const heard = await exact("gat-layer", { ...given, attentionSource: source, attentionTarget: target, heads: 2 });
  const found = fast.attendToNeighbors(graph, upload(x), upload(w), upload(source), upload(target)).read();
  assertClose(found, heard, 2e-5, "attention");
});

test("aggregation and propagation with restart agree with the reference", async () => {
  const nodes = 30;
  const edges = Array.from({ length: nodes }, (_, i) => [
    [i, (i + 1) % nodes],
    [i, (i + 5) % nodes],
  ]).flat();
  const messages = Uint32Array.from(edges.flatMap(([a, b]) => [a, b, b, a]));
  const [x, wNeighbor, wSelf, b] = [matrix(nodes, 12, 1), matrix(12, 8, 2), matrix(12, 8, 4), draw(8, 3)];
  const given = { graph: { nodes, edges }, x };
  const means = fast.graph(nodes, messages, { mean: true, selfLoops: false });
  const operands = [means, upload(x), upload(wNeighbor)];
  const layer = { ...given, wNeighbor, wSelf, b: { shape: [8], data: b }, activation: "relu" };
  const expected = await exact("mean-aggregation-layer", layer);
  const found = fast.aggregate(...operands, upload(wSelf), { bias: b, relu: true }).read();
  assertClose(found, expected, 1e-5, "with the node itself");
  const without = await exact("mean-aggregation-layer", { ...given, wNeighbor });
  assertClose(fast.convolve(...operands).read(), without, 1e-5, "the neighbors alone");

  const graph = fast.graph(nodes, messages);
  const start = upload(x);
  const once = await exact("personalized-pagerank-propagation", { ...given, alpha: 0.3, steps: 1 });
  assertClose(fast.restart(graph, start, start, { alpha: 0.3 }).read(), once, 1e-5, "one step");
  const twice = await exact("personalized-pagerank-propagation", { ...given, steps: 2 });
  assertClose(fast.restart(graph, fast.restart(graph, start, start), start).read(), twice, 1e-5, "two steps");
  for (const [id, inputs] of [
    ["mean-aggregation-layer", layer],
    ["mean-aggregation-layer", { ...given, wNeighbor }],
    ["personalized-pagerank-propagation", { ...given, alpha: 0.3, steps: 7 }],
  ]) {
    const ran = await lab.run(id, inputs, { backend: "cpu" });
    assert.equal(ran.backend, "cpu", id);
    assertClose(ran.outputs.output.data, await exact(id, inputs), 1e-5, id);
  }
  // Neither doubled edges nor what is out of range have a kernel: f64 computes, or says what is wrong.
  const doubled = { ...given, graph: { nodes, edges: [...edges, edges[0]] } };
  const slow = await lab.run("personalized-pagerank-propagation", doubled, { backend: "cpu" });
  assert.deepEqual([slow.backend, slow.notices.map(({ code }) => code)], ["nalgebra", ["duplicate-edge"]]);
  for (const wrong of [{ alpha: 1.5 }, { steps: 0 }, { steps: 2.5 }, { steps: 5000 }])
    await assert.rejects(lab.run("personalized-pagerank-propagation", { ...given, ...wrong }, { backend: "cpu" }), {
      code: "out-of-range",
    });
});

test("layer norm, feed-forward and encoder layer agree with the reference", async () => {
  const [n, d, f] = [9, 16, 24];
  const x = matrix(n, d, 1);
  const [gamma, beta] = [draw(d, 2), draw(d, 3)];
  const vector = (data) => ({ shape: [data.length], data });
  const normed = await exact("layer-norm", { x, gamma: vector(gamma), beta: vector(beta), epsilon: 1e-5 });
  assertClose(fast.layerNorm(upload(x), { gamma, beta }).read(), normed, 1e-5, "layer norm");
  const [w1, b1, w2, b2] = [matrix(d, f, 4), draw(f, 5), matrix(f, d, 6), draw(d, 7)];
  const forward = await exact("feed-forward", { x, w1, b1: vector(b1), w2, b2: vector(b2) });
  const weights = { w1: fast.weights(upload(w1)), b1, w2: fast.weights(upload(w2)), b2 };
  assertClose(fast.feedForward(upload(x), weights).read(), forward, 1e-3, "feed-forward");
  const [query, key, value, output] = [8, 9, 10, 11].map((seed) => matrix(d, d, seed));
  const inputs = {
    x,
    heads: 2,
    epsilon: 1e-5,
    attention: { wQuery: query, wKey: key, wValue: value, wOutput: output },
    w1,
    b1: vector(b1),
    w2,
    b2: vector(b2),
    norm1: { gamma: vector(gamma), beta: vector(beta) },
    norm2: { gamma: vector(beta), beta: vector(gamma) },
  };
  const encoder = fast.encoder({
    query: upload(query),
    key: upload(key),
    value: upload(value),
    output: upload(output),
    w1: upload(w1),
    b1,
    w2: upload(w2),
    b2,
    norm1: { gamma, beta },
    norm2: { gamma: beta, beta: gamma },
  });
  assertClose(
    fast.encode(encoder, upload(x), { heads: 2 }).read(),
    await exact("encoder-layer", inputs),
    1e-3,
    "encoder layer",
  );
});

test("a right factor gives the same bits again, laid out before or not, small or large", () => {
  for (const n of [5, 64, 128, 200]) {
    const [a, b] = [1, 2].map((seed) => fast.tensor([n, n], Float32Array.from(draw(n * n, seed))));
    const laid = fast.weights(b);
    const first = fast.product(a, b).read();
    assert.deepEqual(fast.product(a, b).read(), first);
    assert.deepEqual(fast.product(b, a).read(), fast.product(b, fast.weights(a)).read());
    assert.deepEqual(fast.product(a, laid).read(), first);
  }
});

test("lab.run takes the fast engine for many algorithms, and handles in place of tensors", async () => {
  const n = 40;
  const edges = Array.from({ length: 50 }, (_, i) => [(i * 7) % n, (i * 11 + 1) % n]).filter(([a, b]) => a < b);
  const graph = { nodes: n, edges: [...new Map(edges.map((edge) => [String(edge), edge])).values()] };
  const [x, w] = [matrix(n, 8, 1), matrix(8, 8, 2)];
  const square = (seed) => matrix(8, 8, seed);
  const params = { wQuery: square(3), wKey: square(4), wValue: square(5), wOutput: square(6) };
  const vector = (seed) => ({ shape: [8], data: draw(8, seed) });
  const mask = { shape: [n, n], data: Float64Array.from({ length: n * n }, (_, place) => Number(place % 3 !== 1)) };
  const cases = {
    "scaled-dot-product-attention": { query: x, key: x, value: x, mask, causal: true },
    "multi-head-attention": { x, heads: 2, ...params },
    "encoder-layer": {
      x,
      heads: 2,
      mask,
      epsilon: 1e-6,
      attention: { ...params, bQuery: vector(17), bKey: vector(18), bValue: vector(19), bOutput: vector(20) },
      w1: w,
      b1: vector(21),
      w2: square(22),
      norm2: { gamma: vector(23), beta: vector(24) },
    },
    "window-attention": { query: x, key: x, value: x, window: 6 },
    "lsh-attention": {
      x,
      wQueryKey: w,
      wValue: w,
      rotations: { shape: [1, 8, 2, 2], data: draw(32, 7) },
      chunkLength: 8,
    },
    "gcn-layer": { graph, x, w, b: vector(8) },
    "gcn-network": {
      graph,
      x,
      w,
      b: vector(8),
      next: { w: { shape: [2, 8, 8], data: draw(128, 15) }, b: { shape: [2, 8], data: draw(16, 16) } },
    },
    "gat-layer": { graph, x, w, heads: 2, attentionSource: matrix(2, 4, 9), attentionTarget: matrix(2, 4, 10) },
    "mean-aggregation-layer": { graph, x, wNeighbor: w, wSelf: square(25), b: vector(26), activation: "relu" },
    "personalized-pagerank-propagation": { graph, x, alpha: 0.3, steps: 4 },
    "layer-norm": { x, gamma: vector(11), beta: vector(12) },
    "feed-forward": { x, w1: w, b1: vector(13), w2: w, b2: vector(14) },
  };
  const limits = (await readFile(new URL("../../docs/javascript.md", import.meta.url), "utf8")).split(
    "computes in f32",
  )[1];
  const listed = limits.split("all others")[0].matchAll(/`([a-z-]+)`/g);
  assert.deepEqual(
    Array.from(listed, ([, id]) => id),
    Object.keys(cases),
    "docs/javascript.md",
  );
  const known = lab.catalog().filter(({ id }) => hasKernel(id));
  assert.deepEqual(known.map(({ id }) => id).sort(), Object.keys(cases).sort());
  const engine = await lab.fast();
  const handle = engine.tensor(x.shape, x.data);
  for (const [id, inputs] of Object.entries(cases)) {
    const expected = await exact(id, inputs);
    const found = await lab.run(id, inputs, { backend: "cpu" });
    assert.equal(found.backend, "cpu", id);
    const size = expected.reduce((most, number) => Math.max(most, Math.abs(number)), 1);
    assertClose(found.outputs.output.data, expected, 1e-4 * size, id);
    const held = Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [name, value === x ? handle : value]),
    );
    const again = await lab.run(id, held, { backend: "cpu" });
    assert.equal(again.backend, "cpu", id);
    assert.deepEqual(again.outputs.output.data, found.outputs.output.data, id);
    assertClose((await lab.run(id, held, { backend: "reference" })).outputs.output.data, expected, 0, id);
  }
});

test("options without a kernel are computed by the f64 engine, and errors are those of f64", async () => {
  const x = matrix(4, 2, 1);
  const inputs = { query: x, key: x, value: x };
  const run = (more) => lab.run("scaled-dot-product-attention", { ...inputs, ...more }, { backend: "cpu" });
  assert.equal((await run({ scale: "none" })).backend, "nalgebra");
  const mask = { shape: [4, 4], data: new Float64Array(16).fill(1).fill(0, 4, 8) };
  const masked = await run({ mask });
  assert.deepEqual(
    masked.notices.map(({ code }) => code),
    ["fully-masked-row"],
  );
  await assert.rejects(run({ value: matrix(3, 2, 1) }), { code: "shape-mismatch" });
  await assert.rejects(run({ query: { shape: [1, 2], data: [Number.NaN, 0] } }), { code: "non-finite" });
  await assert.rejects(run({ query: 1 }), { code: "wrong-rank" });
  await assert.rejects(lab.run("no-such-algorithm", {}, { backend: "cpu" }), { code: "unknown-algorithm" });
});

test("operands with the right count of numbers in another shape are refused, as by the f64 engine", async () => {
  const [x, w] = [matrix(4, 2, 1), matrix(2, 2, 2)];
  const other = (...shape) => ({
    shape,
    data: draw(
      shape.reduce((count, length) => count * length, 1),
      3,
    ),
  });
  const graph = { nodes: 4, edges: [[0, 1]] };
  const attention = { query: x, key: matrix(6, 2, 4), value: matrix(6, 2, 5) };
  const params = { attention: { wQuery: w, wKey: w, wValue: w, wOutput: w }, w1: w, w2: w };
  const mistakes = [
    ["scaled-dot-product-attention", { ...attention, bias: other(6, 4) }],
    ["scaled-dot-product-attention", { ...attention, mask: { shape: [6, 4], data: new Float64Array(24).fill(1) } }],
    ["encoder-layer", { x, heads: 1, ...params, mask: { shape: [2, 8], data: new Float64Array(16).fill(1) } }],
    ["encoder-layer", { x, heads: 1, ...params, b1: other(1, 2) }],
    ["layer-norm", { x, gamma: other(2, 1) }],
    ["feed-forward", { x, w1: w, w2: w, b1: other(1, 2) }],
    ["gcn-layer", { graph, x, w, b: other(2, 1) }],
    ["gcn-network", { graph, x, w, b: other(2, 1) }],
    ["gcn-network", { graph, x, w, next: { w: other(0, 2, 2) } }],
    ["gcn-network", { graph, x, w, next: { w: other(2, 2, 2), b: other(3, 2) } }],
    ["gcn-network", { graph, x, w, next: { w: other(2, 2, 2), b: other(2, 3) } }],
  ];
  for (const [number, [id, inputs]] of mistakes.entries()) {
    const codes = [];
    for (const backend of ["reference", "cpu"]) {
      codes.push(
        await lab.run(id, inputs, { backend }).then(
          () => "none",
          (error) => error.code,
        ),
      );
    }
    assert.notEqual(codes[0], "none", `${number}: ${id}`);
    assert.equal(codes[1], codes[0], `${number}: ${id}`);
  }
});

test("a product with packed weights has the same bits", () => {
  const [a, b] = [upload(matrix(9, 70, 1)), upload(matrix(70, 11, 2))];
  const weights = fast.weights(b);
  assert.deepEqual(fast.product(a, weights).read(), fast.product(a, b).read());
});
