/** A folder served under the page's policy, and Chromium to look at it, with everything that goes wrong written down. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.mjs";
import { serve } from "../../scripts/serve.mjs";
import { use } from "./kept.mjs";

/** Whether a GPU that is no program is to be tested: `ATTOGRAPH_GPU=hardware`, on a machine that has one. */
export const ON_HARDWARE = process.env.ATTOGRAPH_GPU === "hardware";

/** What a Chromium without windows needs for the GPU of a machine with Linux. */
const VULKAN = ["--enable-features=Vulkan", "--use-angle=vulkan", "--disable-vulkan-surface", "--ignore-gpu-blocklist"];

/** Gives Chromium a GPU that is a program, which it hides otherwise, or the machine's own. */
export const WITH_GPU = ["--enable-unsafe-webgpu", ...(ON_HARDWARE && process.platform === "linux" ? VULKAN : [])];

/**
 * Pages collect their garbage themselves: with helpers for it, which a machine of two processors has no room for, tests take a tenth more of the processors' time,
 * as measured with those of motion (79 s of it, 71 without).
 */
const WITHOUT_HELPERS = "--js-flags=--single-threaded-gc";

/** Chromium, with more flags if need be: `{ value, close }`. One is shared by all who use it with the same flags. */
export function useBrowser(flags = []) {
  const launch = async () => {
    const executablePath = findChromium();
    if (!executablePath) throw new Error("No Chromium found: set ATTOGRAPH_CHROMIUM to one.");
    const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, WITHOUT_HELPERS, ...flags] });
    return { value: browser, close: () => browser.close() };
  };
  return use(`browser ${flags.join(" ")}`, launch, (browser) => browser.isConnected());
}

/** A folder as a site: `{ value: its address, close }`. */
const useServer = (root, policy) =>
  use(`server ${policy} ${root}`, async () => {
    const { address, close } = await serve({ root, policy });
    return { value: address, close };
  });

/** Serves a folder, and opens a browser, with more flags or another policy if need be; the result is what `openPage` takes. */
export async function openFolder(root, flags = [], policy = undefined) {
  const [browser, server] = await Promise.all([useBrowser(flags), useServer(root, policy)]);
  return {
    address: server.value,
    browser: browser.value,
    folder: root,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** Pages that no test uses, by browser and options. */
const idle = new WeakMap();

/** How long a test waits for what has to come, in milliseconds: a limit for what never comes, and no measurement, on a machine that is busy with other things. */
export const PATIENCE = 120_000;

/** Returns the pages of a browser that were opened with these options and are not used. */
function idlePages(browser, options) {
  const all = idle.get(browser) ?? new Map();
  idle.set(browser, all);
  const key = JSON.stringify(options);
  if (!all.has(key)) all.set(key, []);
  return all.get(key);
}

/** Pages that a test has given a script or a clock, which no document of theirs loses again. */
const changed = new WeakSet();

/** Has a page remembered as changed when one of its methods, or of its clock's, is called. */
function watch(page) {
  for (const [owner, name] of [
    [page, "addInitScript"],
    [page.clock, "install"],
  ]) {
    const own = owner[name].bind(owner);
    owner[name] = (...given) => {
      changed.add(page);
      return own(...given);
    };
  }
}

async function newPage(browser, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  watch(page);
  return page;
}

/** Makes a page as it was: nothing is stored, nobody listens, no request is answered by a test. */
async function clear(page, address) {
  await page.goto("about:blank");
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll();
  await context.unrouteAll();
  const session = await context.newCDPSession(page);
  const stored = "cookies,local_storage,indexeddb,cache_storage,service_workers";
  await session.send("Storage.clearDataForOrigin", { origin: new URL(address).origin, storageTypes: stored });
  await session.detach();
}

/** Gives a page that a test may have changed its window and its media again. */
async function restore(page, { viewport, colorScheme = null, reducedMotion = null }) {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme, reducedMotion });
}

/**
 * A page with nothing stored. `problems` fills with console errors, uncaught exceptions, violations of the policy and requests to anyone else; a test ends by
 * asserting that it is empty. A page that was closed is used again: a new one takes Chromium three times as long. With `fresh`, the browser has never been to the
 * site, and no test gets the page afterwards: for scripts that are added to it, and for sizes of first visits. Without `serviceWorkers: "allow"` nothing is stored for
 * use without a network, which would take as long in every test.
 */
export async function openPage(site, { fresh = false, ...options } = {}) {
  const all = { viewport: { width: 1280, height: 800 }, locale: "en-US", serviceWorkers: "block", ...options };
  const waiting = idlePages(site.browser, all);
  const used = fresh ? undefined : waiting.pop();
  const page = used ?? (await newPage(site.browser, all));
  if (used) await restore(used, all);
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
  const close = async () => {
    // Some tests end a page, or its browser.
    if (fresh || changed.has(page) || page.isClosed()) return page.context().close();
    await clear(page, site.address);
    waiting.push(page);
  };
  return { page, problems, close };
}

/** Writes a plain page that imports the package by path, beside the tools that tests run in it. */
export async function writePlainPage(folder) {
  await mkdir(join(folder, "shared"), { recursive: true });
  for (const name of ["homework.mjs", "replay.mjs", "solution.mjs"])
    await cp(fileURLToPath(new URL(name, import.meta.url)), join(folder, "shared", name));
  await writeFile(
    join(folder, "index.html"),
    '<!doctype html><title>Plain</title><link rel="icon" href="data:," /><script type="module" src="/plain.js"></script>\n',
  );
  await writeFile(
    join(folder, "plain.js"),
    `import * as attograph from "/node_modules/attograph/browser.js";
import * as inline from "/node_modules/attograph/inline.js";
import * as homework from "/shared/homework.mjs";
import * as replay from "/shared/replay.mjs";
globalThis.test = { attograph, homework, inline, replay };
`,
  );
}

/** The address of a page as the page has it. What the driver has, `page.url()`, follows a change within a document a moment later. */
export const addressOf = (page) => page.evaluate(() => location.href);

/** Opens the address and waits until its module has run. */
export async function visit(page, address) {
  await page.goto(address);
  await page.waitForFunction(() => "test" in globalThis);
}
