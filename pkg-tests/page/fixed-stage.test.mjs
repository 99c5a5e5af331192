/** Every scene stands in its window: picture, control, question or answer, and the sentence to remember are seen together, and only text scrolls. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { scenes as all, follow, goTo } from "./course.mjs";
import { faultsOfScene } from "./looks/fixed.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();

const scenes = all.map(({ unit, scene }) => ({ place: `${unit}/${scene.id}`, id: scene.id, question: scene.question }));

const SIZES = ["1280x720", "360x740", "1440x900", "1280x800"];
const LANGUAGES = ["en", "ko"];

/** Each scene is looked at once, in a language and at a size that come in turn; with `ATTOGRAPH_LONG`, in both and at all. */
const inTurn = (at) => ({
  language: LANGUAGES[(at + Math.floor(at / SIZES.length)) % 2],
  size: SIZES[at % SIZES.length],
});
const sizesOf = (at, language) => {
  if (process.env.ATTOGRAPH_LONG) return SIZES;
  const look = inTurn(at);
  return look.language === language ? [look.size] : [];
};

const resize = (page, size) => {
  const [width, height] = size.split("x").map(Number);
  return page.setViewportSize({ width, height });
};

const shown = (page, { id }, answered) =>
  page.locator(`.scene[data-scene="${id}"][data-answered=${answered}]`).waitFor({ state: "attached" });

/** Commits a guess, the last option where there are some. */
async function guess(page, scene) {
  const { question } = scene;
  if (question.kind === "cell") {
    // By keyboard: a picture that is still being fitted moves away below a pointer.
    const table = page.locator(`.scene-picture ag-matrix[data-step-id="${question.step}"]`);
    await table.locator("[data-cell]").first().focus();
    await page.keyboard.press("Enter");
  } else if (question.kind === "number") await page.locator(".number-guess input").fill("0.5");
  else await page.evaluate(() => [...document.querySelectorAll(".choice input")].at(-1).click());
  await page.locator(".commit:not([aria-disabled=true])").focus();
  await page.keyboard.press("Enter");
  await shown(page, scene, true);
  // What is said to the guess has the focus, which the button that is gone had.
  await page.locator(".verdict:focus").waitFor({ state: "attached" });
}

for (const language of LANGUAGES)
  test(`picture, control, question or answer, and the sentence to remember of every scene stand in the window together (${language})`, async () => {
    const locale = language === "ko" ? "ko-KR" : "en-US";
    const { page, problems, close } = await openPage(site, { locale, reducedMotion: "reduce" });
    await goTo(page, site, "#/units");
    const found = [];
    for (const [at, scene] of scenes.entries()) {
      const sizes = sizesOf(at, language);
      if (sizes.length === 0) continue;
      const look = async (when, size) => {
        await resize(page, size);
        const faults = await faultsOfScene(page);
        if (faults.length > 0) found.push(`${scene.place} ${when} ${size}: ${faults.join("; ")}`);
      };
      await resize(page, sizes[0]);
      await follow(page, `#/units/${scene.place}`);
      await shown(page, scene, false);
      for (const size of sizes) await look("before", size);
      await guess(page, scene);
      for (const size of sizes.toReversed()) await look("after", size);
    }
    assert.deepEqual(found, []);
    assert.deepEqual(problems, []);
    await close();
  });

test("after a guess was taken back another can be made, by keyboard; before an audience a scene is unanswered, whatever this browser has guessed", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units");
  const kinds = ["choose", "number", "cell"].map((kind) => scenes.find(({ question }) => question.kind === kind));
  for (const scene of kinds) {
    await follow(page, `#/units/${scene.place}`);
    await shown(page, scene, false);
    await guess(page, scene);
    await page.locator(".again").focus();
    await page.keyboard.press("Enter");
    await shown(page, scene, false);
    // The button that had the focus is gone.
    await page.locator("#scene-title:focus").waitFor({ state: "attached" });
    assert.equal(await page.locator(".commit[aria-disabled=true]").count(), 1, scene.place);
    await guess(page, scene);
    await follow(page, `#/units/${scene.place}?view=present`);
    await page.locator(":root[data-view=present]").waitFor({ state: "attached" });
    await shown(page, scene, false);
    await follow(page, `#/units/${scene.place}`);
    await shown(page, scene, true);
  }
  assert.deepEqual(problems, []);
  await close();
});
