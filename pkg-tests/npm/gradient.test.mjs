/** Gradients: against autograd, as traces, as cells, as JSON, their costs and their errors. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { numpy, pyg, pytorch } from "../../pkg/export.js";
import { load as loadInline } from "../../pkg/inline.js";
import { load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { contradiction } from "../shared/recompute.mjs";
import { casesOf } from "../shared/replay.mjs";

const lab = await load();
const schema = JSON.parse(await readFile(new URL("../../pkg/trace.schema.json", import.meta.url), "utf8"));
const isTrace = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
const x = [
  [1, 2],
  [0.5, -1],
];
const tokens = { query: x, key: x, value: x };
const back = (options, inputs = {}) => lab.gradient("scaled-dot-product-attention", { ...tokens, ...inputs }, options);
const written = (trace) => JSON.parse(JSON.stringify(trace));

/** Up to two cases of each algorithm, the smallest first. */
const files = await caseFiles();
const cases = files.flatMap((file) => {
  const all = casesOf([file]).map((one) => ({ ...one, size: JSON.stringify(one.inputs).length }));
  return all.sort((one, other) => one.size - other.size).slice(0, 2);
});

function* indices(shape, prefix = []) {
  if (prefix.length === shape.length) yield prefix;
  else for (let i = 0; i < shape[prefix.length]; i++) yield* indices(shape, [...prefix, i]);
}

/** Tensors in groups, each by the path of its name. */
const flat = (group, path = "") =>
  Object.entries(group).flatMap(([name, value]) =>
    value.data ? [[path + name, value]] : flat(value, `${path}${name}.`),
  );

const offset = (shape, index) => shape.reduce((place, length, axis) => place * length + index[axis], 0);

test("the gradients of PyTorch's autograd come out", async () => {
  const folder = new URL("../golden/gradients/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const algorithms = new Set();
  for (const name of names) {
    const file = JSON.parse(await readFile(new URL(name, folder), "utf8"));
    const algorithm = file.algorithm.replace(/-gradient$/, "");
    const entry = lab.catalog().find(({ id }) => id === algorithm).inputs;
    for (const { name: called, inputs, outputs } of casesOf([file])) {
      const { upstream, of, ...given } = inputs;
      const { gradients } = lab.gradient(algorithm, given, { upstream, ...(of && { of }) });
      const found = new Map(flat(gradients));
      for (const [input, { data: expected }] of flat(outputs)) {
        const { name: present } = entry.find(({ name, former }) => name === input || former === input);
        const allowed = 1e-8 * expected.reduce((most, number) => Math.max(most, Math.abs(number)), 0) + 1e-12;
        for (const [place, number] of found.get(present).data.entries())
          assert.ok(Math.abs(number - expected[place]) <= allowed, `${algorithm}, ${called}: ${input} at ${place}`);
        found.delete(present);
      }
      assert.deepEqual([...found.keys()], [], `${algorithm}, ${called}: no gradient there`);
    }
    algorithms.add(algorithm);
  }
  assert.ok(algorithms.size >= 56, `${algorithms.size} algorithms`);
});

test("the steps of the run are the run's, each step of the way back describes itself, and each number recomputes", () => {
  let cells = 0;
  let with_gradient = 0;
  for (const { algorithm, name, inputs } of cases) {
    const run = lab.trace(algorithm, inputs);
    const { trace, gradients } = lab.gradient(algorithm, inputs);
    const what = `${algorithm} / ${name}`;
    assert.deepEqual(trace.steps.slice(0, run.steps.length), run.steps, what);
    assert.deepEqual(trace.outputs, run.outputs, what);
    assert.deepEqual(trace.inputs, run.inputs, what);
    if (Object.keys(gradients).length > 0) with_gradient += 1;
    const ids = new Set(run.steps.map(({ id }) => id));
    for (const [input, gradient] of Object.entries(gradients)) {
      assert.ok(
        trace.steps.some(({ data }) => data === gradient.data),
        `${what}: ${input}`,
      );
      assert.equal(
        run.steps.find((step) => step.input === input)?.shape.join() ?? gradient.shape.join(),
        `${gradient.shape}`,
      );
    }
    const steps = new Map(trace.steps.map((step) => [step.id, step]));
    for (const step of trace.steps.slice(run.steps.length)) {
      assert.ok(step.id.startsWith("gradient/") && ids.has(step.gradient.of), `${what}: ${step.id}`);
      assert.ok(step.gradient.through === null || ids.has(step.gradient.through), `${what}: ${step.id}`);
      assert.ok(!step.formula.includes("#"), step.formula);
      if (step.data.length > 60) continue;
      for (const index of indices(step.shape)) {
        const cell = lab.cell(trace, step.id, index);
        assert.ok(Object.is(cell.value, step.data[offset(step.shape, index)]), `${what}: ${step.id} [${index}]`);
        for (const operand of cell.terms.flat()) {
          const from = steps.get(operand.step);
          assert.ok(step.reads.some((read) => read.step === operand.step));
          assert.ok(Object.is(operand.value, from.data[offset(from.shape, operand.index)]));
        }
        assert.equal(contradiction(cell), null, `${what}: ${step.id} [${index}]`);
        cells += 1;
      }
    }
  }
  assert.ok(cells > 5_000, `${cells} cells`);
  assert.ok(with_gradient > 60, `${with_gradient} runs with a gradient`);
});

test("a gradient goes through JSON and through copies with the same bits", () => {
  const asked = [
    undefined,
    { of: "weights", at: [1, 0] },
    {
      upstream: [
        [1, -0.25],
        [0, 2],
      ],
      wrt: ["value", "query"],
      through: "every-step",
    },
  ];
  for (const options of asked) {
    const { trace, gradients } = back(options);
    const json = written(trace);
    assert.ok(isTrace(json), JSON.stringify(isTrace.errors));
    const restored = lab.fromJSON(json);
    assert.deepEqual(restored.differences, []);
    assert.deepEqual(restored.trace, trace);
    assert.deepEqual(restored.gradients, gradients);
    const last = trace.steps.at(-1);
    const cell = [last.id, last.shape.map(() => 0)];
    assert.deepEqual(lab.cell(structuredClone(trace), ...cell), lab.cell(trace, ...cell));
    const again = lab.gradient(trace.algorithm, trace.inputs, trace.gradient);
    assert.deepEqual(again, { trace, gradients });
    json.steps.at(-1).data[0] += 1;
    assert.equal(lab.fromJSON(json).differences.length, 1);
  }
});

test("weights that layers share out have one gradient, each layer its part", () => {
  const encoder = casesOf(files.filter(({ algorithm }) => algorithm === "encoder"))[0];
  const { trace, gradients } = lab.gradient("encoder", encoder.inputs);
  const { w1 } = encoder.inputs;
  assert.deepEqual([...gradients.w1.shape], [...(w1.shape ?? [w1.length, w1[0].length, w1[0][0].length])]);
  const shares = trace.steps.filter(({ input }) => input?.startsWith("w1["));
  const parts = shares.flatMap(({ id }) => [...trace.step(`gradient/${id}`).data]);
  assert.ok(shares.length > 1);
  assert.deepEqual([...gradients.w1.data], parts);
  assert.equal(trace.step("gradient/input/w1").gradient.role, "layers");
});

test("a trace that is no longer kept is computed again, back as well", () => {
  const { trace } = back({ at: [0, 0] });
  const cell = lab.cell(trace, "gradient/attention.value", [1, 1]);
  for (let round = 0; round < 80; round++) lab.trace("scaled-dot-product-attention", tokens);
  assert.deepEqual(lab.cell(trace, "gradient/attention.value", [1, 1]), cell);
});

test("the inline entry gives the same bits", async () => {
  const other = await loadInline();
  assert.deepEqual(other.gradient("scaled-dot-product-attention", tokens), back());
});

test("what has no gradient is named, or refused where it was asked for", () => {
  const mask = [
    [1, 1],
    [0, 1],
  ];
  const { trace, gradients } = back({}, { mask });
  assert.deepEqual(Object.keys(gradients).sort(), ["key", "query", "value"]);
  const notice = trace.notices.find(({ code }) => code === "no-gradient");
  assert.equal(notice.input, "mask");
  assert.throws(() => back({ wrt: ["mask"] }, { mask }), {
    code: "no-gradient",
    facts: { input: "mask", step: notice.step, why: notice.why },
  });
});

const detached = new Float64Array(4);
structuredClone(detached, { transfer: [detached.buffer] });

test("what is asked is refused with a code and facts where it is wrong", () => {
  const refused = [
    [{ of: "weight" }, "unknown-output", { output: "weight", nearest: "weights" }],
    [{ of: 3 }, "wrong-type", { input: "of" }],
    [{ wrt: ["quary"] }, "unknown-input", { input: "quary", nearest: "query" }],
    [{ wrt: ["bias"] }, "missing-input", { input: "bias" }],
    [{ wrt: ["causal"] }, "wrong-type", { input: "causal" }],
    [{ wrt: "query" }, "wrong-type", { input: "wrt" }],
    [{ wrt: [1] }, "wrong-type", { input: "wrt" }],
    [{ wrt: new Array(2 ** 30) }, "too-large", { what: "wrt" }],
    [{ at: [2, 0] }, "index-out-of-bounds", { index: [2, 0], shape: [2, 2] }],
    [{ at: [0] }, "index-out-of-bounds", { index: [0] }],
    [{ at: [0.5, 0] }, "out-of-range", { input: "at" }],
    [{ at: [-1, 0] }, "out-of-range", { input: "at" }],
    [{ at: "0,0" }, "wrong-type", { input: "at" }],
    [{ at: [0, 0], upstream: x }, "wrong-type", { input: "at" }],
    [{ upstream: [[1]] }, "shape-mismatch", { input: "upstream" }],
    [{ upstream: [1, 2] }, "wrong-rank", { input: "upstream" }],
    [{ upstream: { shape: [2, 2], data: [1] } }, "data-length", { input: "upstream" }],
    [{ upstream: { shape: [2, 2], data: detached } }, "wrong-type", { input: "upstream.data" }],
    [
      {
        upstream: [
          [1, Number.NaN],
          [0, 0],
        ],
      },
      "non-finite",
      { input: "upstream", index: [0, 1] },
    ],
    [{ upstream: Promise.resolve(x) }, "wrong-type", { input: "upstream" }],
    [{ through: "closed" }, "wrong-type", { input: "through" }],
    [{ form: "closed-forms" }, "unknown-option", { option: "form" }],
    [{ limit: { bytes: 100 } }, "over-limit", { limitBytes: 100 }],
    [3, "wrong-type", { input: "options" }],
    [null, "wrong-type", { input: "options" }],
    [
      {
        get of() {
          throw new Error("no");
        },
      },
      "unreadable",
      {},
    ],
  ];
  for (const [options, code, facts] of refused) {
    assert.throws(
      () => back(options),
      (error) => {
        assert.equal(error.code, code, error.message);
        for (const [name, fact] of Object.entries(facts)) assert.deepEqual(error.facts[name], fact, error.message);
        return true;
      },
    );
  }
  assert.throws(() => lab.gradient("gat-layr", {}), { code: "unknown-algorithm" });
  assert.throws(() => lab.count("gat-layer", {}, { gradients: {} }), { code: "unknown-option" });
  assert.throws(() => lab.estimate("gat-layer", {}, { gradient: { limit: false } }), { code: "unknown-option" });
});

test("both are counted, and estimated before they are run", () => {
  const id = "scaled-dot-product-attention";
  const run = lab.count(id, tokens);
  const counted = lab.count(id, tokens, { gradient: {} });
  const { trace } = back();
  assert.deepEqual(
    counted.steps.map(({ step }) => step),
    trace.steps.map((step) => step.id),
  );
  assert.deepEqual(counted.steps.slice(0, run.steps.length), run.steps);
  assert.ok(counted.total.multiplications > 2 * run.total.multiplications);
  assert.equal(counted.closedForm, null);
  const rows = { shape: [8192, 4], data: new Float64Array(8192 * 4) };
  const large = { query: rows, key: rows, value: rows };
  const [there, andBack] = [
    lab.estimate(id, large),
    lab.estimate(id, large, { gradient: { of: "weights", at: [0, 0] } }),
  ];
  assert.ok(andBack.bytes > 1.4 * there.bytes && andBack.seconds > there.seconds, `${andBack.bytes}, ${there.bytes}`);
  assert.throws(() => lab.gradient(id, large), { code: "over-limit" });
});

test("steps of a gradient have texts, in which those of the run have their titles", async () => {
  for (const [language, title] of [
    ["en", "Gradient of “Values”"],
    ["ko", /그래디언트/],
  ]) {
    const told = await load({ text: language });
    const { trace } = told.gradient("scaled-dot-product-attention", tokens);
    for (const step of trace.steps) {
      assert.ok(step.title && step.text, `${language}: ${step.id}`);
      assert.ok(!/[{}]/.test(step.title + step.text), `${step.title}: ${step.text}`);
    }
    const step = trace.step("gradient/attention.value");
    if (typeof title === "string") assert.equal(step.title.toLowerCase(), title.toLowerCase());
    else assert.match(step.title, title);
    const cell = told.cell(trace, step.id, [0, 0]);
    assert.deepEqual([cell.title, cell.text], [step.title, step.text]);
  }
});

test("a way back is written in NumPy step by step, and in PyTorch by autograd", () => {
  for (const { algorithm, name, inputs } of cases) {
    const { trace, gradients } = lab.gradient(algorithm, inputs);
    const what = `${algorithm} / ${name}`;
    const forward = trace.steps.filter(({ gradient }) => !gradient);
    const [byNumpy, byTorch] = [numpy(trace), pytorch(trace)];
    for (const { id, formula } of trace.steps) {
      const comment = new RegExp(`^# ${id.replace(/[[\]./]/g, "\\$&")}[:,]`, "m");
      assert.match(byNumpy, comment, `${what}: ${id}, ${formula}`);
      if (forward.some((step) => step.id === id)) assert.match(byTorch, comment, `${what}: ${id}`);
    }
    const names = Object.keys(gradients);
    assert.equal(byTorch.includes(".backward("), names.length > 0, what);
    if (names.length > 0) assert.match(byTorch, /\.requires_grad_\(\)[\s\S]*\.grad[,)]/, what);
    // The steps of a run have the names that they have without a way back, and those of a gradient say of what.
    const variables = [...byNumpy.slice(byNumpy.indexOf("# ---- steps")).matchAll(/^(grad_)?(\w+) = /gm)];
    const back = trace.steps.filter(({ gradient, op }) => gradient && op !== "given");
    assert.equal(variables.filter(([, graded]) => graded).length, back.length, what);
  }
  assert.throws(() => pyg(back().trace), { code: "wrong-type", message: /past the result and back/ });
});
