/**
 * Measures in headless Chromium how long a frame takes while something is dragged, and prints for each the shortest and the median time from its first script to
 * its layout, and the time of the processor for everything in the page's own thread:
 *
 *   node scripts/bench/frames.mjs
 *
 * `npm run bench:page` prints it, too. 30 frames a second are 33 milliseconds each. On a machine that does other work as well, the time of the processor says more
 * than the other two.
 */
import { pathToFileURL } from "node:url";
import { readLabs } from "../../pkg-tests/page/lessons.mjs";
import { buildPictures } from "../../pkg-tests/page/pictures/site.mjs";
import { openFolder, openPage } from "../../pkg-tests/shared/browser.mjs";
import { dragFrames } from "../../pkg-tests/shared/drag.mjs";
import { at } from "../build/paths.mjs";

const FRAMES = 60;

/** Runs in the page, as one function without imports: drags a slider from one end to the other. Returns the milliseconds of each frame. */
async function slideFrames({ control, frames }) {
  const drawn = [];
  const point = (type) =>
    document.querySelector(`[data-control=${control}]`).dispatchEvent(new PointerEvent(type, { bubbles: true }));
  // What follows a pointer moves at once.
  point("pointerdown");
  point("pointermove");
  for (let frame = 0; frame < frames; frame += 1) {
    const slider = document.querySelector(`[data-control=${control}]`);
    const [from, to, step] = [slider.min, slider.max, slider.step].map(Number);
    const stops = Math.round((to - from) / step);
    // To the other end and back, so that every frame has another value.
    const stop = stops - Math.abs(stops - (frame % (2 * stops)));
    const milliseconds = await new Promise((done) => {
      let begin = 0;
      requestAnimationFrame(() => {
        begin = performance.now();
        slider.value = String(from + stop * step);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      });
      // After what the first has asked for, updates of elements included.
      requestAnimationFrame(() => {
        document.documentElement.getBoundingClientRect();
        done(performance.now() - begin);
      });
    });
    drawn.push({ milliseconds });
  }
  point("pointerup");
  return drawn;
}

/** Runs in the page of pictures: shows a matrix of 1024 × 1024 cells, zooms in and drags it. */
async function dragPattern({ size, frames }) {
  const { show } = globalThis.test;
  await show({
    algorithm: "alibi-bias",
    inputs: { length: size, heads: 1 },
    spec: { kind: "pattern", step: "alibi.bias" },
  });
  const element = document.getElementById("room").firstElementChild;
  const root = element.shadowRoot;
  const cursor = root.querySelector("button.cursor");
  cursor.focus();
  const press = (key, ctrlKey = false) =>
    cursor.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }));
  press("End", true);
  for (let time = 0; time < 4; time += 1) press("+");
  await element.updateComplete;
  const field = root.querySelector(".field");
  field.setPointerCapture = () => undefined;
  const { left, top } = field.getBoundingClientRect();
  const move = (type, by) =>
    field.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        button: 0,
        clientX: left + 200 + by,
        clientY: top + 200 + by,
        bubbles: true,
      }),
    );
  move("pointerdown", 0);
  const drawn = [];
  for (let frame = 1; frame <= frames; frame += 1) {
    drawn.push(
      await new Promise((done) => {
        let begin = 0;
        requestAnimationFrame(() => {
          begin = performance.now();
          move("pointermove", frame * 2);
        });
        requestAnimationFrame(() => {
          // Reading a pixel waits until the picture has been drawn.
          root.querySelector("canvas").getContext("2d").getImageData(0, 0, 1, 1);
          document.documentElement.getBoundingClientRect();
          done({ milliseconds: performance.now() - begin });
        });
      }),
    );
  }
  move("pointerup", frames * 2);
  return drawn;
}

/** Measures one drag: `{ shortest, median, processor }`, in milliseconds for each frame. */
async function measure(page, run, argument) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
  // The first round compiles.
  await page.evaluate(run, argument);
  const before = await spent();
  const drawn = await page.evaluate(run, argument);
  const processor = (await spent()) - before;
  await session.detach();
  const times = drawn.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  return { shortest: times[0], median: times[Math.floor(times.length / 2)], processor: processor / drawn.length };
}

/** The lab Hash with 64 tokens in 4 rounds, of which one is dragged. */
async function hash(site, labs) {
  const { page, close } = await openPage(site);
  const { addressOf } = labs.find(({ id }) => id === "hash");
  await page.goto(site.address + addressOf({ tokens: 64, rounds: 4, chunk: 8 }));
  await page.locator("ag-wheel .point").first().waitFor();
  await page.waitForTimeout(2000);
  const times = await measure(page, dragFrames, { picture: "ag-wheel", mark: ".point .touch-tip", frames: FRAMES });
  await close();
  return times;
}

/** A slider of a place. */
async function slider(site, place, control, ready) {
  const { page, close } = await openPage(site);
  await page.goto(site.address + place);
  await page.locator(ready).first().waitFor();
  await page.locator(`[data-control=${control}]`).waitFor();
  await page.waitForTimeout(1000);
  const times = await measure(page, slideFrames, { control, frames: FRAMES });
  await close();
  return times;
}

async function pattern() {
  const site = await buildPictures();
  try {
    const { page } = await openPage(site);
    await page.goto(site.address);
    await page.waitForFunction(() => "test" in globalThis);
    return await measure(page, dragPattern, { size: 1024, frames: FRAMES });
  } finally {
    await site.close();
  }
}

/** Measures everything: `[[name, times]]`. */
export async function measureFrames() {
  const labs = await readLabs();
  const of = (id, state = {}) => labs.find((lab) => lab.id === id).addressOf(state);
  const site = await openFolder(at("www/dist"));
  try {
    return [
      ["lab Hash, a token of 64 in 4 rounds", await hash(site, labs)],
      ["lab Positions, the slider of the position", await slider(site, of("positions"), "position", "ag-curves")],
      [
        "lab Positions, 64 positions of width 64",
        await slider(site, of("positions", { length: 64, width: 64 }), "position", "ag-curves, ag-pattern"),
      ],
      ["lab Hash, the turn of the directions", await slider(site, of("hash"), "turn", "ag-wheel .point")],
      ["lab Depth, the share of the start", await slider(site, of("depth"), "alpha", "figure svg, figure canvas")],
      ["lab Morph, the node", await slider(site, of("morph"), "node", "ag-graph .node")],
      ["lab Graph, the node", await slider(site, of("graph"), "node", "ag-movable-graph .node")],
      ["lab Patterns, the token", await slider(site, of("patterns"), "token", "ag-pattern")],
      [
        "unit 2, the length of the query",
        await slider(site, "#/units/self-attention/sharpness/answer", "length", "ag-bars"),
      ],
      ["unit 2, the length of a key", await slider(site, "#/units/self-attention/long-key/answer", "key", "ag-arcs")],
      ["pattern of 1024 × 1024", await pattern()],
    ];
  } finally {
    await site.close();
  }
}

/** Measures and prints everything. */
export async function benchFrames() {
  console.log("\nA frame of a drag: shortest and median; time of the processor");
  for (const [name, times] of await measureFrames()) {
    const columns = Object.values(times).map((time) => `${time.toFixed(2).padStart(9)} ms`);
    console.log(`${columns.join("")}  ${name}`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchFrames();
