/**
 * Renders the examples for Marp, Slidev, Observable Framework and Quarto with these tools, opens what they made in Chromium, and compares each number with a run.
 *
 *   npm run test:decks [-- --only marp,quarto]
 *
 * The tools are installed into target/decks/, about 700 MB in all.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { HOSTED } from "../../pkg-tests/shared/hosted.mjs";
import { at } from "../build/paths.mjs";
import { runScript, runSteps, StepFailure } from "../steps.mjs";
import { TOOLS } from "./tools.mjs";

const STEP = "attention.weights";

/** Runs in the page: the weights that all figures show, or null while one of them shows none. */
function shownWeights(step) {
  const figures = [...document.querySelectorAll("attograph-figure")];
  const found = figures.map((figure) => {
    const marks = [];
    const look = (root) => {
      for (const one of root.querySelectorAll("*")) {
        const { step: named, index, cell, value } = one.dataset ?? {};
        const own = named ?? one.getRootNode().host?.dataset?.stepId;
        if (value !== undefined && own === step) marks.push([index ?? cell, Number(value)]);
        if (one.shadowRoot) look(one.shadowRoot);
      }
    };
    if (figure.shadowRoot) look(figure.shadowRoot);
    return marks;
  });
  return found.length > 0 && found.every((marks) => marks.length >= 4) ? found : null;
}

/** Opens a page, and returns how many numbers its figures show, all of them right. */
async function check(browser, { address, keys }, weights) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const problems = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  await page.goto(address);
  for (let times = 0; times < keys; times += 1) await page.keyboard.press("ArrowRight");
  const found = await (await page.waitForFunction(shownWeights, STEP, { timeout: 120_000 })).jsonValue();
  for (const [index, value] of found.flat()) {
    const [row, column] = index.split(",").map(Number);
    const expected = weights.data[row * weights.shape[1] + column];
    if (value !== expected)
      throw new StepFailure(`${address}: weight [${index}] is ${expected}, and ${value} is shown`);
  }
  if (problems.length > 0) throw new StepFailure(`${address}: ${problems.join("; ")}`);
  await page.close();
  return found.flat().length;
}

const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1].split(",") : null;
const names = Object.keys(TOOLS).filter((name) => only === null || only.includes(name));

await runScript(async () => {
  const { chromium } = await import("playwright-core");
  const { CHROMIUM_FLAGS, findChromium } = await import("../chromium.mjs");
  const { serve } = await import("../serve.mjs");
  const { load } = await import("../../pkg/node.js");
  const trace = (await load()).trace("scaled-dot-product-attention", HOSTED);
  const weights = trace.steps.find(({ id }) => id === STEP);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  const policy = "default-src * data: blob: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'";
  const steps = names.map((name) => ({
    title: name,
    work: async () => {
      const folder = at("target/decks", name);
      const pages = await TOOLS[name](folder);
      if (typeof pages === "string") return pages;
      const server = await serve({ root: folder, policy });
      try {
        let count = 0;
        for (const { path, hash = "", keys, fromDisk = false } of pages) {
          const base = fromDisk ? String(pathToFileURL(join(folder, path))) : server.address + path;
          count += await check(browser, { address: base + hash, keys }, weights);
        }
        return `${pages.length} page(s), ${count} numbers as in the run`;
      } finally {
        await server.close();
      }
    },
    help: `What was made is in target/decks/${name}/.`,
  }));
  try {
    await runSteps(steps);
  } finally {
    await browser.close();
  }
});
