/** Each lesson stepped forward and back: what stands in the page is what the package computes, number for number. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { nested, readLessons } from "./lessons.mjs";
import { countBecomes, currentStep, openPage, resultCells, useSite } from "./site.mjs";

const lab = await load();
const lessons = await readLessons();
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

test("there are five lessons, and the first opens on the worked example S1-W01", () => {
  assert.deepEqual(
    lessons.map(({ id }) => id),
    ["self-attention", "positional-encoding", "gcn", "gat", "reformer"],
  );
  const [part] = lessons[0].parts;
  const trace = lab.trace(part.algorithm, nested(part.inputs));
  const weights = trace.outputs.weights.data;
  for (const [index, expected] of [0.00055259, 0.99911224, 0.00033516].entries()) {
    assert.ok(Math.abs(weights[index] - expected) < 5e-9, `weight ${index}: ${weights[index]}`);
  }
});

test("the home lists every algorithm of the catalog, by topic", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/`);
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

for (const lesson of lessons) {
  for (const [number, part] of lesson.parts.entries()) {
    test(`${lesson.id}, ${part.algorithm}: every step forward and back shows the trace`, async () => {
      const trace = lab.trace(part.algorithm, nested(part.inputs));
      const { page, problems, close } = await openPage(site);
      await page.goto(`${site.address}#/${lesson.id}${number === 0 ? "" : `/${part.algorithm}`}`);
      await page.locator("ag-filmstrip [aria-current=step]").waitFor();
      await page.keyboard.press("Home");
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
}

test("every number on a stage opens into its arithmetic, down to the inputs and back", async () => {
  const { page, problems, close } = await openPage(site);
  for (const lesson of lessons) {
    const [part] = lesson.parts;
    const trace = lab.trace(part.algorithm, nested(part.inputs));
    await page.goto("about:blank");
    await page.goto(`${site.address}#/${lesson.id}?step=${trace.steps.length}`);
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
      assert.ok(depth < 40, `${lesson.id}: the trail does not end`);
    }
    assert.ok(depth > 0, `${lesson.id}: the last step ${last.id} reads nothing`);
    // Back to where it began, by the first crumb.
    await crumbs.first().click();
    await countBecomes(crumbs, 0);
  }
  assert.deepEqual(problems, []);
  await close();
});
