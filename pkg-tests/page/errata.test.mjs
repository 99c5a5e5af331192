/** Errata cards, by keyboard alone: nothing of the answer is in the page before it is asked for, and the numbers are the library's. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { openPage, useSite } from "./site.mjs";

const lab = await load();
const texts = new URL("../../src/text/en/", import.meta.url);
async function wordsIn(folder) {
  const names = await readdir(new URL(`${folder}/`, texts));
  const files = names.map(async (name) => JSON.parse(await readFile(new URL(`${folder}/${name}`, texts), "utf8")));
  return Object.assign({}, ...(await Promise.all(files)));
}
const printed = await wordsIn("errata");
const answers = await wordsIn("errata-answers");

const site = useSite();

/** Everything that stands in the page, shadow trees included. */
const everything = (page) =>
  page.evaluate(() => {
    const read = (root) =>
      [...root.childNodes]
        .map((node) => `${node.textContent ?? ""} ${node.shadowRoot ? read(node.shadowRoot) : ""} ${read(node)}`)
        .join(" ");
    return read(document.body);
  });

test("the list shows every erratum of the library as it is printed", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/errata`);
  await page.locator("[data-erratum]").first().waitFor();
  const listed = await page
    .locator("[data-erratum]")
    .evaluateAll((items) => items.map(({ dataset }) => dataset.erratum));
  assert.deepEqual(
    listed.sort(),
    lab
      .errata()
      .map(({ id }) => id)
      .sort(),
  );
  assert.deepEqual(problems, []);
  await close();
});

test("the list and every card name document, author and place, and the list says what was withdrawn", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/errata`);
  await page.locator("[data-erratum]").first().waitFor();
  const speaking = await load({ text: "en" });
  for (const { id, source, status } of speaking.errata()) {
    const entry = page.locator(`[data-erratum="${id}"]`);
    const line = await entry.locator(".source").textContent();
    assert.ok(
      line.includes(source.text) && line.includes(source.author) && line.includes(source.name),
      `${id}: ${line}`,
    );
    assert.equal(
      await entry.locator(`xpath=ancestor::section[@aria-labelledby="withdrawn"]`).count(),
      status === "withdrawn" ? 1 : 0,
      id,
    );
  }
  assert.deepEqual(problems, []);
  await close();
});

test("every card opens by keyboard, keeps its answer to itself, and then shows the library's numbers of both ways", async () => {
  const { page, problems, close } = await openPage(site);
  for (const { id } of lab.errata()) {
    const erratum = lab.erratum(id);
    await page.goto(`${site.address}#/errata/${id}`);
    // From one card to the next the page is not loaded again.
    await page.waitForFunction(
      (title) => document.querySelector("article h1")?.textContent === title,
      printed[id].title,
    );
    await page.locator("[data-action=reveal]").waitFor();
    const before = await everything(page);
    assert.ok(before.includes(printed[id].printed), id);
    assert.ok(before.includes(erratum.source.author) && before.includes(erratum.source.name), `${id}: no source`);
    const parts = ["right", "why"].filter((part) => answers[id][part] !== undefined);
    for (const part of parts) assert.ok(!before.includes(answers[id][part]), `${id}: ${part} is there too soon`);
    assert.equal(await page.locator("[data-side=right], ag-matrix, .amount").count(), 0, id);
    await page.locator("[data-action=reveal]").focus();
    await page.keyboard.press("Enter");
    await page.locator(erratum.first ? ".difference" : '[data-side="right"]').waitFor();
    const after = await everything(page);
    for (const part of parts) assert.ok(after.includes(answers[id][part]), `${id}: ${part}`);
    // A formula that the build does not know would stand there as code.
    assert.equal(await page.locator("ag-formula code").count(), 0, `${id}: a formula is not drawn`);
    const formulas = [printed[id].formula, answers[id].formula].filter(Boolean);
    assert.equal(await page.locator(".erratum-side .formula ag-formula").count(), formulas.length, id);
    const status = page.locator("[data-status]");
    assert.equal(await status.count(), erratum.status === "error" ? 0 : 1, id);
    if (erratum.status !== "error") assert.equal(await status.getAttribute("data-status"), erratum.status, id);
    if (!erratum.first) {
      assert.equal(await page.locator("ag-matrix, .amount, .difference").count(), 0, id);
      continue;
    }
    const titles = await page.locator(".side-table figcaption").allTextContents();
    assert.ok(!titles.some((title) => /^[a-z-]+\.[a-z]/.test(title)), `${id}: ${titles}`);
    for (const [side, value] of [
      ["printed", erratum.shown[erratum.first.shown].wrong],
      ["right", erratum.shown[erratum.first.shown].right],
    ]) {
      const amounts = page.locator(`.erratum-side[data-side=${side}] .amount`);
      if (value.step === null) assert.equal(await amounts.getAttribute("data-value"), String(value.data[0]), id);
      else {
        const matrix = page.locator(`.erratum-side[data-side=${side}] ag-matrix`).nth(erratum.first.shown);
        const shown = await matrix
          .locator("[data-cell]")
          .evaluateAll((cells) => cells.map(({ dataset }) => [dataset.cell, dataset.value]));
        assert.ok(shown.length > 0 || value.data.length === 0, `${id}: ${side}`);
        for (const [cell, text] of shown) {
          const index = cell === "" ? [] : cell.split(",").map(Number);
          const number = value.data[index.reduce((offset, place, axis) => offset * value.shape[axis] + place, 0)];
          assert.ok(Object.is(Number(text), number), `${id}: ${side} ${cell}: ${text} instead of ${number}`);
        }
      }
    }
  }
  assert.deepEqual(problems, []);
  await close();
});

test("the right way opens in the player at the number that differs, and leads back", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/errata/S0-E01`);
  await page.locator("[data-action=reveal]").focus();
  await page.keyboard.press("Enter");
  await page.locator(".difference a").focus();
  await page.keyboard.press("Enter");
  await page.locator("ag-inspector .value[data-value]").first().waitFor();
  const { first } = lab.erratum("S0-E01");
  assert.equal(
    Number(await page.locator("ag-inspector .value[data-value]").first().getAttribute("data-value")),
    first.right,
  );
  await page.locator(".parts a").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-action=reveal]").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("an unknown erratum in the address gives the list and a notice", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/errata/S9-E99`);
  await page.locator('[role="alert"]').first().waitFor();
  await page.locator("[data-erratum]").first().waitFor();
  assert.deepEqual(problems, []);
  await close();
});
