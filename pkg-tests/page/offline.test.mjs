/** The page without a network: stored by one visit, whole in both languages, and replaced by a newer version only when the reader says so. */
import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../../scripts/serve.mjs";
import { useBrowser } from "../shared/browser.mjs";
import { assertWithinLimit } from "../shared/sizes.mjs";
import { after, before, test } from "../shared/tests.mjs";
import { answer, FIRST, solution, typed } from "./exercise.mjs";
import { currentStep, openPage } from "./site.mjs";

const dist = fileURLToPath(new URL("../../www/dist", import.meta.url));

/** A place of each room, and what shows that it is there. */
const ROOMS = {
  "#/": "main ag-arcs svg",
  "#/units": "[data-unit]",
  "#/units/self-attention/lookup": ".scene[data-answered=false]",
  "#/labs": "[data-lab-link]",
  "#/labs/positions": "[data-lab=positions] [data-control]",
  "#/algorithms/scaled-dot-product-attention": "ag-filmstrip [aria-current=step]",
  "#/algorithms/gat-layer": "ag-filmstrip [aria-current=step]",
  "#/algorithms": "[data-algorithm]",
  "#/algorithms/lsh-attention": "ag-filmstrip [aria-current=step]",
  "#/exercises": "[data-exercise]",
  "#/exercises/attention-steps": FIRST,
  "#/exercises/shifted-position": "[data-entry] input",
  "#/polls": "[data-poll]",
  "#/polls/S1-P1": "[data-statement]",
  "#/errata": "[data-erratum]",
  "#/errata/S0-E01": "[data-action=reveal]",
  "#/engines/product": ".engine-list[data-finished=true]",
};

/** The files that are not stored: the service worker itself, the picture for links, and what other files hold as well. */
const NOT_STORED = /^(sw\.js|preview\.png|assets\/(copy|base64-fast)-.*\.js)$/;

const isCompressed = (name) => /\.(br|gz)$/.test(name);

let root;
let server;
let used;

before(async () => {
  // The page is in a folder of the site, as on many hosts, and without compressed copies, which a newer version would have to replace as well.
  root = await mkdtemp(join(tmpdir(), "attograph-offline-"));
  await cp(dist, join(root, "course"), { recursive: true, filter: (path) => !isCompressed(path) });
  server = await serve({ root });
  used = await useBrowser();
});

after(async () => {
  await used?.close();
  await server?.close();
  await rm(root, { recursive: true, force: true });
});

/** Opens a page in which the page may be stored. */
async function openStored() {
  const address = `${server.address}course/`;
  const opened = await openPage({ address, browser: used.value }, { fresh: true, serviceWorkers: "allow" });
  opened.page.context().on("request", (request) => {
    if (!request.url().startsWith(address)) opened.problems.push(`foreign request: ${request.url()}`);
  });
  return { ...opened, address };
}

/** Goes to a place within the page and waits until it is there. */
async function follow(page, hash) {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
  await page.locator(ROOMS[hash]).first().waitFor();
}

const isStored = (page) => page.locator("html[data-offline=ready]").waitFor({ state: "attached" });

/** The paths of all stored files. */
const storedFiles = (page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes("precache"));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const base = new URL("./", location.href).href;
    return requests
      .flat()
      .map(({ url }) => url.split("?")[0].replace(base, ""))
      .sort();
  });

test("one visit stores all files; then every room works in both languages while there is no server", async () => {
  const { page, problems, address, close } = await openStored();
  const requested = [];
  page.on("request", (request) => requested.push(request.url().replace(address, "")));
  await page.goto(`${address}#/algorithms/scaled-dot-product-attention`);
  await page.locator(ROOMS["#/algorithms/scaled-dot-product-attention"]).waitFor();
  await isStored(page);
  // Storing begins after everything that the lesson needs has been asked for.
  const begin = requested.findIndex((name) => /^assets\/offline-/.test(name));
  const lesson = requested.findIndex((name) => /^assets\/attograph-.*\.wasm$/.test(name));
  assert.ok(begin > lesson && lesson >= 0, requested.join(", "));
  const names = await readdir(join(root, "course"), { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, "course").length + 1))
    .filter((name) => !NOT_STORED.test(name));
  assert.deepEqual(await storedFiles(page), files.sort());

  const { port } = new URL(server.address);
  await server.close();
  try {
    await assert.rejects(fetch(address), "the server is gone");
    await useAll(page, address);
  } finally {
    server = await serve({ root, port: Number(port) });
  }
  assert.deepEqual(problems, []);
  await close();
});

/** Opens every room in both languages, steps through a lesson, has a number of an exercise marked, and a poll answered. */
async function useAll(page, address) {
  for (const language of ["en", "ko"]) {
    await page.evaluate((name) => localStorage.setItem("attograph.language", name), language);
    await page.goto("about:blank");
    await page.goto(address);
    await page.waitForFunction((name) => document.documentElement.lang === name, language);
    for (const hash of Object.keys(ROOMS)) {
      await follow(page, hash);
      const text = await page.locator("main").textContent();
      assert.equal(/[가-힣]{2}/.test(text), language === "ko", `${hash} in ${language}`);
    }
    await follow(page, "#/algorithms/scaled-dot-product-attention");
    const { position } = await currentStep(page);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (next) => Number(document.querySelector("ag-filmstrip [aria-current=step]")?.dataset.position) === next,
      position + 1,
    );
  }
  // An exercise is marked, and a poll shows what its runs say.
  await page.goto("about:blank");
  await page.goto(`${address}#/exercises/attention-steps?seed=7`);
  await page.locator(FIRST).first().focus();
  const { numbers } = solution(7);
  await answer(page, [typed(numbers[0][0])]);
  await page.locator('td[data-mark="right"]').first().waitFor();
  await follow(page, "#/polls/S1-P1");
  await page.locator("[data-action=reveal]").first().click();
  await page.locator("[data-statement][data-key]").first().waitFor();
}

/** Puts a newer version in place of the one on the server: another title of the document, and without the file of polls that the older one has. */
async function publish(title) {
  const folder = join(root, "course");
  const [index, worker] = await Promise.all(
    ["index.html", "sw.js"].map((name) => readFile(join(folder, name), "utf8")),
  );
  const polls = (await readdir(join(folder, "assets"))).filter((name) => /^lecture-/.test(name));
  assert.ok(polls.length > 0);
  await writeFile(
    join(folder, "index.html"),
    index.replace("<head>", `<head><meta name="edition" content="${title}" />`),
  );
  let changed = worker.replace(/(url:`index\.html`,revision:`)[0-9a-f]+/, `$1${title}`);
  assert.notEqual(changed, worker);
  for (const name of polls) {
    await rm(join(folder, "assets", name));
    changed = changed.replace(`{url:\`assets/${name}\`,revision:null},`, "");
  }
  assert.ok(!changed.includes("assets/lecture-"));
  await writeFile(join(folder, "sw.js"), changed);
}

test("a newer version asks, not while presenting; it is used by the window that says so, and others keep the older one", async () => {
  const { page, problems, address, close } = await openStored();
  const edition = (shown) => shown.evaluate(() => document.querySelector("meta[name=edition]")?.content ?? null);
  await page.goto(`${address}#/algorithms/scaled-dot-product-attention`);
  await isStored(page);
  await publish("two");

  // The older version is shown, and asks.
  await page.reload();
  const question = page.locator("[data-action=use-update]");
  await question.waitFor();
  assert.equal(await edition(page), null);
  await page.keyboard.press("p");
  await page.locator("html[data-view=present]").waitFor();
  assert.equal(await question.count(), 0);
  await page.keyboard.press("Escape");
  await question.waitFor();
  await page.locator("[data-action=later]").click();
  assert.equal(await question.count(), 0);

  // Another window asks as well, and accepts.
  const other = await page.context().newPage();
  await other.goto(`${address}#/algorithms/gat-layer`);
  await other.locator("[data-action=use-update]").waitFor();
  assert.equal(await edition(other), null);
  const loaded = other.waitForEvent("load");
  await other.locator("[data-action=use-update]").click();
  await loaded;
  await other.locator(ROOMS["#/algorithms/gat-layer"]).waitFor();
  assert.equal(await edition(other), "two");
  assert.equal(await other.evaluate(() => location.hash.startsWith("#/algorithms/gat-layer")), true);

  // The first window was not loaded again, and finds files that the server no longer has.
  assert.equal(await edition(page), null);
  await follow(page, "#/polls/S1-P1");
  await page.reload();
  assert.equal(await edition(page), "two");
  assert.deepEqual(problems, []);
  await close();
});

test("it can be installed, and is served so that a newer version is found", async () => {
  const address = `${server.address}course/`;
  for (const name of ["", "sw.js", "manifest.webmanifest"]) {
    const { headers, status } = await fetch(address + name);
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "no-cache", name);
    assert.ok(headers.get("content-security-policy").includes("require-trusted-types-for"), name);
  }
  const manifest = await (await fetch(`${address}manifest.webmanifest`)).json();
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = Buffer.from(await (await fetch(new URL(src, address))).arrayBuffer());
    if (type !== "image/png") continue;
    // The header of a PNG file has its width and height.
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  const { page, close } = await openStored();
  await page.goto(address);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Nothing can be installed from a window whose history is not kept.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
    [],
  );
  await close();
});

test("what is stored for use without a network is within its limit", () =>
  assertWithinLimit("all files stored for use without a network, brotli"));
