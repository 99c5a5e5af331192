/** The page answers while it draws: what takes long is done in several tasks, and what would take longer is asked about. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { enlarged } from "../shared/enlarged.mjs";
import { test } from "../shared/tests.mjs";
import { openPage, useSite } from "./site.mjs";

/** A heat map with more cells than this is painted in a task of its own. */
const MOST_AT_ONCE = 16_384;
const MOST_CELLS = 256;

const site = useSite();

const packed = (inputs) => `v1.${deflateRawSync(JSON.stringify({ inputs })).toString("base64url")}`;
const address = (id, inputs) => `#/algorithms/${id}?i=${packed(inputs)}`;

/** Runs in the page before anything else: counts the tasks that the page ends by itself. */
function countTasks() {
  window.ended = 0;
  const own = scheduler.yield.bind(scheduler);
  scheduler.yield = () => {
    window.ended += 1;
    return own();
  };
}

/**
 * Runs in the page: goes to an address, and returns, at the moment in which the page says that its place is shown, how many tasks it has ended for that and what is there: the
 * parts that are drawn, the cells of each heat map that is painted in a task of its own, and those of them that are empty.
 */
function follow({ hash, most }) {
  const before = window.ended;
  return new Promise((done) => {
    const shown = () => {
      const maps = [...document.querySelectorAll("ag-heat-map")].map((map) => {
        const field = map.shadowRoot.querySelector("[role=grid]");
        const canvas = map.shadowRoot.querySelector("canvas");
        const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        return { cells: field.ariaRowCount * field.ariaColCount, empty: pixels.every((byte) => byte === 0) };
      });
      const large = maps.filter(({ cells }) => cells > most);
      done({
        ended: window.ended - before,
        large: large.length,
        empty: maps.filter(({ empty }) => empty).length,
        boxes: document.querySelector("ag-map")?.shadowRoot?.querySelectorAll("[data-step-id]").length,
        steps: document.querySelectorAll("ag-filmstrip [data-step-id]").length,
        inputs: document.querySelectorAll("ag-inputs .input").length,
      });
    };
    document.querySelector("ag-app").addEventListener("ag-shown", shown, { once: true });
    location.hash = hash;
  });
}

/** A page at the list of algorithms, which has already shown an example and a heat map: what these need is loaded. */
async function openList() {
  const { page, problems, close } = await openPage(site, { fresh: true });
  await page.addInitScript(countTasks);
  const [{ address: long }] = (await enlarged([60])).filter(({ id }) => id === "scaled-dot-product-attention");
  await page.goto(`${site.address}#/algorithms`);
  await page.locator("[data-algorithm]").first().waitFor();
  const visit = (hash) => page.evaluate(follow, { hash, most: MOST_AT_ONCE });
  await visit(long);
  await page.locator("ag-map .box").first().waitFor();
  await visit("#/algorithms");
  return { page, problems, close, visit };
}

test("run, stage, map and inputs are tasks of their own, and so is each large table", async () => {
  const { problems, close, visit } = await openList();
  const example = await visit("#/algorithms/alibi-bias");
  // After the run, before the map and before the inputs.
  assert.ok(example.ended >= 3, `${example.ended} tasks`);
  assert.equal(example.large, 0);
  await visit("#/algorithms");
  const large = await visit(address("alibi-bias", { length: 300 }));
  assert.ok(large.large >= 2, `${large.large} large tables`);
  assert.ok(large.ended - example.ended >= large.large, `${example.ended} tasks, and ${large.ended}`);
  for (const { empty, boxes, steps } of [example, large]) {
    assert.equal(empty, 0, "a place is shown when all its tables are painted");
    assert.ok(boxes > 0 && steps > 0, `${boxes} boxes of the map, ${steps} steps`);
  }
  const attention = await visit("#/algorithms/scaled-dot-product-attention");
  assert.ok(attention.inputs >= 3, `${attention.inputs} inputs`);
  assert.deepEqual(problems, []);
  await close();
});

test("what would keep the page from answering is asked about, and its steps are shown to whoever waits", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(site.address + address("alibi-bias", { length: 1000 }));
  await page.locator("[data-action=compute]").waitFor();
  const shape = () =>
    page.evaluate(() => document.querySelector("ag-filmstrip").trace.steps.at(-1).shape.slice(-2).join());
  assert.notEqual(await shape(), "1000,1000");
  await page.locator("[data-action=wait]").click();
  await page.waitForFunction(
    () => document.querySelector("ag-filmstrip")?.trace.steps.at(-1).shape.slice(-2).join() === "1000,1000",
  );
  await page.locator(".link-message").waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
  await close();
});

test("a lab shows a large table without digits", async () => {
  const { page, problems, close } = await openPage(site);
  const nodes = 120;
  const graph = {
    nodes,
    edges: Array.from({ length: nodes - 1 }, (_, at) => [at, at + 1]),
    directed: false,
    weights: null,
  };
  await page.goto(`${site.address}#/labs/graph?i=${packed({ graph, what: "reach" })}`);
  const map = page.locator("ag-lab ag-heat-map");
  await map.waitFor();
  assert.equal(await map.locator("[role=grid]").getAttribute("aria-rowcount"), String(nodes));
  const cells = await page.locator("ag-lab ag-matrix td").count();
  assert.ok(cells <= MOST_CELLS, `a table of ${cells} cells`);
  assert.deepEqual(problems, []);
  await close();
});

test("a lab says that a graph has more edges than can be drawn, and keeps its own", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/labs/graph`);
  await page.locator("ag-movable-graph .node").first().waitFor();
  const before = await page.evaluate(() => location.hash);
  await page.locator("[data-action=paste-graph]").click();
  const complete = Array.from({ length: 40 }, (_, to) =>
    Array.from({ length: to }, (_, from) => `n${from} n${to}`),
  ).flat();
  await page.locator("ag-paste dialog[open] textarea").fill(complete.join("\n"));
  await page.locator("ag-paste .use:enabled").click();
  await page.locator(".lab-graph .problem", { hasText: "600" }).waitFor();
  assert.equal(await page.evaluate(() => location.hash), before);
  assert.deepEqual(problems, []);
  await close();
});
