/**
 * What is drawn does not grow with the inputs: for every algorithm, with 300 rows, nodes or positions, the page makes no more elements and no larger images than
 * a reader can look at, when it opens, when a number is chosen and at the last step. Counted is everything that was made, what is not shown any more included.
 * The page does not ask before it shows these sizes.
 */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { enlarged } from "../shared/enlarged.mjs";
import { test } from "../shared/tests.mjs";
import { openPage, twoFrames, useSite, visit } from "./site.mjs";

const LENGTH = 300;
/** The page with an example of four tokens has about 5 000 nodes in all its shadow trees; that with the most steps, 20 000. */
const MOST_MADE = 30_000;
const MOST_CELLS = 256;
const MOST_PIXELS = 2048;

const site = useSite();

const address = (id, inputs, more = "") =>
  `#/algorithms/${id}?${more}i=v1.${deflateRawSync(JSON.stringify({ inputs })).toString("base64url")}`;
const edgesOf = (nodes) =>
  Array.from({ length: nodes }, (_, to) => Array.from({ length: to }, (_, from) => [from, to])).flat();

/** Runs in the page: the largest table with digits and the largest image. */
function largest() {
  const found = { cells: 0, pixels: 0 };
  const visit = (root) => {
    for (const table of root.querySelectorAll("table"))
      found.cells = Math.max(found.cells, table.querySelectorAll("td").length);
    for (const { width, height } of root.querySelectorAll("canvas"))
      found.pixels = Math.max(found.pixels, width, height);
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) visit(element.shadowRoot);
  };
  visit(document);
  return found;
}

/** The number of nodes in the memory of the browser's process. */
async function nodesOf(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "Nodes").value;
}

async function look(page, { session, before }, what) {
  await twoFrames(page);
  const made = (await nodesOf(session)) - before;
  const { cells, pixels } = await page.evaluate(largest);
  const found = [];
  if (made > MOST_MADE) found.push(`${what}: ${made} nodes`);
  if (cells > MOST_CELLS) found.push(`${what}: a table of ${cells} cells`);
  if (pixels > MOST_PIXELS) found.push(`${what}: an image of ${pixels} pixels`);
  return found;
}

/** A place with little on it. */
const LITTLE = "#/polls";

/** Opens an address by a link from a place with little on it, chooses a number and goes to the last step. Returns what is too much, and what went wrong. */
async function tour({ page, problems, session }, hash, what) {
  await visit(page, site, LITTLE);
  await page.locator("[data-poll]").first().waitFor();
  // What was drawn before may still be in memory.
  await session.send("HeapProfiler.collectGarbage");
  const memory = { session, before: await nodesOf(session) };
  await visit(page, site, hash);
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  const found = await look(page, memory, `${what}, opened`);
  if ((await page.locator(".link-message").count()) > 0) found.push(`${what}: refused or asked about`);
  const cell = page.locator(".stage .result [data-cell]").first();
  if ((await cell.count()) > 0) {
    await cell.focus();
    await page.keyboard.press("Enter");
    found.push(...(await look(page, memory, `${what}, a number chosen`)));
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("End");
  found.push(...(await look(page, memory, `${what}, at its end`)));
  return [...found, ...problems.splice(0).map((problem) => `${what}: ${problem}`)];
}

/** A page whose nodes are counted. */
async function openCounted() {
  const opened = await openPage(site);
  const session = await opened.page.context().newCDPSession(opened.page);
  await session.send("Performance.enable");
  return { ...opened, session };
}

test(`every algorithm with ${LENGTH} rows, nodes or positions draws no more than can be seen`, async () => {
  const all = await enlarged([LENGTH]);
  assert.ok(all.length > 65, `only ${all.length} algorithms take ${LENGTH} of something`);
  const opened = await openCounted();
  const found = [];
  for (const { id, address } of all) found.push(...(await tour(opened, address, id)));
  assert.deepEqual(found, []);
  await opened.close();
});

for (const [name, hash] of [
  ["an encoding of 100 000 positions", address("sinusoidal-encoding", { length: 100_000 })],
  ["a schedule of 100 000 training steps", address("linear-warmup-decay", { total: 100_000 })],
  [
    "a complete graph of 60 nodes",
    address("gcn-normalization", { graph: { nodes: 60, edges: edgesOf(60), directed: false, weights: null } }),
  ],
  [
    "500 nodes without an edge",
    address("gcn-normalization", { graph: { nodes: 500, edges: [], directed: false, weights: null } }),
  ],
]) {
  test(`${name} is drawn within the same bounds`, async () => {
    const opened = await openCounted();
    assert.deepEqual(await tour(opened, hash, name), []);
    await opened.close();
  });
}

test("an address that opens 20 000 numbers from one another is refused", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(
    `${site.address}#/algorithms/scaled-dot-product-attention?step=4&cell=0,1&path=${Array(20_000).fill("attention.scores:0,0").join(";")}`,
  );
  await page.locator(".link-message").waitFor();
  assert.equal(await page.locator("ag-inspector nav li").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});
