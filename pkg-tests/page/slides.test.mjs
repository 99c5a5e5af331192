/** `attograph/reveal` in a deck of reveal.js: keys, links, overview, focus, scaled slides, speaker view and PDF export. */
import assert from "node:assert/strict";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../../pkg/node.js";
import { openFolder, openPage, PATIENCE } from "../shared/browser.mjs";
import { after, before, test } from "../shared/tests.mjs";
import { twoFrames } from "./site.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const lab = await load();

/** Reveal.js writes styles into the page, and its speaker view is a page with a script in it; all from this host. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:";

const SLIDES = [
  "<h2>Title</h2>",
  '<p class="fragment">Before</p><attograph-figure algorithm="scaled-dot-product-attention" step="attention.scores" to="attention.scaled" picture="table" controls="player"></attograph-figure>',
  '<attograph-scene lesson="self-attention" scene="long-key"></attograph-scene><p class="fragment">After</p>',
  '<attograph-poll poll="S1-P1"></attograph-poll>',
  '<attograph-poll poll="S1-P1" data-stops="1"></attograph-poll>',
  "<p>Five</p>",
  "<p>Six</p>",
  '<attograph-figure algorithm="gcn-normalization" picture="table"></attograph-figure>',
];

let folder;
const site = {};
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attograph-slides-"));
  for (const path of ["pkg", "examples", "node_modules"]) await symlink(at(path), join(folder, path));
  await writeFile(
    join(folder, "deck.js"),
    `import Reveal from "./node_modules/reveal.js/dist/reveal.mjs";
import Notes from "./node_modules/reveal.js/dist/plugin/notes.mjs";
import AttographReveal from "./pkg/elements/reveal.js";
globalThis.Reveal = Reveal;
const settings = Object.fromEntries(new URLSearchParams(location.search));
await Reveal.initialize({ width: 1280, height: 720, hash: true, transition: "none", viewDistance: 2,
  pdfSeparateFragments: settings.pages === "steps", plugins: [AttographReveal, Notes] });
document.documentElement.dataset.deck = "ready";
`,
  );
  await writeFile(
    join(folder, "deck.html"),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Deck</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="node_modules/reveal.js/dist/reveal.css"><script type="module" src="deck.js"></script></head>
<body><div class="reveal"><div class="slides">${SLIDES.map((slide) => `<section>${slide}<aside class="notes">Notes</aside></section>`).join("\n")}</div></div></body></html>`,
  );
  Object.assign(site, await openFolder(folder, [], POLICY));
});
after(async () => {
  await site.close?.();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until the deck has begun and what is near is drawn. */
const begun = async (page) => {
  await page.waitForSelector("html[data-deck=ready]", { state: "attached" });
  await page.evaluate(() => globalThis.Reveal.getPlugin("attograph").drawn);
};

async function deck({ query = "", hash = "", path = "deck.html", ...options } = {}) {
  const opened = await openPage(site, options);
  await opened.page.goto(`${site.address}${path}${query}${hash}`);
  await begun(opened.page);
  return opened;
}

/** Runs in the page: where the deck is, and what the element of the slide shows; with an expectation, whether that is it. */
function look(expected) {
  const { h, f } = globalThis.Reveal.getIndices();
  const element = globalThis.Reveal.getCurrentSlide().querySelector(
    "attograph-figure, attograph-scene, attograph-poll",
  );
  const root = element?.shadowRoot;
  const poll = root?.querySelector(".poll");
  const state = {
    h,
    f: f ?? -1,
    step: element?.shown?.step ?? null,
    answered: root?.querySelector(".scene")?.dataset.answered ?? null,
    revealed: poll?.dataset.revealed ?? null,
    evidence: poll
      ? [...poll.querySelectorAll("[aria-expanded=true]")].map((one) => one.closest("li").dataset.statement)
      : null,
  };
  if (expected === null) return state;
  return Object.entries(expected).every(([key, value]) => JSON.stringify(state[key]) === JSON.stringify(value));
}

const state = (page) => page.evaluate(look, null);

/** Waits until the deck is there. */
async function becomes(page, expected) {
  await page.waitForFunction(look, expected).catch(async () => {
    const seen = await state(page);
    assert.deepEqual(seen, { ...seen, ...expected });
  });
}

const scores = lab.trace("scaled-dot-product-attention", {
  query: [[1]],
  key: [[1]],
  value: [[1]],
});
const ids = scores.steps.map(({ id }) => id);
const WAY = ids.slice(ids.indexOf("attention.scores"), ids.indexOf("attention.scaled") + 1);
const STATEMENTS = lab.poll("S1-P1").options;

/** The deck as the keys of a clicker walk through it. */
const WALK = [
  { h: 0, f: -1 },
  { h: 1, f: -1, step: WAY[0] },
  { h: 1, f: 0, step: WAY[0] },
  ...WAY.slice(1).map((step, position) => ({ h: 1, f: position + 1, step })),
  { h: 2, f: -1, answered: "false" },
  { h: 2, f: 0, answered: "true" },
  { h: 2, f: 1, answered: "true" },
  { h: 3, f: -1, revealed: "false", evidence: [] },
  { h: 3, f: 0, revealed: "true", evidence: [] },
  ...STATEMENTS.map((statement, position) => ({ h: 3, f: position + 1, revealed: "true", evidence: [statement] })),
  { h: 4, f: -1, revealed: "false" },
  { h: 4, f: 0, revealed: "true" },
  { h: 5, f: -1 },
];

test("a clicker's keys and the arrows go through steps, answers and evidence, forward and back", async () => {
  const { page, problems, close } = await deck();
  for (const [position, expected] of WALK.entries()) {
    if (position > 0) await page.keyboard.press("PageDown");
    await becomes(page, expected);
  }
  for (const expected of WALK.slice(0, -1).reverse()) {
    await page.keyboard.press("PageUp");
    await becomes(page, expected);
  }
  for (const expected of WALK.slice(1, 4)) {
    await page.keyboard.press("ArrowRight");
    await becomes(page, expected);
  }
  await page.keyboard.press("ArrowLeft");
  await becomes(page, WALK[2]);
  assert.deepEqual(problems, []);
  await close();
});

test("a deep link opens the step, and so does a reload", async () => {
  const expected = WALK[4];
  const { page, problems, close } = await deck({ hash: `#/1/0/${expected.f}` });
  await becomes(page, expected);
  for (const later of WALK.slice(5, 8)) {
    await page.keyboard.press("PageDown");
    await becomes(page, later);
  }
  await page.waitForFunction(() => location.hash === "#/2/0/0");
  await page.reload();
  await begun(page);
  await becomes(page, WALK[7]);
  assert.deepEqual(problems, []);
  await close();
});

test("slides that are far away load nothing, in the overview neither", async () => {
  const { page, problems, close } = await deck();
  const idle = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("section")].map(
        (slide) => slide.querySelector("[data-prevent-swipe]")?.idle ?? null,
      ),
    );
  assert.deepEqual(await idle(), [null, false, false, true, true, null, null, true]);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".reveal.overview");
  assert.deepEqual(await idle(), [null, false, false, true, true, null, null, true]);
  const inside = await page
    .locator("section:last-of-type attograph-figure")
    .evaluate(({ shadowRoot }) => shadowRoot.querySelector(".frame"));
  assert.equal(inside, null);
  for (let times = 0; times < 4; times += 1) await page.keyboard.press("ArrowRight");
  assert.deepEqual(await idle(), [null, false, false, false, false, null, null, true]);
  await page.keyboard.press("Escape");
  await begun(page);
  await becomes(page, { h: 4, revealed: "false" });
  assert.deepEqual(problems, []);
  await close();
});

test("keys in an element are its own, a clicker's are the deck's, and Escape gives the keys back", async () => {
  const { page, problems, close } = await deck({ hash: "#/1" });
  const figure = page.locator("section.present attograph-figure");
  const cell = () => figure.evaluate(({ shown }) => shown.cell);
  await figure.locator("ag-matrix.result [data-cell='0,0']").click();
  assert.deepEqual(await cell(), [0, 0]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.deepEqual(await cell(), [0, 1]);
  await becomes(page, { h: 1, f: -1 });
  await page.keyboard.press("PageDown");
  await becomes(page, WALK[2]);
  await page.keyboard.press("PageDown");
  await becomes(page, WALK[3]);
  // A button inside: the space bar presses it and moves no slide.
  await figure.locator(".player [data-action=back]").focus();
  await page.keyboard.press(" ");
  await becomes(page, { h: 1, f: 1, step: WAY[0] });
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  assert.equal(await page.evaluate(() => globalThis.Reveal.isOverview()), false);
  await page.keyboard.press("ArrowRight");
  await becomes(page, WALK[4]);
  assert.deepEqual(problems, []);
  await close();
});

/** The place of a number, once what was opened before has its room: a figure moves its tables for that, after the frame of the click. */
async function placeOf(page, cell) {
  for (let last = ""; ; await twoFrames(page)) {
    const box = await cell.boundingBox();
    const now = JSON.stringify(box);
    if (now === last) return box;
    last = now;
  }
}

test("a click on a number of a scaled slide opens that number", async () => {
  for (const [width, height] of [
    [1920, 1080],
    [800, 600],
  ]) {
    const { page, problems, close } = await deck({ hash: "#/1", viewport: { width, height } });
    const figure = page.locator("section.present attograph-figure");
    for (const index of ["1,2", "2,0"]) {
      const cell = figure.locator(`ag-matrix.result [data-cell='${index}']`);
      const { x, y, width: wide, height: high } = await placeOf(page, cell);
      await page.mouse.click(x + wide / 2, y + high / 2);
      assert.equal(await figure.evaluate(({ shown }) => shown.cell.join()), index);
    }
    assert.deepEqual(problems, []);
    await close();
  }
});

test("the speaker view shows the slide in its state, and what comes next", async () => {
  const { page, problems, close } = await deck({ hash: "#/1" });
  const [view] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("s")]);
  const shownIn = (frame) =>
    frame
      .evaluate(() => [
        globalThis.Reveal.getIndices().h,
        globalThis.Reveal.getCurrentSlide().querySelector("attograph-figure")?.shown?.step ?? null,
      ])
      .catch(() => null);
  const walksTo = async ({ h, f, step }, upcoming) => {
    const expected = [[h, step], upcoming];
    let seen;
    for (const since = Date.now(); Date.now() - since < PATIENCE; ) {
      const now = await state(page);
      // When the windows connect, reveal.js goes back to the slide without its fragments.
      if (now.h === h && now.f < f) await page.keyboard.press("PageDown");
      seen = await Promise.all(
        view
          .frames()
          .filter((frame) => frame.url().includes("deck.html"))
          .map(shownIn),
      );
      if (now.f === f && JSON.stringify(seen) === JSON.stringify(expected)) return;
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    assert.deepEqual(seen, expected);
  };
  await walksTo(WALK[3], [1, WALK[4].step]);
  await walksTo(WALK[5], [2, null]);
  assert.deepEqual(problems, []);
  await view.close();
  await close();
});

/** The number of pages of a PDF of Chromium's. */
const pagesOf = (pdf) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;

test("a PDF has a page for each slide with its last state, or for each state", async () => {
  // The walk ends with the sixth slide.
  const states = WALK.length + SLIDES.length - 6;
  for (const [query, count] of [
    ["?print-pdf", SLIDES.length],
    ["?view=print&pages=steps", states],
  ]) {
    const { page, problems, close } = await deck({ query });
    await page.waitForFunction(() => document.querySelectorAll(".pdf-page").length > 0);
    // A frame after the pages are there, reveal.js says so.
    await twoFrames(page);
    await page.evaluate(() => globalThis.Reveal.getPlugin("attograph").drawn);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll(".pdf-page")].map((one) => {
        const figure = one.querySelector("attograph-figure");
        return figure ? [figure.shown.step, figure.shadowRoot.querySelectorAll("ag-matrix").length > 0] : null;
      }),
    );
    assert.equal(shown.length, count);
    const steps = shown.filter(Boolean);
    assert.ok(steps.every(([, drawn]) => drawn));
    const own = steps.map(([step]) => step).filter((step) => WAY.includes(step));
    assert.deepEqual(own, count === SLIDES.length ? [WAY.at(-1)] : [WAY[0], ...WAY]);
    assert.equal(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true })), count);
    assert.deepEqual(problems, []);
    await close();
  }
});
