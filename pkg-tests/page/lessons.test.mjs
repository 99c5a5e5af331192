/** The addresses of former lessons, each stepped forward and back: what stands in the page is what the package computes, number for number. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { FORMER_LESSONS, nested } from "./lessons.mjs";
import { countBecomes, currentStep, openPage, useSite, visit } from "./site.mjs";

const lab = await load();
const site = useSite();

/** The number that a `data-value` names: all digits, with a true minus and an infinity sign for people. */
function numberIn(text) {
  const plain = text.replace("−", "-").replace("∞", "Infinity");
  return Number(plain);
}

function valueAt(step, index) {
  const offset = step.shape.reduce((place, length, axis) => place * length + index[axis], 0);
  return step.data[offset];
}

/**
 * Runs in the page: waits until a step is shown, and returns its place and the cells of its own matrix on the stage, as `currentStep` and `resultCells` do in several
 * calls. As a text, which comes from the page in a fraction of the time that the driver takes for thousands of objects.
 */
async function shownStep(id) {
  const strip = document.querySelector("ag-filmstrip");
  const current = () => strip.querySelector("[aria-current=step]");
  for (let end = performance.now() + 120_000; current()?.dataset.stepId !== id; ) {
    if (performance.now() > end) throw new Error(`${current()?.dataset.stepId} is shown instead of ${id}`);
    await new Promise(requestAnimationFrame);
  }
  const tables = [...document.querySelectorAll(`.stage ag-matrix[data-step-id="${id}"]`)];
  await Promise.all(tables.map((table) => table.updateComplete));
  const cells = tables.flatMap((table) => [...table.shadowRoot.querySelectorAll("[data-cell]")]);
  return JSON.stringify({
    position: Number(current().dataset.position),
    length: strip.trace.steps.length,
    cells: cells.map(({ dataset: { cell, value } }) => ({
      index: cell === "" ? [] : cell.split(",").map(Number),
      value,
    })),
  });
}

test("the list of algorithms has every one of the catalog, by topic", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/algorithms`);
  await page.locator(".catalog").first().waitFor();
  const listed = await page.locator(".catalog dt code").allTextContents();
  assert.deepEqual(
    listed.sort(),
    lab
      .catalog()
      .map(({ id }) => id)
      .sort(),
  );
  assert.deepEqual(problems, []);
  await close();
});

for (const { addresses, algorithm, inputs } of FORMER_LESSONS) {
  const trace = lab.trace(algorithm, nested(inputs));

  test(`${addresses.at(-1)} is the page of ${algorithm} with the same inputs, whose every step forward and back shows the trace`, async () => {
    const { page, problems, close } = await openPage(site);
    for (const address of addresses) {
      await visit(page, site, `${address}?step=${trace.steps.length}&seed=7`);
      await page.locator("ag-filmstrip [aria-current=step]").waitFor();
      assert.equal((await currentStep(page)).position, trace.steps.length - 1);
      const given = await page.evaluate(() => {
        const { lesson, changes } = document.querySelector("ag-lesson").model;
        return { ...lesson.inputs, ...changes };
      });
      const { steps } = lab.trace(algorithm, nested(given));
      assert.deepEqual(
        steps.map(({ id, data }) => [id, [...data]]),
        trace.steps.map(({ id, data }) => [id, [...data]]),
      );
      await page.keyboard.press("Home");
      await page.waitForFunction(
        (path) => location.hash.startsWith(`${path}?step=1&seed=7`),
        `#/algorithms/${algorithm}`,
      );
    }
    let compared = 0;
    const check = async (position) => {
      const step = trace.steps[position];
      const { position: shown, length, cells } = JSON.parse(await page.evaluate(shownStep, step.id));
      assert.equal(shown, position);
      assert.equal(length, trace.steps.length);
      assert.ok(cells.length > 0 || step.data.length === 0, `${step.id} shows nothing`);
      for (const { index, value } of cells) {
        assert.ok(
          Object.is(numberIn(value), valueAt(step, index)) || numberIn(value) === valueAt(step, index),
          `${step.id} [${index}]: ${value} instead of ${valueAt(step, index)}`,
        );
        compared += 1;
      }
    };
    for (let position = 0; position < trace.steps.length; position += 1) {
      await check(position);
      // A clicker and the arrows do the same.
      await page.keyboard.press(position % 2 === 0 ? "ArrowRight" : "PageDown");
    }
    for (let position = trace.steps.length - 1; position >= 0; position -= 1) {
      await check(position);
      await page.keyboard.press(position % 2 === 0 ? "ArrowLeft" : "PageUp");
    }
    await page.keyboard.press("End");
    await check(trace.steps.length - 1);
    assert.ok(compared > trace.steps.length, `only ${compared} numbers were compared`);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("every number on a stage opens into its arithmetic, down to the inputs and back", async () => {
  const { page, problems, close } = await openPage(site);
  for (const { addresses, algorithm, inputs } of FORMER_LESSONS) {
    const trace = lab.trace(algorithm, nested(inputs));
    await visit(page, site, `${addresses[0]}?step=${trace.steps.length}`);
    await page.locator(`ag-filmstrip [data-step-id="${trace.steps.at(-1).id}"][aria-current=step]`).waitFor();
    const last = trace.steps.at(-1);
    const cell = page.locator(`ag-matrix.result [data-cell]`).first();
    await cell.click();
    const crumbs = page.locator("ag-inspector nav li button");
    let depth = 0;
    for (;;) {
      await page.locator("ag-inspector .value[data-value]").first().waitFor();
      const operands = page.locator("ag-inspector [data-operand]");
      if ((await operands.count()) === 0) break;
      await operands.first().click();
      depth += 1;
      await countBecomes(crumbs, depth + 1);
      assert.ok(depth < 40, `${algorithm}: the trail does not end`);
    }
    assert.ok(depth > 0, `${algorithm}: the last step ${last.id} reads nothing`);
    // Back to where it began, by the first crumb.
    await crumbs.first().click();
    await countBecomes(crumbs, 0);
  }
  assert.deepEqual(problems, []);
  await close();
});
