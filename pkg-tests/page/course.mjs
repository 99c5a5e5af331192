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
