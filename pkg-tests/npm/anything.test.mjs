/** Whatever is passed to a public function, it returns a result or throws an AttographError, and the library still computes. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import { load as loadInline } from "../../pkg/inline.js";
import { AttographError, load } from "../../pkg/node.js";
import { load as loadSlim } from "../../pkg/slim.js";
import { spoil, spoils } from "../shared/hostile.mjs";

fc.configureGlobal({ seed: 11, numRuns: 400 });

const lab = await load();
const x = [
  [1, 2],
  [3, 4],
];
const attention = "scaled-dot-product-attention";
const attend = () => lab.trace(attention, { query: x, key: x, value: x });
const expected = attend().outputs.output.data;
const graph = { nodes: 3, edges: [[0, 1]], directed: false, weights: [1] };
const [{ id: exerciseId }] = lab.exercises();
const exercise = { id: exerciseId, seed: 1, difficulty: "easy" };
const drawn = lab.exercise(exerciseId, exercise);
const answers = Object.fromEntries(drawn.asked.map(({ step }) => [step, ["1", ""]]));
const [derivation] = lab.derivations();
const texts = Object.fromEntries(derivation.entries.map(({ id, solution }) => [id, solution]));
const homework = await lab.homework(exercise, answers);

/** Arguments that are right, for every function of a lab. */
const CALLS = {
  backends: [[]],
  catalog: [[]],
  cell: [
    [attend(), "attention.scores", [0, 1]],
    [structuredClone(attend()), "attention.scores", [0, 1]],
  ],
  check: [[derivation.id, texts, { seed: 1 }]],
  markDerivation: [[derivation.id, texts, { seed: 1 }]],
  count: [[attention, { query: x, key: x, value: x }]],
  estimate: [[attention, { query: x, key: x, value: x }]],
  derivations: [[]],
  errata: [[]],
  erratum: [[lab.errata()[0].id]],
  exercise: [[exerciseId, exercise]],
  exercises: [[]],
  fast: [[]],
  fromJSON: [[JSON.parse(JSON.stringify(attend())), { limit: { seconds: 10 } }]],
  homework: [[exercise, answers]],
  mark: [[exercise, answers]],
  permutationTest: [
    [
      attention,
      { query: x, key: x, value: x },
      { axes: ["query"], inputs: ["query"], permutation: [1, 0], seed: 1, tolerance: 1e-9 },
    ],
  ],
  poll: [[lab.polls()[0].id]],
  polls: [[]],
  random: [[[2, 3], { seed: 1, distribution: "integers", minimum: -3, maximum: 3, decimals: 2 }]],
  reveal: [[lab.polls()[0].id]],
  run: [
    [attention, { query: x, key: x, value: x, mask: x, causal: true }, { backend: "cpu", check: 2 }],
    ["gcn-normalization", { graph }, { backend: "reference", check: true }],
  ],
  trace: [
    [attention, { query: { shape: [2, 2], data: Float64Array.of(1, 2, 3, 4) }, key: x, value: x, emptyRow: "zero" }],
    ["gcn-normalization", { graph, selfLoops: true }],
    ["multi-head-attention", { x, heads: 1, wQuery: x, wKey: x, wValue: x, wOutput: x }],
    ["multi-head-attention", { x, heads: 1, params: { wQuery: x, wKey: x, wValue: x, wOutput: x } }],
    ["sinusoidal-encoding", { length: 2, width: 2 }],
  ],
  verify: [[JSON.parse(JSON.stringify(homework))]],
};

/** Calls a function; what it throws must be an AttographError, and no defect. */
async function survives(call) {
  try {
    await call();
  } catch (error) {
    assert.ok(isAttographError(error), `not an AttographError: ${described(error)}`);
    assert.ok(!["trapped", "internal"].includes(error.code), `${error.code}: ${error.message}`);
    assert.ok(error.message.length > 0);
  }
}

function isAttographError(error) {
  try {
    return error instanceof AttographError;
  } catch {
    return false;
  }
}

function described(error) {
  try {
    return error?.stack ?? String(error);
  } catch {
    return "something that cannot be read";
  }
}

const stillComputes = () => assert.deepEqual(attend().outputs.output.data, expected);

test("the calls below cover every function of a lab", () => {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(lab)).filter(
    (name) => !["constructor", "engine"].includes(name),
  );
  assert.deepEqual(names.sort(), Object.keys(CALLS).sort());
});

for (const [name, calls] of Object.entries(CALLS)) {
  for (const [number, args] of calls.entries()) {
    test(`lab.${name} ${number}`, async () => {
      await lab[name](...args);
      const property = fc.asyncProperty(spoils(args), async (how) => {
        await survives(() => lab[name](...spoil(args, how)));
        stillComputes();
      });
      await fc.assert(property);
    });
  }
}

test("load, with the library's file and without", async () => {
  const read = async (name) => new WebAssembly.Module(await readFile(new URL(`../../pkg/${name}`, import.meta.url)));
  const [bytes, fast] = await Promise.all([read("attograph.wasm"), read("attograph-fast-simd.wasm")]);
  const pool = () => Promise.reject(new Error("no workers here"));
  for (const [one, args] of [
    [loadSlim, [{ bytes, fast, pool, gpu: "off" }]],
    [load, [{ gpu: "off" }]],
    [loadInline, [{ gpu: "off" }]],
  ]) {
    await one(...args);
    await fc.assert(fc.asyncProperty(spoils(args), (how) => survives(() => one(...spoil(args, how)))));
    stillComputes();
    const { outputs } = await lab.run(attention, { query: x, key: x, value: x }, { backend: "cpu" });
    for (const [i, number] of outputs.output.data.entries()) assert.ok(Math.abs(number - expected[i]) < 1e-5);
  }
});
