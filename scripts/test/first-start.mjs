/**
 * Runs `npm start` as the first command on a fresh clone, and uses the page: opens a lesson in Chromium and steps through it.
 *
 *   node scripts/test/first-start.mjs
 *
 * Imports nothing but Node's own modules: what needs npm packages is imported once `npm start` has installed them.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { root } from "../build/paths.mjs";
import { setUp } from "../setup.mjs";
import { ProgramFailure, runScript, runSteps } from "../steps.mjs";

const MINUTE = 60_000;

/** The address that `npm start` prints once it serves. Compiling everything takes a few minutes on an idle machine. */
const UNTIL_SERVED = 45 * MINUTE;
const UNTIL_STEPPED = 10 * MINUTE;
const UNTIL_STOPPED = MINUTE;

/** Rejects where a promise takes too long. */
function within(milliseconds, what, promise) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new ProgramFailure(`${what} took more than ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Starts it on a free port, in its own process group. `address` rejects if it ends before it serves. */
function startPage() {
  const child = spawn("npm", ["start", "--", "--port", "0"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((done) => {
    child.once("error", done);
    child.once("close", (code, signal) => done(signal ?? `code ${code}`));
  });
  let output = "";
  const served = new Promise((done) => {
    child.stdout.setEncoding("utf8").on("data", (data) => {
      process.stdout.write(data);
      output += data;
      const address = output.match(/served at (http:\S+)\n/)?.[1];
      if (address) done(address);
    });
  });
  const failed = ended.then((reason) => {
    throw new ProgramFailure(`npm start ended with ${reason} before it served the page`);
  });
  return { child, ended, address: Promise.race([served, failed]) };
}

/** Sends a signal to `npm start` and all that it has started. */
function signalAll({ child }, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (problem) {
    // The process group is empty.
    if (problem.code !== "ESRCH") throw problem;
  }
}

/** Ends it by Ctrl+C, as a user does. */
async function stop(started) {
  signalAll(started, "SIGINT");
  try {
    await within(UNTIL_STOPPED, "ending npm start by Ctrl+C", started.ended);
  } finally {
    signalAll(started, "SIGKILL");
  }
}

/** Watches how the page gets its engine; the result, called at the end, asserts that it came compressed and under its own type. */
function watchTransfer(page) {
  const engines = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".wasm")) engines.push(response.headers());
  });
  return () => {
    assert.ok(engines.length > 0, "no engine was loaded");
    for (const headers of engines) {
      assert.equal(headers["content-type"], "application/wasm");
      assert.equal(headers["content-encoding"], "br");
    }
  };
}

/** Opens the first lesson, goes to its last step and back by keyboard, and reads a number of it. */
async function stepLesson(address) {
  const { chromium } = await import("playwright-core");
  const { openPage } = await import("../../pkg-tests/shared/browser.mjs");
  const { currentStep, resultCells } = await import("../../pkg-tests/page/site.mjs");
  const { CHROMIUM_FLAGS, findChromium } = await import("../chromium.mjs");
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
  try {
    const { page, problems } = await openPage({ browser, address });
    const checkTransfer = watchTransfer(page);
    await page.goto(`${address}#/algorithms/scaled-dot-product-attention`);
    await page.locator("ag-filmstrip [aria-current=step]").waitFor();
    await page.keyboard.press("Home");
    const { length } = await currentStep(page);
    assert.ok(length > 3, `a lesson of ${length} steps`);
    for (let position = 0; position < length; position += 1) {
      await page.waitForFunction(
        (expected) => Number(document.querySelector("ag-filmstrip [aria-current=step]")?.dataset.position) === expected,
        position,
      );
      const { id } = await currentStep(page);
      await page.locator(`.stage ag-matrix[data-step-id="${id}"] [data-cell]`).first().waitFor();
      const numbers = (await resultCells(page, id)).map(({ value }) => value);
      assert.ok(numbers.length > 0 && numbers.every((value) => value !== undefined && value !== ""), `step ${id}`);
      await page.keyboard.press("ArrowRight");
    }
    checkTransfer();
    assert.deepEqual(problems, []);
    return `${length} steps`;
  } finally {
    await browser.close();
  }
}

await runScript(async () => {
  const started = startPage();
  // Ending this program ends everything that it started.
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => {
      signalAll(started, "SIGKILL");
      process.exit(1);
    });
  try {
    let address;
    await runSteps([
      {
        title: "npm start as the first command",
        work: async () => {
          address = await within(UNTIL_SERVED, "npm start", started.address);
        },
        help: "Its messages above have the reason and what to do.",
      },
      { title: "Set-up of the tests", work: () => setUp(), help: "The messages above list what is missing." },
      {
        title: "A lesson stepped in Chromium",
        work: () => within(UNTIL_STEPPED, "stepping a lesson", stepLesson(address)),
        help: "Try the same by hand: npm start.",
      },
    ]);
  } finally {
    await stop(started);
  }
});
