/** Inputs by their former names: the same bits from every function, with a notice. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { casesOf } from "../shared/replay.mjs";

const lab = await load();
const algorithms = new Map(lab.catalog().map((entry) => [entry.id, entry]));

/** Inputs by name, with dots where they are nested. */
const flat = (inputs, path = "") =>
  Object.entries(inputs).flatMap(([name, value]) => {
    const isGroup = typeof value === "object" && !Array.isArray(value) && !("data" in value) && !("nodes" in value);
    return isGroup ? flat(value, `${path}${name}.`) : [[path + name, value]];
  });

/** Nested inputs of a list by name. */
function nest(entries) {
  const inputs = {};
  for (const [name, value] of entries) {
    const path = name.split(".");
    const last = path.pop();
    let group = inputs;
    for (const part of path) group = group[part] ??= {};
    group[last] = value;
  }
  return inputs;
}

/** Each input by its former name, if it had another. */
const formerly = (id, inputs) => {
  const names = new Map(algorithms.get(id).inputs.map(({ name, former }) => [name, former ?? name]));
  return flat(inputs).map(([name, value]) => [names.get(name) ?? name, value]);
};

const RENAMED = lab.catalog().filter(({ inputs }) => inputs.some(({ former }) => former !== null));
const cases = casesOf(await caseFiles()).filter(({ algorithm }) => RENAMED.some(({ id }) => id === algorithm));

const square = (seed) => ({ shape: [4, 4], data: lab.random([4, 4], { seed }).data });
const x = { shape: [6, 4], data: lab.random([6, 4], { seed: 1 }).data };
const projections = { wQuery: square(2), wKey: square(3), wValue: square(4), wOutput: square(5) };
const present = { x, heads: 2, ...projections };
const former = { x, heads: 2, params: projections };
const NOTICE = { code: "renamed-input", input: "params.wKey", name: "wKey" };

test("former names are those of the catalog, and trace, run, count, estimate and permute with the same bits", async () => {
  assert.equal(RENAMED.flatMap(({ inputs }) => inputs.filter(({ former }) => former !== null)).length, 147);
  const seen = new Set();
  for (const { algorithm: id, name, inputs } of cases) {
    const what = `${id}: ${name}`;
    const old = nest(formerly(id, inputs));
    assert.notDeepEqual(Object.keys(old).sort(), Object.keys(inputs).sort(), what);
    const [one, other] = [lab.trace(id, inputs), lab.trace(id, old)];
    assert.deepEqual(other.steps, one.steps, what);
    assert.deepEqual(other.outputs, one.outputs, what);
    assert.deepEqual(other.notices.slice(0, -1), one.notices, what);
    const notice = other.notices.at(-1);
    assert.equal(notice.code, "renamed-input", what);
    assert.ok(algorithms.get(id).inputs.some((input) => input.name === notice.name && input.former === notice.input));
    // Names that are written with dots, too.
    assert.deepEqual(lab.trace(id, Object.fromEntries(formerly(id, inputs))).steps, one.steps, what);
    // The inputs of a trace are those that were given.
    assert.deepEqual(
      flat(other.inputs)
        .map(([name]) => name)
        .sort(),
      formerly(id, inputs)
        .map(([name]) => name)
        .sort(),
    );
    assert.deepEqual(lab.fromJSON(JSON.parse(JSON.stringify(other))).differences, [], what);
    const step = one.steps.at(-1);
    const index = step.shape.map(() => 0);
    if (step.data.length > 0) {
      assert.deepEqual(lab.cell(structuredClone(other), step.id, index), lab.cell(one, step.id, index), what);
    }
    assert.deepEqual(lab.count(id, old), lab.count(id, inputs), what);
    assert.deepEqual(lab.estimate(id, old), lab.estimate(id, inputs), what);
    const result = await lab.run(id, old);
    assert.deepEqual(result.outputs, (await lab.run(id, inputs)).outputs, what);
    assert.equal(result.notices.at(-1).code, "renamed-input", what);
    seen.add(id);
  }
  assert.equal(seen.size, RENAMED.length);
  assert.deepEqual(
    lab.permutationTest("multi-head-attention", former),
    lab.permutationTest("multi-head-attention", present),
  );
  assert.throws(() => lab.permutationTest("multi-head-attention", former, { inputs: ["params.wQuery"] }), {
    code: "missing-input",
    facts: { input: "axes" },
  });
  assert.throws(() => lab.permutationTest("gcn-layer", {}, { inputs: ["params.w"] }), { code: "unknown-input" });
});

test("the fast engine takes former names, also for its handles, with the notice", async () => {
  const expected = await lab.run("multi-head-attention", present, { backend: "cpu" });
  const found = await lab.run("multi-head-attention", former, { backend: "cpu" });
  assert.deepEqual([found.backend, found.notices, expected.notices], ["cpu", [NOTICE], []]);
  assert.deepEqual(found.outputs, expected.outputs);
  const engine = await lab.fast();
  for (const prefix of ["", "params."]) {
    const handles = Object.entries(projections).map(([name, { shape, data }]) => [
      prefix + name,
      engine.tensor(shape, data),
    ]);
    const held = await lab.run(
      "multi-head-attention",
      { x, heads: 2, ...Object.fromEntries(handles) },
      { backend: "cpu" },
    );
    assert.deepEqual([held.backend, held.notices], ["cpu", prefix ? [NOTICE] : []], prefix);
    assert.deepEqual(held.outputs, expected.outputs, prefix);
  }
});

test("an input by both names is refused, and an error names an input as it was given", async () => {
  const both = { ...present, params: { wKey: square(3) } };
  const refused = { code: "given-twice", facts: { input: "params.wKey", name: "wKey" } };
  assert.throws(() => lab.trace("multi-head-attention", both), refused);
  assert.throws(() => lab.count("multi-head-attention", both), refused);
  assert.throws(() => lab.estimate("multi-head-attention", both), refused);
  assert.throws(() => lab.permutationTest("multi-head-attention", both), refused);
  for (const backend of ["auto", "reference", "cpu"]) {
    await assert.rejects(lab.run("multi-head-attention", both, { backend }), refused, backend);
  }
  const wrong = { shape: [3, 4], data: new Float64Array(12) };
  for (const [inputs, input] of [
    [{ ...present, wValue: wrong }, "wValue"],
    [{ ...former, params: { ...projections, wValue: wrong } }, "params.wValue"],
  ]) {
    const named = ({ code, facts }) => code === "shape-mismatch" && facts.input === input;
    assert.throws(() => lab.trace("multi-head-attention", inputs), named, input);
    await assert.rejects(lab.run("multi-head-attention", inputs, { backend: "cpu" }), named, input);
  }
  assert.throws(() => lab.trace("multi-head-attention", { params: Promise.resolve(projections) }), {
    code: "wrong-type",
    message: /^`params` must be an object, but it is a promise/,
  });
});

test("the notice and the error are sentences with both names, in each language", async () => {
  for (const [text, words] of [
    ["en", /^The input `params.wKey` is now called `wKey`\./],
    ["ko", /^입력 `params.wKey`의 이름은 이제 `wKey`입니다\./],
  ]) {
    const spoken = await load({ text });
    assert.match(spoken.trace("multi-head-attention", former).notices[0].text, words);
    assert.throws(
      () => spoken.trace("multi-head-attention", { ...present, ...former }),
      (error) => /`params.wKey`.*`wKey`/.test(spoken.text.error(error)),
    );
  }
});

test("a language of one's own may have the former names as keys", async () => {
  const inputs = { "params.wQuery": "Requêtes", "encoderNorm.gamma": "Gamma" };
  const { text } = await load({ text: { language: "fr", inputs } });
  assert.deepEqual([text.find("inputs.wQuery"), text.find("inputs.encoder.norm.gamma")], ["Requêtes", "Gamma"]);
});

test("the program takes former names", async () => {
  const folder = await mkdtemp(join(tmpdir(), "attograph-renamed-"));
  try {
    const file = join(folder, "inputs.json");
    const plain = (inputs) => JSON.stringify(inputs, (_, value) => (ArrayBuffer.isView(value) ? [...value] : value));
    const program = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
    const traced = [];
    for (const inputs of [present, former]) {
      await writeFile(file, plain(inputs));
      const args = [program, "trace", "multi-head-attention", "--inputs", file, "--csv"];
      traced.push(
        await new Promise((done, failed) =>
          execFile(process.execPath, args, (problem, stdout) => (problem ? failed(problem) : done(stdout))),
        ),
      );
    }
    assert.ok(traced[0].length > 500);
    assert.equal(traced[1], traced[0]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("homework of exercises whose inputs were renamed verifies", async () => {
  // Written by the library before the names changed.
  for (const [id, trace, seal] of [
    [
      "multi-head-attention-steps",
      "5f37de72226701eed6bab12724da680a083f3ab59c9f0ab810ff08af11e2b0fd",
      "83669f476c6a5ee638f620c0b6e63efeeb3321f1855b433ca280edbbdafefa60",
    ],
    [
      "residual-steps",
      "8bad043e79957e9647d2961ef696c2ebbd3c9f69678c95bec439580e980c7635",
      "9f9cfb55e9cb6e2b8e7abce7bc213c130b313aadfa1054bd3b48e4b9ddfd3b19",
    ],
  ]) {
    const exercise = lab.exercise(id, { seed: 7 });
    assert.ok(!("params" in exercise.inputs), id);
    const written = await lab.homework(exercise, { [exercise.asked[0].step]: ["1"] });
    assert.equal(written.trace, trace, id);
    const version = "0.1.0";
    const file = { ...written, version, seal };
    assert.equal((await lab.verify(file)).verdict, "verified", id);
  }
});
