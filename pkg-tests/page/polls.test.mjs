/** Polls as a lecturer shows them, by keyboard alone: nothing of the answer is in the page before it is asked for. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { countBecomes, openPage, useSite } from "./site.mjs";

const lab = await load();
const texts = new URL("../../src/text/en/poll-answers/", import.meta.url);
const files = (await readdir(texts)).map(async (name) => JSON.parse(await readFile(new URL(name, texts), "utf8")));
const answers = Object.assign({}, ...(await Promise.all(files)));
const WORDS = { holds: "holds", fails: "does not hold", contested: "depends on the wording" };

const site = useSite();

async function open(id) {
  const opened = await openPage(site);
  await opened.page.goto(`${site.address}#/polls/${id}`);
  await opened.page.locator("[data-statement]").first().waitFor();
  return opened;
}

/** The whole document as it stands, attributes and shadow trees included. */
const markup = (page) =>
  page.evaluate(() => {
    const shadows = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot?.innerHTML ?? []);
    return [document.documentElement.outerHTML, ...shadows].join(" ");
  });

const keysOf = (page) =>
  page.locator("[data-statement]").evaluateAll((items) => items.map(({ dataset }) => dataset.key ?? null));

test("the list shows every poll of the library", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/polls`);
  await page.locator("[data-poll]").first().waitFor();
  const listed = await page.locator("[data-poll]").evaluateAll((items) => items.map(({ dataset }) => dataset.poll));
  assert.deepEqual(
    listed,
    lab.polls().map(({ id }) => id),
  );
  assert.deepEqual(problems, []);
  await close();
});

for (const { id, options } of lab.polls()) {
  test(`${id}: a key shows which statements hold, a clicker's keys run the evidence of one after another`, async () => {
    const answer = lab.reveal(id);
    const { page, problems, close } = await open(id);
    const before = await markup(page);
    assert.ok(!before.includes("data-key"));
    for (const option of options) {
      const { why, facts } = answers[id][option];
      for (const text of [why, ...Object.values(facts)]) assert.ok(!before.includes(text), `too soon: ${text}`);
    }
    assert.deepEqual(
      await keysOf(page),
      options.map(() => null),
    );
    await page.keyboard.press("r");
    assert.deepEqual(
      await keysOf(page),
      answer.statements.map(({ key }) => key),
    );
    assert.equal(await page.locator(".evidence").count(), 0);
    for (const [number, statement] of answer.statements.entries()) {
      await page.keyboard.press("PageDown");
      const shown = page.locator(`[data-statement="${statement.id}"]`);
      await shown.locator(".evidence").waitFor();
      assert.equal(await page.locator(".evidence").count(), number + 1);
      assert.ok((await shown.locator(".key").textContent()).includes(WORDS[statement.key]));
      // Every way to read it, with its own numbers.
      const readings = await shown
        .locator(".reading")
        .evaluateAll((items) => items.map(({ dataset }) => dataset.holds));
      assert.deepEqual(
        readings,
        statement.readings.map(({ holds }) => String(holds)),
      );
      if (statement.key === "contested") assert.equal(await shown.locator(".reading h2").count(), readings.length);
      const values = await shown
        .locator("[data-fact] [data-value]")
        .evaluateAll((items) => items.map(({ dataset }) => dataset.value));
      assert.deepEqual(
        values,
        statement.readings.flatMap(({ facts }) => facts.map(({ value }) => String(value))),
      );
    }
    // No text is missing: a missing one would show its key.
    assert.doesNotMatch(await page.locator("article").textContent(), /poll-answers\.|lecture\./);
    for (let presses = 0; presses <= options.length; presses += 1) await page.keyboard.press("PageUp");
    assert.deepEqual(
      await keysOf(page),
      options.map(() => null),
    );
    assert.equal(await page.locator(".evidence").count(), 0);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("the button shows the answers too, and a number of the evidence opens into its arithmetic, down to the inputs", async () => {
  const { page, problems, close } = await open("S1-P1");
  await page.locator("[data-action=reveal]").focus();
  await page.keyboard.press("Enter");
  const scores = page.locator('[data-statement="c"]');
  await scores.locator("[data-action=evidence]").focus();
  await page.keyboard.press("Enter");
  await scores.locator("dd button").first().focus();
  await page.keyboard.press("Enter");
  const value = scores.locator("ag-inspector .value[data-value]").first();
  await value.waitFor();
  const { facts } = lab.reveal("S1-P1").statements.find(({ id }) => id === "c").readings[0];
  assert.equal(await value.getAttribute("data-value"), String(facts[0].value));
  for (let depth = 0; depth < 20; depth += 1) {
    const operands = scores.locator("ag-inspector [data-operand]");
    if ((await operands.count()) === 0) break;
    await operands.first().focus();
    await page.keyboard.press("Enter");
    // The trail leads back from where it is: the number that was opened is one more on it.
    await countBecomes(scores.locator("ag-inspector nav li"), depth + 2);
  }
  assert.match(await scores.locator("ag-inspector .notes").textContent(), /input/);
  assert.deepEqual(problems, []);
  await close();
});

test("in present mode a poll is in large type, and its keys work", async () => {
  const { page, problems, close } = await open("S1-P1");
  await page.keyboard.press("p");
  await page.waitForFunction(() => document.documentElement.dataset.view === "present");
  const size = await page
    .locator(".statement-text")
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  assert.ok(size >= 24, `${size} px`);
  await page.keyboard.press("PageDown");
  assert.ok((await keysOf(page)).every((key) => key !== null));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.documentElement.dataset.view === "explore");
  assert.deepEqual(problems, []);
  await close();
});

test("an unknown poll in the address gives the list and a notice", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/polls/S9-P9`);
  await page.locator('[role="alert"]').first().waitFor();
  await page.locator("[data-poll]").first().waitFor();
  assert.deepEqual(problems, []);
  await close();
});
