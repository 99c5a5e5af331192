/** The scenes of all units, and the ways to them in the page. */
import { readUnits } from "./lessons.mjs";

export const units = await readUnits();

export const scenes = units.flatMap((unit) => unit.scenes.map((scene) => ({ unit: unit.id, scene })));

/** Loads the page at a place. */
export async function goTo(page, site, hash) {
  await page.goto("about:blank");
  await page.goto(site.address + hash);
}

/** Follows a link within the page; what it leads to is waited for by what is asked of it. */
export const follow = (page, hash) =>
  page.evaluate((next) => {
    location.hash = next;
  }, hash);

/** Waits until a scene is there, with its answer or without. */
export const shown = (page, { id }, answered, view = "explore") =>
  page
    .locator(`:root[data-view=${view}] .scene[data-scene="${id}"][data-answered=${answered}]`)
    .waitFor({ state: "attached" });

/** Commits a guess by keyboard: of options the `first` or the `last`. A picture that is still being fitted would move away below a pointer. */
export async function guess(page, scene, option) {
  const { question } = scene;
  const cells = page.locator(`.scene-picture ag-matrix[data-step-id="${question.step}"] [data-cell]`);
  if (question.kind === "choose") {
    const options = page.locator(".choice input");
    await (option === "first" ? options.first() : options.last()).focus();
    await page.keyboard.press("Space");
  } else if (question.kind === "number") {
    await page.locator(".number-guess input").focus();
    await page.keyboard.type("0.5");
  } else {
    await cells.first().focus();
    await page.keyboard.press("Enter");
    await cells.and(page.locator(":first-of-type[aria-selected=true]")).waitFor();
  }
  await page.locator(".commit:not([aria-disabled=true])").focus();
  await page.keyboard.press("Enter");
  await shown(page, scene, true);
  await page.locator(".scene .shows").waitFor({ state: "attached" });
  // What is said to the guess has the focus, which the button that is gone had.
  await page.locator(".verdict:focus").waitFor({ state: "attached" });
  // The cell that was asked for.
  if (question.kind === "cell") await cells.and(page.locator("[aria-selected=true]")).waitFor();
}
