/** Whether the numbers that are drawn are those of a run. */
import assert from "node:assert/strict";
import { fullNumber, shortNumber } from "../../../pkg/text.js";
import { lookAt } from "../drawn-look.mjs";

/** The positions that `data-index` names. */
export const indexOf = (text) => (text === "" ? [] : text.split(",").map(Number));

/** Whether two numbers are the same; 0 and −0 are. */
export const same = (one, other) => Object.is(one, other) || one === other;

/** The number of a step at an index. */
export function valueAt(step, index) {
  assert.equal(index.length, step.shape.length, `${step.id} [${index}]`);
  let offset = 0;
  for (const [axis, length] of step.shape.entries()) {
    assert.ok(index[axis] >= 0 && index[axis] < length, `${step.id} has no [${index}]`);
    offset = offset * length + index[axis];
  }
  return step.data[offset];
}

/** Compares what one look at the page has found with the steps of a run, by id. Returns how many numbers were compared. */
export function compareNumbers(steps, found, where) {
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

/**
 * Asserts that each number of a place without steps, such as a scene, is that of the runs that its pictures hold, and that each formula is drawn. Returns how many
 * numbers were compared.
 */
export async function assertDrawnNumbers(page, where) {
  const { run, visits } = await lookAt(page, { choices: 0, seed: 0, steps: false });
  assert.equal(run, null, `${where} has steps`);
  const [{ found, picture }] = visits;
  const stepsOf = (steps) =>
    new Map(steps.map((step) => [step.id, { ...step, data: Float64Array.from(step.data, Number) }]));
  assert.deepEqual(found.undrawn, [], `${where}: formulas that are not drawn`);
  // A number is that of the picture or table that it is drawn in; arithmetic stands outside of them.
  const all = stepsOf(picture.flat());
  const own = picture.map(stepsOf);
  let compared = 0;
  for (const at of new Set(found.marks.map((mark) => mark.picture))) {
    const marks = found.marks.filter((mark) => mark.picture === at);
    compared += compareNumbers(at === null ? all : own[at], { marks }, where);
  }
  return compared;
}
