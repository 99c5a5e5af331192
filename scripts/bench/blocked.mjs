/**
 * Measures in headless Chromium for how long the page is blocked by larger inputs: for every algorithm with 60, 300 and 1000 rows, nodes or positions, the longest
 * task of the page's own thread when it opens, and when a number is chosen and the last step is shown. Writes the table in BENCHMARKS.md:
 *
 *   node scripts/bench/blocked.mjs
 *
 * `npm run bench:page` does so, too. The time is that of the processor, so that a busy machine gives the same.
 */
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import { openFolder, openPage } from "../../pkg-tests/shared/browser.mjs";
import { enlarged } from "../../pkg-tests/shared/enlarged.mjs";
import { at } from "../build/paths.mjs";

const LENGTHS = [60, 300, 1000];
const START = "<!-- table of blocked.mjs -->";
const END = "<!-- end of blocked.mjs -->";
/** How long nothing more is drawn before a phase counts as done, in milliseconds. */
const QUIET = 300;

/** Runs in the page: waits until it has drawn and computed what was due. */
const rest = (quiet) => new Promise((done) => setTimeout(() => requestIdleCallback(done), quiet));

/** Returns the milliseconds of the longest task in the main threads of pages. */
function longest(trace) {
  const { traceEvents } = JSON.parse(trace);
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const times = traceEvents
    .filter(({ name, ph, pid, tid }) => ph === "X" && /RunTask$/.test(name) && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
  return Math.max(0, ...times);
}

/** Returns the longest task while something is done in a page. */
async function during(browser, page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  await page.evaluate(rest, QUIET);
  return longest(String(await browser.stopTracing()));
}

/** Measures one address: `{ opens, moves }`. */
async function measure(site, address) {
  const { page, close } = await openPage(site);
  // The page, the library and the fonts are there already.
  await page.goto(`${site.address}#/algorithms`);
  await page.locator("[data-algorithm]").first().waitFor();
  await page.evaluate(rest, QUIET);
  const opens = await during(site.browser, page, async () => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  });
  const moves = await during(site.browser, page, async () => {
    const cell = page.locator(".stage .result [data-cell]").first();
    if ((await cell.count()) > 0) {
      await cell.focus();
      await page.keyboard.press("Enter");
      await page.evaluate(rest, QUIET);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("End");
  });
  const asked = (await page.locator("[data-action=compute]").count()) > 0;
  await close();
  return { opens, moves, asked };
}

function tableOf(measured) {
  const cell = (found) =>
    found ? `${found.opens.toFixed(0)} / ${found.moves.toFixed(0)}${found.asked ? " asks" : ""}` : "";
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

/** Measures, prints and writes everything. */
export async function benchBlocked() {
  const site = await openFolder(at("www/dist"));
  const measured = new Map();
  try {
    for (const { id, length, address } of await enlarged(LENGTHS)) {
      const found = await measure(site, address);
      measured.set(id, (measured.get(id) ?? new Map()).set(length, found));
    }
  } finally {
    await site.close();
  }
  const today = new Date().toISOString().slice(0, 10);
  const text = `${START}

For how long larger inputs block the page: milliseconds of the processor in the longest task of the page's own thread, when the page of an algorithm opens / when a
number is chosen and the last step is shown, with so many rows, nodes or positions. Where it says "asks", the page asks before it computes that, and shows its example
(\`npm run bench:page\`; ${today}, ${cpus()[0]?.model.replace(/ \\d+-Core Processor/, "")}, ${cpus().length} processors):

${tableOf(measured)}

${END}`;
  console.log(text);
  const file = at("BENCHMARKS.md");
  await writeFile(file, withTable(await readFile(file, "utf8"), text));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchBlocked();
