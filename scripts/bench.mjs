/**
 * Measures, in headless Chromium, what a reader waits for.
 *
 *   npm run bench
 *
 * First lesson: from the start of navigation, with nothing cached, until the stage shows numbers and a key steps on. Step: from the key to the frame in
 * which the next step stands. Trace: multi-head attention of 64 tokens, width 64, 8 heads, with every step, its table and its numbers in JavaScript.
 */
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { openPage, openSite } from "../pkg-tests/page/site.mjs";
import { serve } from "./serve.mjs";

const VISITS = 9;
const TRACES = 60;

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const show = (time) => `${time.toFixed(1)} ms`;
  return `median ${show(at(0.5))}, fastest ${show(sorted[0])}, slowest ${show(sorted.at(-1))} of ${times.length}`;
}

/** Resolves in the page once the stage shows numbers: milliseconds since navigation began. */
function watchForNumbers() {
  window.numbersShown = new Promise((shown) => {
    const look = () => {
      const matrix = document.querySelector(".stage ag-matrix.result");
      const ready = matrix?.shadowRoot?.querySelector("td[data-cell]") ?? matrix?.querySelector("td[data-cell]");
      if (ready && document.querySelector("ag-filmstrip [aria-current=step]")) shown(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Presses a key as a reader does and waits for the frame that shows the next step. */
async function timeStep() {
  const current = () => document.querySelector("ag-filmstrip [aria-current=step]")?.dataset.stepId;
  const before = current();
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true }));
  for (;;) {
    await new Promise((frame) => requestAnimationFrame(frame));
    if (current() !== before) return performance.now() - start;
    if (performance.now() - start > 5000) throw new Error("The step did not change.");
  }
}

async function measureVisits(site) {
  const visits = [];
  const steps = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const { page, close } = await openPage(site);
    await page.addInitScript(watchForNumbers);
    await page.goto(`${site.address}#/self-attention`);
    visits.push(await page.evaluate(() => window.numbersShown));
    steps.push(await page.evaluate(timeStep));
    await close();
  }
  return { visits, steps };
}

async function timeTraces(count) {
  const { load } = await import("/browser.js");
  const lab = await load();
  const matrix = (seed) => lab.random([64, 64], { seed });
  const inputs = {
    x: matrix(1),
    heads: 8,
    params: { wQuery: matrix(2), wKey: matrix(3), wValue: matrix(4), wOutput: matrix(5) },
  };
  const times = [];
  for (let run = 0; run < count; run += 1) {
    const start = performance.now();
    const trace = lab.trace("multi-head-attention", inputs);
    times.push(performance.now() - start);
    if (trace.outputs.output.shape.join() !== "64,64") throw new Error("The trace has the wrong shape.");
  }
  return { times, wasm: lab.engine.wasm };
}

async function measureTraces(site) {
  const server = await serve({ root: fileURLToPath(new URL("../pkg", import.meta.url)) });
  try {
    const { page, close } = await openPage({ ...site, address: server.address });
    // Any document of the same origin will do.
    await page.goto(`${server.address}package.json`);
    const result = await page.evaluate(timeTraces, TRACES);
    await close();
    return result;
  } finally {
    await server.close();
  }
}

const site = await openSite();
try {
  console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Chromium ${site.browser.version()}`);
  const { visits, steps } = await measureVisits(site);
  console.log(`First lesson interactive: ${summary(visits)}`);
  console.log(`A step, from key to frame: ${summary(steps)}`);
  const { times, wasm } = await measureTraces(site);
  console.log(`Trace of multi-head attention, first: ${times[0].toFixed(1)} ms (${wasm})`);
  console.log(`Trace of multi-head attention: ${summary(times.slice(1))}`);
} finally {
  await site.close();
}
