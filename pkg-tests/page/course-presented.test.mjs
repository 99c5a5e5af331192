/** The units, presented: a clicker leads through questions and answers, and first pages fit the window; scenes are looked at in `course-tour.test.mjs`. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { follow, goTo, units } from "./course.mjs";
import { addressOf, openPage, twoFrames, useSite } from "./site.mjs";

const site = useSite();

test("a clicker shows the answer of a presented scene, then goes on; the answer has an address", async () => {
  const { page, problems, close } = await openPage(site);
  const [first, second] = units[0].scenes;
  await goTo(page, site, `#/units/${units[0].id}/${first.id}?view=present`);
  await page.locator(".scene[data-answered=false]").waitFor();
  await page.keyboard.press("PageDown");
  await page.locator(`[data-scene=${first.id}][data-answered=true]`).waitFor();
  assert.equal(new URL(await addressOf(page)).hash, `#/units/${units[0].id}/${first.id}/answer?view=present`);
  await page.keyboard.press("PageDown");
  await page.locator(`[data-scene=${second.id}][data-answered=false]`).waitFor();
  await page.keyboard.press("a");
  await page.locator(`[data-scene=${second.id}][data-answered=true]`).waitFor();
  await page.keyboard.press("PageUp");
  await page.locator(`[data-scene=${first.id}][data-answered=false]`).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("presented, the first page of each unit fits 1280 × 720", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 720 } });
  await goTo(page, site, "#/units");
  const beyond = [];
  for (const { id } of units) {
    await follow(page, `#/units/${id}?view=present`);
    await page.locator(`.unit-picture[data-of] figure`).waitFor();
    await page.locator(`.scene-bar [aria-current=page][href="#/units/${id}"]`).waitFor();
    await twoFrames(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height > 720) beyond.push(`#/units/${id}: ${height} px`);
  }
  assert.deepEqual(beyond, []);
  assert.deepEqual(problems, []);
  await close();
});
