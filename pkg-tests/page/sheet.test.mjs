/** Sheets for a class: a lecturer composes one into a link, a student works on it and hands in one file, which verifies. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { load } from "../../pkg/node.js";
import { seedFor, verifyHandedIn } from "../../pkg/sheet.js";
import { test } from "../shared/tests.mjs";
import { pasteInto } from "./exercise.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();
const lab = await load();

const scrolls = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** What is saved by an act, as the file has it. */
async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), content: JSON.parse(await readFile(await download.path(), "utf8")) };
}

test("a sheet becomes a link, its parts are worked on, and the file that is handed in verifies", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/exercises`);
  await page.locator("[data-action=compose]").click();
  await page.locator("#sheet-title").fill("Week 3: attention");
  assert.equal(await page.locator("[data-sheet]").count(), 0, "a sheet without parts has no link");
  for (const value of ["exercise/attention-steps", "poll/S1-P1", "derivation/shifted-position", "text/"]) {
    await page.locator("#sheet-add").selectOption(value);
    await page.locator("[data-action=add]").click();
  }
  assert.equal(await page.locator("[data-sheet]").count(), 0, "nor has one with an empty text");
  await page.locator("textarea").fill("Work alone.");
  await page.locator("[data-seed='0']").fill("7");
  await page.locator("[data-seed='1']").fill("99");
  await page.keyboard.press("Tab");
  // The text goes to the top, and the derivation goes.
  for (let times = 0; times < 3; times += 1) await page.locator("[data-kind=text] [data-action=up]").click();
  await page.locator("[data-kind=derivation] [data-action=remove]").click();
  await page.locator("[data-sheet]").waitFor();
  const { content: sheet } = await saved(page, () => page.locator("[data-action=save-sheet]").click());
  assert.deepEqual(sheet.parts, [
    { kind: "text", text: "Work alone." },
    { kind: "exercise", id: "attention-steps", difficulty: "easy", seeds: [7, 99] },
    { kind: "poll", id: "S1-P1" },
  ]);
  const link = await page.locator("[data-sheet]").getAttribute("href");
  // What is composed is there after a reload.
  await page.reload();
  assert.equal(await page.locator("[data-sheet]").getAttribute("href"), link);

  await page.goto(link);
  await page.locator("ag-sheet .sheet-name input").waitFor();
  assert.equal(await page.locator("h1").first().textContent(), "Week 3: attention");
  assert.equal(await page.locator("[data-part='1'] a").count(), 0, "the numbers follow from the name");
  assert.ok(await page.locator("[data-action=hand-in-sheet]").isDisabled());
  await page.locator(".sheet-name input").fill("Kim Min-ji");
  const seed = seedFor(sheet, 1, "Kim Min-ji");
  assert.equal(
    await page.locator("[data-part='1'] a").getAttribute("href"),
    `#/exercises/attention-steps?seed=${seed}`,
  );
  await page.locator("[data-part='1'] a").click();
  const cell = page.locator("input[data-cell]").first();
  await cell.fill("1/3");
  await page.keyboard.press("Tab");
  // A wrong number is kept as well, also by a reload in the middle.
  await page.locator("input[data-cell]").nth(1).fill("123");
  await page.keyboard.press("Tab");
  await page.reload();
  await cell.waitFor();
  assert.equal(await cell.inputValue(), "1/3");
  assert.equal(await page.locator("input[data-cell]").nth(1).inputValue(), "123");
  await page.goBack();
  await page.locator("[data-part='2'] a").click();
  await page.locator('[data-statement="b"] input[value=holds]').check();
  await page.goBack();
  await page.locator("[data-part='2']").waitFor();
  assert.match(await page.locator("[data-part='2']").textContent(), /1 of 4 answered/);
  await page.reload();
  await page.locator("[data-part='2']", { hasText: "1 of 4 answered" }).waitFor();
  assert.equal(await page.locator(".sheet-name input").inputValue(), "Kim Min-ji");
  // By keyboard: from the name over the parts to the button.
  await page.locator(".sheet-name input").focus();
  for (const part of [1, 2]) {
    await page.keyboard.press("Tab");
    assert.ok(await page.locator(`[data-part='${part}'] a`).evaluate((link) => link === document.activeElement));
  }
  await page.keyboard.press("Tab");
  const { name, content } = await saved(page, () => page.keyboard.press("Enter"));
  assert.equal(name, "Kim-Min-ji-Week-3-attention.json");
  const found = await verifyHandedIn(lab, content);
  assert.equal(found.verdict, "verified");
  const [text, exercise, poll] = content.parts;
  assert.deepEqual(text, { kind: "text" });
  assert.equal(exercise.seed, seed);
  const typed = Object.values(exercise.answers).flat();
  assert.deepEqual(
    typed.filter((one) => one !== ""),
    ["1/3", "123"],
  );
  assert.equal(exercise.marks.cells.empty, typed.length - 2);
  assert.deepEqual([poll.answers, poll.right, poll.empty], [{ b: "holds" }, 1, 3]);
  await page.setViewportSize({ width: 360, height: 740 });
  assert.ok(!(await scrolls(page)));
  await page.goto(`${site.address}#/exercises/sheet`);
  await page.locator("[data-sheet]").waitFor();
  assert.ok(!(await scrolls(page)));
  await page.setViewportSize({ width: 1280, height: 800 });
  // A link that was cut off says so.
  await page.goto(link.slice(0, -10));
  await page.locator("ag-sheet [role=alert]").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a sheet takes an exercise on own inputs with their names, and a poll of the lecturer", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/exercises/attention-steps?seed=3`);
  await page.locator(".own-inputs summary").first().click();
  await pasteInto(page, "query", "I,1,0\nsee,0,2");
  await page.locator('.own-inputs[data-own="true"]').waitFor();
  await page.waitForFunction(() => location.hash.includes("i=v1."));
  const address = page.url();
  await page.goto(`${site.address}#/exercises/sheet`);
  await page.locator("#sheet-title").fill("Ours");
  await page.locator("#sheet-own").fill("no address");
  await page.locator("[data-action=add-own]").click();
  await page.locator(".problem[role=alert]").waitFor();
  await page.locator("#sheet-own").fill(address);
  await page.keyboard.press("Enter");
  await page.locator("[data-kind=exercise]", { hasText: "on your own inputs" }).waitFor();
  assert.equal(await page.locator(".problem[role=alert]").count(), 0);
  const link = await page.locator("[data-sheet]").getAttribute("href");
  await close();

  // A student has the link alone.
  const student = await openPage(site);
  await student.page.goto(link);
  // Everyone has these numbers, so that they are there before the name is.
  await student.page.locator("[data-part='0'] a").click();
  await student.page.locator("input[data-cell]").first().fill("2");
  await student.page.keyboard.press("Tab");
  assert.match(await student.page.locator('[data-step-id="attention.scores"]').textContent(), /see/);
  await student.page.reload();
  await student.page.goBack();
  await student.page.locator("ag-sheet .sheet-name input").fill("Lee");
  const { content } = await saved(student.page, () => student.page.locator("[data-action=hand-in-sheet]").click());
  assert.equal((await verifyHandedIn(lab, content)).verdict, "verified");
  assert.deepEqual(content.sheet.parts[0].names.query[0], ["I", "see"]);
  assert.equal(content.parts[0].answers["attention.scores"][0], "2");
  assert.deepEqual([...problems, ...student.problems], []);
  await student.close();
});

test("polls of the lecturer are parts of a sheet: composed where they are kept, worked on where they are not, handed in, and printed", async () => {
  const questions = JSON.parse(
    await readFile(new URL("../../examples/questions/questions.json", import.meta.url), "utf8"),
  );
  const [poll] = questions.polls;
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/polls`);
  await page.locator(".own-polls input[type=file]").setInputFiles({
    name: "questions.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(questions)),
  });
  await page.locator("[data-own-poll=K1-Q1]").waitFor();
  await page.goto(`${site.address}#/exercises/sheet`);
  await page.locator("#sheet-title").fill("Week 4");
  for (const value of ["poll/S1-P1", "own-poll/K1-Q1"]) {
    await page.locator("#sheet-add").selectOption(value);
    await page.locator("[data-action=add]").click();
  }
  await page.locator("[data-kind=own-poll]", { hasText: poll.question.en }).waitFor();
  assert.equal(await page.locator("#sheet-add option[value='own-poll/K1-Q1']").count(), 0, "a sheet has a poll once");
  const { content: sheet } = await saved(page, () => page.locator("[data-action=save-sheet]").click());
  assert.deepEqual(sheet.parts, [
    { kind: "poll", id: "S1-P1" },
    { kind: "own-poll", poll },
  ]);
  const link = await page.locator("[data-sheet]").getAttribute("href");
  await page.reload();
  assert.equal(await page.locator("[data-sheet]").getAttribute("href"), link);

  const student = await openPage(site, { locale: "ko-KR", viewport: { width: 360, height: 740 } });
  await student.page.goto(link);
  await student.page.locator(".sheet-name input").fill("Kim");
  await student.page.locator("[data-part='1'] a", { hasText: poll.question.ko }).click();
  await student.page.locator('[data-statement="a"] input[value=holds]').check();
  // The poll's own address has all of it.
  await student.page.reload();
  await student.page.locator('[data-statement="b"] input[value=holds]').check();
  await student.page.goto(link);
  await student.page.locator("[data-part='1']", { hasText: "2" }).waitFor();
  assert.ok(!(await scrolls(student.page)));
  const { content } = await saved(student.page, () => student.page.locator("[data-action=hand-in-sheet]").click());
  assert.equal((await verifyHandedIn(lab, content)).verdict, "verified");
  const { answers, right, wrong, empty } = content.parts[1];
  assert.deepEqual([answers, right, wrong, empty], [{ a: "holds", b: "holds" }, 1, 1, 1]);

  await page.goto(link);
  await page.locator(".print-button").click();
  const boxes = page.locator(".print-task [data-poll=K1-Q1] [data-statement]");
  await boxes.first().waitFor();
  assert.deepEqual(
    await boxes.evaluateAll((rows) => rows.map((row) => row.querySelectorAll(".print-box").length)),
    [3, 3, 3],
  );
  const keys = (polls) => polls.map(({ dataset }) => dataset.key);
  assert.deepEqual(await page.locator(".print-solution [data-poll=K1-Q1] [data-key]").evaluateAll(keys), [
    "holds",
    "fails",
    "fails",
  ]);
  assert.equal(await page.locator(".print-task [data-key]").count(), 0, "the first page has no answers");
  // A poll is printed alone as well.
  await page.goto(`${site.address}#/polls/K1-Q2`);
  await page.locator(".print-button").click();
  await page.locator("ag-poll-sheet .print-box").first().waitFor();
  assert.doesNotMatch(await page.locator(".handout").innerText(), /polls\.|poll-answers\.|undefined/);
  assert.deepEqual([...problems, ...student.problems], []);
  await student.close();
  await close();
});
