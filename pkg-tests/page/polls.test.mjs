/** Polls as a lecturer shows them, by keyboard alone: nothing of the answer is in the page before it is asked for. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { keeps } from "./exercise.mjs";
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

test("whoever comes back from the evidence finds the answers as they were left", async () => {
  const { page, problems, close } = await open("S1-P1");
  await page.locator("[data-statement] input").first().check();
  await page.locator("[data-action=reveal]").click();
  await page.locator("[data-action=evidence]").first().click();
  const shown = () => page.locator(".poll .statements").innerText();
  const before = await shown();
  await page.evaluate(() => {
    location.hash = "#/polls";
  });
  await page.locator("[data-poll]").first().waitFor();
  await page.goBack();
  await page.locator("[data-statement][data-key]").first().waitFor();
  assert.equal(await shown(), before);
  assert.deepEqual(problems, []);
  await close();
});

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
      const { why, argument, facts } = answers[id][option];
      for (const text of [why, ...(argument ? [argument] : []), ...Object.values(facts)])
        assert.ok(!before.includes(text), `too soon: ${text}`);
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
      assert.equal(await shown.locator(".decided").getAttribute("data-decided"), statement.decidedBy);
      const { argument } = answers[id][statement.id];
      if (argument) assert.ok((await shown.locator(".decided").textContent()).includes(argument), statement.id);
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

test("a reader answers by keyboard, the answers are kept and compared with the evidence, and a link leads to the next poll", async () => {
  const { page, problems, close } = await open("S1-P1");
  const { statements } = lab.reveal("S1-P1");
  // Right but for the last: the arrow keys choose, and do not turn the page.
  const chosen = statements.map(({ key }, at) => (at === statements.length - 1 ? "contested" : key));
  const order = ["holds", "fails", "contested"];
  for (const [number, { id }] of statements.entries()) {
    const radios = page.locator(`[data-statement="${id}"] input[type=radio]`);
    assert.equal(await radios.count(), 3);
    await radios.first().focus();
    await page.keyboard.press("Space");
    for (let presses = 0; presses < order.indexOf(chosen[number]); presses += 1) await page.keyboard.press("ArrowDown");
  }
  assert.deepEqual(
    await keysOf(page),
    statements.map(() => null),
  );
  await keeps(page, ["polls/S1-P1", ...new Set(chosen)]);
  await page.reload();
  await page.locator("[data-statement] input:checked").first().waitFor();
  const kept = await page
    .locator("[data-statement] input:checked")
    .evaluateAll((fields) => fields.map(({ value }) => value));
  assert.deepEqual(kept, chosen);
  await page.locator("[data-action=reveal]").focus();
  await page.keyboard.press("Enter");
  const outcomes = await page
    .locator("[data-outcome]")
    .evaluateAll((items) => items.map(({ dataset }) => dataset.outcome));
  assert.deepEqual(
    outcomes,
    chosen.map((choice, at) => (choice === statements[at].key ? "same" : "other")),
  );
  assert.match(await page.locator(".score").textContent(), /3 of your 4/);
  assert.match(await page.locator("[role=status].unseen").textContent(), /3 of your 4/);
  assert.equal(await page.locator("input[type=radio]").count(), 0);
  await page.locator("[data-action=next-poll]").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/polls\/S1-P2/);
  await page.locator("input[type=radio]").first().waitFor();
  assert.equal(await page.locator("input:checked, [data-outcome]").count(), 0);
  // The list counts what is answered; every poll names its document.
  await page.goto(`${site.address}#/polls`);
  await page.locator('[data-poll="S1-P1"]').waitFor();
  assert.match(await page.locator('[data-poll="S1-P1"]').textContent(), /4 of 4 answered.*|Abuzar Khan/s);
  assert.equal(await page.locator("[data-poll] .source").count(), lab.polls().length);
  assert.deepEqual(problems, []);
  await close();
});

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
