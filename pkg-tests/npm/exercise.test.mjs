/** Exercises as a caller of the package meets them: drawn, filled in, marked; and refused with a code when they are asked for wrongly. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttographError, load } from "../../pkg/node.js";
import { DIFFICULTIES, rightAnswers } from "../shared/homework.mjs";
import { revoked, testRefusals } from "../shared/refused.mjs";
import { solutionOf } from "../shared/solution.mjs";

const lab = await load();
const everyInstance = (seeds) =>
  lab
    .exercises()
    .flatMap(({ id }) =>
      DIFFICULTIES.flatMap((difficulty) => seeds.map((seed) => lab.exercise(id, { seed, difficulty }))),
    );
const kinds = (marked) => marked.steps.map(({ cells }) => cells.map(({ kind }) => kind));

test("exercises list the steps that they ask for, and are frozen", () => {
  const catalog = new Map(lab.catalog().map((entry) => [entry.id, entry]));
  assert.ok(lab.exercises().length >= 2);
  for (const { id, algorithm, asked, decimals, misconceptions } of lab.exercises()) {
    const steps = new Map(catalog.get(algorithm).steps.map((step) => [step.id, step]));
    assert.ok(asked.length > 0 && misconceptions.length > 0, id);
    assert.ok(Number.isInteger(decimals) && decimals >= 0, id);
    const run = solutionOf(lab, lab.exercise(id, { seed: 1 })).steps;
    for (const { step, symbol, index, axes, formula, gradient } of asked) {
      // The catalog has no steps of a way back: the run has them.
      const declared = gradient ? run.find((one) => one.id === step) : steps.get(step.replace(/\[\d+\]/g, "[]"));
      const { template: _, ...role } = declared.gradient ?? { template: null };
      assert.deepEqual(gradient ?? {}, role, step);
      assert.deepEqual(
        [symbol, index, axes, formula],
        [declared.symbol, declared.index, declared.axes, declared.formula],
      );
    }
  }
  assert.equal(lab.exercises(), lab.exercises());
  assert.throws(() => lab.exercises().push({}), TypeError);
  assert.throws(() => {
    lab.exercises()[0].asked[0].symbol = "X";
  }, TypeError);
});

test("an exercise's inputs are those of its algorithm, and its shapes those of the run", () => {
  for (const exercise of everyInstance([0, 1, Number.MAX_SAFE_INTEGER])) {
    const trace = solutionOf(lab, exercise);
    const step = (id) => trace.steps.find((step) => step.id === id);
    for (const asked of exercise.asked) assert.deepEqual(step(asked.step).shape, asked.shape, asked.step);
    const given = trace.steps.filter(({ input }) => input !== null);
    assert.deepEqual(
      exercise.given.map(({ step, input, shape, data }) => ({ step, input, shape, data })),
      given.map(({ id, input, shape, data }) => ({ step: id, input, shape, data })),
    );
    assert.ok(Object.isFrozen(exercise) && Object.isFrozen(exercise.inputs));
  }
});

test("the same seed and difficulty give the same exercise, another seed another", () => {
  for (const { id } of lab.exercises()) {
    const draw = (seed) => lab.exercise(id, { seed, difficulty: "hard" });
    assert.deepEqual(draw(3), draw(3));
    // Of masks of blocks there are not many: two seeds may agree, ten do not.
    const drawn = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((seed) => JSON.stringify(draw(seed).inputs)));
    assert.ok(drawn.size > 3, id);
    assert.deepEqual(lab.exercise(id, { seed: 3 }), lab.exercise(id, { seed: 3, difficulty: "easy" }));
  }
});

test("the worked solution, typed in, is complete", () => {
  for (const exercise of everyInstance([1, 2, 3, 4, 5])) {
    const marked = lab.mark(exercise, rightAnswers(lab, exercise));
    assert.ok(marked.complete, `${exercise.id} ${exercise.seed} ${exercise.difficulty}`);
    assert.equal(marked.firstWrong, null);
    assert.ok(
      kinds(marked)
        .flat()
        .every((kind) => kind === "right"),
    );
  }
});

test("without answers every cell is empty", () => {
  for (const exercise of everyInstance([1])) {
    for (const answers of [
      {},
      { [exercise.asked[0].step]: [] },
      { [exercise.asked[0].step]: [null, undefined, " "].slice(0, 1) },
    ]) {
      const marked = lab.mark(exercise, answers);
      const lengths = exercise.asked.map(({ shape }) => shape.reduce((a, b) => a * b, 1));
      assert.deepEqual(
        kinds(marked),
        lengths.map((length) => new Array(length).fill("empty")),
      );
      assert.deepEqual([marked.complete, marked.firstWrong], [false, null]);
    }
  }
});

test("each kind of mark", () => {
  const exercise = lab.exercise("attention-steps", { seed: 5, difficulty: "hard" });
  const [scores, scaled, weights, output] = exercise.asked.map(({ step }) => step);
  const answers = rightAnswers(lab, exercise, 4);
  const right = solutionOf(lab, exercise).steps.find(({ id }) => id === scores).data;
  // A number whose second digit behind the point is no 0 is cut short; the last cell is no number at all.
  const long = right.findIndex((number) => Math.abs(number * 10 - Math.round(number * 10)) > 0.15);
  assert.ok(long >= 0 && long < right.length - 2);
  const first = [...answers[scores]];
  first[long] = right[long].toFixed(1);
  first[right.length - 1] = "1 + x";
  first[right.length - 2] = "";
  const typo = lab.mark(exercise, { [scores]: first });
  assert.deepEqual(typo.steps[0].cells[long], { kind: "too-few-digits" });
  // One that is rounded to a 0 there may be written without it: 5.2 for 5.20.
  const every = Array.from({ length: 40 }, (_, seed) => {
    const drawn = lab.exercise("attention-steps", { seed, difficulty: "hard" });
    const { step } = drawn.asked[2];
    const numbers = [...solutionOf(lab, drawn).steps.find(({ id }) => id === step).data];
    const cell = numbers.findIndex(
      (number) => /\.[1-9]0$/.test(number.toFixed(2)) && Math.abs(number * 10 - Math.round(number * 10)) > 1e-6,
    );
    if (cell < 0) return [];
    const typed = numbers.map((number, at) => number.toFixed(at === cell ? 1 : 4));
    return [lab.mark(drawn, { ...rightAnswers(lab, drawn, 4), [step]: typed }).steps[2].cells[cell].kind];
  }).flat();
  assert.ok(every.length > 3);
  assert.deepEqual([...new Set(every)], ["right"]);
  assert.deepEqual(typo.steps[0].cells.at(-1), { kind: "unreadable", place: 4, expected: "a name that is known here" });
  assert.deepEqual(typo.steps[0].cells.at(-2), { kind: "empty" });
  assert.deepEqual(typo.firstWrong, { step: scores, cell: long });

  // Without the scale; the rest is computed rightly from there.
  const unscaled = lab.trace(exercise.algorithm, {
    ...exercise.inputs,
    query: {
      shape: exercise.inputs.query.shape,
      data: exercise.inputs.query.data.map((q) => q * Math.sqrt(exercise.inputs.query.shape[1])),
    },
  });
  const texts = (id) => [...unscaled.steps.find((step) => step.id === id).data].map((number) => number.toFixed(6));
  const mistaken = lab.mark(exercise, {
    ...answers,
    [scaled]: texts(scaled),
    [weights]: texts(weights),
    [output]: texts(output),
  });
  assert.deepEqual(mistaken.steps[1].misconceptions, ["no-scale"]);
  assert.ok(mistaken.steps[1].cells.some((mark) => mark.kind === "misconception" && mark.ids[0] === "no-scale"));
  assert.equal(mistaken.firstWrong.step, scaled);
  const later = kinds(mistaken).slice(2).flat();
  assert.ok(later.every((kind) => kind === "follows-from-earlier" || kind === "right"));
  assert.ok(later.includes("follows-from-earlier"));

  const strange = lab.mark(exercise, {
    ...answers,
    [output]: answers[output].map((text, cell) => (cell === 1 ? "77.77" : text)),
  });
  assert.deepEqual(strange.steps[3].cells[1], { kind: "wrong" });
  assert.deepEqual(strange.steps[3].misconceptions, []);
  assert.deepEqual(strange.firstWrong, { step: output, cell: 1 });
  assert.equal(strange.complete, false);
});

test("three hints for each cell that is not right, the last of them its arithmetic", () => {
  for (const exercise of everyInstance([6])) {
    const answers = rightAnswers(lab, exercise);
    const { step, formula, gradient } = exercise.asked.at(-1);
    const texts = answers[step].map((_, cell) => (cell === 0 ? "" : "77.77"));
    const marked = lab.mark(exercise, { ...answers, [step]: texts });
    const solution = solutionOf(lab, exercise);
    for (const { cells, hints } of marked.steps.slice(0, -1)) assert.deepEqual(hints, new Array(cells.length).fill([]));
    const { data } = solution.steps.find(({ id }) => id === step);
    for (const [cell, [first, second, third]] of marked.steps.at(-1).hints.entries()) {
      assert.deepEqual(
        [first, second],
        [
          { kind: "step", step, ...(gradient && { gradient }) },
          { kind: "formula", step, formula },
        ],
      );
      assert.equal(lab.cell(solution, third.step, third.index).value, data[cell]);
    }
  }
});

test("the second hint leads back from the mistake that was named", () => {
  const exercise = lab.exercise("attention-steps", { seed: 5, difficulty: "hard" });
  const answers = rightAnswers(lab, exercise, 6);
  const marked = lab.mark(exercise, {
    "attention.scores": answers["attention.scores"],
    "attention.scaled": answers["attention.scores"],
  });
  for (const [cell, mark] of marked.steps[1].cells.entries()) {
    const hints = marked.steps[1].hints[cell];
    if (mark.kind === "misconception") assert.deepEqual(hints[1], { kind: "misconception", ids: ["no-scale"] });
    else assert.deepEqual([mark.kind, hints], ["right", []]);
  }
});

test("another try keeps exactly the right cells", () => {
  for (const exercise of everyInstance([7])) {
    const right = rightAnswers(lab, exercise);
    const typed = Object.fromEntries(
      Object.entries(right).map(([step, texts]) => [
        step,
        texts.map((text, cell) => (cell % 3 === 1 ? "77.77" : text)),
      ]),
    );
    const first = lab.mark(exercise, typed);
    const again = lab.mark(exercise, first.kept);
    const expected = kinds(first).map((step) => step.map((kind) => (kind === "right" ? "right" : "empty")));
    assert.deepEqual(kinds(again), expected);
    assert.deepEqual(again.kept, first.kept);
    assert.deepEqual(lab.mark(exercise, right).kept, right);
  }
});

test("an exercise is determined by its id, seed and difficulty", () => {
  const exercise = lab.exercise("attention-steps", { seed: 9, difficulty: "medium" });
  const answers = rightAnswers(lab, exercise);
  const stored = JSON.parse(JSON.stringify({ id: "attention-steps", seed: 9, difficulty: "medium", inputs: null }));
  assert.deepEqual(lab.mark(stored, answers), lab.mark(exercise, answers));
});

const key = { id: "attention-steps", seed: 1, difficulty: "easy" };
const cases = [
  ["unknown-exercise", { id: "x" }, () => lab.exercise("x", { seed: 1 })],
  ["unknown-exercise", { id: "" }, () => lab.mark({ ...key, id: "" }, {})],
  ["wrong-type", { input: "id" }, () => lab.exercise(7, { seed: 1 })],
  ["wrong-type", { input: "id", found: "a symbol" }, () => lab.exercise(Symbol("x"), { seed: 1 })],
  ["wrong-type", { input: "options" }, () => lab.exercise("attention-steps")],
  ["wrong-type", { input: "options" }, () => lab.exercise("attention-steps", null)],
  ["wrong-type", { input: "seed" }, () => lab.exercise("attention-steps", {})],
  ["wrong-type", { input: "seed" }, () => lab.exercise("attention-steps", { seed: "1" })],
  ["out-of-range", { input: "seed", value: -1 }, () => lab.exercise("attention-steps", { seed: -1 })],
  ["out-of-range", { input: "seed" }, () => lab.exercise("attention-steps", { seed: 0.5 })],
  ["out-of-range", { input: "seed" }, () => lab.exercise("attention-steps", { seed: 2 ** 53 })],
  ["wrong-type", { input: "difficulty" }, () => lab.exercise("attention-steps", { seed: 1, difficulty: "harder" })],
  ["wrong-type", { input: "difficulty" }, () => lab.exercise("attention-steps", { seed: 1, difficulty: 3 })],
  ["unreadable", {}, () => lab.exercise("attention-steps", revoked({}))],
  ["wrong-type", { input: "exercise" }, () => lab.mark("attention-steps", {})],
  ["wrong-type", { input: "exercise" }, () => lab.mark(null, {})],
  ["unreadable", {}, () => lab.mark(revoked({}), {})],
  ["wrong-type", { input: "answers" }, () => lab.mark(key)],
  ["wrong-type", { input: "answers" }, () => lab.mark(key, [["1"]])],
  ["unreadable", {}, () => lab.mark(key, revoked({}))],
  ["wrong-type", { input: "answers.attention.scores" }, () => lab.mark(key, { "attention.scores": "1" })],
  [
    "wrong-type",
    { input: "answers.attention.scores", index: [1] },
    () => lab.mark(key, { "attention.scores": ["1", 2] }),
  ],
  ["unknown-step", { step: "attention.query" }, () => lab.mark(key, { "attention.query": ["1"] })],
  ["unknown-step", { step: "__proto__" }, () => lab.mark(key, JSON.parse('{ "__proto__": ["1"] }'))],
  [
    "data-length",
    { input: "attention.scores", expected: 4, found: 5 },
    () => lab.mark(key, { "attention.scores": new Array(5).fill("1") }),
  ],
  [
    "too-large",
    { what: "answers.attention.scores" },
    () => lab.mark(key, { "attention.scores": new Array(2 ** 32 - 1) }),
  ],
];

const OWN = {
  query: [
    [1, 0],
    [0, 2],
  ],
  key: [
    [2, 1],
    [0, 1],
    [1, 1],
  ],
  value: [[1], [4], [2]],
};

test("an exercise is done on own inputs: the same steps, marks and names of mistakes", () => {
  const exercise = lab.exercise("attention-steps", { own: OWN });
  assert.deepEqual([exercise.seed, exercise.difficulty], [1, "easy"]);
  assert.deepEqual(exercise.ownInputs, ["key", "query", "value"]);
  assert.deepEqual(exercise.own.query, { shape: [2, 2], data: [1, 0, 0, 2] });
  assert.deepEqual(JSON.parse(JSON.stringify(exercise.own)), exercise.own);
  assert.deepEqual(
    exercise.asked.map(({ shape }) => shape),
    [
      [2, 3],
      [2, 3],
      [2, 3],
      [2, 1],
    ],
  );
  const scores = lab.trace(exercise.algorithm, OWN).step("attention.scores").data;
  assert.deepEqual([...solutionOf(lab, exercise).step("attention.scores").data], [...scores]);
  assert.ok(lab.mark(exercise, rightAnswers(lab, exercise)).complete);
  // The scores are not divided.
  const texts = [...scores].map(String);
  const { misconceptions } = lab.mark(exercise, { "attention.scores": texts, "attention.scaled": texts }).steps[1];
  assert.deepEqual(misconceptions, ["no-scale"]);
  // The key of an exercise says the same, in any form that the algorithm takes.
  const key = { id: "attention-steps", own: { ...OWN, query: { shape: [2, 2], data: Float64Array.of(1, 0, 0, 2) } } };
  assert.deepEqual(lab.mark(key, {}), lab.mark(exercise, {}));
  // Queries that are their keys: who asks makes no difference.
  const same = lab.exercise("attention-steps", { own: { query: OWN.query, key: OWN.query, value: [[1], [2]] } });
  assert.ok(same.hidden.includes("keys-ask-queries"));
  assert.equal("hidden" in lab.exercise("attention-steps", { seed: 1 }), false);
});

test("what own inputs leave out is drawn, and nothing is own where nothing is given", () => {
  const drawn = lab.exercise("gat-steps", { seed: 9, difficulty: "medium" });
  const nodes = drawn.inputs.graph.nodes;
  const own = { graph: { nodes, edges: Array.from({ length: nodes - 1 }, (_, at) => [0, at + 1]) } };
  const exercise = lab.exercise("gat-steps", { seed: 9, difficulty: "medium", own });
  assert.deepEqual(exercise.inputs.x, drawn.inputs.x);
  assert.notDeepEqual(exercise.inputs.graph, drawn.inputs.graph);
  for (const nothing of [{}, undefined, { graph: null }])
    assert.deepEqual(lab.exercise("gat-steps", { seed: 9, difficulty: "medium", own: nothing }), drawn);
});

test("the gradient of the result can be one's own", () => {
  const { gradient } = lab.exercise("softmax-gradient-steps", { seed: 4 });
  const own = { upstream: { shape: [1, 3], data: [5, -1, 2] } };
  const exercise = lab.exercise("softmax-gradient-steps", { seed: 4, own });
  assert.deepEqual([...exercise.gradient.upstream.data], [5, -1, 2]);
  assert.notDeepEqual([...gradient.upstream.data], [5, -1, 2]);
  assert.ok(lab.mark(exercise, rightAnswers(lab, exercise)).complete);
});

cases.push(
  ["unknown-input", { input: "mask" }, () => lab.exercise("attention-steps", { own: { mask: [[1]] } })],
  // What makes the exercise what it is.
  ["unknown-input", { input: "causal" }, () => lab.exercise("causal-attention-steps", { own: { causal: false } })],
  ["unknown-input", { input: "emptyRow" }, () => lab.exercise("attention-steps", { own: { emptyRow: "zeros" } })],
  [
    "unknown-input",
    { input: "__proto__" },
    () => lab.exercise("attention-steps", { own: JSON.parse('{ "__proto__": 1 }') }),
  ],
  ["wrong-type", { input: "own" }, () => lab.exercise("attention-steps", { own: [1] })],
  ["wrong-type", { input: "own" }, () => lab.mark({ id: "attention-steps", own: "x" }, {})],
  ["wrong-type", { input: "query" }, () => lab.exercise("attention-steps", { own: { query: { batch: [OWN.query] } } })],
  ["unreadable", {}, () => lab.exercise("attention-steps", { own: revoked({}) })],
  ["shape-mismatch", {}, () => lab.exercise("attention-steps", { own: { ...OWN, key: [[1]] } })],
  [
    "non-finite",
    { input: "value" },
    () => lab.exercise("attention-steps", { own: { ...OWN, value: [[1], [2], [Number.POSITIVE_INFINITY]] } }),
  ],
  [
    "too-large",
    { what: "value", limit: 100 },
    () => lab.exercise("attention-steps", { own: { value: new Array(101).fill([1]) } }),
  ],
  ["over-limit", {}, () => lab.exercise("sinusoidal-encoding-steps", { own: { length: 1e6 } })],
  ["missing-input", {}, () => lab.exercise("gcn-layer-steps", { own: { graph: { nodes: 3 } } })],
);

testRefusals(AttographError, cases);

test("any text is marked, and never executed or a trap", () => {
  const odd = [
    "1e999",
    "-1e999",
    "0/0",
    "1/0",
    "9".repeat(999),
    "1".repeat(100_000),
    "(".repeat(50_000),
    "\ud800",
    "😀".repeat(600),
    "√".repeat(400),
    "−".repeat(999),
    "2^99999",
    "ln(-1)",
    "process.exit(1)",
    "constructor",
    "1,2,3",
    "\u0000",
  ];
  for (const { id } of lab.exercises()) {
    const exercise = lab.exercise(id, { seed: 2, difficulty: "easy" });
    for (const text of odd) {
      for (const { step, shape } of exercise.asked) {
        const marked = lab.mark(exercise, { [step]: new Array(shape.reduce((a, b) => a * b, 1)).fill(text) });
        assert.equal(marked.complete, false, text.slice(0, 20));
      }
    }
  }
});
