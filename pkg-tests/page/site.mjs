/** The built page, served under its policy and opened in Chromium, and what it shows. */

import { fileURLToPath } from "node:url";
import { openFolder, PATIENCE } from "../shared/browser.mjs";
import { after, before } from "../shared/tests.mjs";

export { addressOf, openPage } from "../shared/browser.mjs";

/** Starts server and browser. */
export const openSite = () => openFolder(fileURLToPath(new URL("../../www/dist", import.meta.url)));

/** Starts server and browser before a file's tests, and closes them after these. The result is filled when the tests begin. */
export function useSite() {
  const site = {};
  before(async () => {
    Object.assign(site, await openSite());
  });
  after(() => site.close?.());
  return site;
}

/** Returns the step that the filmstrip shows. */
export async function currentStep(page) {
  return page.evaluate(() => {
    const strip = document.querySelector("ag-filmstrip");
    const current = strip.querySelector("[aria-current=step]");
    // Closed chapters hold the steps that have no button.
    return {
      id: current?.dataset.stepId,
      position: Number(current?.dataset.position),
      length: strip.trace.steps.length,
    };
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

/** Waits until the page has drawn two frames: the first draws what is due, which may ask for the second. */
export const twoFrames = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Runs in the page: goes to an address, and waits until its place is shown. Returns false where it is shown already. */
function followHash(hash) {
  if (location.hash === hash) return false;
  return new Promise((done) => {
    document.querySelector("ag-app").addEventListener("ag-shown", () => done(true), { once: true });
    location.hash = hash;
  });
}

/** Goes to a place as a link within the page does, which takes a fraction of the time of loading it; loads the page where it is not open at another place. */
export async function visit(page, { address }, hash) {
  if (page.url().startsWith(address)) {
    await page.locator("ag-app").waitFor({ state: "attached" });
    if (await page.evaluate(followHash, hash)) return twoFrames(page);
  }
  await page.goto("about:blank");
  await page.goto(address + hash);
}

/** Opens what stands beside the stage of an algorithm: `step`, `map`, `inputs` or `export`. In a narrow window all of them are shown. */
export const openLeaf = (page, name) => page.locator(`.leaves [data-leaf=${name}]`).click();

/** Waits until this number of elements match, through shadow roots. */
export async function countBecomes(locator, expected) {
  for (const end = performance.now() + PATIENCE; performance.now() < end; ) {
    if ((await locator.count()) === expected) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`${await locator.count()} elements instead of ${expected}: ${locator}`);
}
