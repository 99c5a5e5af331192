/** Batches of tensors, and graphs that are one graph: each member has the bits of a run of its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { numpy } from "../../pkg/export.js";
import { load } from "../../pkg/node.js";

const lab = await load();

const drawn = (shape, seed) => lab.random(shape, { seed });
const share = ({ shape, data }, member) => {
  const length = shape.slice(1).reduce((product, size) => product * size, 1);
  return { shape: shape.slice(1), data: data.slice(member * length, (member + 1) * length) };
};
const stacked = (tensors) => ({
  shape: [tensors.length, ...tensors[0].shape],
  data: Float64Array.from(tensors.flatMap(({ data }) => [...data])),
});
const refusalOf = (run) => {
  try {
    run();
  } catch ({ code, facts }) {
    return { code, ...facts };
  }
  return null;
};

const square = (seed) => drawn([4, 4], seed);
const learned = { wQuery: square(1), wKey: square(2), wValue: square(3), wOutput: square(4), heads: 2 };
const sequences = [5, 6, 7].map((seed) => drawn([3, 4], seed));
const batch = { x: { batch: stacked(sequences) }, ...learned };

test("each sequence of a batch has the bits of a run of its own", async () => {
  const trace = lab.trace("multi-head-attention", batch);
  assert.deepEqual(trace.outputs.output.shape, [3, 3, 4]);
  const { outputs } = await lab.run("multi-head-attention", batch, { backend: "reference" });
  assert.deepEqual(outputs.output, trace.outputs.output);
  sequences.forEach((x, member) => {
    const alone = lab.trace("multi-head-attention", { x, ...learned });
    for (const [name, output] of Object.entries(alone.outputs)) {
      assert.deepEqual(share(trace.outputs[name], member), output, `${name} of member ${member}`);
    }
  });
  const scores = trace.step("multi-head.scores");
  assert.deepEqual([scores.axes[0], scores.index[0], scores.reads[0].index[0]], ["member", "β", "β"]);
  const cell = lab.cell(trace, "multi-head.scores", [1, 0, 2, 0]);
  assert.equal(cell.terms.length, 2);
  assert.ok(cell.terms.flat().every(({ index }) => index[0] === 1));
});

test("the kernels are left out where there is a batch, whatever its size", async () => {
  const long = { x: { batch: drawn([2, 300, 4], 8) }, ...learned };
  const { backend, outputs } = await lab.run("multi-head-attention", long);
  assert.equal(backend, "nalgebra");
  const asked = await lab.run("multi-head-attention", long, { backend: "cpu" });
  assert.deepEqual(asked.outputs, outputs);
});

test("the gradient of a batch is that of each member, and its sum for what they share", () => {
  const { trace, gradients } = lab.gradient("multi-head-attention", batch);
  const alone = sequences.map((x) => lab.gradient("multi-head-attention", { x, ...learned }).gradients);
  alone.forEach((one, member) => {
    assert.deepEqual(share(gradients.x, member), one.x);
  });
  for (const name of ["wQuery", "wKey", "wValue", "wOutput"]) {
    gradients[name].data.forEach((found, place) => {
      const sum = alone.reduce((total, one) => total + one[name].data[place], 0);
      assert.ok(Math.abs(found - sum) <= 1e-12 * Math.max(1, Math.abs(sum)), `${name} ${place}: ${found}, not ${sum}`);
    });
  }
  const { index } = trace.step("gradient/multi-head.query-projection");
  assert.ok(!index.includes("β"));
});

test("a batch is counted, estimated, stored and read again", () => {
  const [one] = sequences;
  const count = (inputs) => lab.count("multi-head-attention", inputs).total.multiplications;
  assert.equal(count(batch), 3 * count({ x: one, ...learned }));
  const estimated = (inputs) => lab.estimate("multi-head-attention", inputs).operations;
  // What all members share, such as the scale, is computed once.
  const times = estimated(batch) / estimated({ x: one, ...learned });
  assert.ok(times > 2.9 && times <= 3, `${times}`);
  const trace = lab.trace("multi-head-attention", batch);
  assert.deepEqual(trace.inputs.x.batch.shape, [3, 3, 4]);
  const again = lab.fromJSON(JSON.parse(JSON.stringify(trace)));
  assert.deepEqual([again.differences, again.trace.outputs], [[], trace.outputs]);
  const repeated = lab.trace(trace.algorithm, trace.inputs);
  assert.deepEqual(repeated.outputs, trace.outputs);
});

test("what cannot be a batch is refused, and says why", () => {
  const of = (inputs) => refusalOf(() => lab.trace("multi-head-attention", inputs));
  const x = sequences[0];
  const refused = (input, why) => ({ code: "no-batch", input, why });
  assert.deepEqual(
    of({ ...learned, x, wKey: { batch: [square(1), square(2)].map(nested) } }),
    refused("wKey", "learned"),
  );
  const graph = { nodes: 3, edges: [[0, 1]] };
  const gcn = { graph, x: { batch: drawn([2, 3, 4], 1) }, w: square(1) };
  assert.deepEqual(
    refusalOf(() => lab.trace("gcn-layer", gcn)),
    refused("x", "graph"),
  );
  assert.deepEqual(
    refusalOf(() => lab.permutationTest("multi-head-attention", batch)),
    refused("x", "order"),
  );
  assert.deepEqual(
    refusalOf(() => numpy(lab.trace("multi-head-attention", batch))),
    refused("x", "export"),
  );
  assert.equal(of({ ...batch, x: { batch: x } }).code, "wrong-rank");
  assert.equal(of({ ...batch, x: { batch: [], more: 1 } }).code, "unknown-input");
  assert.equal(of({ ...batch, heads: { batch: [2] } }).code, "wrong-type");
});

const nested = ({ shape: [rows, columns], data }) =>
  Array.from({ length: rows }, (_, row) => [...data.slice(row * columns, (row + 1) * columns)]);

const path = {
  nodes: 3,
  edges: [
    [0, 1],
    [1, 2],
  ],
};
const pair = { nodes: 2, edges: [[0, 1]], weights: [0.5] };
const way = { nodes: 2, edges: [[1, 0]], directed: true };

test("several graphs are one graph, with the numbers where each begins", () => {
  const { graph, offsets } = lab.disjointUnion([path, pair]);
  assert.deepEqual(offsets, [0, 3, 5]);
  assert.deepEqual([graph.nodes, graph.directed], [5, false]);
  assert.deepEqual([...graph.edges.data], [0, 1, 1, 2, 3, 4]);
  assert.deepEqual([...graph.weights], [1, 1, 0.5]);
  const mixed = lab.disjointUnion([{ nodes: 2, edges: [[0, 1]] }, way]);
  assert.equal(mixed.graph.directed, true);
  assert.deepEqual([...mixed.graph.edges.data], [0, 1, 1, 0, 3, 2]);
  assert.ok(!("weights" in mixed.graph));
  assert.deepEqual(lab.disjointUnion([]), {
    graph: { nodes: 0, edges: { shape: [0, 2], data: new Float64Array(0) }, directed: false },
    offsets: [0],
  });
});

test("layers of messages give each graph of a union the bits that it has alone", () => {
  const graphs = [path, pair, way];
  const features = graphs.map(({ nodes }, seed) => drawn([nodes, 4], seed + 1));
  const { graph, offsets } = lab.disjointUnion(graphs);
  const x = { shape: [graph.nodes, 4], data: Float64Array.from(features.flatMap(({ data }) => [...data])) };
  const heads = {
    w: drawn([4, 4], 9),
    attentionSource: drawn([2, 2], 10),
    attentionTarget: drawn([2, 2], 11),
    heads: 2,
  };
  for (const [id, given] of [
    ["gcn-layer", { w: square(9) }],
    ["gat-layer", heads],
  ]) {
    const all = lab.trace(id, { graph, x, ...given }).outputs.output;
    graphs.forEach((one, place) => {
      const alone = lab.trace(id, { graph: one, x: features[place], ...given }).outputs.output;
      const width = alone.shape[1];
      const rows = all.data.slice(offsets[place] * width, offsets[place + 1] * width);
      assert.deepEqual(rows, alone.data, `${id}, graph ${place}`);
    });
  }
});

test("a graph that is wrong is named by its place", () => {
  const of = (...graphs) => refusalOf(() => lab.disjointUnion(...graphs));
  assert.deepEqual(of(path), {
    code: "wrong-type",
    input: "graphs",
    expected: "an array of graphs",
    found: "an object",
  });
  assert.equal(of([path, { nodes: 2 }]).input, "graphs[1].edges");
  const outside = of([path, { nodes: 2, edges: [[0, 5]] }]);
  assert.deepEqual([outside.code, outside.input, outside.value], ["out-of-range", "graphs[1].edges", 5]);
  assert.equal(of([{ ...path, weights: [1] }]).input, "graphs[0].weights");
});
