/** The page of every algorithm, and the list of them. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { readExamples } from "./lessons.mjs";
import { assertLinesInSight } from "./looks/arrows.mjs";
import { assertFitsWidth } from "./looks/width.mjs";
import { openPage, twoFrames, useSite, visit } from "./site.mjs";

const [lab, examples] = await Promise.all([load(), readExamples()]);
const site = useSite();

/** The least width of a picture beside the height of its room: what is as high as wide fills most of it, and curves are wider than high. */
const LEAST_WIDTH = { arrows: 0.7, curves: 1.4, pattern: 0.55 };
/** The least type of a picture in px, which sixteen words below each other have: smaller names cannot be read. */
const LEAST_TYPE = 7.9;

/** Asserts that a picture is as large as its room allows, so that its names do not cover each other. */
async function assertLarge(page, id) {
  const picture = page.locator(".lesson-figure");
  await page.locator(".lesson-picture > .figures[style]:not([data-fitting])").waitFor();
  await twoFrames(page);
  const { kind, share, type } = await picture.evaluate((figure) => ({
    kind: figure.dataset.kind,
    share: figure.firstElementChild.getBoundingClientRect().width / figure.parentElement.clientHeight,
    type: 16 * Number(figure.parentElement.style.getPropertyValue("--ag-share")),
  }));
  assert.ok(share >= (LEAST_WIDTH[kind] ?? 0), `${kind} of ${id} is ${share.toFixed(2)} of its room's height wide`);
  assert.ok(type >= LEAST_TYPE, `the type of ${kind} of ${id} is ${type.toFixed(1)} px high`);
}

/** Asserts that the tables of a step are in sight, the chosen number where it stands, its arithmetic as a whole, and what is said of the example as well. */
async function assertInSight(page, id) {
  await page.locator(".stage .result").first().waitFor();
  await twoFrames(page);
  const { hidden, out, cut } = await page.evaluate(() => {
    const frame = document.querySelector(".stage-frame").getBoundingClientRect();
    const tables = [...document.querySelectorAll(".stage .result")];
    const chosen = tables.flatMap(
      (table) => table.shadowRoot.querySelector("td[aria-selected=true], .ring.chosen") ?? [],
    );
    const seen = chosen.some((cell) => {
      const { top, bottom, left, right } = cell.getBoundingClientRect();
      return top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right;
    });
    const numbers = [...document.querySelectorAll(".stage ag-matrix")];
    const parts = [...document.querySelectorAll(".inspector, .example-bar > p")];
    return {
      hidden: chosen.length > 0 && !seen,
      out: numbers
        .filter((table) => table.getBoundingClientRect().bottom > frame.bottom + 1)
        .map((table) => table.dataset.stepId),
      cut: parts.filter((part) => part.scrollHeight > part.clientHeight + 1).map((part) => part.className || "example"),
    };
  });
  assert.deepEqual(out, [], `tables of ${id} are cut or out of sight`);
  assert.ok(!hidden, `the chosen number of ${id} is out of sight`);
  assert.deepEqual(cut, [], id);
}

/** Looks at the tables of a step, and at the picture that takes turns with them or stands below them. */
async function assertSeen(page, id) {
  await assertInSight(page, id);
  const turns = await page.locator(".work[data-turns]").count();
  if (turns > 0) await page.locator(".lesson-picture .presets button").nth(1).click();
  if ((await page.locator(".lesson-figure").count()) > 0) await assertLarge(page, id);
  if (turns > 0) await page.locator(".lesson-picture .presets button").first().click();
}

test("every algorithm has a page that opens at its example, and each preset of it at its own step", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 800 } });
  await visit(page, site, "#/algorithms");
  for (const { id } of lab.catalog()) {
    const example = examples[id];
    assert.ok(example, `${id} has no example`);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/algorithms/${id}`);
    await page.locator(`.lesson[data-algorithm="${id}"] .step-title[data-step-id="${example.start.step}"]`).waitFor();
    assert.equal(await page.locator(".link-message").count(), 0, id);
    await assertSeen(page, id);
    for (const [at, preset] of (example.presets ?? []).entries()) {
      const { step } = preset.start ?? example.start;
      await page
        .locator(".example-bar .presets button")
        .nth(at + 1)
        .click();
      await page.locator(`.example-bar .presets button:nth-child(${at + 2})[aria-pressed=true]`).waitFor();
      await page.locator(`.lesson .step-title[data-step-id="${step}"]`).waitFor();
      await page.locator(".inspector").waitFor();
    }
  }
  assert.deepEqual(problems, []);
  await close();
});

test("numbers at lines of graphs cover no head of an arrow, and no other line", async () => {
  const viewport = { width: 1280, height: 800 };
  const { page, problems, close } = await openPage(site, { viewport, reducedMotion: "reduce" });
  const drawn = Object.keys(examples).filter((id) => examples[id].graph !== undefined);
  assert.ok(drawn.length > 15, `only ${drawn.length} algorithms have a graph`);
  for (const id of drawn) {
    await visit(page, site, `#/algorithms/${id}`);
    await page.locator(`.lesson[data-algorithm="${id}"] .drawing ag-graph svg`).first().waitFor();
    await twoFrames(page);
    await assertLinesInSight(page);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("on a phone the graph of a step is seen whole", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 360, height: 740 } });
  for (const id of ["gcn-normalization", "gat-layer", "graph-masked-attention"]) {
    await visit(page, site, `#/algorithms/${id}`);
    await page.locator(`.lesson[data-algorithm="${id}"] .drawing ag-graph svg`).first().waitFor();
    await twoFrames(page);
    const cut = await page.locator(".drawing").evaluate((room) => {
      const graph = room.querySelector("ag-graph").shadowRoot.querySelector("svg");
      return graph.getBoundingClientRect().bottom - room.getBoundingClientRect().bottom;
    });
    assert.ok(cut <= 0, `${cut.toFixed(0)} px of ${id} are cut off`);
  }
  assert.deepEqual(problems, []);
  await close();
});

/** The highest formulas, each at the last step of its algorithm, and the widest choice of inputs. */
const HIGH = [
  "linear-attention",
  "batch-norm",
  "cross-entropy",
  "linear-warmup-decay",
  "sinusoidal-shift",
  "encoder-decoder",
];

test("high formulas are whole, and no choice of inputs is wider than a phone", async () => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    const { page, problems, close } = await openPage(site, { viewport });
    for (const id of HIGH) {
      await visit(page, site, `#/algorithms/${id}`);
      const formula = page.locator(`.lesson[data-algorithm="${id}"] .story .formula`);
      await formula.locator("math").first().waitFor();
      await page.keyboard.press("End");
      await twoFrames(page);
      const cut = await formula.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      assert.ok(cut <= 1, `${cut} px of the formula of ${id} are cut off at ${viewport.width}`);
      await assertFitsWidth(page);
    }
    assert.deepEqual(problems, []);
    await close();
  }
});

/** Formulas that are wider or higher than their place in a narrow window, by algorithm and position of the step. */
const LESSENED = { "window-attention": 8, "bigbird-attention": 10, "binary-partition-attention": 9, "lsh-error": 5 };
/** Smaller letters could not be read, in px. */
const LEAST_LETTERS = 11;

test("on a tablet that stands, formulas are as small as their place when they are first seen, and can be read", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 768, height: 1024 } });
  for (const [id, position] of Object.entries(LESSENED)) {
    await visit(page, site, `#/algorithms/${id}?step=${position - 1}`);
    await page.locator(`.lesson[data-algorithm="${id}"] .step-title`).waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await twoFrames(page);
    await page.keyboard.press("ArrowRight");
    const { cut, larger, type } = await page.evaluate(() => {
      const place = document.querySelector("ag-app .story .formula");
      const formula = place.querySelector("ag-formula");
      const type = Number.parseFloat(getComputedStyle(formula).fontSize);
      const cut = () => Math.max(place.scrollWidth - place.clientWidth, place.scrollHeight - place.clientHeight);
      const found = { cut: cut(), type };
      formula.style.fontSize = "";
      return { ...found, larger: cut() };
    });
    assert.ok(larger > 1, `the formula of ${id} has room for letters of any other`);
    assert.ok(cut <= 1, `${cut} px of the formula of ${id} are cut off`);
    assert.ok(type >= LEAST_LETTERS, `${id}: ${type} px`);
  }
  assert.deepEqual(problems, []);
  await close();
});

/** A phone, and steps whose tables go on below and across. */
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const BELOW = { id: "over-smoothing", position: 8 };
const ACROSS = { id: "lsh-error", position: 5 };

/** Opens a step on a phone, once it stands. */
async function openOnPhone(page, { id, position }) {
  await visit(page, site, `#/algorithms/${id}?step=${position}`);
  await page.locator(`.lesson[data-algorithm="${id}"] .stage .result [data-cell]`).first().waitFor();
  await twoFrames(page);
}

test("on a phone tables that go on below fade there until their end is in sight, and the buttons of the player are whole", async () => {
  const { page, problems, close } = await openPage(site, PHONE);
  await openOnPhone(page, BELOW);
  const frame = page.locator(".stage-frame");
  const mask = () => frame.evaluate((element) => getComputedStyle(element).maskImage);
  assert.match(await mask(), /gradient/);
  await frame.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: "instant" }));
  await twoFrames(page);
  assert.equal(await mask(), "none");
  const over = await page.locator(".moves > *").evaluateAll((all) =>
    all
      .filter((one) => one.getClientRects().length > 0)
      .flatMap((one) => {
        const { left, right } = one.getBoundingClientRect();
        const cut = Math.max(-left, right - window.innerWidth, one.scrollWidth - one.clientWidth);
        return cut > 1 ? [`${cut} px of ${one.className}`] : [];
      }),
  );
  assert.deepEqual(over, []);
  assert.deepEqual(problems, []);
  await close();
});

test("on a phone a table scrolls across to a number that is chosen, which stands beside the names", async () => {
  const { page, problems, close } = await openPage(site, PHONE);
  await openOnPhone(page, ACROSS);
  const sight = (isChosen) =>
    page.evaluate((choose) => {
      const shadow = document.querySelector(".stage .result").shadowRoot;
      const frame = shadow.querySelector(".frame");
      const cell = shadow.querySelector("tbody tr td:last-of-type");
      if (choose) cell.click();
      const names = frame.querySelector("tbody th").getBoundingClientRect().right;
      const [at, around] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
      return { left: at.left - names, right: around.right - at.right };
    }, isChosen);
  assert.ok((await sight(true)).right < 0, "the last column is in sight before it is chosen");
  await twoFrames(page);
  await twoFrames(page);
  const { left, right } = await sight(false);
  assert.ok(left >= -1 && right >= -1, `${left} px beside the names, ${right} px before the end`);
  assert.deepEqual(problems, []);
  await close();
});

test("the search finds algorithms by words of their titles and summaries", async () => {
  const { page, problems, close } = await openPage(site);
  await visit(page, site, "#/algorithms");
  await page.locator("[data-algorithm]").first().waitFor();
  assert.equal(await page.locator("[data-algorithm]").count(), lab.catalog().length);
  await page.keyboard.press("/");
  await page.keyboard.type("rotary");
  await page.locator("[data-algorithm=rotary-encoding]").waitFor();
  assert.ok((await page.locator("[data-algorithm]").count()) < 5);
  assert.deepEqual(problems, []);
  await close();
});
