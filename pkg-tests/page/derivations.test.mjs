/** Something to show by expressions, by keyboard alone: right in any form, wrong with a point at which it fails. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { keeps } from "./exercise.mjs";
import { openPage, useSite } from "./site.mjs";

const lab = await load();
const FIELD = ".entries input";
const site = useSite();

async function open(id) {
  const opened = await openPage(site);
  await opened.page.goto(`${site.address}#/exercises/${id}`);
  await opened.page.locator(FIELD).first().waitFor();
  await opened.page.locator(FIELD).first().focus();
  return opened;
}

async function write(page, texts) {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
}

const marks = (page) => page.locator("[data-entry]").evaluateAll((items) => items.map(({ dataset }) => dataset.mark));

for (const { id, entries } of lab.derivations()) {
  test(`${id}: the library's own way is right, and stays after a reload`, async () => {
    const { page, problems, close } = await open(id);
    const symbols = await page
      .locator("[data-symbol]")
      .evaluateAll((items) => items.map(({ dataset }) => dataset.symbol));
    assert.deepEqual(
      symbols,
      lab
        .derivations()
        .find((other) => other.id === id)
        .symbols.map(({ name }) => name),
    );
    await write(
      page,
      entries.map(({ solution }) => solution),
    );
    assert.deepEqual(
      await marks(page),
      entries.map(() => "right"),
    );
    // No text is missing: a missing one would show its key.
    assert.doesNotMatch(await page.locator("article").textContent(), /derivations\.|practice\./);
    await keeps(
      page,
      entries.map(({ solution }) => solution),
    );
    await page.reload();
    await page.locator(FIELD).first().waitFor();
    assert.deepEqual(
      await marks(page),
      entries.map(() => "right"),
    );
    assert.deepEqual(problems, []);
    await close();
  });
}

test("a wrong sign, a forbidden dependence and a syntax error are shown with their place", async () => {
  const { page, problems, close } = await open("shifted-position");
  await write(page, ["cos(k*w)", "-sin(wk)", "cos(w p)", "2 +"]);
  assert.deepEqual(await marks(page), ["right", "wrong", "wrong", "unreadable"]);
  const notes = (entry) => page.locator(`[data-entry="${entry}"] .step-notes`).textContent();
  assert.match(await notes("sine-from-cosine"), /Turned the other way.*At ω = .*, k = .* it is .*, and should be/s);
  assert.match(await notes("cosine-from-sine"), /may not depend on pos.* at ω = /);
  assert.match(await notes("cosine-from-cosine"), /At character 4, a number/);
  assert.match(await page.locator("[role=status].unseen").textContent(), /not readable/);
  assert.deepEqual(problems, []);
  await close();
});

test("a symbol of the list is inserted at the caret; the last of three hints is the solution", async () => {
  const { page, problems, close } = await open("shifted-position");
  await page.keyboard.type("cos(k)");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.locator('[data-symbol="ω"]').focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(FIELD).first().inputValue(), "cos(ωk)");
  await page.keyboard.press("Enter");
  assert.equal((await marks(page))[0], "right");
  const hint = page.locator('[data-entry="sine-from-cosine"] [data-action=hint]');
  for (let taken = 0; taken < 3; taken += 1) {
    await hint.focus();
    await page.keyboard.press("Enter");
  }
  const { solution } = lab.derivations().find(({ id }) => id === "shifted-position").entries[1];
  const hints = page.locator('[data-entry="sine-from-cosine"] .hints li');
  assert.equal(await hints.count(), 3);
  assert.ok((await hints.last().textContent()).includes(solution));
  assert.deepEqual(problems, []);
  await close();
});

test("a wrong matrix shows its counterexample", async () => {
  const { page, problems, close } = await open("graph-convolution-equivariance");
  await write(page, ["P^T Â P"]);
  assert.deepEqual((await marks(page))[0], "wrong");
  assert.match(
    await page.locator('[data-entry="with-loops"] .step-notes').textContent(),
    /P and Pᵀ exchanged.*In row \d, column \d it is/s,
  );
  await page.locator('[data-entry="with-loops"] summary').focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-entry="with-loops"] ag-matrix td').first().waitFor();
  assert.deepEqual(problems, []);
  await close();
});
