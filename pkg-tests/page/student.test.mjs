/** The page as a student uses it: by keyboard alone, with wrong values, undo and a reload in the middle. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { test } from "../shared/tests.mjs";
import { countBecomes, currentStep, openPage, resultCells, useSite } from "./site.mjs";

const LESSONS = [
  "scaled-dot-product-attention",
  "sinusoidal-encoding",
  "gcn-normalization",
  "gat-layer",
  "bucket-attention",
];
const site = useSite();

/** Presses Tab until the focus is inside something that matches each of the selectors, through shadow roots. */
async function tabTo(page, selectors, most = 80) {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press("Tab");
    const inside = await page.evaluate((wanted) => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const around = [];
      for (let node = element; node; node = node.parentElement ?? node.getRootNode().host ?? null) around.push(node);
      return wanted.every((selector) => around.some((node) => node.matches(selector)));
    }, selectors);
    if (inside) return;
  }
  assert.fail(`Tab does not reach ${selectors.join(" in ")}`);
}

for (const lesson of LESSONS) {
  test(`${lesson}: a student steps, opens a number and comes back without a mouse`, async () => {
    const { page, problems, close } = await openPage(site);
    await page.goto(`${site.address}#/algorithms/${lesson}`);
    await page.locator("ag-filmstrip [aria-current=step]").waitFor();
    await page.keyboard.press("End");
    const { position, length } = await currentStep(page);
    assert.equal(position, length - 1);
    await tabTo(page, ["td", "ag-matrix.result"]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator("ag-inspector .value[data-value]").first().waitFor();
    await tabTo(page, ["[data-operand]", "ag-inspector"]);
    await page.keyboard.press("Enter");
    await countBecomes(page.locator("ag-inspector nav li button"), 2);
    await page.keyboard.press("PageUp");
    assert.deepEqual(problems, []);
    await close();
  });
}

test("a new value changes the numbers; undo and redo work; an invalid one gives a message and changes nothing", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/self-attention?step=1`);
  const cell = page.locator('.stage ag-matrix[data-step-id="attention.query"] [data-cell="0,0"]');
  await cell.focus();
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  const shown = () => cell.getAttribute("data-value");
  const becomes = (value) =>
    page.waitForFunction(
      (wanted) =>
        document.querySelector('.stage ag-matrix[data-step-id="attention.query"]')?.querySelector('[data-cell="0,0"]')
          ?.dataset.value === wanted ||
        document
          .querySelector('.stage ag-matrix[data-step-id="attention.query"]')
          ?.shadowRoot?.querySelector('[data-cell="0,0"]')?.dataset.value === wanted,
      value,
    );
  await becomes("7");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await becomes("1");
  await page.keyboard.press("Control+Shift+z");
  await becomes("7");
  const before = await resultCells(page, "attention.query");
  await cell.focus();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("seven");
  await page.keyboard.press("Enter");
  await page.locator('ag-matrix [role="alert"], ag-matrix [aria-invalid="true"], ag-matrix .error').first().waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await shown(), "7");
  assert.deepEqual(await resultCells(page, "attention.query"), before);
  assert.deepEqual(problems, []);
  await close();
});

test("a fully masked row is zeros, hatched, and noticed", async () => {
  const mask = { shape: [3, 3], data: [1, 1, 1, 0, 0, 0, 1, 1, 1] };
  const packed = deflateRawSync(JSON.stringify({ inputs: { mask } })).toString("base64url");
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/self-attention?i=v1.${packed}`);
  await page.locator(".notice").first().waitFor();
  assert.match(await page.locator(".notice").first().textContent(), /x₂|2/);
  await page.locator('ag-filmstrip [data-step-id="attention.masked"]').click();
  const masked = page.locator('.stage ag-matrix.result [data-cell^="1,"].masked');
  await countBecomes(masked, 3);
  assert.equal(await masked.first().getAttribute("data-value"), "-Infinity");
  await page.locator('ag-filmstrip [data-step-id="attention.output"]').click();
  await page.locator('.stage ag-matrix[data-step-id="attention.output"]').waitFor();
  const row = (await resultCells(page, "attention.output")).filter(({ index }) => index[0] === 1);
  assert.deepEqual(
    row.map(({ value }) => value),
    ["0", "0", "0", "0"],
  );
  assert.deepEqual(problems, []);
  await close();
});
