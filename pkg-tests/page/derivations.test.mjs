/** Something to show by expressions, by keyboard alone: right in any form, wrong with a point at which it fails. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { keeps } from "./exercise.mjs";
import { openPage, useSite } from "./site.mjs";

const lab = await load();
const FIELD = ".entries input";
/** Something wrong for every entry. */
const WRONG = {
  "shifted-position": {
    "sine-from-sine": "cos(2ωk)",
    "sine-from-cosine": "2",
    "cosine-from-sine": "3",
    "cosine-from-cosine": "4",
  },
  "dot-product-variance": { "mean-square": "7", "one-product": "7", "dot-product": "7", scaled: "7" },
  "graph-convolution-equivariance": { "with-loops": "P", degrees: "P", normalized: "P", layer: "H W" },
  "layer-as-matrices": { sum: "H", mean: "H", itself: "A H Bᵀ", layer: "H Bᵀ", "one-weight": "H Bᵀ" },
  "graph-attention-to-attention": {
    "graph-scores": "M",
    "graph-result": "H W",
    "attention-scores": "M",
    "attention-result": "H V",
  },
  "message-passing-to-attention": {
    neighbors: "H V",
    "message-passing": "H V",
    everyone: "H V",
    scores: "A",
    attention: "H V",
  },
  "node-weights": {
    "renumbered-first": "H",
    "renumbered-after": "H",
    "weight-that-follows": "M",
    "weight-that-stays": "I",
    parameters: "N + 1",
  },
  "linear-gradient": { result: "T", weights: "W", inputs: "X", step: "2W" },
  "softmax-gradient": { quotient: "7", own: "7", other: "7", mean: "7", gradient: "7" },
  "query-gradient": { weights: "a", jacobian: "2P", scores: "a", query: "q", keys: "K" },
  "layer-norm-gradient": { shift: "g", stretch: "g", gradient: "g", jacobian: "2I" },
};
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

test("a field has room for a long expression from the beginning", async () => {
  const { page, close } = await open("node-weights");
  const widths = await page
    .locator(FIELD)
    .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().width));
  assert.ok(Math.min(...widths) > 480, widths.join(" "));
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

test("what is wrong shows where it fails, and neither the equation nor the answer before it is asked for", async () => {
  for (const { id, entries } of lab.derivations()) {
    const { page, problems, close } = await open(id);
    await write(
      page,
      entries.map(({ id: entry }) => WRONG[id][entry]),
    );
    const shown = await page.locator("article").textContent();
    for (const { id: entry, equation, solution } of entries) {
      const notes = page.locator(`[data-entry="${entry}"] .step-notes`);
      const text = await notes.textContent();
      assert.match(text, /should be/, `${id} ${entry}`);
      assert.equal(await notes.locator(".equation").count(), 0, `${id} ${entry}`);
      for (const part of [...equation, solution].filter((part) => part.length > 6))
        assert.ok(!shown.includes(part), `${id} ${entry}: ${part}`);
      // On request, level by level; the last is the answer and says so before.
      const hint = page.locator(`[data-entry="${entry}"] [data-action=hint]`);
      for (let presses = 0; presses < 3; presses += 1) {
        const label = await hint.textContent();
        if (/No more/.test(label)) break;
        const isAnswer = /answer/.test(label);
        await hint.focus();
        await page.keyboard.press("Enter");
        const last = await page.locator(`[data-entry="${entry}"] .hints li`).last().textContent();
        assert.equal(last.includes("One way to write it"), isAnswer, `${id} ${entry}: ${last}`);
        if (isAnswer) assert.ok(last.includes(solution));
      }
    }
    assert.deepEqual(problems, []);
    await close();
  }
});

test("shapes that do not fit are named", async () => {
  const { page, problems, close } = await open("message-passing-to-attention");
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("Tab");
  await page.locator('[data-entry="attention"] input').focus();
  await write(page, ["H A V"]);
  assert.match(
    await page.locator('[data-entry="attention"] .step-notes').textContent(),
    /shapes that fit together \(\d × \d, \d × \d\)/,
  );
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
