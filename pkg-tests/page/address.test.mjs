/** The whole state lives in the address, and no address breaks the page. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { addressOf, currentStep, openPage, resultCells, useSite } from "./site.mjs";

const site = useSite();

async function open(hash) {
  const opened = await openPage(site);
  await opened.page.goto(`${site.address}${hash}`);
  return opened;
}

async function typeOver(page, stepId, cell, text) {
  const target = page.locator(`.stage ag-matrix[data-step-id="${stepId}"] [data-cell="${cell}"]`);
  await target.focus();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("lesson, step, selected cell and inputs survive a reload and travel to another browser", async () => {
  const { page, problems, close } = await open("#/self-attention?step=1");
  await typeOver(page, "attention.query", "0,0", "-2.5");
  await page.locator('ag-filmstrip [data-step-id="attention.scores"]').click();
  await page.locator('.stage ag-matrix[data-step-id="attention.scores"] [data-cell="0,2"]').click();
  await page.waitForFunction(() => location.hash.includes("i=v1.") && location.hash.includes("cell="));
  const before = await resultCells(page, "attention.scores");
  assert.equal(
    before.find(({ index }) => `${index}` === "0,2")?.value.replace("−", "-"),
    String(-2.5 * 6 + 2 * 2 + 3 * 1 + 4 * 4),
  );
  const address = await addressOf(page);
  await page.reload();
  await page.locator("ag-inspector .value[data-value]").first().waitFor();
  assert.equal((await currentStep(page)).id, "attention.scores");
  assert.deepEqual(await resultCells(page, "attention.scores"), before);
  const other = await openPage(site);
  await other.page.goto(address);
  await other.page.locator("ag-inspector .value[data-value]").first().waitFor();
  assert.deepEqual(await resultCells(other.page, "attention.scores"), before);
  assert.equal(await addressOf(other.page), address);
  assert.deepEqual([...problems, ...other.problems], []);
  await other.close();
  await close();
});

test("back and forward move between places", async () => {
  const { page, close } = await open("#/algorithms");
  await page.locator('a[href="#/algorithms/gcn-layer"]').click();
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("ag-filmstrip") === null);
  await page.goForward();
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  await close();
});

test("a link that is followed right after a step leads to its place", async () => {
  const { page, problems, close } = await open("#/self-attention?step=1");
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  await page.evaluate(() => {
    for (let step = 0; step < 3; step += 1) {
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    }
    location.hash = "#/polls";
    // The step's address, which waits to be written, is due when the browser tells of the new one.
    const end = performance.now() + 500;
    while (performance.now() < end);
  });
  await page.locator("[data-poll]").first().waitFor();
  assert.equal(new URL(await addressOf(page)).hash, "#/polls");
  assert.deepEqual(problems, []);
  await close();
});

for (const [name, hash] of [
  ["garbled inputs", "#/self-attention?i=v1.%%%garbled"],
  ["truncated inputs", "#/self-attention?i=v1.q1Yqzy_KSVGyUgoqzUvOz0tVqgUA"],
  ["a too-new version", "#/self-attention?i=v9.AAAA"],
  ["an unknown lesson", "#/no-such-lesson"],
  ["an unknown part", "#/gcn/no-such-part"],
  ["a step that is no number", "#/gat?step=many"],
  ["a cell that does not exist", "#/self-attention?step=6&cell=99,99"],
  ["an unknown field", "#/self-attention?colour=red"],
]) {
  test(`${name} in the address gives a default and a notice`, async () => {
    const { page, problems, close } = await open(hash);
    await page.locator('[role="alert"]').first().waitFor();
    assert.ok((await page.locator('[role="alert"]').first().textContent()).length > 10);
    assert.equal(await page.locator("main").count(), 1);
    assert.deepEqual(problems, []);
    await close();
  });
}
