/**
 * Measures in headless Chromium for how long the page is blocked by larger inputs: for every algorithm with 60, 300 and 1000 rows, nodes or positions, the longest
 * task of the page's own thread when it opens, and when a number is chosen and the last step is shown. Writes the table in BENCHMARKS.md:
 *
 *   node scripts/bench/blocked.mjs [--only attention]
 *
 * With `--only`, it measures the algorithms with this in their ids, and prints them alone. `npm run bench:page` measures all. The time is that of the processor, so that
 * a machine that is busy with other things gives much the same. What is not done after so many seconds is marked in the table, and the next one is measured.
 */
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { openFolder, openPage } from "../../pkg-tests/shared/browser.mjs";
import { enlarged } from "../../pkg-tests/shared/enlarged.mjs";
import { at } from "../build/paths.mjs";
import { recordTasks } from "./tasks.mjs";

const LENGTHS = [60, 300, 1000];
const START = "<!-- table of blocked.mjs -->";
const END = "<!-- end of blocked.mjs -->";
/** How long a case may take, in milliseconds. */
const BUDGET = 20_000;
/** How long nothing more is asked for before a phase counts as done, in milliseconds. */
const QUIET = 200;
/** Begins the second phase in what is recorded. */
const MOVES = "attograph-moves";

/** Runs in the page: goes to a place as a link does, and waits until it is drawn. */
function follow(hash) {
  return new Promise((done) => {
    document.querySelector("ag-app").addEventListener("ag-shown", done, { once: true });
    location.hash = hash;
  });
}

/** Runs in the page: waits until what was due is drawn. A page that is never idle, for something moves in it, does not hold this up. */
const rest = (quiet) => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), quiet));

/** Returns the longest tasks in milliseconds, before the mark and after it. */
function longest({ tasks, marks }) {
  const moved = marks.get(MOVES) ?? Number.POSITIVE_INFINITY;
  const of = (isIn) =>
    Math.max(0, ...tasks.filter(({ begins }) => isIn(begins)).map(({ milliseconds }) => milliseconds));
  return { opens: of((begins) => begins < moved), moves: of((begins) => begins >= moved) };
}

/** Opens a place, chooses a number and goes to the last step. Returns whether the page has asked before it computes what the address wants. */
async function tour(page, address) {
  await page.evaluate(follow, address);
  await page.evaluate(rest, QUIET);
  // The question goes away with the first step.
  const asked = (await page.locator("[data-action=compute]").count()) > 0;
  await page.evaluate((mark) => performance.mark(mark), MOVES);
  const cell = page.locator(".stage .result [data-cell]").first();
  if ((await cell.count()) > 0) {
    await cell.evaluate((element) => element.focus());
    await page.keyboard.press("Enter");
    await page.evaluate(rest, QUIET);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("End");
  await page.evaluate(rest, QUIET);
  return { asked };
}

/** Returns what something returns, or null where it is not done within the budget. */
async function inTime(act) {
  let timer;
  const late = new Promise((done) => {
    timer = setTimeout(() => done(null), BUDGET);
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A page at the list of the algorithms, which has shown an algorithm with a large table: what every place needs is loaded and compiled. */
async function openList(site, warming) {
  const { page } = await openPage(site, { fresh: true });
  page.setDefaultTimeout(BUDGET);
  await page.goto(`${site.address}#/algorithms`);
  await page.locator("[data-algorithm]").first().waitFor();
  await tour(page, warming);
  await page.evaluate(follow, "#/algorithms");
  await page.evaluate(rest, QUIET);
  return page;
}

/** Measures addresses one after another in one page, which is a new one after each that took too long. */
async function measureAll(site, all, tell) {
  let page = null;
  for (const one of all) {
    page ??= await openList(site, all[0].address);
    const here = page;
    const recorded = await recordTasks({
      browser: site.browser,
      page,
      act: async () => {
        const done = await inTime(() => tour(here, one.address));
        // A page that stands still is ended first: it would hold up the end of the recording.
        if (!done) await here.context().close();
        return done;
      },
    });
    const { done } = recorded;
    const found = longest(recorded);
    if (!done) {
      page = null;
      tell(one, null);
      continue;
    }
    tell(one, { ...found, ...done });
    await page.evaluate(follow, "#/algorithms");
  }
}

function tableOf(measured) {
  const cell = (found) => {
    if (found === undefined) return "";
    if (found === null) return `more than ${BUDGET / 1000} s`;
    return `${found.opens.toFixed(0)} / ${found.moves.toFixed(0)}${found.asked ? " asks" : ""}`;
  };
  const rows = [...measured].map(
    ([id, found]) => `| ${id} | ${LENGTHS.map((length) => cell(found.get(length))).join(" | ")} |`,
  );
  return [`| algorithm | ${LENGTHS.join(" | ")} |`, `| --- |${" --- |".repeat(LENGTHS.length)}`, ...rows].join("\n");
}

/** Returns BENCHMARKS.md with another table; what is around it stays. */
export function withTable(text, table) {
  const before = text.includes(START) ? text.slice(0, text.indexOf(START)).trimEnd() : text.trimEnd();
  return `${before}\n\n${table}\n`;
}

/** Returns the table as BENCHMARKS.md has it; empty where it has none. */
export const tableIn = (text) => (text.includes(START) ? text.slice(text.indexOf(START)).trimEnd() : "");

/** Measures, prints and writes everything, or prints those of some algorithms. */
export async function benchBlocked(only = "") {
  const all = (await enlarged(LENGTHS)).filter(({ id }) => id.includes(only));
  const measured = new Map();
  const site = await openFolder(at("www/dist"));
  try {
    await measureAll(site, all, ({ id, length }, found) => {
      const told = found ? `${found.opens.toFixed(0)} and ${found.moves.toFixed(0)} ms` : "too long";
      console.log(`${id}, ${length}: ${told}`);
      measured.set(id, (measured.get(id) ?? new Map()).set(length, found));
    });
  } finally {
    await site.close();
  }
  const today = new Date().toISOString().slice(0, 10);
  const text = `${START}

For how long larger inputs block the page: milliseconds of the processor in the longest task of the page's own thread, when the page of an algorithm opens / when a
number is chosen and the last step is shown, with so many rows, nodes or positions. Where it says "asks", the page asks before it computes that, and shows its example
(\`npm run bench:page\`; ${today}, ${cpus()[0]?.model.replace(/ \d+-Core Processor/, "")}, ${cpus().length} processors):

${tableOf(measured)}

${END}`;
  console.log(text);
  if (only) return;
  const file = at("BENCHMARKS.md");
  await writeFile(file, withTable(await readFile(file, "utf8"), text));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  await benchBlocked(values.only);
}
