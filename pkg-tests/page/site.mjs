/** The built page, served under its policy and opened in Chromium, and what it shows. */
import { fileURLToPath } from "node:url";
import { openFolder } from "../shared/browser.mjs";

export { openPage } from "../shared/browser.mjs";

/** Starts server and browser. */
export const openSite = () => openFolder(fileURLToPath(new URL("../../www/dist", import.meta.url)));

/** Which step the filmstrip says is shown. */
export async function currentStep(page) {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll("ag-filmstrip [data-position]")];
    const current = document.querySelector("ag-filmstrip [aria-current=step]");
    return { id: current?.dataset.stepId, position: Number(current?.dataset.position), length: all.length };
  });
}

/** The cells of the step's own matrix on the stage, as the page holds them. */
export async function resultCells(page, id) {
  const cells = page.locator(`.stage ag-matrix[data-step-id="${id}"] [data-cell]`);
  return cells.evaluateAll((elements) =>
    elements.map((element) => ({
      index: element.dataset.cell === "" ? [] : element.dataset.cell.split(",").map(Number),
      value: element.dataset.value,
    })),
  );
}

/** Waits until so many elements match, through shadow roots. */
export async function countBecomes(locator, expected) {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await locator.count()) === expected) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`${await locator.count()} elements instead of ${expected}: ${locator}`);
}
