/** Whatever is passed to a public function, it returns a result or throws an AttographError, and the library still computes. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Script } from "node:vm";
import fc from "fast-check";
import { load as loadInline } from "../../pkg/inline.js";
import { AttographError, load } from "../../pkg/node.js";
import { handIn } from "../../pkg/sheet.js";
import { load as loadSlim } from "../../pkg/slim.js";
import english from "../../pkg/text/en.js";
import { lookup } from "../../pkg/text.js";
import { spoil, spoils } from "../shared/hostile.mjs";

fc.configureGlobal({ seed: 11, numRuns: 400 });

const lab = await load();
const x = [
  [1, 2],
  [3, 4],
];
const attention = "scaled-dot-product-attention";
const attend = () => lab.trace(attention, { query: x, key: x, value: x });
const asked = { of: "output", upstream: x, wrt: ["value", "query"] };
const back = () => lab.gradient(attention, { query: x, key: x, value: x }, asked).trace;
const expected = attend().outputs.output.data;
const graph = { nodes: 3, edges: [[0, 1]], directed: false, weights: [1] };
const [{ id: exerciseId }] = lab.exercises();
const exercise = { id: exerciseId, seed: 1, difficulty: "easy" };
const drawn = lab.exercise(exerciseId, exercise);
const answers = Object.fromEntries(drawn.asked.map(({ step }) => [step, ["1", ""]]));
const [derivation] = lab.derivations();
const texts = Object.fromEntries(derivation.entries.map(({ id, solution }) => [id, solution]));
const homework = await lab.homework(exercise, answers);
const trace = structuredClone(attend());
const onGraph = structuredClone(lab.trace("gcn-normalization", { graph }));
const heads = { x, heads: 1, wQuery: x, wKey: x, wValue: x, wOutput: x };
const step = trace.steps.find(({ id }) => id === "attention.scores");
const [poll] = lab.polls();
const questions = JSON.parse(
  await readFile(new URL("../../examples/questions/questions.json", import.meta.url), "utf8"),
);
const sheet = {
  format: "attograph-sheet",
  version: 1,
  title: "One",
  parts: [
    { kind: "text", text: "Read." },
    { kind: "exercise", id: exerciseId, difficulty: "easy", seeds: [1, 9] },
    { kind: "derivation", id: derivation.id },
    { kind: "poll", id: poll.id },
    { kind: "own-poll", poll: questions.polls[0] },
  ],
};
const done = [null, answers, texts, {}, {}];

/** Arguments that are right, for every function of a lab. */
const CALLS = {
  backends: [[]],
  catalog: [[]],
  cell: [
    [attend(), "attention.scores", [0, 1]],
    [structuredClone(attend()), "attention.scores", [0, 1]],
    [structuredClone(back()), "gradient/attention.value", [0, 1]],
  ],
  check: [[derivation.id, texts, { seed: 1 }]],
  markDerivation: [[derivation.id, texts, { seed: 1 }]],
  count: [
    [attention, { query: x, key: x, value: x }],
    [attention, { query: x, key: x, value: x }, { gradient: asked }],
  ],
  gradient: [
    [attention, { query: x, key: x, value: x }, { ...asked, limit: { seconds: 10 } }],
    ["gcn-normalization", { graph }, { at: [0, 0], through: "every-step" }],
  ],
  estimate: [[attention, { query: x, key: x, value: x }, { gradient: { of: "weights" } }]],
  derivations: [[]],
  errata: [[]],
  erratum: [[lab.errata()[0].id]],
  example: [["layer-norm"]],
  exercise: [[exerciseId, exercise]],
  exercises: [[]],
  fast: [[]],
  fromJSON: [[JSON.parse(JSON.stringify(attend())), { limit: { seconds: 10 } }], [JSON.parse(JSON.stringify(back()))]],
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
  disjointUnion: [[[graph, { ...graph, directed: true }]]],
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
    ["multi-head-attention", { x: { batch: [x, x] }, heads: 1, wQuery: x, wKey: x, wValue: x, wOutput: x }],
    ["multi-head-attention", { x, heads: 1, params: { wQuery: x, wKey: x, wValue: x, wOutput: x } }],
    ["sinusoidal-encoding", { length: 2, width: 2 }],
  ],
  verify: [[JSON.parse(JSON.stringify(homework))]],
};

const find = lookup(english);

/** Arguments that are right, for every function of the other entries. */
const OTHERS = {
  "./export": {
    arrayLiteral: [[{ shape: [2, 2], data: Float64Array.of(1, 2, 3, 4) }]],
    csv: [[step], [structuredClone(lab.trace("multi-head-attention", heads).step("multi-head.weights"))]],
    csvField: [["=1"]],
    csvOfSteps: [[trace]],
    isOnGraph: [[trace], [onGraph]],
    json: [[trace]],
    latex: [[step, { decimals: 2 }]],
    latexOfCell: [[trace, structuredClone(lab.cell(attend(), "attention.scores", [0, 1])), { decimals: 2 }]],
    numpy: [[trace, { check: "steps" }]],
    pyg: [[onGraph, { check: "outputs" }]],
    pytorch: [[trace, { check: "steps" }]],
  },
  "./import": {
    read: [["1,2\n3,4", { format: "table", slices: true }], ["a b", { directed: true }], [Uint8Array.of(49, 44, 50)]],
    sniff: [["[1, 2]"]],
  },
  "./questions": {
    checkQuestions: [[lab, questions]],
    inWords: [[questions.polls[0].question, "ko"]],
    revealQuestion: [[lab, questions.polls[0]]],
    statementIds: [[questions.polls[0]]],
  },
  "./sheet": {
    handIn: [[lab, sheet, "Ada", done]],
    isHandedIn: [[{ format: "attograph-handed-in" }]],
    readSheet: [[sheet]],
    seedFor: [[sheet, 1, "Ada"]],
    verifyHandedIn: [[lab, structuredClone(await handIn(lab, sheet, "Ada", done))]],
  },
  "./text": {
    errorText: [[find, { code: "wrong-rank", facts: { input: "x", expected: 2, found: 1, index: [0] }, message: "m" }]],
    expectationText: [[find, "a whole number (2 × 3)"]],
    fillText: [["{a} and {b}", { a: 1, b: "x" }]],
    findText: [[{ errors: { a: { b: "text" } } }, "errors.a.b"]],
    fullNumber: [[0.5]],
    lookup: [[{ errors: { a: "text" } }]],
    markText: [
      [find, { kind: "misconception", ids: ["a"] }],
      [find, { kind: "unreadable", place: 1, expected: "a digit" }],
    ],
    noteKey: [[structuredClone(lab.cell(attend(), "attention.weights", [0, 1]))]],
    noticeText: [[find, { code: "duplicate-edge", nodes: [1, 2], count: 2 }, (node) => `${node}`]],
    shortNumber: [[0.25]],
    sourceText: [[find, structuredClone(lab.errata()[0].source)]],
  },
  "./fast": { loadFast: [[{ wasm: "simd" }]], loadPool: [[{ wasm: "simd", workers: 1 }]] },
  "./fast/inline": { loadFast: [[{ wasm: "simd" }]] },
};

/** What is exported beside these: errors, what lives behind other calls, and the loads that are called below. */
const CLASSES = ["AttographError", "Checked", "load"];
/** What modules of the package use of each other, and says so. */
const INTERNAL = ["forLabs", "library", "plainName", "withFile"];
/** Entries that need a document, and texts. */
const WITHOUT_FUNCTIONS = [
  ...["./elements", "./elements/inline", "./reveal"],
  ...["./text/en", "./text/ko", "./*.wasm", "./trace.schema.json", "./questions.schema.json"],
];

/** Ends what would go on for ever: a bound for what never comes, not a measurement. */
const PATIENCE = 60_000;
const script = new Script("spoiledCall()");
function bounded(call) {
  globalThis.spoiledCall = call;
  return script.runInThisContext({ timeout: PATIENCE });
}

/** Calls a function; what it throws must be an AttographError, and no defect. */
async function survives(call) {
  try {
    return await bounded(call);
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

test("the calls below cover every function of every entry", async () => {
  const { exports } = JSON.parse(await readFile(new URL("../../pkg/package.json", import.meta.url), "utf8"));
  for (const [entry, file] of Object.entries(exports)) {
    if (WITHOUT_FUNCTIONS.includes(entry) || entry === "./package.json") continue;
    const module = await import(new URL(file.node ?? file.default, new URL("../../pkg/", import.meta.url)));
    const known = [...Object.keys(OTHERS[entry] ?? {}), ...CLASSES, ...INTERNAL];
    assert.deepEqual(
      Object.keys(module).filter((name) => !known.includes(name)),
      [],
      entry,
    );
    OTHERS[entry] &&= Object.fromEntries(
      Object.entries(OTHERS[entry]).map(([name, calls]) => [name, { calls, of: module }]),
    );
  }
});

for (const [entry, functions] of Object.entries(OTHERS)) {
  for (const name of Object.keys(functions)) {
    test(`${entry}: ${name}`, async () => {
      const { calls, of } = OTHERS[entry][name];
      for (const args of calls) {
        const right = await of[name](...args);
        right?.dispose?.();
        const property = fc.asyncProperty(spoils(args), async (how) => {
          const result = await survives(() => of[name](...spoil(args, how)));
          result?.dispose?.();
        });
        await fc.assert(property, { numRuns: entry.startsWith("./fast") ? 60 : 200 });
      }
      stillComputes();
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
    const property = fc.asyncProperty(spoils(args), async (how) => {
      await survives(() => one(...spoil(args, how)));
    });
    await fc.assert(property);
    stillComputes();
    const { outputs } = await lab.run(attention, { query: x, key: x, value: x }, { backend: "cpu" });
    for (const [i, number] of outputs.output.data.entries()) assert.ok(Math.abs(number - expected[i]) < 1e-5);
  }
});
