/** Layers on graphs along the edges, in f64 and f32: the results of whole matrices, for graphs of which no whole matrix fits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttographError, load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { casesOf } from "../shared/replay.mjs";

const lab = await load();

const SPARSE = [
  ...["gcn-layer", "gcn-network", "gat-layer", "message-passing-layer", "mean-aggregation-layer"],
  ...["graph-isomorphism-layer", "personalized-pagerank-propagation"],
];

test("every case has the bits of whole matrices, and no other algorithm is changed", async () => {
  const sparse = new Set();
  for (const { algorithm, name, inputs } of casesOf(await caseFiles())) {
    const [found, whole] = [
      await lab.run(algorithm, inputs, { backend: "sparse" }),
      await lab.run(algorithm, inputs, { backend: "nalgebra" }),
    ];
    const what = `${algorithm}, ${name}`;
    if (found.backend === "sparse") sparse.add(algorithm);
    else assert.equal(found.backend, "nalgebra", what);
    const listed = Object.keys(found.outputs);
    assert.deepEqual(found.outputs, Object.fromEntries(listed.map((output) => [output, whole.outputs[output]])), what);
    assert.deepEqual(found.notices, whole.notices, what);
    if (found.backend === "nalgebra") assert.deepEqual(listed, Object.keys(whole.outputs), what);
    else assert.ok(listed.includes("output"), what);
  }
  assert.deepEqual([...sparse].sort(), [...SPARSE].sort());
});

test("no matrix of all pairs of nodes is among the outputs", async () => {
  const inputs = { graph: { nodes: 2, edges: [[0, 1]] }, x: [[1], [2]], w: [[1]] };
  const [found, whole] = [
    await lab.run("gcn-layer", inputs, { backend: "sparse" }),
    await lab.run("gcn-layer", inputs, { backend: "reference" }),
  ];
  assert.deepEqual([Object.keys(found.outputs), Object.keys(whole.outputs)], [["output"], ["adjacency", "output"]]);
});

/** 10⁵ nodes, each with 10 edges: n² numbers would be 80 GB. */
const NODES = 100_000;
const WIDTH = 16;
const STEPS = [1, 7, 31, 101, 499, 1009, 5003, 10_007, 20_011, 40_009];
const pairs = STEPS.flatMap((step) => Array.from({ length: NODES }, (_, node) => [node, (node + step) % NODES]));
/** As a list of pairs, edges take longer to be read than some layers to run: one layer has them as a list, the others as a tensor. */
const asList = { nodes: NODES, edges: pairs };
const graph = { nodes: NODES, edges: { shape: [pairs.length, 2], data: Float64Array.from(pairs.flat()) } };
const numbers = (shape, seed) => ({ shape, data: Float32Array.from(lab.random(shape, { seed }).data) });
const x = numbers([NODES, WIDTH], 1);
const square = (seed) => numbers([WIDTH, WIDTH], seed);
const LARGE = {
  "gcn-layer": { graph: asList, x, w: square(2), b: numbers([WIDTH], 3) },
  "gcn-network": { graph, x, w: square(2), next: { w: numbers([1, WIDTH, WIDTH], 3) } },
  "gat-layer": {
    ...{ graph, x, w: square(2), heads: 2, negativeSlope: 0.25 },
    ...{ attentionSource: numbers([2, WIDTH / 2], 3), attentionTarget: numbers([2, WIDTH / 2], 4) },
  },
  "mean-aggregation-layer": { graph, x, wNeighbor: square(2), wSelf: square(3) },
  "personalized-pagerank-propagation": { graph, x, alpha: 0.25 },
};

for (const [id, inputs] of Object.entries(LARGE)) {
  test(`${id}: 10⁵ nodes and 10⁶ edges in f64 and in f32`, async () => {
    const exact = await lab.run(id, inputs, { backend: "sparse" });
    const fast = await lab.run(id, inputs, { backend: "cpu", check: true });
    const auto = await lab.run(id, inputs);
    assert.deepEqual([exact.backend, fast.backend, auto.backend], ["sparse", "cpu", "cpu"]);
    assert.deepEqual([exact.notices, fast.notices, auto.notices], [[], [], []]);
    assert.ok(fast.check.within && fast.check.bound < 0.1 * fast.check.scale, JSON.stringify(fast.check));
    const [{ data }, { data: found }] = [exact.outputs.output, fast.outputs.output];
    assert.deepEqual(exact.outputs.output.shape, [NODES, WIDTH]);
    const largest = data.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    const apart = data.reduce((most, number, place) => Math.max(most, Math.abs(number - found[place])), 0);
    assert.ok(largest > 0 && apart <= 2e-5 * largest, `${apart} of ${largest}`);

    const { seconds, bytes } = lab.estimate(id, inputs, { backend: "sparse" });
    assert.ok(seconds < 10 && bytes < 2 ** 30, `${seconds} seconds, ${bytes} bytes`);
    assert.throws(() => lab.estimate(id, inputs), { code: "too-large" });
    const limit = { bytes: bytes / 2 };
    await assert.rejects(lab.run(id, inputs, { backend: "sparse", limit }), { code: "over-limit" });
    for (const backend of ["reference", "nalgebra"])
      await assert.rejects(lab.run(id, inputs, { backend }), { code: "too-large" });
  });
}

test("what has no f32 kernel runs along the edges where a whole matrix does not fit", async () => {
  const weights = new Float64Array(pairs.length).fill(0.5);
  const weighted = { ...LARGE["gcn-layer"], graph: { ...graph, weights } };
  for (const backend of ["auto", "cpu"])
    assert.equal((await lab.run("gcn-layer", weighted, { backend })).backend, "sparse");
  const w = [square(5), square(6)];
  const isomorphism = await lab.run("graph-isomorphism-layer", { graph, x, w1: w[0], w2: w[1] });
  assert.equal(isomorphism.backend, "sparse");
  // What may let numbers through that are not finite needs every cell.
  const letting = { ...LARGE["gcn-layer"], nonFinite: "propagate" };
  await assert.rejects(lab.run("gcn-layer", letting), { code: "too-large" });
  const dynamic = { graph, x, wSource: w[0], wTarget: w[1], attention: numbers([1, WIDTH], 3) };
  await assert.rejects(lab.run("gatv2-layer", dynamic), { code: "too-large" });
});

test("a backend of an estimate that there is not is a typed error", () => {
  const inputs = { graph: { nodes: 2, edges: [[0, 1]] }, x: [[1], [2]], w: [[1]] };
  for (const backend of ["nalgebra", "dense", 1, null])
    assert.throws(
      () => lab.estimate("gcn-layer", inputs, { backend }),
      (thrown) => thrown instanceof AttographError && thrown.code === "wrong-type",
    );
  const whole = lab.estimate("gcn-layer", inputs);
  assert.deepEqual(lab.estimate("gcn-layer", inputs, { backend: undefined }), whole);
  assert.ok(lab.estimate("gcn-layer", inputs, { backend: "sparse" }).operations > 0);
});
