/** The texts of the package: complete in every language, and joined with everything that a lab returns. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { load as loadInline } from "../../pkg/inline.js";
import { load } from "../../pkg/node.js";
import en from "../../pkg/text/en.js";
import ko from "../../pkg/text/ko.js";
import { errorText, findText, lookup, noticeText } from "../../pkg/text.js";
import { solutionOf } from "../shared/solution.mjs";

const LANGUAGES = { en, ko };
const source = new URL("../../src/", import.meta.url);
const bare = await load();
const labs = { en: await load({ text: "en" }), ko: await load({ text: "ko" }) };

/** Asserts that a text is there, in its language, and has no placeholder left. */
function assertText(text, language, place) {
  assert.equal(typeof text, "string", `${language}: ${place} has no text`);
  assert.notEqual(text.trim(), "", `${language}: ${place}`);
  assert.doesNotMatch(text, /\{\w*\}|undefined/, `${language}: ${place}`);
}

/** Runs a test for each language. */
function inEach(title, check) {
  for (const [language, lab] of Object.entries(labs)) {
    test(`${title}: ${language}`, () =>
      check(lab, (text, place) => assertText(text, language, place), lookup(LANGUAGES[language]), language));
  }
}

/** Fields that only a lab with texts has. */
const ADDED = [
  "text",
  "question",
  "optionTexts",
  "choiceTexts",
  "axisTitles",
  "task",
  "misconceptionTexts",
  "conclusion",
  "correction",
  "correctedFormula",
  "explanation",
  "argument",
  "verdict",
  "hint",
];

/** Returns a result without its texts: `title` is one everywhere but in the catalog, `formula` in an erratum. */
function withoutTexts(result, more = ["title"]) {
  if (typeof result !== "object" || result === null || ArrayBuffer.isView(result)) return result;
  if (Array.isArray(result)) return result.map((part) => withoutTexts(part, more));
  const own = Object.entries(result).filter(([name]) => !ADDED.includes(name) && !more.includes(name));
  return Object.fromEntries(own.map(([name, part]) => [name, withoutTexts(part, more)]));
}

const x = [
  [1, 2, 3, 4],
  [4, 5, 9, 1],
  [6, 2, 1, 4],
];
const attention = { query: x, key: x, value: x };
const ATTENTION = "scaled-dot-product-attention";

test("each folder of texts is a language that load takes by its name", async () => {
  const entries = await readdir(new URL("text/", source), { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  assert.deepEqual(names, Object.keys(labs).sort());
  for (const name of names) {
    assert.equal(labs[name].text.language, name);
    assert.deepEqual(labs[name].text.missing, []);
    assert.equal(labs[name].text.find("polls.S1-P1.question"), LANGUAGES[name].polls["S1-P1"].question);
  }
  assert.equal(await load({ text: "ko" }), labs.ko);
  assert.notEqual(labs.en, labs.ko);
  assert.equal(bare.text, null);
});

test("both languages have the same keys", () => {
  const keysOf = (tree, path) =>
    Object.entries(tree).flatMap(([name, text]) =>
      typeof text === "object" ? keysOf(text, `${path}${name}.`) : [`${path}${name}`],
    );
  const [one, other] = [en, ko].map(({ speak: _, ...texts }) => keysOf(texts, "").sort());
  assert.ok(one.length > 1500, String(one.length));
  assert.deepEqual(one, other);
});

inEach("every algorithm, input, choice, step, axis and output has its texts", (lab, said) => {
  assert.ok(lab.catalog().length >= 60);
  for (const { id, title, text, inputs, steps, outputs } of lab.catalog()) {
    said(title, id);
    said(text, id);
    for (const input of inputs) {
      said(input.title, `${id}: ${input.name}`);
      for (const choice of input.choices) said(input.choiceTexts[choice], `${id}: ${input.name} ${choice}`);
    }
    for (const part of [...steps, ...outputs]) {
      said(part.title, `${id}: ${part.id ?? part.name}`);
      said(part.text, `${id}: ${part.id ?? part.name}`);
    }
    for (const { axes, axisTitles } of [...inputs, ...steps, ...outputs]) {
      assert.equal(axisTitles.length, axes.length);
      for (const axisTitle of axisTitles) said(axisTitle, `${id}: ${axes}`);
    }
  }
  const axes = new Set(lab.catalog().flatMap(({ steps }) => steps.flatMap((step) => step.axes)));
  for (const axis of axes) said(lab.text.find(`axes.${axis}`), axis);
});

inEach("the steps of a trace, also of a nested one, and a cell have those of the catalog", (lab, said) => {
  const entry = (id) => lab.catalog().find((other) => other.id === id);
  const graph = { nodes: 3, edges: [[0, 1]] };
  for (const trace of [lab.trace(ATTENTION, attention), lab.trace("gcn-normalization", { graph })]) {
    const declared = new Map(entry(trace.algorithm).steps.map((step) => [step.id, step]));
    for (const { id, title, text, shape } of trace.steps) {
      assert.equal(title, declared.get(id).title);
      assert.equal(text, declared.get(id).text);
      const cell = lab.cell(
        trace,
        id,
        shape.map(() => 0),
      );
      assert.deepEqual([cell.title, cell.text], [title, text]);
    }
    assert.ok(Object.isFrozen(trace.steps[0]));
    for (const { text } of trace.notices) said(text, "a notice");
  }
  const masked = lab.trace(ATTENTION, { ...attention, mask: [[0, 0, 0], ...x.slice(1).map(() => [1, 1, 1])] });
  assert.equal(masked.notices[0].code, "fully-masked-row");
  said(masked.notices[0].text, "a masked row");
  assert.match(masked.notices[0].text, /1/);
  const hidden = masked.steps.find((step) => step.function === "exp-shifted");
  said(lab.cell(masked, hidden.id, [0, 0]).explanation, "a masked cell");
});

inEach("every poll has a question, statements, reasons, and names of its readings and numbers", (lab, said) => {
  for (const { id, options } of lab.polls()) {
    const poll = lab.poll(id);
    said(poll.question, id);
    said(poll.source.text, id);
    assert.deepEqual(Object.keys(poll.optionTexts), options);
    const answer = lab.reveal(id);
    assert.equal(answer.question, poll.question);
    for (const statement of answer.statements) {
      assert.equal(statement.text, poll.optionTexts[statement.id]);
      for (const field of ["text", "verdict", "explanation"]) said(statement[field], `${id} ${statement.id} ${field}`);
      for (const reading of statement.readings) {
        assert.equal("title" in reading, reading.id !== null);
        for (const text of [reading.verdict, ...(reading.id === null ? [] : [reading.title])]) said(text, id);
        for (const fact of reading.facts) said(fact.title, `${id} ${fact.id}`);
      }
    }
  }
});

inEach("every erratum has what is printed, what is right and why", (lab, said) => {
  for (const entry of lab.errata()) {
    for (const field of ["title", "text"]) said(entry[field], `${entry.id} ${field}`);
    said(entry.source.text, `${entry.id} source`);
    // Who wrote after whom is said in the language; names stay.
    const { text, author, name } = entry.source;
    assert.ok(text.includes(author.split(" after ").at(-1)) && text.includes(name), text);
    assert.equal("correction" in entry, false);
    const erratum = lab.erratum(entry.id);
    for (const field of ["title", "text", "correction"]) said(erratum[field], `${entry.id} ${field}`);
    // Without numbers there may be no formula, and nothing to explain.
    if (erratum.shown.length > 0) {
      assert.ok(entry.formula.length > 0);
      said(erratum.explanation, `${entry.id} explanation`);
    }
    if (erratum.formula !== undefined) assert.notEqual(erratum.correctedFormula, erratum.formula);
    for (const value of erratum.shown.flatMap(({ right, wrong }) => [right, wrong]))
      if (value.step !== null) said(value.title, `${entry.id} ${value.step}`);
  }
});

inEach("every exercise has a task, and texts of its steps and misconceptions", (lab, said) => {
  for (const { id, misconceptions } of lab.exercises()) {
    const exercise = lab.exercise(id, { seed: 1 });
    for (const field of ["title", "task"]) said(exercise[field], `${id} ${field}`);
    for (const step of [...exercise.asked, ...exercise.given]) {
      said(step.title, `${id} ${step.step}`);
      said(step.text, `${id} ${step.step}`);
    }
    assert.deepEqual(Object.keys(exercise.misconceptionTexts), misconceptions);
    for (const texts of Object.values(exercise.misconceptionTexts))
      for (const field of ["title", "explanation", "hint"]) said(texts[field], `${id} ${field}`);
  }
});

inEach("marks and hints are said in words, and name what was recognized", (lab, said) => {
  const exercise = lab.exercise("attention-steps", { seed: 1 });
  const trace = solutionOf(lab, exercise);
  const numbers = (id) => Array.from(trace.steps.find((step) => step.id === id).data, String);
  const scores = numbers("attention.scores");
  const answers = { "attention.scores": [...scores.slice(0, -2), "0.00001", "2 2"], "attention.scaled": scores };
  const { steps } = lab.mark(exercise, answers);
  const marks = steps.flatMap(({ cells }) => cells);
  for (const { kind, text } of marks) {
    if (kind === "empty") assert.equal(text, undefined);
    else said(text, kind);
  }
  const kinds = new Set(marks.map(({ kind }) => kind));
  for (const kind of ["right", "empty", "wrong", "unreadable", "misconception"]) assert.ok(kinds.has(kind), kind);
  const { misconceptionTexts } = exercise;
  const mistake = marks.find(({ kind }) => kind === "misconception");
  for (const id of mistake.ids) {
    assert.ok(mistake.text.includes(misconceptionTexts[id].title), mistake.text);
    assert.deepEqual(mistake.misconceptionTexts[id], misconceptionTexts[id]);
  }
  const hints = steps.flatMap((step) => step.hints.flat());
  for (const kind of ["step", "misconception", "formula", "cell"]) assert.ok(hints.some((hint) => hint.kind === kind));
  for (const { kind, text } of hints) said(text, kind);
});

inEach("every derivation has its texts, and a mark names a mistake", (lab, said) => {
  for (const { id, title, task, conclusion, symbols, entries } of lab.derivations()) {
    for (const text of [title, task, conclusion]) said(text, id);
    for (const { name, text } of symbols) said(text, `${id} ${name}`);
    for (const entry of entries)
      for (const field of ["title", "hint", "explanation"]) said(entry[field], `${id} ${entry.id} ${field}`);
  }
  const { marks } = lab.markDerivation("shifted-position", { "cosine-from-sine": "sin ωk", "sine-from-sine": "cos(" });
  const said_ = (kind) => marks.find((mark) => mark.kind === kind);
  assert.equal(said_("unequal").mistake, "turned-back");
  for (const field of ["text", "title", "explanation"]) said(said_("unequal")[field], field);
  for (const field of ["text", "explanation"]) said(said_("unreadable")[field], field);
});

/** The codes of errors that are raised in JavaScript or on a GPU; those of the library are in `messages.json`. */
async function codesElsewhere() {
  const names = (await readdir(new URL("js/", source), { recursive: true })).filter((name) => name.endsWith(".ts"));
  const files = await Promise.all(names.map((name) => readFile(new URL(`js/${name}`, source), "utf8")));
  const device = await readFile(new URL("backend/gpu/device/failure.rs", source), "utf8");
  const raised = files.flatMap((file) => [
    ...file.matchAll(/(?:AttographError|refusal|\.other|NO_HASH =)\(?\s*"([a-z]+(?:-[a-z]+)*)"/g),
  ]);
  const codes = [...raised, ...device.matchAll(/=> "(gpu-[a-z-]+)"/g)].map(([, code]) => code);
  assert.ok(codes.length > 30, String(codes.length));
  return new Set(codes);
}

/** A value for every fact that an error or a notice has. */
const FACTS = {
  ...{ reason: "it was turned off", found: "an object", key: "polls.x", placeholder: "x", kernel: "product" },
  ...{ rows: [0], columns: [1, 2], nodes: [0, 1], edges: [3], eigenvalues: [0, 1], outputs: ["output"] },
  ...{ input: "query", step: "attention.scores", deviation: 1e-9, bound: 1e-7, scale: 2.5, id: "x" },
  ...{ name: "wQuery", option: "header", line: 1, column: 1 },
};

inEach("every error has a sentence without open places", async (_, said, find) => {
  const messages = JSON.parse(await readFile(new URL("../pkg-tests/messages.json", source), "utf8"));
  assert.ok(messages.length > 20);
  for (const error of messages) {
    assert.notEqual(find(`errors.${error.code}`), undefined, error.code);
    said(errorText(find, error), error.code);
  }
  const known = new Set(messages.map(({ code }) => code));
  for (const code of await codesElsewhere()) {
    assert.notEqual(find(`errors.${code}`), undefined, code);
    if (!known.has(code)) said(errorText(find, { code, facts: FACTS, message: "" }), code);
  }
  said(errorText(find, { code: "of-a-later-version", facts: {}, message: "it failed" }), "an unknown code");
});

inEach("every notice has a sentence without open places", async (_, said, find) => {
  const notices = await readFile(new URL("trace/notice.rs", source), "utf8");
  const codes = [...notices.matchAll(/code: "([a-z-]+)"/g)].map(([, code]) => code);
  assert.ok(codes.length >= 10);
  const gpu = [...(await codesElsewhere())].filter((code) => code.startsWith("gpu-"));
  for (const code of [...codes, "bound-passed", "bound-useless", ...gpu])
    said(noticeText(find, { code, ...FACTS }), code);
  assert.match(noticeText(find, { code: "node-without-neighbors", nodes: [0, 2] }), /1, 3/);
  assert.match(
    noticeText(find, { code: "node-without-neighbors", nodes: [0, 2] }, (node) => "ABC"[node]),
    /A, C/,
  );
});

inEach("the texts of an error name the input, and count from 1", (lab, _, find) => {
  const error = (work) => {
    try {
      work();
    } catch (thrown) {
      return thrown;
    }
    return assert.fail("nothing was thrown");
  };
  const wrong = error(() => lab.trace(ATTENTION, { ...attention, key: [[1], [2]] }));
  assert.equal(wrong.code, "shape-mismatch");
  const text = lab.text.error(wrong);
  assert.ok(text.includes(find("inputs.key")) && text.includes(find("inputs.query")), text);
  assert.match(text, /2/);
});

test("without its texts, a result is the one of a lab without texts", () => {
  for (const lab of Object.values(labs)) {
    const same = (read, more) => assert.deepEqual(withoutTexts(read(lab), more), withoutTexts(read(bare), more));
    same((lab) => lab.catalog());
    same((lab) => lab.trace(ATTENTION, attention));
    same((lab) => lab.cell(lab.trace(ATTENTION, attention), "attention.scores", [0, 1]));
    same((lab) => lab.exercises());
    same((lab) => lab.exercise("gat-steps", { seed: 3 }));
    same((lab) => lab.mark({ id: "gat-steps", seed: 3 }, {}));
    same((lab) => lab.derivations());
    same((lab) => lab.markDerivation("shifted-position", { "cosine-from-sine": "sin ωk" }));
    same((lab) => lab.errata(), ["title", "formula"]);
    same((lab) => lab.erratum("S0-E01"), ["title", "formula"]);
    same((lab) => lab.polls());
    same((lab) => lab.reveal("S1-P1"));
  }
  const plain = [bare.trace(ATTENTION, attention), bare.polls(), bare.exercises(), bare.errata(), bare.derivations()];
  for (const result of plain) assert.deepEqual(withoutTexts(result), result);
});

test("homework is the same in every language", async () => {
  const files = await Promise.all(
    [bare, ...Object.values(labs)].map((lab) => lab.homework({ id: "gat-steps", seed: 1 }, {})),
  );
  assert.deepEqual(files[1], files[0]);
  assert.deepEqual(files[2], files[0]);
  assert.equal((await labs.ko.verify(files[0])).verdict, "verified");
});

/** A language of a caller, with a few texts. */
const FRENCH = {
  language: "fr",
  polls: { "S1-P1": { question: "Une tête d’auto-attention. Quelles affirmations sont vraies ?" } },
  steps: { "attention.scores": { title: "Scores" } },
  errors: { "missing-input": "L’entrée {input} manque." },
};

test("a third language takes what it lacks from English, and lists it", async () => {
  const { language, ...own } = FRENCH;
  const promised = import("../../pkg/text/ko.js");
  for (const text of [FRENCH, () => FRENCH, async () => FRENCH, Promise.resolve({ default: FRENCH }), [FRENCH, "en"]]) {
    const lab = await load({ text });
    const poll = lab.poll("S1-P1");
    assert.deepEqual([lab.text.language, poll.question], ["fr", own.polls["S1-P1"].question]);
    assert.equal(poll.optionTexts.a, en.polls["S1-P1"].options.a);
    const step = lab.trace(ATTENTION, attention).steps.find(({ id }) => id === "attention.scores");
    assert.deepEqual([step.title, step.text], ["Scores", en.steps["attention.scores"].text]);
    assert.throws(
      () => lab.trace(ATTENTION, { query: x, key: x }),
      (error) => lab.text.error(error) === "L’entrée Values manque.",
    );
    const { missing } = lab.text;
    assert.ok(missing.includes("polls.S1-P1.options.a") && missing.includes("steps.attention.scores.text"));
    assert.ok(!missing.includes("polls.S1-P1.question") && !missing.some((key) => key.endsWith(".formula")));
    for (const key of missing) assert.equal(lab.text.find(key), findText(en, key), key);
  }
  const korean = await load({ text: [FRENCH, promised] });
  assert.equal(korean.poll("S1-P1").optionTexts.a, ko.polls["S1-P1"].options.a);
  assert.equal(korean.poll("S1-P1").question, own.polls["S1-P1"].question);
});

test("texts are copied when they are loaded", async () => {
  const changing = structuredClone(FRENCH);
  const lab = await load({ text: changing });
  changing.polls["S1-P1"].question = 5;
  assert.equal(lab.poll("S1-P1").question, FRENCH.polls["S1-P1"].question);
});

test("what is no language is refused", async () => {
  const refused = (text, expected) => assert.rejects(load({ text }), { name: "AttographError", ...expected });
  for (const text of ["fr", 5, null, true]) await refused(text, { code: "wrong-type" });
  for (const text of [() => 5, async () => null, [5]]) await refused(text, { code: "wrong-type" });
  await refused([FRENCH, "xx"], { code: "wrong-type", message: /one of en, ko/ });
  await refused({ polls: {} }, { code: "wrong-type", message: /^`text.language` must be the tag/ });
  const own = (texts) => ({ language: "fr", ...texts });
  await refused(own({ polls: { "S1-P1": { question: 5 } } }), {
    code: "wrong-type",
    message: "`text.polls.S1-P1.question` must be a text, but it is 5",
  });
  await refused(own({ polls: { "S1-P1": { question: " " } } }), { code: "wrong-type" });
  await refused(own({ polls: [] }), { code: "wrong-type", message: /`text.polls` must be an object of texts/ });
  await refused(own({ polls: { "S9-P9": {} } }), {
    code: "unknown-text",
    facts: { key: "polls.S9-P9", nearest: null },
  });
  await refused(own({ zzz: "?" }), { code: "unknown-text", message: /the keys are those of `attograph\/text\/en`$/ });
  await refused(own({ polls: { "S1-P1": { questoin: "?" } } }), {
    code: "unknown-text",
    message: "there is no text `polls.S1-P1.questoin`; did you mean `polls.S1-P1.question`?",
    facts: { key: "polls.S1-P1.questoin", nearest: "polls.S1-P1.question" },
  });
  await refused(own({ errors: { "missing-input": "{inptu} manque" } }), {
    code: "unknown-placeholder",
    facts: { key: "errors.missing-input", placeholder: "inptu", known: ["input"], nearest: null },
  });
  const throwing = {
    language: "fr",
    get polls() {
      throw new Error("away");
    },
  };
  await refused(throwing, { code: "unreadable" });
  await refused(() => Promise.reject(new Error("no network")), { code: "load-failed", message: /no network/ });
});

test("the inline entry imports nothing: it takes a language that was imported", async () => {
  const lab = await loadInline({ text: ko });
  assert.equal(lab.poll("S1-P1").question, ko.polls["S1-P1"].question);
  assert.equal((await loadInline({ text: [FRENCH, en] })).poll("S1-P1").question, FRENCH.polls["S1-P1"].question);
  for (const text of ["en", FRENCH])
    await assert.rejects(loadInline({ text }), {
      code: "load-failed",
      message: /import en from "attograph\/text\/en"/,
    });
});
