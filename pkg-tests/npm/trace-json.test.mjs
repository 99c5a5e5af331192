/** Traces as copies and as JSON: their methods, their schema, and what is computed again from their inputs. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";

import { load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { casesOf } from "../shared/replay.mjs";

const lab = await load();
const schema = JSON.parse(await readFile(new URL("../../pkg/trace.schema.json", import.meta.url), "utf8"));
const isTrace = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
const cases = casesOf(await caseFiles());
const x = [
  [1, 2],
  [3, 4],
];
const attend = (inputs = {}) =>
  lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x, causal: true, ...inputs });
const written = (trace) => JSON.parse(JSON.stringify(trace));

/** The last cell of the last step that has any. */
function lastCell(trace) {
  const step = trace.steps.findLast(({ data }) => data.length > 0);
  return step && [step.id, step.shape.map((length) => length - 1)];
}

test("a step is found by its id, and an unknown id is refused with the nearest", () => {
  const trace = attend();
  assert.equal(trace.step("attention.scores"), trace.steps[3]);
  assert.throws(() => trace.step("attention.score"), {
    code: "unknown-step",
    message: /did you mean `attention.scores`/,
  });
  assert.throws(() => trace.step(3), {
    code: "wrong-type",
    facts: { input: "step", expected: "the id of a step", found: "3" },
  });
});

test("numbers of a step as nested arrays have its shape", () => {
  const trace = attend();
  assert.deepEqual(trace.step("attention.scores").nested(), [
    [5, 11],
    [11, 25],
  ]);
  assert.equal(trace.step("attention.width").nested(), 2);
  const empty = attend({ query: { shape: [0, 2], data: [] } });
  assert.deepEqual(empty.step("attention.query").nested(), []);
  const heads = lab.trace("multi-head-attention", {
    x,
    heads: 2,
    ...{ wQuery: x, wKey: x, wValue: x, wOutput: x },
  });
  const deep = heads.steps.find(({ shape }) => shape.length === 3);
  const nested = deep.nested();
  assert.deepEqual(nested.flat(2), [...deep.data]);
  assert.deepEqual([nested.length, nested[0].length, nested[0][0].length], deep.shape);
});

test("copies and comparisons see the data alone", () => {
  const trace = attend();
  const copy = structuredClone(trace);
  assert.deepEqual(copy, trace);
  assert.deepEqual(attend(), trace);
  assert.notDeepEqual(attend({ causal: false }), trace);
  assert.deepEqual(Object.keys(trace), ["algorithm", "inputs", "steps", "outputs", "notices"]);
  assert.ok(!Object.keys(trace.steps[0]).includes("nested"));
});

test("the inputs of a trace repeat it, and share the numbers of the steps that show them", () => {
  const trace = attend({
    mask: [
      [true, true],
      [false, true],
    ],
  });
  assert.deepEqual(lab.trace(trace.algorithm, trace.inputs), trace);
  assert.equal(trace.inputs.query.data, trace.step("attention.query").data);
  const graph = {
    nodes: 3,
    edges: [
      [0, 1],
      [1, 2],
    ],
    directed: true,
    weights: [1, 2],
  };
  const normalized = lab.trace("gcn-normalization", { graph, selfLoops: false });
  assert.deepEqual(normalized.inputs, {
    graph: {
      nodes: 3,
      edges: { shape: [2, 2], data: Float64Array.of(0, 1, 1, 2) },
      directed: true,
      weights: Float64Array.of(1, 2),
    },
    selfLoops: false,
  });
});

test("every trace of the golden files and examples is valid by the schema, and is computed again with the same bits", () => {
  assert.ok(cases.length > 100, `${cases.length} cases`);
  for (const { algorithm, name, inputs } of cases) {
    const trace = lab.trace(algorithm, inputs);
    const json = written(trace);
    assert.ok(isTrace(json), `${algorithm}, ${name}: ${JSON.stringify(isTrace.errors)}`);
    const restored = lab.fromJSON(json);
    assert.deepEqual(restored.differences, [], `${algorithm}, ${name}`);
    assert.deepEqual(restored.trace.steps, trace.steps);
  }
});

test("a copy of every trace can be taken apart", () => {
  for (const { algorithm, name, inputs } of cases) {
    const trace = lab.trace(algorithm, inputs);
    const cell = lastCell(trace);
    if (!cell) continue;
    assert.deepEqual(lab.cell(structuredClone(trace), ...cell), lab.cell(trace, ...cell), `${algorithm}, ${name}`);
  }
});

test("a trace of another lab can be taken apart", async () => {
  const bytes = await readFile(new URL("../../pkg/attograph.wasm", import.meta.url));
  const other = await load({ bytes });
  const trace = attend();
  assert.deepEqual(other.cell(trace, "attention.scores", [1, 0]), lab.cell(trace, "attention.scores", [1, 0]));
});

test("a trace from JSON is refused with the function that reads it", () => {
  const message = /one from JSON; read it by `lab\.fromJSON\(value\)`$/;
  assert.throws(() => lab.cell(written(attend()), "attention.scores", [0, 0]), { code: "foreign-trace", message });
});

test("NaN, infinities and -0 go through JSON", () => {
  const query = [
    [Number.NaN, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, -0],
  ];
  const trace = attend({ query, nonFinite: "propagate" });
  const json = written(trace);
  assert.deepEqual(json.steps[0].data, ["NaN", "Infinity", "-Infinity", "-0"]);
  assert.ok(isTrace(json));
  const restored = lab.fromJSON(json);
  assert.deepEqual(restored.differences, []);
  assert.deepEqual(restored.trace, trace);
});

test("what differs is named: numbers with their index, shapes, and what is missing or unknown", () => {
  const json = written(attend());
  const step = (id) => json.steps.find((one) => one.id === id);
  step("attention.scores").data[1] = 12;
  step("attention.scores").data[3] = "NaN";
  Object.assign(step("attention.scaled"), { shape: [4], data: [1, 2, 3, 4] });
  step("attention.weights").id = "attention.wheights";
  json.outputs.output.data[2] += 1e-15;
  delete json.outputs.weights;
  const computed = attend();
  assert.deepEqual(lab.fromJSON(json), {
    trace: computed,
    differences: [
      { step: "attention.scores", kind: "number", index: [0, 1], stored: 12, computed: 11, count: 2 },
      { step: "attention.scaled", kind: "shape", stored: [4], computed: [2, 2] },
      { step: "attention.weights", kind: "missing" },
      { step: "attention.wheights", kind: "unknown" },
      {
        output: "output",
        kind: "number",
        index: [1, 0],
        stored: json.outputs.output.data[2],
        computed: computed.outputs.output.data[2],
        count: 1,
      },
      { output: "weights", kind: "missing" },
    ],
  });
});

test("changed inputs change what is computed, and are refused where the algorithm refuses them", () => {
  const json = written(attend());
  json.inputs.query.data[0] = 2;
  assert.ok(lab.fromJSON(json).differences.length > 5);
  const refused = (change, code) => {
    const spoiled = written(attend());
    change(spoiled);
    assert.throws(() => lab.fromJSON(spoiled), { name: "AttographError", code });
  };
  refused((json) => Object.assign(json.inputs, { quary: x }), "unknown-input");
  refused((json) => Object.assign(json, { algorithm: "scaled-dot-product-atention" }), "unknown-algorithm");
  refused((json) => json.inputs.query.data.pop(), "data-length");
  refused((json) => json.steps[3].data.pop(), "data-length");
  assert.throws(() => lab.fromJSON(written(attend()), { limit: { seconds: 0 } }), { code: "over-limit" });
  assert.throws(() => lab.fromJSON(JSON.stringify(attend())), { code: "wrong-type", message: /parsed from its JSON/ });
});

/** Every place in a JSON value: the object or array, and the key in it. */
function* placesIn(value) {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value, key];
    yield* placesIn(value[key]);
  }
}

test("what the schema does not allow is refused with the place, and nothing else is", () => {
  const others = [null, true, -1, 1.5, 7, "x", "NaN", "given", [], {}, [1], ["x"], undefined];
  const json = written(lab.trace("gcn-normalization", { graph: { nodes: 1, edges: [] } }));
  let refused = 0;
  for (const [parent, key] of [...placesIn(json)]) {
    const original = parent[key];
    for (const other of others) {
      if (other === undefined && Array.isArray(parent)) continue;
      if (other === undefined) delete parent[key];
      else parent[key] = other;
      let byPlace = false;
      try {
        lab.fromJSON(json);
      } catch (error) {
        assert.equal(error.name, "AttographError");
        byPlace = error.code !== "data-length" && `${error.facts.input}`.startsWith("trace");
      }
      assert.equal(byPlace, !isTrace(json), `${key} ${JSON.stringify(other)}: ${JSON.stringify(isTrace.errors)}`);
      if (byPlace) refused += 1;
      if (other === undefined) Object.assign(parent, { [key]: original });
      else parent[key] = original;
    }
  }
  assert.ok(refused > 500, `${refused} refused`);
});
