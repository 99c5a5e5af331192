/** An exercise in the page: the right numbers, typing by keyboard alone, and the resulting marks. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { PATIENCE } from "../shared/browser.mjs";
import { solutionOf } from "../shared/solution.mjs";
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
  const trace = solutionOf(lab, exercise);
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

/** So many cells are typed key by key. The text of any further one is entered at once, as an input method does: each key takes a frame. */
const TYPED_BY_KEYS = 4;

/** Runs in the page: enters a text into each cell from the one that has the focus, and goes on as Enter does. */
function enterAll(texts) {
  for (const text of texts) {
    const field = document.activeElement;
    document.execCommand("insertText", false, text);
    field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, composed: true }),
    );
  }
}

/** Types into the cell that has the focus and goes on, as Enter does. */
export async function answer(page, texts) {
  for (const text of texts.slice(0, TYPED_BY_KEYS)) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  await page.evaluate(enterAll, texts.slice(TYPED_BY_KEYS));
}

export const marks = (page) =>
  page.locator("td[data-mark]").evaluateAll((cells) => cells.map((cell) => cell.dataset.mark));

/** Waits until the cells have these marks. */
export async function marksBecome(page, expected) {
  const become = page.waitForFunction((wanted) => {
    const cells = [...document.querySelectorAll("td[data-mark]")];
    return JSON.stringify(cells.map((cell) => cell.dataset.mark)) === wanted;
  }, JSON.stringify(expected));
  // Where they do not, the difference says more than the time that passed.
  await become.catch(async () => assert.deepEqual(await marks(page), expected));
}

/** Waits until what the page keeps on the device holds all these texts: after a key press the database takes a moment. */
export async function keeps(page, texts) {
  const missing = await page.evaluate(
    async ({ wanted, patience }) => {
      const done = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const deadline = performance.now() + patience;
      while (true) {
        const kept = [];
        for (const { name } of await indexedDB.databases()) {
          const database = await done(indexedDB.open(name));
          for (const table of database.objectStoreNames)
            kept.push(await done(database.transaction(table).objectStore(table).getAll()));
          database.close();
        }
        const all = JSON.stringify(kept);
        const missing = wanted.filter((text) => !all.includes(JSON.stringify(text)));
        if (missing.length === 0 || performance.now() > deadline) return missing;
        await new Promise((wake) => setTimeout(wake, 20));
      }
    },
    { wanted: texts, patience: PATIENCE },
  );
  assert.deepEqual(missing, [], "the page does not keep what was typed");
}

export async function download(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

/** Pastes a text into an input of the exercise. */
export async function pasteInto(page, name, text) {
  await page.locator(`.own-list [data-input="${name}"] [data-action=paste]`).click();
  const dialog = page.locator(`.own-list [data-input="${name}"] ag-paste dialog[open]`);
  await dialog.locator("textarea").fill(text);
  await dialog.locator("button.use").click();
}
