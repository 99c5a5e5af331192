/** The way back behind the run of an algorithm's page: its numbers are those of `lab.gradient`, they open, the address restores it, and where there is none the page says so. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { nested, readExamples } from "./lessons.mjs";
import { currentStep, openPage, resultCells, twoFrames, useSite, visit } from "./site.mjs";

const lab = await load();
const site = useSite();
const examples = await readExamples();

/** The inputs as the library takes them. */
function inputsOf(algorithm) {
  const plain = Object.entries(examples[algorithm].inputs).map(([name, value]) => {
    if (value?.edges === undefined) return [name, value];
    const { weights, names: _, ...graph } = value;
    return [name, weights === null ? graph : { ...graph, weights }];
  });
  return nested(Object.fromEntries(plain.filter(([, value]) => value !== null)));
}

const gradientOf = (algorithm, options = {}) => lab.gradient(algorithm, inputsOf(algorithm), options);
const positionOf = (trace, id) => trace.steps.findIndex((step) => step.id === id) + 1;

/** Algorithms with a closed form, and with a graph; for each a gradient of an input. */
const SHOWN = [
  ["scaled-dot-product-attention", { at: [2, 0] }, "gradient/attention.query"],
  ["layer-norm", { at: [0, 1] }, "gradient/layer-norm.x"],
  ["gcn-layer", {}, "gradient/gcn.w"],
];

for (const [algorithm, options, id] of SHOWN) {
  test(`the way back of ${algorithm} shows the numbers of the library, and each of them opens`, async () => {
    const { page, problems, close } = await openPage(site);
    const { trace } = gradientOf(algorithm, options);
    const back = options.at ? options.at.join(",") : "sum";
    const named = trace.steps.find((step) => step.id === id) ?? trace.steps.findLast(({ gradient }) => gradient);
    await visit(page, site, `#/algorithms/${algorithm}?step=${positionOf(trace, named.id)}&back=${back}`);
    await page.locator("ag-filmstrip [aria-current=step]").waitFor();
    const current = await currentStep(page);
    assert.equal(current.id, named.id);
    assert.equal(current.length, trace.steps.length);
    const cells = await resultCells(page, named.id);
    assert.deepEqual(
      cells.map(({ value }) => Number(value)),
      [...named.data],
    );
    const [{ index }] = cells;
    await page
      .locator(`.stage ag-matrix.result [data-cell="${index.join(",")}"]`)
      .first()
      .click();
    const value = lab.cell(trace, named.id, index).value;
    const inspector = page.locator("ag-inspector [data-value]").last();
    await inspector.waitFor();
    assert.equal(Number(await inspector.getAttribute("data-value")), value);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("the switch leads to the start of the way back and back again, the address keeps it, and the map turns around", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 900 } });
  const { trace } = gradientOf("scaled-dot-product-attention");
  const start = trace.steps.findIndex(({ gradient }) => gradient);
  await visit(page, site, "#/algorithms/scaled-dot-product-attention");
  const toggle = page.locator('[data-action="backward"]');
  assert.equal(await toggle.getAttribute("aria-pressed"), "false");
  await toggle.click();
  await page.locator('[data-action="backward"][aria-pressed="true"]').waitFor();
  assert.equal((await currentStep(page)).position, start);
  await page.waitForFunction(() => location.hash.includes("back=sum"));
  await page.locator("ag-map .arrow.back").first().waitFor();
  // One number of the result is the one that is clicked at the start.
  await page.locator(".backward input[type=radio]").nth(1).check();
  await page.locator('.stage ag-matrix.result [data-cell="1,0"]').click();
  await page.waitForFunction(() => location.hash.includes("back=1,0"));
  await page.reload();
  await page.locator(".backward").waitFor();
  const at = gradientOf("scaled-dot-product-attention", { at: [1, 0] }).trace;
  const shown = await resultCells(page, at.steps[start].id);
  assert.deepEqual(
    shown.map(({ value }) => Number(value)),
    [...at.steps[start].data],
  );
  await page.locator('[data-action="backward"]').click();
  await page.locator('[data-action="backward"][aria-pressed="false"]').waitFor();
  assert.equal((await currentStep(page)).id, at.steps[start].gradient.of);
  assert.deepEqual(problems, []);
  await close();
});

test("a number of an input grows, and the result changes by what the library computes", async () => {
  const { page, problems, close } = await openPage(site);
  const algorithm = "scaled-dot-product-attention";
  const { trace } = gradientOf(algorithm, { at: [2, 0] });
  const id = "gradient/attention.value";
  const step = trace.step(id);
  await visit(page, site, `#/algorithms/${algorithm}?step=${positionOf(trace, id)}&back=2,0&cell=1,0`);
  const growth = page.locator(".growth");
  await growth.waitFor();
  const number = async (name) => Number(await growth.locator(`[data-${name}]`).getAttribute(`data-${name}`));
  const slope = step.nested()[1][0];
  assert.equal(await number("about"), slope * 0.01);
  // The output is linear in the values.
  assert.ok(Math.abs((await number("real")) - slope * 0.01) < 1e-12);
  assert.deepEqual(problems, []);
  await close();
});

/** What the graph beside the matrices shows: numbers of nodes and lines, and which lines are those of the node that is pointed to. */
const graphShown = (page) =>
  page.evaluate(() => {
    const drawn = [...document.querySelector(".drawing ag-graph").shadowRoot.querySelectorAll("[data-step]")];
    const numbers = (kind) =>
      drawn
        .filter((mark) => mark.matches(kind))
        .map(({ dataset: { step, index, value }, classList }) => ({
          ...{ step, index: index.split(",").map(Number), value: Number(value) },
          active: classList.contains("active"),
        }));
    return { nodes: numbers("[data-node]"), lines: numbers("[data-edge]") };
  });

test("the graph shows the gradients of nodes and of lines, and the lines of a node are those on which its gradient comes back", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 900 } });
  const algorithm = "gat-layer";
  const { trace } = gradientOf(algorithm);
  const at = async (id) => {
    await visit(page, site, `#/algorithms/${algorithm}?step=${positionOf(trace, id)}&back=sum`);
    await page.locator(".drawing ag-graph [data-node]").first().waitFor();
    await twoFrames(page);
    const shown = await graphShown(page);
    for (const { step, index, value } of [...shown.nodes, ...shown.lines])
      assert.equal(value, lab.cell(trace, step, index).value, `${step}[${index}]`);
    return shown;
  };
  // A gradient of weights is one of lines.
  const { lines } = await at("gradient/gat.weights");
  assert.ok(lines.length > 0 && lines.every(({ step }) => step === "gradient/gat.weights"));
  // A gradient of values is one of nodes: a node gets from each that it has sent to, by the weight of that line.
  const { nodes } = await at("gradient/gat.projected/via/gat.aggregated");
  assert.equal(nodes.length, trace.step("gradient/gat.projected/via/gat.aggregated").shape[1]);
  const received = trace.step("gradient/gat.aggregated").nested()[0];
  for (const [node, { value }] of nodes.entries()) {
    await page.locator(`.drawing ag-graph [data-node="${node}"]`).hover();
    await twoFrames(page);
    const own = (await graphShown(page)).lines.filter(({ active }) => active);
    assert.ok(own.every(({ step, index }) => step === "gat.weights" && index[2] === node));
    const sum = own.reduce((all, { value: weight, index }) => all + weight * received[index[1]][0], 0);
    assert.ok(Math.abs(sum - value) < 1e-12, `node ${node}: ${sum}, and ${value} is drawn`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("every algorithm of the catalog goes back, or its page says why not", async () => {
  const { page, problems, close } = await openPage(site);
  await visit(page, site, "#/algorithms/layer-norm");
  let there = 0;
  for (const algorithm of Object.keys(examples)) {
    const { trace, gradients } = gradientOf(algorithm);
    const flows = Object.keys(gradients).length > 0;
    there += flows ? 1 : 0;
    const last = trace.steps.length;
    await visit(page, site, `#/algorithms/${algorithm}?back=sum${flows ? `&step=${last}` : ""}`);
    await twoFrames(page);
    const seen = await page.evaluate(() => ({
      id: document.querySelector("ag-lesson").model.step.id,
      told: document.querySelector(".backward")?.textContent.trim() ?? "",
      // A formula that cannot be written is shown as its TeX.
      unwritten: [...document.querySelectorAll(".story ag-formula code")].map(({ textContent }) => textContent),
    }));
    if (flows) assert.equal(seen.id, trace.steps.at(-1).id, algorithm);
    else assert.match(seen.told, /Nothing flows back/, algorithm);
    assert.deepEqual(seen.unwritten, [], algorithm);
  }
  assert.equal(there, 57);
  assert.deepEqual(problems, []);
  await close();
});
