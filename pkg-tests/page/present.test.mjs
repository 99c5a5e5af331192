/**
 * Presenting: every step of every lesson fits the window in width and height, with its result and its graph, also with a number opened. No digits of a table
 * are below 24 px.
 */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { FORMER_LESSONS } from "./lessons.mjs";
import { openLeaf, openPage, twoFrames, useSite, visit } from "./site.mjs";

const site = useSite();
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/** Runs in the page: what of each step is not to be seen. */
async function misfits() {
  const lesson = document.querySelector("ag-lesson");
  const settle = async () => {
    // Each smaller way to draw a step is another update.
    for (let round = 0; round < 24; round += 1) {
      const drawn = lesson.querySelectorAll("ag-matrix, ag-heat-map, ag-inspector, ag-graph");
      await Promise.all([lesson, ...drawn].map((element) => element.updateComplete));
    }
  };
  if (lesson.model.lesson.graph !== undefined) await customElements.whenDefined("ag-graph");
  const found = [];
  const inside = (element, what) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const over = Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
    if (over > 1) found.push(`${lesson.model.step.id}: ${what} is ${Math.round(over)} px outside`);
  };
  const check = (what) => {
    const { step } = lesson.model;
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight + 1)
      found.push(`${step.id}${what}: scrolls by ${root.scrollHeight - innerHeight} px`);
    if (root.scrollWidth > innerWidth + 1) found.push(`${step.id}${what}: is ${root.scrollWidth} px wide`);
    // Each head of it.
    for (const result of lesson.querySelectorAll(".result")) {
      inside(result, `the result${what}`);
      const frame = result.shadowRoot.querySelector(".frame");
      if (frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1)
        found.push(`${step.id}${what}: the result scrolls`);
    }
    for (const table of lesson.querySelectorAll(".stage ag-matrix:not([size^=heat])")) {
      const cell = table.shadowRoot.querySelector("td[data-cell]");
      const digits = cell ? Number.parseFloat(getComputedStyle(cell).fontSize) * cell.currentCSSZoom : 24;
      if (digits < 23.9) found.push(`${step.id}${what}: digits of ${digits.toFixed(1)} px`);
    }
    const arithmetic = lesson.querySelector(".inspector");
    for (const table of lesson.querySelectorAll(".stage :is(ag-matrix, ag-heat-map)")) {
      const over = table.getBoundingClientRect().bottom - arithmetic.getBoundingClientRect().top;
      if (arithmetic.checkVisibility() && over > 1)
        found.push(`${step.id}${what}: the arithmetic covers ${Math.round(over)} px of a table`);
    }
    for (const picture of lesson.querySelectorAll(".drawing")) inside(picture, `the graph${what}`);
    inside(lesson.querySelector(".player"), `the controls${what}`);
  };
  for (let position = 0; position < lesson.model.trace.steps.length; position += 1) {
    document.querySelector("ag-filmstrip").dispatchEvent(new CustomEvent("step", { detail: position }));
    await settle();
    check("");
    lesson.querySelector("ag-matrix.result").shadowRoot.querySelector("td[data-cell]")?.click();
    await settle();
    check(", a number opened");
  }
  if (lesson.model.lesson.graph !== undefined && !lesson.querySelector(".drawing")?.checkVisibility())
    found.push("no graph");
  return found;
}

for (const size of WINDOWS) {
  test(`every step fits ${size.width} × ${size.height}, with its result and its graph`, async () => {
    const { page, problems, close } = await openPage(site, { viewport: size });
    const found = [];
    for (const {
      addresses: [address],
      algorithm,
    } of FORMER_LESSONS) {
      await visit(page, site, `${address}?view=present`);
      await page.locator(".stage ag-matrix.result td").first().waitFor();
      for (const misfit of await page.evaluate(misfits)) found.push(`${algorithm}, ${misfit}`);
    }
    assert.deepEqual(found, []);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("a chosen cell lights what its arithmetic names, although the tables move below the pointer", async () => {
  const { page, problems, close } = await openPage(site, { viewport: WINDOWS[1] });
  for (const view of ["", "&view=present"]) {
    await page.goto("about:blank");
    await page.goto(`${site.address}#/gat?step=19${view}`);
    const cell = page.locator('ag-matrix.result [data-cell="0,1,3"]');
    await cell.click();
    await page.locator("ag-inspector [data-operand]").first().waitFor();
    // Two frames: the browser tells elements that have come below the pointer.
    await twoFrames(page);
    const lit = await page.evaluate(() => {
      const tables = [...document.querySelectorAll(".stage ag-matrix.operand")];
      const marked = tables.flatMap((table) =>
        [...table.shadowRoot.querySelectorAll("td.marked")].map((own) => `${table.dataset.stepId} ${own.dataset.cell}`),
      );
      const { shadowRoot } = document.querySelector("ag-inspector");
      const named = [...shadowRoot.querySelectorAll("[data-operand]")].map((number) => number.dataset.operand);
      return { marked: marked.sort(), named: named.sort(), tables: tables.length };
    });
    if (lit.tables > 0) assert.deepEqual(lit.marked, lit.named);
    assert.deepEqual(lit.named, ["gat.exponentials 0,1,3", "gat.row-sum 0,1"]);
    // The pointer takes over again when it moves.
    await page.mouse.move(5, 5);
    await page.locator('ag-matrix.result [data-cell="0,2,3"]').hover();
    await page
      .locator('ag-matrix.operand [data-cell="0,2,3"].marked')
      .waitFor({ state: lit.tables > 0 ? "visible" : "detached" });
  }
  assert.deepEqual(problems, []);
  await close();
});

test("after Enter on a cell Tab leads into its arithmetic, and closing returns to the cell", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/self-attention?step=7`);
  const cell = page.locator("ag-matrix.result [data-cell]").first();
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.locator("ag-inspector [data-operand]").first().waitFor();
  await page.keyboard.press("Tab");
  const focused = () =>
    page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return { operand: element?.dataset.operand, cell: element?.dataset.cell, name: element?.className };
    });
  assert.ok((await focused()).operand, `the focus is at ${JSON.stringify(await focused())}`);
  for (const leave of [() => page.keyboard.press("Escape"), () => page.locator(".inspector .close").click()]) {
    await leave();
    await page.locator("ag-inspector").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.matches("ag-matrix.result"));
    assert.equal((await focused()).cell, "0,0");
    await page.keyboard.press("Enter");
    await page.locator("ag-inspector [data-operand]").first().waitFor();
  }
  assert.deepEqual(problems, []);
  await close();
});

test("an option that takes the shown step away leads to the step before it", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/self-attention?step=7`);
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  const shown = () => page.locator(".step-title").getAttribute("data-step-id");
  assert.equal(await shown(), "attention.scaled");
  await openLeaf(page, "inputs");
  await page.locator("#option-scale").selectOption("none");
  await page.waitForFunction(() => document.querySelector(".step-title").dataset.stepId !== "attention.scaled");
  assert.equal(await shown(), "attention.scores");
  assert.deepEqual(problems, []);
  await close();
});
