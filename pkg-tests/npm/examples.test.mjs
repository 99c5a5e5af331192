/** The page's examples of the algorithms: they run, they are not saturated, their labels fit, and their texts state what the numbers are. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { takenApart } from "../../scripts/build/text.mjs";
import { nested, readExamples } from "../page/lessons.mjs";
import { foreignLettersOf } from "../shared/letters.mjs";

/** The longest label that a column head has room for. */
const LONGEST_LABEL = 12;
const MOST_DECIMALS = 2;
const SATURATED = 0.95;
/** The random values of the page: the default of inputs that name no distribution, and some seeds. */
const BY_DEFAULT = { distribution: "integers", minimum: -3, maximum: 3 };
const SEEDS = [1, 2, 3];

const lab = await load();
const examples = await readExamples();
const readTexts = async (language) => {
  const folder = new URL(`../../src/text/${language}/algorithms/`, import.meta.url);
  const read = async (name) => JSON.parse(await readFile(new URL(name, folder), "utf8"));
  return takenApart(Object.assign({}, ...(await Promise.all((await readdir(folder)).map(read))))).examples;
};
const texts = { en: await readTexts("en"), ko: await readTexts("ko") };

/** The inputs as the library takes them; a graph without weights has no such field. */
function forLibrary(inputs) {
  const plain = Object.entries(inputs).map(([name, value]) => {
    if (value?.edges === undefined || value.weights !== null) return [name, value];
    const { weights: _, ...graph } = value;
    return [name, graph];
  });
  return nested(Object.fromEntries(plain));
}

/** The example itself and its presets, each as a whole. */
function variantsOf(example) {
  const presets = (example.presets ?? []).map((preset) => ({
    ...preset,
    inputs: { ...example.inputs, ...preset.inputs },
    labels: { ...example.labels, ...preset.labels },
    start: preset.start ?? example.start,
    graph: example.graph,
    within: example.within,
  }));
  return [{ ...example, id: null }, ...presets];
}

const variants = Object.entries(examples).flatMap(([algorithm, example]) =>
  variantsOf(example).map((variant) => ({ ...variant, algorithm, random: example.random ?? {} })),
);
const nameOf = ({ algorithm, id }) => (id === null ? algorithm : `${algorithm}, ${id}`);

const stepOf = (trace, id) => trace.steps.find((step) => step.id === id);

function numberAt(trace, id, cell) {
  const step = stepOf(trace, id);
  assert.ok(step, `there is no step ${id}`);
  assert.equal(cell.length, step.shape.length, `${id} has ${step.shape.length} axes`);
  const offset = cell.reduce((sum, at, axis) => {
    assert.ok(at < step.shape[axis], `${id} has no cell ${cell}`);
    return sum * step.shape[axis] + at;
  }, 0);
  return step.data[offset];
}

/** The run that a claim is about. */
function runOf({ algorithm, inputs }, variant) {
  const of = algorithm ?? variant.algorithm;
  const own = algorithm ? examples[algorithm].inputs : variant.inputs;
  return lab.trace(of, forLibrary({ ...own, ...inputs }));
}

/** The softmax rows of a run, by step. */
const weightsOf = (trace) => trace.steps.filter(({ id, op }) => op !== "given" && /(^|[./-])weights$/.test(id));

/** What the text of a variant says. */
function textOf({ algorithm, id }, language) {
  const words = texts[language][algorithm];
  return id === null ? words?.point : words?.presets?.[id]?.text;
}

/** The numbers with decimals in a text, with as many of them as it writes. */
const decimalsIn = (text) => (text.match(/−?\d+\.\d+/g) ?? []).map((number) => number.replace("−", "-"));

/** Whether a number is written so when it is rounded. */
const isWritten = (value, text) => Number(value.toFixed(text.split(".")[1]?.length ?? 0)) === Number(text);

/** Asserts that a step has as many positions as its axes have names, or fewer where an axis grows, and that the names are short. */
function namesFit({ id, axes, shape }, labels, { growing = [] }) {
  for (const [at, axis] of axes.entries()) {
    const names = labels[axis]?.names;
    if (!names) continue;
    const fits = growing.includes(axis) ? shape[at] <= names.length : shape[at] === names.length;
    assert.ok(fits, `${id} has ${shape[at]} of ${axis}, and there are ${names.length} names`);
    for (const name of names) assert.ok([...name].length <= LONGEST_LABEL, `${name} is long`);
  }
}

const COMPARISONS = {
  above: (cell, other) => cell > other,
  below: (cell, other) => cell < other,
  equals: (cell, other) => Math.abs(cell - other) <= 1e-4 * Math.max(1, Math.abs(other)),
};

for (const variant of variants) {
  test(`the example of ${nameOf(variant)}`, () => {
    const { algorithm, inputs, labels, start, claims } = variant;
    const trace = lab.trace(algorithm, forLibrary(inputs));
    assert.deepEqual(trace.notices, []);
    assert.deepEqual(foreignLettersOf(trace), [], "letters of formulas that no operand has");

    for (const [name, value] of Object.entries(inputs)) {
      const numbers = typeof value === "number" ? [value] : (value?.data ?? []);
      for (const number of numbers) assert.equal(Number(number.toFixed(MOST_DECIMALS)), number, `${name} is not short`);
    }

    const unused = new Set(Object.keys(labels));
    // Nodes name the messages as well, by both ends.
    if (inputs[variant.graph]) unused.delete("node");
    for (const step of trace.steps) {
      for (const axis of step.axes) unused.delete(axis);
      const here = step.id.split("/").map((segment) => variant.within?.[segment]);
      const named = Object.assign({}, labels, ...here);
      // The names of the step that is shown are those of its operands as well.
      for (const shown of [step, ...step.reads.map((read) => stepOf(trace, read.step))])
        namesFit(shown, named, variant);
    }
    assert.deepEqual([...unused], [], "axes that no step has");

    numberAt(trace, start.step, start.cell);
    assert.notEqual(stepOf(trace, start.step).op, "given");

    const largest = Math.max(0, ...weightsOf(trace).flatMap(({ data }) => [...data]));
    if (variant.saturated) assert.ok(largest > SATURATED, "nothing is saturated");
    else assert.ok(largest < SATURATED, `the largest weight is ${largest}`);

    for (const claim of claims) {
      const { step, cell, is } = claim;
      const run = claim.algorithm || claim.inputs ? runOf(claim, variant) : trace;
      const value = numberAt(run, step, cell);
      if (typeof is === "number") {
        assert.ok(isWritten(value, String(is)), `${step}[${cell}] is ${value}, not ${is}`);
      } else {
        const [relation, other, of = step] = is;
        const compared = numberAt(run, of, other);
        assert.ok(COMPARISONS[relation](value, compared), `${step}[${cell}] is ${value}, ${of}[${other}] ${compared}`);
      }
    }
  });

  test(`the text on the example of ${nameOf(variant)}`, () => {
    const numbers = variant.claims.map(({ is }) => is).filter((is) => typeof is === "number");
    for (const language of ["en", "ko"]) {
      const text = textOf(variant, language);
      assert.ok(text, `no text in ${language}`);
      if (variant.id !== null) assert.ok(texts[language][variant.algorithm].presets[variant.id].title);
      const written = decimalsIn(text);
      const given = Object.values(variant.inputs).flatMap((value) => value?.data ?? value);
      for (const number of written) {
        const known = numbers.includes(Number(number)) || given.some((input) => Math.abs(input) === Math.abs(number));
        assert.ok(known, `${language}: no claim says ${number}`);
      }
      for (const number of numbers.filter((claimed) => !Number.isInteger(claimed))) {
        assert.ok(written.map(Number).includes(number), `${language}: the text does not say ${number}`);
      }
    }
  });
}

for (const [algorithm, { inputs, random = {}, saturated }] of Object.entries(examples)) {
  test(`random values for ${algorithm} run, and do not saturate`, () => {
    const rows = [];
    for (const seed of SEEDS) {
      const drawn = Object.entries(inputs).map(([name, value], position) => {
        if (!value?.data || random[name] === null) return [name, value];
        return [name, lab.random(value.shape, { ...(random[name] ?? BY_DEFAULT), seed: seed * 64 + position })];
      });
      const trace = lab.trace(algorithm, forLibrary(Object.fromEntries(drawn)));
      for (const { data, shape } of weightsOf(trace)) {
        const width = shape.at(-1) ?? 1;
        for (let at = 0; at < data.length; at += width) rows.push(Math.max(...data.slice(at, at + width)));
      }
    }
    const mean = rows.reduce((sum, largest) => sum + largest, 0) / Math.max(1, rows.length);
    if (!saturated) assert.ok(mean < SATURATED, `the largest weight of a row is ${mean} on average`);
  });
}

test("every algorithm of the catalog has an example", () => {
  const ids = lab.catalog().map(({ id }) => id);
  assert.deepEqual(Object.keys(examples).sort(), ids.sort());
  for (const [id, { algorithm }] of Object.entries(examples)) assert.equal(algorithm, id);
});

test("both languages have texts on the same examples", () => {
  const known = Object.keys(examples).sort();
  for (const language of ["en", "ko"]) {
    assert.deepEqual(Object.keys(texts[language]).sort(), known);
    for (const [id, { presets = {} }] of Object.entries(texts[language])) {
      assert.deepEqual(
        Object.keys(presets),
        (examples[id].presets ?? []).map((preset) => preset.id),
        id,
      );
    }
  }
});
