/**
 * Everything that is drawn is compared with the trace: each number of tables, graphs, pictures and arithmetic, by the cell that it names; each line
 * between nodes by where it leads; names of rows and nodes, letters of formulas, colors of thumbnails and legends.
 *
 * An element that shows a number has `data-step`, `data-index` and `data-value`. Whatever has them is compared, on the home and at every step of every
 * lesson, pictures included; on scenes in `course-tour.test.mjs`.
 */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { lookAt } from "./drawn-look.mjs";
import { FORMER_LESSONS, nested } from "./lessons.mjs";
import { assertDrawnNumbers, compareNumbers, indexOf, same, valueAt } from "./looks/numbers.mjs";
import { openPage, useSite, visit } from "./site.mjs";

const lab = await load();
const site = useSite();

/** Cells and nodes chosen in each step. */
const CHOICES = 2;
const SEED = 20_240_517;
const TARGETS = ["target", "query"];
const SOURCES = ["source", "key"];

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

test("every number, line, name, letter and color of nine lessons is that of the trace, as is every number of the home", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "reduce" });
  await visit(page, site, "#/");
  let compared = await assertDrawnNumbers(page, "#/");
  assert.ok(compared > 20, `only ${compared} numbers of the home`);
  let drawn = 0;
  for (const [at, { addresses }] of FORMER_LESSONS.entries()) {
    const [place] = addresses;
    await visit(page, site, place);
    const { run, visits } = await lookAt(page, { choices: CHOICES, seed: SEED + at, steps: true });
    const trace = lab.trace(run.algorithm, nested(run.inputs));
    const steps = new Map(trace.steps.map((step) => [step.id, step]));
    for (const { step: id, node, found } of visits) {
      const where = `${place} at ${id}${node === null ? "" : `, node ${node}`}`;
      compared += compareNumbers(steps, found, where);
      assert.deepEqual(found.undrawn, [], `${where}: formulas that are not drawn`);
      if (found.formula !== null) assert.equal(found.formula, steps.get(id).formula, `${where}: the formula`);
      compareNames(steps, found, where);
      compareColors(steps, found, where);
      compareLines(steps, found, where);
      drawn += found.lines.length;
      if (node !== null) compareRow(steps.get(id), found, node, where);
    }
    assert.deepEqual(new Set(visits.map(({ step }) => step)), new Set(steps.keys()), `${place}: not every step`);
  }
  assert.ok(compared > 10_000, `only ${compared} numbers were compared`);
  assert.ok(drawn > 1_000, `only ${drawn} lines were compared`);
  assert.deepEqual(problems, []);
  await close();
});
