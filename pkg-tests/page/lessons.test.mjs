/** The addresses of former lessons, each stepped forward and back: what stands in the page is what the package computes, number for number. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { FORMER_LESSONS, nested } from "./lessons.mjs";
import { countBecomes, currentStep, openPage, resultCells, useSite, visit } from "./site.mjs";

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
      await page.waitForFunction(
        (id) => document.querySelector("ag-filmstrip [aria-current=step]")?.dataset.stepId === id,
        step.id,
      );
      const { position: shown, length } = await currentStep(page);
      assert.equal(shown, position);
      assert.equal(length, trace.steps.length);
      const cells = await resultCells(page, step.id);
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
    await page.goto("about:blank");
    await page.goto(`${site.address}${addresses[0]}?step=${trace.steps.length}`);
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
