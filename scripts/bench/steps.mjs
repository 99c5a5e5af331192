/**
 * Measures in headless Chromium how long the page takes for one step of attention over 64 tokens of width 64, and prints for each step the shortest and the median
 * time of script, and the median time of the processor, with that for styles and layout:
 *
 *   node scripts/bench/steps.mjs
 *
 * `npm run bench:page` prints it, too. A frame is 16 milliseconds. On a machine that does other work as well, the time of the processor says more than the other
 * two, and the shortest time more than the median.
 */
import { pathToFileURL } from "node:url";
import { openFolder, openPage } from "../../pkg-tests/shared/browser.mjs";
import { at } from "../build/paths.mjs";

const LENGTH = 64;
const ROUNDS = 5;

/** Runs in the page: replaces the inputs by larger ones, and provides `bench.go`. Returns the ids of the steps. */
async function prepare(length) {
  const lesson = document.querySelector("ag-lesson");
  const settle = async () => {
    // Each smaller way to draw a step is another update.
    for (let round = 0; round < 12; round += 1) {
      const drawn = lesson.querySelectorAll("ag-matrix, ag-heat-map, ag-inspector, ag-filmstrip, ag-map");
      await Promise.all([lesson, ...drawn].map((element) => element.updateComplete));
    }
  };
  const square = (seed) => ({
    shape: [length, length],
    data: [...lesson.lab.random([length, length], { seed }).data],
  });
  /** Goes to a step. Returns the milliseconds of script. */
  const go = async (position) => {
    const start = performance.now();
    document.querySelector("ag-filmstrip").dispatchEvent(new CustomEvent("step", { detail: position }));
    await settle();
    return performance.now() - start;
  };
  globalThis.bench = { go };
  lesson.dispatch({ type: "edit", changes: { query: square(1), key: square(2), value: square(3) } });
  await customElements.whenDefined("ag-heat-map");
  await settle();
  return lesson.model.trace.steps.map(({ id }) => id);
}

/** The time of the processor until now, in milliseconds: of everything in the page's own thread, and of styles and layout. */
async function spent(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  const seconds = new Map(metrics.map(({ name, value }) => [name, value]));
  const of = (name) => 1000 * (seconds.get(name) ?? 0);
  return { all: of("TaskDuration"), layout: of("LayoutDuration") + of("RecalcStyleDuration") };
}

/** Measures every step: `[{ step, shortest, median, processor, layout }]`. */
export async function measureSteps() {
  const site = await openFolder(at("www/dist"));
  try {
    const { page } = await openPage(site);
    await page.goto(`${site.address}#/algorithms/scaled-dot-product-attention`);
    await page.locator("ag-filmstrip [aria-current=step]").waitFor();
    await page.locator("ag-map").waitFor();
    const steps = await page.evaluate(prepare, LENGTH);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const taken = new Map(steps.map((id) => [id, { wall: [], processor: [], layout: [] }]));
    const rest = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const go = async (position) => {
      // What the last step left is drawn.
      await rest();
      const before = await spent(session);
      const wall = await page.evaluate((to) => globalThis.bench.go(to), position);
      const after = await spent(session);
      const times = taken.get(steps[position]);
      times.wall.push(wall);
      times.processor.push(after.all - before.all);
      times.layout.push(after.layout - before.layout);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let position = 1; position < steps.length; position += 1) await go(position);
      for (let position = steps.length - 2; position >= 0; position -= 1) await go(position);
    }
    const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
    return [...taken].map(([step, { wall, processor, layout }]) => ({
      step,
      ...{ shortest: Math.min(...wall), median: median(wall), processor: median(processor), layout: median(layout) },
    }));
  } finally {
    await site.close();
  }
}

/** Measures and prints everything. */
export async function benchSteps() {
  console.log(
    `\nOne step of attention, ${LENGTH} × ${LENGTH}: shortest and median of script; time of the processor, layout in it`,
  );
  for (const { step, ...times } of await measureSteps()) {
    const columns = Object.values(times).map((time) => `${time.toFixed(2).padStart(9)} ms`);
    console.log(`${columns.join("")}  ${step}`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchSteps();
