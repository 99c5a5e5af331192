/** Sheets for a class: a lecturer composes one into a link, a student works on it and hands in one file, which verifies. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { load } from "../../pkg/node.js";
import { seedFor, verifyHandedIn } from "../../pkg/sheet.js";
import { test } from "../shared/tests.mjs";
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
