/** The units, presented: a clicker leads through questions and answers, and everything fits the window. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { follow, goTo, scenes, units } from "./course.mjs";
import { sceneSettled, smallestDigits } from "./looks/fixed.mjs";
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

test("a presented scene fits 1280 × 720, before and with its answer, as does the first page of each unit", async () => {
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
  for (const { unit, scene } of scenes) {
    for (const answer of [false, true]) {
      const place = `#/units/${unit}/${scene.id}${answer ? "/answer" : ""}?view=present`;
      await follow(page, place);
      await page.locator(`[data-scene="${scene.id}"][data-answered=${answer}]`).waitFor();
      await sceneSettled(page);
      const over = await page.evaluate(() => {
        const bar = document.querySelector(".scene-bar").getBoundingClientRect().top;
        const parts = [...document.querySelectorAll(".scene-picture > *, .scene-words > *")];
        return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) - bar;
      });
      if (over > 0) beyond.push(`${place}: ${over.toFixed(0)} px`);
    }
  }
  assert.deepEqual(beyond, []);
  assert.deepEqual(problems, []);
  await close();
});

/** The pixels of digits that can be read from the back row. */
const READABLE = 24;

/** Scenes whose digits are smaller in a hall, with the most pixels that they have, and why. */
const SMALLER = {
  "heads/identity": [22, "three tables of four columns"],
  "positions/shift": [23.9, "three tables of four columns"],
  "positions/learned": [23.95, "two patterns, whose rows are numbered"],
  "depth/alike": [21.6, "a curve, and a graph below it"],
  "graphs/order": [20, "three tables, one of six columns"],
  "graphs/molecule": [19, "two tables of 20 columns, and a graph"],
  "graph-networks/complete": [22, "two tables of five columns with three digits"],
};

test("in a hall no digit is below 24 px where several pictures share a stage", async () => {
  const { page, problems, close } = await openPage(site, {
    viewport: { width: 1920, height: 1080 },
    reducedMotion: "reduce",
  });
  await goTo(page, site, "#/units");
  const several = scenes.filter(({ scene }) => scene.shown.filter(({ when }) => when !== "before").length > 1);
  assert.ok(several.length > 20, `${several.length}`);
  const found = [];
  for (const { unit, scene } of several) {
    await follow(page, `#/units/${unit}/${scene.id}/answer?view=present`);
    await page.locator(`:root[data-view=present] .scene[data-scene="${scene.id}"][data-answered=true]`).waitFor();
    const size = (await smallestDigits(page)) ?? READABLE;
    const [most] = SMALLER[`${unit}/${scene.id}`] ?? [];
    if (most === undefined && size < READABLE - 0.1) found.push(`${unit}/${scene.id}: ${size.toFixed(1)} px`);
    // An entry that is no longer needed is removed, and none hides that digits have become smaller still.
    if (most !== undefined && (size > most || size < 0.9 * most))
      found.push(`${unit}/${scene.id}: ${size.toFixed(1)} px, known are ${most}`);
  }
  assert.deepEqual(found, []);
  assert.deepEqual(problems, []);
  await close();
});
