/**
 * Measures in headless Chromium how long the page's own thread works for each value of every slider of labs and of answered scenes, and prints for each slider the
 * median and the longest time of the processor, styles and layout included, and that of the longest task, with what follows the drag:
 *
 *   node scripts/bench/sliders.mjs [lab or unit …]
 *
 * `npm run bench:page` prints it, too. The goal is that no task takes more than 50 milliseconds; the time of a value is that of all its tasks together.
 */
import { pathToFileURL } from "node:url";
import { readLabs, readUnits } from "../../pkg-tests/page/lessons.mjs";
import { openFolder, openPage } from "../../pkg-tests/shared/browser.mjs";
import { at } from "../build/paths.mjs";
import { recordTasks } from "./tasks.mjs";

/** So many values of a slider are measured at most, after as many that compile what is used. */
const VALUES = 16;

/** What a drag leaves to be computed later is done after so many milliseconds. */
const REST = 1000;

/** Runs in the page: sets a slider to a place between its ends, and waits until everything that asks for a frame has been drawn. */
async function slideTo({ control, share }) {
  const slider = document.querySelector(`[data-control="${control}"]`);
  const [from, to, step] = [slider.min, slider.max, slider.step].map(Number);
  const steps = Math.round((to - from) / step);
  slider.value = String(from + Math.round(share * steps) * step);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}

/** Runs in the page: a drag begins or ends; during it nothing moves on its own. */
function point({ control, types }) {
  const slider = document.querySelector(`[data-control="${control}"]`);
  for (const type of types) slider.dispatchEvent(new PointerEvent(type, { bubbles: true }));
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** The places of a drag: from one end to the other, and back by others. */
const PLACES = Array.from({ length: VALUES }, (_, at) => {
  const half = VALUES / 2;
  return at < half ? at / (half - 1) : (VALUES - at - 0.5) / half;
});

async function measure(browser, page, control) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
  const drag = async () => {
    const times = [];
    await page.evaluate(point, { control, types: ["pointerdown", "pointermove"] });
    for (const share of PLACES) {
      const before = await spent();
      await page.evaluate(slideTo, { control, share });
      times.push((await spent()) - before);
    }
    await page.evaluate(point, { control, types: ["pointerup"] });
    await page.waitForTimeout(REST);
    return times;
  };
  // The first drag compiles, and keeps what is kept of runs.
  await drag();
  const { done: times, tasks } = await recordTasks({ browser, page, act: drag });
  await session.detach();
  const task = Math.max(...tasks.map(({ milliseconds }) => milliseconds));
  return { median: median(times), longest: Math.max(...times), task };
}

/** Measures every slider: `[{ place, control, median, longest, task }]`. `only`: ids of labs and units. */
export async function measureSliders(only = []) {
  const [labs, units] = await Promise.all([readLabs(), readUnits()]);
  const sliding = (controls = []) => controls.filter(({ kind }) => kind === "slider" || kind === "stops");
  const places = [
    ...labs.flatMap(({ id, addressOf, controls }) =>
      sliding(controls).map(({ id: control }) => ({ of: id, place: addressOf({}), control })),
    ),
    ...units.flatMap(({ id, scenes }) =>
      scenes.flatMap((scene) =>
        sliding(scene.controls).map(({ id: control }) => ({
          of: id,
          place: `#/units/${id}/${scene.id}/answer`,
          control,
        })),
      ),
    ),
  ].filter(({ of }) => only.length === 0 || only.includes(of));
  const site = await openFolder(at("www/dist"));
  try {
    const found = [];
    for (const { place, control } of places) {
      const { page, close } = await openPage(site);
      await page.goto(site.address + place);
      const slider = page.locator(`[data-control="${control}"]`);
      await page.locator(".lab-run figure, .scene-picture figure").first().waitFor();
      // Some values of others hide a slider.
      if ((await slider.count()) > 0) {
        await page.waitForTimeout(1500);
        found.push({ place, control, ...(await measure(site.browser, page, control)) });
      }
      await close();
    }
    return found;
  } finally {
    await site.close();
  }
}

/** Measures and prints everything, the slowest first. */
export async function benchSliders(only) {
  console.log("\nA value of a slider: median and longest time of the processor, and the longest task");
  const found = await measureSliders(only);
  for (const { place, control, ...times } of found.toSorted((one, other) => other.task - one.task)) {
    const columns = Object.values(times).map((time) => `${time.toFixed(2).padStart(9)} ms`);
    console.log(`${columns.join("")}  ${place} ${control}`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await benchSliders(process.argv.slice(2));
