/** The built page, served under its policy and opened in Chromium, with everything that goes wrong written down. */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.mjs";
import { serve } from "../../scripts/serve.mjs";

const root = fileURLToPath(new URL("../../www/dist", import.meta.url));

/** Starts server and browser. */
export async function openSite() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: set ATTOGRAPH_CHROMIUM to one.");
  const server = await serve({ root });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  return {
    address: server.address,
    browser,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * A fresh page. `problems` fills with console errors, uncaught exceptions, violations of the policy and requests to anyone else; a test ends by
 * asserting that it is empty.
 */
export async function openPage(site, options = {}) {
  const context = await site.browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    ...options,
  });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site.address) && !url.startsWith("data:") && !url.startsWith("blob:")) {
      problems.push(`foreign request: ${url}`);
    }
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return { page, problems, close: () => context.close() };
}

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
