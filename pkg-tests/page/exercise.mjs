/** An exercise in the page: the right numbers, typing by keyboard alone, and the marks that come of it. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { openPage } from "./site.mjs";

export const lab = await load();

export const ID = "attention-steps";
export const FIRST = "input[data-cell]";

export async function open(site, hash, options) {
  const opened = await openPage(site, options);
  await opened.page.goto(`${site.address}${hash}`);
  await opened.page.locator("h1").first().waitFor();
  return opened;
}

/** An exercise with the caret in its first cell. */
export async function begin(site, hash) {
  const opened = await open(site, hash);
  await opened.page.locator(FIRST).first().waitFor();
  await tabToFirstCell(opened.page);
  return opened;
}

/** The right numbers of every asked step, in the order of the cells. */
export function solution(seed, { id = ID, difficulty = "easy" } = {}) {
  const exercise = lab.exercise(id, { seed, difficulty });
  const trace = lab.trace(exercise.algorithm, exercise.inputs);
  const numbers = exercise.asked.map(({ step }) => [...trace.steps.find((other) => other.id === step).data]);
  return { exercise, numbers };
}

export const typed = (number) => (number === Number.NEGATIVE_INFINITY ? "−∞" : number.toFixed(4));

/** Presses Tab until the first cell has the focus. */
export async function tabToFirstCell(page) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.matches("input[data-cell='0']"))) return;
  }
  assert.fail("Tab does not reach the first cell");
}

/** Types into the cell that has the focus and goes on, as Enter does. */
export async function answer(page, texts) {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
}

export const marks = (page) =>
  page.locator("td[data-mark]").evaluateAll((cells) => cells.map((cell) => cell.dataset.mark));

export async function marksBecome(page, expected) {
  let found = [];
  for (let tries = 0; tries < 60; tries += 1) {
    found = await marks(page);
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    await page.waitForTimeout(50);
  }
  assert.deepEqual(found, expected);
}

export async function download(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}
