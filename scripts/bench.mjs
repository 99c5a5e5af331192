/**
 * Measures in headless Chromium what a user waits for, and prints medians:
 *
 *   npm run bench:page
 *
 * a trace of multi-head attention (64 tokens, width 64, 8 heads) with the crossing, the arithmetic of one number, the two backends on a larger input, how
 * long the first lesson takes until it responds, how the package loads, how long a frame takes in which something is dragged, every slider, one step of a larger run, and for how long larger
 * inputs block the page, which it writes into BENCHMARKS.md.
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolder, openPage, visit, writePlainPage } from "../pkg-tests/shared/browser.mjs";
import { benchBlocked } from "./bench/blocked.mjs";
import { benchFrames } from "./bench/frames.mjs";
import { benchLoad } from "./bench/load.mjs";
import { benchSliders } from "./bench/sliders.mjs";
import { benchSteps } from "./bench/steps.mjs";
import { at } from "./build/paths.mjs";

/** Runs within the page: medians in milliseconds, by name. */
async function measure() {
  const median = async (act, times = 15) => {
    const taken = [];
    for (let i = 0; i < times; i++) {
      const start = performance.now();
      await act();
      taken.push(performance.now() - start);
    }
    return taken.sort((a, b) => a - b)[Math.floor(times / 2)];
  };
  const start = performance.now();
  const lab = await globalThis.test.attograph.load();
  const results = { "load, with fetch and self-test": performance.now() - start };
  const tensor = (shape, seed) => ({ shape, data: lab.random(shape, { seed }).data });
  const square = (seed) => tensor([64, 64], seed);
  const heads = {
    x: square(1),
    heads: 8,
    ...{ wQuery: square(2), wKey: square(3), wValue: square(4), wOutput: square(5) },
  };
  results["trace of multi-head attention, 64 tokens, width 64, 8 heads"] = await median(() =>
    lab.trace("multi-head-attention", heads),
  );
  const trace = lab.trace("multi-head-attention", heads);
  const { id, shape } = trace.steps.at(-1);
  results["arithmetic of one number of it"] = await median(() =>
    lab.cell(
      trace,
      id,
      shape.map(() => 0),
    ),
  );
  const long = { query: tensor([512, 64], 1), key: tensor([512, 64], 2), value: tensor([512, 64], 3) };
  for (const backend of ["reference", "cpu"]) {
    const act = () => lab.run("scaled-dot-product-attention", long, { backend });
    results[`attention of 512 tokens, width 64, ${backend}`] = await median(act, 7);
  }
  return results;
}

async function benchPackage() {
  const folder = await mkdtemp(join(tmpdir(), "attograph-bench-"));
  await writePlainPage(folder);
  await cp(at("pkg"), join(folder, "node_modules/attograph"), { recursive: true });
  const site = await openFolder(folder);
  try {
    const { page } = await openPage(site);
    await visit(page, site.address);
    return await page.evaluate(measure);
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** From the first byte to a lesson whose steps can be chosen, with nothing cached; the median of five visits. */
async function benchLesson() {
  const site = await openFolder(at("www/dist"));
  try {
    const times = [];
    for (let i = 0; i < 5; i++) {
      const { page, close } = await openPage(site);
      await page.goto(`${site.address}#/algorithms/scaled-dot-product-attention`, { waitUntil: "commit" });
      await page.locator("ag-filmstrip [aria-current=step]").waitFor();
      times.push(await page.evaluate(() => performance.now()));
      await close();
    }
    return times.sort((a, b) => a - b)[2];
  } finally {
    await site.close();
  }
}

const results = await benchPackage();
results["first lesson, until it answers"] = await benchLesson();
console.log("\nChromium");
for (const [name, time] of Object.entries(results)) console.log(`${time.toFixed(2).padStart(9)} ms  ${name}`);
await benchLoad();
await benchFrames();
await benchSliders();
await benchSteps();
await benchBlocked();
