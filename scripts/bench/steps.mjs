/**
 * Measures in headless Chromium how long the page's script takes for one step of attention over 64 tokens of width 64, and prints medians and the
 * longest:
 *
 *   node scripts/bench/steps.mjs
 *
 * `npm run bench:page` prints it, too. A frame is 16 milliseconds.
 */
import { pathToFileURL } from "node:url";
import { openFolder, openPage } from "../../pkg-tests/shared/browser.mjs";
import { at } from "../build/paths.mjs";

const LENGTH = 64;
const ROUNDS = 5;

/** Runs in the page: replaces the inputs by larger ones, then goes forward and back. Returns the milliseconds of script for each step. */
async function measure({ length, rounds }) {
  const lesson = document.querySelector("ag-lesson");
  const settle = async () => {
    // Each smaller way to draw a step is another update.
    for (let round = 0; round < 12; round += 1) {
      const drawn = lesson.querySelectorAll("ag-matrix, ag-inspector, ag-filmstrip, ag-map");
      await Promise.all([lesson, ...drawn].map((element) => element.updateComplete));
    }
  };
  const square = (seed) => ({
    shape: [length, length],
    data: [...lesson.lab.random([length, length], { seed }).data],
  });
  lesson.dispatch({ type: "edit", changes: { query: square(1), key: square(2), value: square(3) } });
  await settle();
  const { steps } = lesson.model.trace;
  const times = new Map(steps.map(({ id }) => [id, []]));
  const go = async (position) => {
    // A frame of rest, in which what the last step left is drawn.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const start = performance.now();
    document.querySelector("ag-filmstrip").dispatchEvent(new CustomEvent("step", { detail: position }));
    await settle();
    times.get(steps[position].id).push(performance.now() - start);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (let position = 1; position < steps.length; position += 1) await go(position);
    for (let position = steps.length - 2; position >= 0; position -= 1) await go(position);
  }
  return [...times].map(([step, taken]) => ({ step, taken: taken.sort((a, b) => a - b) }));
}

/** Measures every step: `[{ step, median, longest }]`. */
export async function measureSteps() {
  const site = await openFolder(at("www/dist"));
  try {
    const { page } = await openPage(site);
    await page.goto(`${site.address}#/self-attention`);
    await page.locator("ag-filmstrip [aria-current=step]").waitFor();
    await page.locator("ag-map").waitFor();
    const measured = await page.evaluate(measure, { length: LENGTH, rounds: ROUNDS });
    return measured.map(({ step, taken }) => ({
      step,
      median: taken[Math.floor(taken.length / 2)],
      longest: taken.at(-1),
    }));
  } finally {
    await site.close();
  }
}

/** Measures and prints everything. */
export async function benchSteps() {
  console.log(`\nOne step of attention, ${LENGTH} × ${LENGTH}: script, median and longest`);
  for (const { step, median, longest } of await measureSteps())
    console.log(`${median.toFixed(2).padStart(9)} ms ${longest.toFixed(2).padStart(9)} ms  ${step}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchSteps();
