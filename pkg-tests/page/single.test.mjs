/** The page in one file: opened from a disk, and in a frame that has neither an origin nor storage. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { buildSingle, singleFile } from "../../scripts/build/single.mjs";
import { useBrowser } from "../shared/browser.mjs";
import { assertWithinLimit } from "../shared/sizes.mjs";
import { after, before, test } from "../shared/tests.mjs";
import { FIRST, solution, typed } from "./exercise.mjs";

let used;

before(async () => {
  await buildSingle();
  used = await useBrowser();
});

after(() => used?.close());

/** Opens a file. `problems` fills with everything that goes wrong in it, and with requests other than for the file itself. */
async function openFile(url, others = []) {
  const context = await used.value.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  const own = new Set([url, ...others]);
  page.on("request", (request) => {
    if (!/^(data|blob|about):/.test(request.url()) && !own.has(request.url().split("#")[0]))
      problems.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}

/** Steps a lesson, answers a scene, fills in a cell of an exercise, and changes the language, in a page or a frame. */
async function useAll(frame) {
  const go = (hash) =>
    frame.evaluate((next) => {
      location.hash = next;
    }, hash);
  await frame.locator("main ag-arcs svg").first().waitFor();
  await go("#/algorithms/scaled-dot-product-attention");
  const current = frame.locator("ag-filmstrip [aria-current=step]");
  await current.waitFor();
  const position = Number(await current.getAttribute("data-position"));
  await frame.locator("[data-action=next]").click();
  await frame.locator(`ag-filmstrip [aria-current=step][data-position="${position + 1}"]`).waitFor();

  // By a link, as a reader does.
  await go("#/units/self-attention");
  await frame.locator(".scene-list a").first().click();
  await frame.locator(".scene[data-answered=false] .choice input").first().check();
  await frame.locator(".commit").click();
  await frame.locator(".scene[data-answered=true] .shows").waitFor();

  await go("#/exercises/attention-steps?seed=7");
  await frame
    .locator(FIRST)
    .first()
    .fill(typed(solution(7).numbers[0][0]));
  await frame.locator(FIRST).first().press("Enter");
  await frame.locator('td[data-mark="right"]').first().waitFor();

  await go("#/labs/positions");
  await frame.locator("[data-lab=positions] [data-control]").first().waitFor();
  await go("#/polls/S1-P1");
  await frame.locator("[data-action=reveal]").first().click();
  await frame.locator("[data-statement][data-key]").first().waitFor();
  await go("#/engines");
  await frame.locator(".engines .problem", { hasText: "one file without the fast engine" }).waitFor();

  await frame.locator("header select").first().waitFor();
  await frame.locator("select:has(option[value=ko])").first().selectOption("ko");
  await frame.locator("html[lang=ko]").waitFor({ state: "attached" });
  assert.match(await frame.locator("main").textContent(), /[가-힣]{2}/);
  await go("#/algorithms/gat-layer");
  await frame.locator("ag-filmstrip [aria-current=step]").waitFor();
  assert.match(await frame.locator("main").textContent(), /[가-힣]{2}/);
}

test("from a disk", async () => {
  const { page, problems, close } = await openFile(pathToFileURL(singleFile).href);
  await useAll(page);
  // Loaded again, it is at the same place.
  await page.reload();
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  // A drawing that is saved has the font of the page's style sheet.
  await page.evaluate(() => {
    location.hash = "#/units/self-attention/mean/answer";
  });
  await page.locator("ag-scene ag-arrows").first().waitFor();
  await page.locator("ag-scene details.export summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("ag-export [data-format$=-svg]").first().click(),
  ]);
  const drawing = await readFile(await download.path(), "utf8");
  assert.match(drawing, /font-family:"Attograph Math";src:url\("data:font\/woff2;base64,\w{4}/);
  assert.deepEqual(problems, []);
  await close();
});

/** Serves the file, and a page with a frame for it: by its address, or within an attribute, as some learning platforms do. */
async function serveFrames(t) {
  const text = await readFile(singleFile, "utf8");
  const attributes = {
    "/by-address": 'src="/file.html"',
    "/within": `srcdoc="${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`,
  };
  const server = createServer(({ url }, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    const frame = `<!doctype html><title>Course</title><link rel="icon" href="data:,"><iframe name="inner" sandbox="allow-scripts" width="1200" height="760" ${attributes[url]}></iframe>`;
    response.end(url === "/file.html" ? text : frame);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => new Promise((done) => server.close(done)));
  return `http://127.0.0.1:${server.address().port}`;
}

test('in frames with sandbox="allow-scripts", which have no origin and thereby no storage', async (t) => {
  const address = await serveFrames(t);
  for (const way of ["/by-address", "/within"]) {
    const { page, problems, close } = await openFile(address + way, [`${address}/file.html`]);
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    await frame.waitForLoadState();
    const stored = await frame.evaluate(() => {
      try {
        return typeof localStorage;
      } catch ({ name }) {
        return name;
      }
    });
    assert.equal(stored, "SecurityError");
    await useAll(frame);
    assert.deepEqual(problems, [], way);
    await close();
  }
});

test("the example shows it in a frame", async () => {
  const example = new URL("../../examples/offline/frame.html", import.meta.url).href;
  const { page, problems, close } = await openFile(example, [pathToFileURL(singleFile).href]);
  await page.frameLocator("iframe").locator("main ag-arcs svg").first().waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("it has nothing but itself: its policy allows its own scripts by their hashes", async () => {
  const text = await readFile(singleFile, "utf8");
  const policy = text.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+' 'wasm-unsafe-eval';/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:/);
  assert.doesNotMatch(text, /(src|href)="(?!data:)/);
});

test("it is small enough to be sent by mail", () => assertWithinLimit("the page in one file"));
