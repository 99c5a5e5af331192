/** A scene stands in its window: picture, control, question or answer, and the sentence to remember are seen together, and only text scrolls. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { scenes as all, follow, goTo } from "./course.mjs";
import { faultsOfScene } from "./looks/fixed.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();

/** Scenes with pictures of each kind of room: wide and high ones, squares, two beside each other, sliders. */
const PLACES = ["layers/residual", "self-attention/lookup", "hashing/hears", "scaling/grow", "scaling/saturate"];
const scenes = all.filter(({ unit, scene }) => PLACES.includes(`${unit}/${scene.id}`));

const SIZES = [
  [1280, 720],
  [1440, 900],
  [360, 740],
];

/** Commits a guess, the last option where there are some. */
async function guess(page, { question }) {
  if (question.kind === "cell")
    await page.locator(`.scene-picture ag-matrix[data-step-id="${question.step}"] [data-cell]`).first().click();
  else if (question.kind === "number") await page.locator(".number-guess input").fill("0.5");
  else await page.evaluate(() => [...document.querySelectorAll(".choice input")].at(-1).click());
  await page.locator(".commit:not([aria-disabled=true])").focus();
  await page.keyboard.press("Enter");
  await page.locator(".scene[data-answered=true]").waitFor();
  // What is said to the guess has the focus, which the button that is gone had.
  await page.locator(".verdict:focus").waitFor();
}

for (const language of ["en", "ko"])
  test(`picture, control, question or answer, and the sentence to remember stand in the window together (${language})`, async () => {
    const [width, height] = SIZES[0];
    const options = { viewport: { width, height }, locale: language === "ko" ? "ko-KR" : "en-US" };
    const { page, problems, close } = await openPage(site, options);
    await goTo(page, site, "#/units");
    const found = new Map();
    for (const { unit, scene } of scenes) {
      await follow(page, `#/units/${unit}/${scene.id}`);
      await page.locator(`[data-scene="${scene.id}"][data-answered=false]`).waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const when of ["before", "after"]) {
          if (when === "after") await guess(page, scene);
          const faults = await faultsOfScene(page);
          if (faults.length > 0) found.set(`${language} ${unit}/${scene.id} ${when} ${width}`, faults.join("; "));
        }
        await page.locator(".again").focus();
        await page.keyboard.press("Enter");
        await page.locator(".scene[data-answered=false]").waitFor();
      }
    }
    assert.equal(scenes.length, PLACES.length);
    assert.deepEqual(
      [...found].map((one) => one.join(": ")),
      [],
    );
    // Before an audience it is unanswered, whatever this browser has guessed.
    const [{ unit, scene }] = scenes;
    await follow(page, `#/units/${unit}/${scene.id}`);
    await page.locator(`[data-scene="${scene.id}"][data-answered=false]`).waitFor();
    await guess(page, scene);
    await follow(page, `#/units/${unit}/${scene.id}?view=present`);
    await page.locator(`:root[data-view=present] [data-scene="${scene.id}"][data-answered=false]`).waitFor();
    await follow(page, `#/units/${unit}/${scene.id}`);
    await page.locator(`[data-scene="${scene.id}"][data-answered=true]`).waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
