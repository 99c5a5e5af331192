/**
 * Everything that is drawn is compared with the trace: each number of tables, graphs, pictures and arithmetic, by the cell that it names; each line
 * between nodes by where it leads; names of rows and nodes, letters of formulas, colors of thumbnails and legends.
 *
 * An element that shows a number has `data-step`, `data-index` and `data-value`. Whatever has them is compared, on the home and at every step of every
 * lesson, pictures included.
 */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { fullNumber, shortNumber } from "../../pkg/text.js";
import { test } from "../shared/tests.mjs";
import { look } from "./drawn-look.mjs";
import { FORMER_LESSONS, nested, readUnits } from "./lessons.mjs";
import { openPage, useSite, visit } from "./site.mjs";

const lab = await load();
const units = await readUnits();
const site = useSite();

/** Cells and nodes chosen in each step. */
const CHOICES = 2;
const SEED = 20_240_517;
const TARGETS = ["target", "query"];
const SOURCES = ["source", "key"];

const indexOf = (text) => (text === "" ? [] : text.split(",").map(Number));
const same = (one, other) => Object.is(one, other) || one === other;

function valueAt(step, index) {
  assert.equal(index.length, step.shape.length, `${step.id} [${index}]`);
  let offset = 0;
  for (const [axis, length] of step.shape.entries()) {
    assert.ok(index[axis] >= 0 && index[axis] < length, `${step.id} has no [${index}]`);
    offset = offset * length + index[axis];
  }
  return step.data[offset];
}

/** Returns the name of a position of an axis, by the rules that the lesson has for the step. */
function nameOf(labels, axis, position) {
  const rule = labels[axis];
  if (!rule) return String(position + 1);
  if (rule.names) return rule.names[position] ?? String(position + 1);
  const number = String(rule.from + position);
  if (rule.prefix === undefined) return number;
  return rule.prefix + [...number].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
}

/** Returns the positions of the axes of a number for each pair of nodes; null where the step is none. */
function pairOf(step, nodes) {
  const counts = (names) => step.axes.findIndex((axis, at) => names.includes(axis) && step.shape[at] === nodes);
  const [target, source] = [counts(TARGETS), counts(SOURCES)];
  return target < 0 || source < 0 ? null : { target, source };
}

/** Compares what one look at the page has found. Returns how many numbers were compared. */
function compare(steps, found, where) {
  for (const { step: id, index: text, value, shown } of found.marks) {
    const step = steps.get(id);
    assert.ok(step, `${where}: a number of ${id}, which is no step`);
    const index = indexOf(text);
    const expected = valueAt(step, index);
    const cell = `${where}: ${id} [${text}]`;
    assert.ok(same(Number(value), expected), `${cell} is ${expected}, and ${value} is drawn`);
    if (shown === null) continue;
    // What rounding has left of a 0 is small beside the step's largest number; its sign is joined to it, unlike that of arithmetic.
    if (/^\s*≈\u202f0$/.test(shown)) {
      const largest = Math.max(...[...step.data].filter(Number.isFinite).map(Math.abs));
      assert.ok(expected !== 0 && Math.abs(expected) < 1e-14 * largest, `${cell} is ${expected}, and says ${shown}`);
      continue;
    }
    const number = shown.replace(/^\s*[=≈]\s*/, "");
    if (!/^[−(]?[\d∞]|NaN/.test(number)) continue;
    assert.ok(
      [shortNumber(expected), fullNumber(expected)].includes(number),
      `${cell} is ${expected}, and says ${number}`,
    );
  }
  return found.marks.length;
}

/** A line leads from the source of its number to the target; without an arrow head it stands for two equal numbers. */
function compareLines(steps, { lines, labels: shown, nodes }, where) {
  for (const { step: id, index: text, from, to, arrow } of lines) {
    const step = steps.get(id);
    const pair = step && pairOf(step, nodes.length);
    if (!pair) continue;
    const index = indexOf(text);
    const [target, source] = [index[pair.target], index[pair.source]];
    const cell = `${where}: the line of ${id} [${text}]`;
    if (arrow) {
      assert.deepEqual([from, to], [source, target], `${cell} leads elsewhere`);
      continue;
    }
    assert.deepEqual([from, to].sort(), [source, target].sort(), `${cell} joins others`);
    const back = index.map((position, axis) =>
      axis === pair.target ? source : axis === pair.source ? target : position,
    );
    const [there, again] = [valueAt(step, index), valueAt(step, back)];
    const apart = Math.abs(there - again);
    assert.ok(
      same(there, again) || apart <= 1e-12 * Math.max(Math.abs(there), Math.abs(again)),
      `${cell} has no direction, but the numbers ${there} and ${again}`,
    );
  }
  assert.deepEqual(
    shown.filter(({ step }) => step === undefined).map(({ text }) => text),
    [],
    `${where}: numbers without a cell`,
  );
}

/** The numbers beside the lines of a chosen node are those of its row, all of them, and no others. */
function compareRow(step, found, node, where) {
  const pair = pairOf(step, found.nodes.length);
  if (!pair) return;
  const own = found.labels.filter(({ step: id }) => id === step.id);
  assert.ok(
    own.every(({ index }) => indexOf(index)[pair.target] === node),
    `${where}: numbers of other rows`,
  );
  const chosen = found.chosen ? indexOf(found.chosen.index) : null;
  if (!chosen) return;
  const expected = [];
  for (let source = 0; source < found.nodes.length; source += 1) {
    const index = chosen.map((position, axis) => (axis === pair.source ? source : position));
    const value = valueAt(step, index);
    if (value !== 0 && value !== Number.NEGATIVE_INFINITY) expected.push(index.join());
  }
  const missing = expected.filter((index) => !own.some((label) => label.index === index));
  assert.deepEqual(missing, [], `${where}: numbers of the row that are not drawn`);
}

function compareNames(steps, found, where) {
  for (const { step: id, rows, columns, vertical, transposed, caption } of found.tables) {
    const step = steps.get(id);
    const expected = transposed ? `{${step.symbol}}^\\top` : step.symbol;
    assert.equal(caption, expected, `${where}: the letter above ${id}`);
    const rank = step.shape.length;
    let [down, across] = rank >= 2 ? [rank - 2, rank - 1] : vertical ? [0, -1] : [-1, 0];
    if (transposed) [down, across] = [across, down];
    const names = (axis, list) =>
      list.forEach((name, at) => {
        if (found.names[step.axes[axis]])
          assert.equal(name, nameOf(found.names, step.axes[axis], at), `${where}: a name in ${id}`);
      });
    names(down, rows);
    names(across, columns);
  }
  assert.deepEqual(
    found.nodes,
    found.nodes.map((_, at) => nameOf(found.names, "node", at)),
    `${where}: names of nodes`,
  );
}

/** Equal numbers of a step have equal colors wherever they are drawn, and the legend's ends hold all numbers of its steps. */
function compareColors(steps, found, where) {
  const colors = new Map();
  for (const { step, value, color, of } of found.colors) {
    const key = `${step} ${value}`;
    const [first, what] = colors.get(key) ?? [color, of];
    assert.equal(color, first, `${where}: ${key} has another color in ${of} than in ${what}`);
    colors.set(key, [first, what]);
  }
  for (const { of, least, most } of found.legends) {
    for (const id of of) {
      const finite = [...steps.get(id).data].filter(Number.isFinite);
      assert.ok(
        finite.every((value) => value >= Number(least) && value <= Number(most)),
        `${where}: ${id} leaves its legend`,
      );
    }
  }
}

test("every number, line, name, letter and color of nine lessons is that of the trace, as is every number of the home and of scenes", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "reduce" });
  const places = FORMER_LESSONS.map(({ addresses: [address] }) => address);
  // Two runs in one scene have different numbers for the same step. Each unit's first page has a picture of one of its scenes.
  const scenes = units.flatMap(({ id, scenes: all }) => [
    `#/units/${id}`,
    ...all.filter(({ runs }) => runs === undefined).map((scene) => `#/units/${id}/${scene.id}/answer`),
  ]);
  let compared = 0;
  let drawn = 0;
  let random = SEED;
  for (const place of ["#/", ...scenes, ...places]) {
    await visit(page, site, place);
    const looked = await page.evaluate(look, { choices: CHOICES, seed: random, steps: places.includes(place) });
    random += 1;
    for (const { run, visits } of looked) {
      const trace = run ? lab.trace(run.algorithm, nested(run.inputs)) : null;
      const steps = new Map(trace?.steps.map((step) => [step.id, step]));
      for (const { step: id, node, found, picture } of visits) {
        const where = `${place} at ${id}${node === null ? "" : `, node ${node}`}`;
        const known = trace
          ? steps
          : new Map(picture.map((step) => [step.id, { ...step, data: Float64Array.from(step.data, Number) }]));
        compared += compare(known, found, where);
        assert.deepEqual(found.undrawn, [], `${where}: formulas that are not drawn`);
        if (!trace) continue;
        if (found.formula !== null) assert.equal(found.formula, steps.get(id).formula, `${where}: the formula`);
        compareNames(steps, found, where);
        compareColors(steps, found, where);
        compareLines(steps, found, where);
        drawn += found.lines.length;
        if (node !== null) compareRow(steps.get(id), found, node, where);
      }
      if (trace)
        assert.deepEqual(new Set(visits.map(({ step }) => step)), new Set(steps.keys()), `${place}: not every step`);
    }
  }
  assert.ok(compared > 10_000, `only ${compared} numbers were compared`);
  assert.ok(drawn > 1_000, `only ${drawn} lines were compared`);
  assert.deepEqual(problems, []);
  await close();
});
