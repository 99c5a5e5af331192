/**
 * Measures how the package loads, in fresh pages of headless Chromium and in fresh processes of Node, and prints medians:
 *
 *   node scripts/bench/load.mjs
 *
 * how long `load()` takes, its self-test alone, the first trace, and both from when the WebAssembly file is there; the bytes of a first visit; and how long the course's first scene
 * takes until its question can be answered, with nothing cached. `npm run bench:page` prints it, too.
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { readUnits } from "../../pkg-tests/page/lessons.mjs";
import { openFolder, openPage, writePlainPage } from "../../pkg-tests/shared/browser.mjs";
import { at } from "../build/paths.mjs";
import { packageSizes } from "../build/sizes.mjs";

const VISITS = 9;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Loads by an entry and traces, within a page or in Node. Self-contained, since it is sent there as text. */
async function visit(entry) {
  const { load } = await import(entry);
  const start = performance.now();
  const lab = await load();
  const loaded = performance.now();
  const [arrived] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm"));
  const x = [
    [1, 2, 3, 4],
    [4, 5, 9, 1],
  ];
  const traceOnce = () => {
    const begin = performance.now();
    lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });
    return performance.now() - begin;
  };
  const first = traceOnce();
  const from = arrived ? arrived.responseEnd : start;
  return {
    "load()": loaded - start,
    "first trace": first,
    "file there to first trace": loaded + first - from,
    "second trace": traceOnce(),
  };
}

/** The medians of several visits, by name. */
function medians(visits) {
  return Object.fromEntries(Object.keys(visits[0]).map((name) => [name, median(visits.map((visit) => visit[name]))]));
}

async function inChromium(entry) {
  const folder = await mkdtemp(join(tmpdir(), "attograph-load-"));
  await writePlainPage(folder);
  await cp(at("pkg"), join(folder, "node_modules/attograph"), { recursive: true });
  const site = await openFolder(folder);
  try {
    const visits = [];
    for (let i = 0; i < VISITS; i++) {
      const { page, close } = await openPage(site);
      // The server's own file has nothing of the package, so that everything is loaded by the visit.
      await page.goto(`${site.address}shared/replay.mjs`);
      visits.push(await page.evaluate(visit, `/node_modules/attograph/${entry}`));
      await close();
    }
    return medians(visits);
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function inNode(entry) {
  const program = `console.log(JSON.stringify(await (${visit})(${JSON.stringify(pathToFileURL(at("pkg", entry)).href)})))`;
  const visits = [];
  for (let i = 0; i < VISITS; i++) {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    visits.push(JSON.parse(stdout));
  }
  return medians(visits);
}

/** The time of the self-test, which is a part of every load: in an instance of the library of which no function has run, in Node. */
async function selfTest() {
  const { createGlue } = await import(pathToFileURL(at("pkg/glue.js")).href);
  const module = new WebAssembly.Module(await readFile(at("pkg/attograph.wasm")));
  const times = Array.from({ length: VISITS }, () => {
    const glue = createGlue();
    glue.initSync({ module });
    const start = performance.now();
    glue.selfTest();
    return performance.now() - start;
  });
  return median(times);
}

/** Runs in the page before anything else: notes when the picture of a scene is drawn and its question can be answered. */
function awaitQuestion() {
  const look = () => {
    const field = document.querySelector(".scene[data-answered=false] :is(.question input, .question button):enabled");
    if (field && document.querySelector(".scene-picture figure"))
      requestAnimationFrame(() => setTimeout(() => performance.mark("question")));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** How long the first scene takes from the address until its question can be answered, and what of it is time of the processor in the page's own thread: the files are on the same machine. */
export async function measureScene() {
  const [{ id, scenes }] = await readUnits();
  const site = await openFolder(at("www/dist"));
  try {
    const visits = [];
    for (let i = 0; i < VISITS; i++) {
      const { page, close } = await openPage(site, { fresh: true });
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable", { timeDomain: "threadTicks" });
      await page.addInitScript(awaitQuestion);
      await page.goto(`${site.address}#/units/${id}/${scenes[0].id}`);
      await page.waitForFunction(() => performance.getEntriesByName("question").length > 0);
      const { metrics } = await session.send("Performance.getMetrics");
      visits.push({
        "until its question can be answered": await page.evaluate(
          () => performance.getEntriesByName("question")[0].startTime,
        ),
        "of the processor": 1000 * metrics.find(({ name }) => name === "TaskDuration").value,
      });
      await close();
    }
    return medians(visits);
  } finally {
    await site.close();
  }
}

const ENTRIES = [
  { where: "Chromium", measure: inChromium, entries: ["browser.js", "inline.js"] },
  { where: "Node", measure: inNode, entries: ["node.js", "inline.js"] },
];

/** What a first visit by the default entry loads. */
const PARTS = ["attograph.wasm", "JavaScript of the entry"];

/** Measures how the package loads: `{ visits: [{ where, entry, times }], parts: [{ name, gzip, brotli }] }`. */
export async function measureLoad() {
  const visits = [];
  for (const { where, measure, entries } of ENTRIES)
    for (const entry of entries) visits.push({ where, entry, times: await measure(entry) });
  const parts = (await packageSizes()).filter(({ name }) => PARTS.includes(name));
  return { visits, parts: parts.map(({ name, gzip, brotli }) => ({ name, gzip, brotli })) };
}

/** Measures and prints everything. */
export async function benchLoad() {
  const { visits, parts } = await measureLoad();
  for (const { where, entry, times } of visits) {
    console.log(`\n${where}, ${entry}`);
    for (const [name, time] of Object.entries(times)) console.log(`${time.toFixed(2).padStart(9)} ms  ${name}`);
  }
  console.log(`\n${(await selfTest()).toFixed(2).padStart(9)} ms  self-test, Node`);
  console.log("\nThe first scene, nothing cached");
  for (const [name, time] of Object.entries(await measureScene()))
    console.log(`${time.toFixed(2).padStart(9)} ms  ${name}`);
  console.log("\nFirst visit, gzip / brotli");
  for (const { name, gzip, brotli } of parts) console.log(`${gzip} / ${brotli} bytes  ${name}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchLoad();
