/** The page of an algorithm stands still while its steps are shown, by keys and by Play, and while numbers in sight are chosen: whatever a step needs, each part keeps its place. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { PATIENCE } from "../shared/browser.mjs";
import { test } from "../shared/tests.mjs";
import { readExamples } from "./lessons.mjs";
import { currentStep, openPage, useSite, visit } from "./site.mjs";

const lab = await load();
const site = useSite();
const ALL = lab.catalog().map(({ id }) => id);

const STEPS = 10;
/** Shares of the window times shares of the way: names within a picture that is drawn smaller for another step take up to 0.0008. A page that is called stable has up to 0.1. */
const STILL = 0.001;

/** Algorithms with pictures, heads, rounds, a graph, many chapters, tall tables and wide formulas. */
const SAMPLE = ["scaled-dot-product-attention", "multi-head-attention", "lsh-attention", "gat-layer", "encoder-layer"];

/** Algorithms with a picture of the same kind in several steps, of another height in each. */
const PICTURED = ["softmax-jacobian", "masked-language-model-loss", "causal-language-model-loss", "additive-attention"];

/** Runs in the page: keeps how far what moves moves, right after keys and buttons, too. */
function watch() {
  window.moved ??= [];
  window.watching ??= new PerformanceObserver((list) => take(list.getEntries()));
  window.takeMoved = () => {
    take(window.watching.takeRecords());
    return window.moved.splice(0);
  };
  window.watching.observe({ type: "layout-shift" });
  /** What lies below the player's bar, which covers it at the end of a narrow window, is not in sight. */
  function isInSight({ node, previousRect, currentRect }) {
    const player = document.querySelector("ag-app .player");
    if (!player || getComputedStyle(player).position !== "sticky") return true;
    for (let at = node; at; at = at.parentNode ?? at.host) if (at === player) return true;
    const { top } = player.getBoundingClientRect();
    return [previousRect, currentRect].some(({ y, width, height }) => width > 0 && height > 0 && y < top);
  }
  function take(entries) {
    for (const { value, sources } of entries) {
      if (sources.length > 0 && !sources.some(isInSight)) continue;
      const named = sources.map(({ node, previousRect: a, currentRect: b }) => {
        const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
        const [from, to] = [a, b].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join());
        return `${element?.localName ?? "gone"}.${element?.getAttribute("class") ?? ""} ${from} to ${to}`;
      });
      window.moved.push({ value, named });
    }
  }
}

/** Runs in the page: where the parts are. */
const places = () =>
  [".story", ".story .formula", ".stage-frame", ".inspector", ".side", ".telling", "ag-filmstrip", ".moves"].map(
    (name) => {
      const element = document.querySelector(`ag-app ${name}`);
      if (!element) return `${name} is not there`;
      const { x, y } = element.getBoundingClientRect();
      return `${name} at ${Math.round(x)}, ${Math.round(y)}`;
    },
  );

const drawn = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

/** Returns what moved while ten steps were shown one after another, or, `back`, while one then went back to the first, when all that is shown has been fitted before. */
async function movedBySteps(page, id, { back = false } = {}) {
  await visit(page, site, `#/algorithms/${id}?step=1`);
  await page.locator(`.lesson[data-algorithm="${id}"] .step-title`).waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  await drawn(page);
  for (let step = 0; back && step < STEPS; step += 1) {
    await page.keyboard.press("ArrowRight");
    await drawn(page);
  }
  await page.evaluate(watch);
  const before = await page.evaluate(places);
  await page.evaluate(() => window.takeMoved());
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press(back ? "ArrowLeft" : "ArrowRight");
    await drawn(page);
  }
  const found = await page.evaluate(() => window.takeMoved());
  const after = await page.evaluate(places);
  const formula = ([name]) => name !== ".story .formula";
  // A step without a formula leaves its place empty.
  assert.deepEqual(
    after
      .map((one) => one.split(" at "))
      .filter(formula)
      .join("; "),
    before
      .map((one) => one.split(" at "))
      .filter(formula)
      .join("; "),
    id,
  );
  return found;
}

/** Returns the pages of which something moved, and what. */
const faultsIn = (found) =>
  [...found]
    .map(([id, moved]) => [id, moved.reduce((sum, { value }) => sum + value, 0), moved.flatMap(({ named }) => named)])
    .filter(([, sum]) => sum > STILL)
    .map(([id, sum, named]) => `${id}: ${sum.toFixed(4)}: ${named.slice(0, 4).join("; ")}`);

for (const { width, height, ids } of [
  { width: 1280, height: 800, ids: ALL },
  { width: 1440, height: 900, ids: SAMPLE },
  { width: 768, height: 1024, ids: SAMPLE },
  { width: 360, height: 740, ids: SAMPLE },
])
  test(`nothing moves in ten steps of ${ids === ALL ? "each algorithm" : "some algorithms"} at ${width} × ${height}`, async () => {
    const { page, problems, close } = await openPage(site, { viewport: { width, height } });
    const found = new Map();
    for (const id of ids) found.set(id, await movedBySteps(page, id));
    assert.ok(found.size >= SAMPLE.length);
    assert.deepEqual(faultsIn(found), []);
    assert.deepEqual(problems, []);
    await close();
  });

test("nothing moves as one goes back to steps whose pictures have their sizes", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 800 } });
  const found = new Map();
  for (const id of PICTURED) found.set(id, await movedBySteps(page, id, { back: true }));
  assert.deepEqual(faultsIn(found), []);
  assert.deepEqual(problems, []);
  await close();
});

test("nothing moves while steps are played, and the arithmetic lies on nothing that it explains", async () => {
  const { page, problems, close } = await openPage(site, { fresh: true });
  await page.clock.install();
  await page.goto(`${site.address}#/algorithms/scaled-dot-product-attention?step=4`);
  await page.locator(".lesson .step-title").waitFor();
  await page.evaluate(watch);
  await page.evaluate(() => window.takeMoved());
  await page.locator("[data-action=play]").click();
  let over = 0;
  // Timers go by the clock of the test, and fades by that of the machine: a fast one has gone through all rounds before a fade ends.
  for (const since = Date.now(); Date.now() - since < PATIENCE && (await currentStep(page)).position < 7; ) {
    await page.clock.runFor(400);
    over += await page.evaluate(() => {
      const lit = document.querySelector("ag-matrix.result")?.getBoundingClientRect();
      const sheet = document.querySelector(".inspector").getBoundingClientRect();
      return lit && lit.bottom > sheet.top ? 1 : 0;
    });
  }
  assert.ok((await currentStep(page)).position >= 7, "Play does not go on");
  assert.equal(over, 0);
  const moved = await page.evaluate(() => window.takeMoved());
  assert.deepEqual(faultsIn([["Play", moved]]), []);
  assert.deepEqual(problems, []);
  await close();
});

/** A step whose result stands first, is drawn smaller, and has so many rows that they scroll. */
const LONG = { id: "query-key-variance", step: "variance.products" };
/** Its rows in sight that are chosen one after the other. */
const IN_SIGHT = [1, 4, 2, 9];
/** What the page leaves around a number that it brings into sight, less what rounding takes. */
const AROUND = 11;

/** Runs in the page: focuses or chooses a row of the result as a script does, which scrolls nothing by itself, and returns where it then is in the frames around it. */
async function reach({ act, row }) {
  const frame = () => new Promise(requestAnimationFrame);
  const table = document.querySelector(".stage .result");
  if (act === "focus") table.focusIndex([row]);
  else table.elementAt([row]).click();
  for (let frames = 0; frames < 3; frames += 1) await frame();
  const [inner, outer] = [table.shadowRoot.querySelector(".frame"), table.closest(".stage-frame")];
  const { top, bottom } = table.elementAt([row]).getBoundingClientRect();
  const below = (box) => box.getBoundingClientRect().bottom - bottom;
  return { top, scrolled: [inner.scrollTop, outer.scrollTop], inner: below(inner), outer: below(outer) };
}

test("on a stage that is drawn smaller, a number in sight that is chosen stays where it is, and any other comes into sight", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 800 } });
  const position = lab
    .trace(LONG.id, (await readExamples())[LONG.id].inputs)
    .steps.findIndex(({ id }) => id === LONG.step);
  await visit(page, site, `#/algorithms/${LONG.id}?step=${position + 1}`);
  await page.locator(`.stage .result[data-step-id="${LONG.step}"] [data-cell]`).first().waitFor();
  await drawn(page);
  const before = await page.evaluate((rows) => {
    const table = document.querySelector(".stage .result");
    const frame = table.shadowRoot.querySelector(".frame");
    return {
      zoom: table.currentCSSZoom,
      hidden: frame.scrollHeight - frame.clientHeight,
      tops: rows.map((row) => table.elementAt([row]).getBoundingClientRect().top),
    };
  }, IN_SIGHT);
  assert.ok(before.zoom < 1 && before.hidden > 200, `${JSON.stringify(before)}: nothing to look at`);
  const tops = [];
  for (const row of IN_SIGHT) {
    const chosen = await page.evaluate(reach, { act: "choose", row });
    assert.deepEqual(chosen.scrolled, [0, 0], `row ${row}`);
    tops.push(chosen.top);
  }
  assert.deepEqual(tops, before.tops);
  const focused = await page.evaluate(reach, { act: "focus", row: 40 });
  assert.ok(focused.inner >= -1, `${focused.inner} px of the number with the focus are cut off`);
  const chosen = await page.evaluate(reach, { act: "choose", row: 50 });
  assert.ok(chosen.inner >= AROUND && chosen.outer >= AROUND, `${chosen.inner} and ${chosen.outer} px are below it`);
  assert.deepEqual(problems, []);
  await close();
});

/** Runs in the page: how small the tables of the step are, and what is left for them. */
const size = () => {
  const stage = document.querySelector("ag-app .stage");
  const { height } = stage.closest(".stage-frame").getBoundingClientRect();
  return { height, style: stage.getAttribute("style") ?? "", ...stage.dataset };
};

test("the tables of the page that is opened first are as large as when one comes back to them", async () => {
  const { page, close } = await openPage(site, { viewport: { width: 1280, height: 800 } });
  for (const id of ["binary-position", "bigbird-attention", "scaled-dot-product-attention"]) {
    await page.goto("about:blank");
    await visit(page, site, `#/algorithms/${id}`);
    await page.locator(`.lesson[data-algorithm="${id}"] .step-title`).waitFor();
    await drawn(page);
    await page.evaluate(() => document.activeElement?.blur());
    const first = await page.evaluate(size);
    const { position } = await currentStep(page);
    await page.keyboard.press("ArrowLeft");
    await drawn(page);
    assert.equal((await currentStep(page)).position, position - 1);
    await page.keyboard.press("ArrowRight");
    await drawn(page);
    assert.equal((await currentStep(page)).position, position);
    assert.deepEqual(first, await page.evaluate(size), id);
  }
  await close();
});
