/** The export menu: what it copies and saves is what the package writes of the same run, and drawings are files that open. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { SaxesParser } from "saxes";
import { csv, csvOfSteps, json, latex, latexOfCell, numpy, pyg, pytorch } from "../../pkg/export.js";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { openLeaf, openPage, useSite } from "./site.mjs";

const lab = await load();
const site = useSite();

/** Opens a page of an algorithm and its menu. */
async function openMenu(page, address) {
  await page.goto(`${site.address}${address}`);
  await page.locator("ag-matrix.result [data-cell]").first().waitFor();
  // Below a narrow stage it is a menu, beside a wide one a leaf.
  if (page.viewportSize().width < 992) await page.locator("details.export summary").click();
  else await openLeaf(page, "export");
  await page.locator("ag-export li").first().waitFor();
}

/** The run that is shown, computed here from the same inputs, the step and the chosen cell. */
async function shownRun(page) {
  const { stored, step, trail } = await page.evaluate(() => {
    const { model } = document.querySelector("ag-lesson");
    return { stored: JSON.parse(JSON.stringify(model.trace)), step: model.step.id, trail: model.trail };
  });
  const { trace, differences } = lab.fromJSON(stored);
  assert.deepEqual(differences, []);
  return { trace, step: trace.step(step), place: trail.at(-1) };
}

test("the menu copies what the package writes, and saves drawings as SVG and PNG, without another problem", async () => {
  const { page, problems, close } = await openPage(site, { permissions: ["clipboard-read", "clipboard-write"] });
  await openMenu(page, "#/algorithms/gat-layer");
  await page.locator("ag-matrix.result [data-cell]").first().click();
  await page.locator('ag-export [data-format="number-latex"]').waitFor();
  const { trace, step, place } = await shownRun(page);
  const expected = {
    "number-latex": latexOfCell(trace, lab.cell(trace, place.step, place.index)),
    "step-csv": csv(step),
    "step-latex": latex(step),
    "run-numpy": numpy(trace),
    "run-pytorch": pytorch(trace),
    "run-pyg": pyg(trace),
    "run-csv": csvOfSteps(trace),
    "run-json": json(trace),
  };
  for (const [format, text] of Object.entries(expected)) {
    const said = page.locator("ag-export [role=status]");
    await said.evaluate((element) => {
      element.dataset.before = element.textContent;
    });
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.locator(`ag-export [data-format="${format}"]`).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied.replaceAll("\r\n", "\n"), text.replaceAll("\r\n", "\n"), format);
    assert.match(await said.textContent(), /^Copied: /);
  }
  await savesDrawings(page, step);
  assert.deepEqual(problems, []);
  await close();
});

const drawnKinds = (page) =>
  page.locator("ag-export [data-format$=-svg]").evaluateAll((all) => all.map((one) => one.dataset.format));

async function savesDrawings(page, step) {
  const kinds = await drawnKinds(page);
  for (const kind of ["matrix", "map", "graph"]) assert.ok(kinds.includes(`${kind}-svg`), `${kind} of ${kinds}`);
  for (const format of kinds) {
    const svg = await (await saved(page, format, /\.svg$/)).toString("utf8");
    new SaxesParser().write(svg).close();
    const [, width, height] =
      svg.match(/<svg[^>]*? width="(\d+(?:\.\d+)?)"[^>]*? height="(\d+(?:\.\d+)?)"/) ?? assert.fail(svg.slice(0, 300));
    assert.match(svg, /<title>[^<]+<\/title>/);
    for (const scale of [2, 4]) {
      const png = await saved(page, format.replace("svg", `png-${scale}`), new RegExp(`@${scale}x\\.png$`));
      assert.equal(png.subarray(1, 4).toString("latin1"), "PNG");
      const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
      assert.ok(
        Math.abs(size[0] - width * scale) <= scale && Math.abs(size[1] - height * scale) <= scale,
        `${format} ${size}`,
      );
    }
    // A cell may have its digits in several pieces.
    const written = svg.replace(/<[^>]*>/g, "");
    if (format === "matrix-svg")
      for (const text of await texts(page)) assert.ok(written.includes(text), `${text} of ${step.id} in ${written}`);
  }
}

/** The digits that the table of the step shows. */
const texts = (page) =>
  page.locator("ag-matrix.result td[data-cell]").evaluateAll((cells) => cells.map((cell) => cell.textContent.trim()));

/** Clicks a button and returns the file that is saved. */
async function saved(page, format, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`ag-export [data-format="${format}"]`).first().click(),
  ]);
  assert.match(download.suggestedFilename(), name);
  return readFile(await download.path());
}

test("the menu follows the step, speaks Korean, and fits a narrow window", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 360, height: 740 }, locale: "ko-KR" });
  await openMenu(page, "#/algorithms/layer-norm");
  const headings = await page.locator("ag-export h3").allTextContents();
  assert.ok(headings.includes("이 단계") && headings.includes("전체 실행"), headings.join());
  assert.equal(await page.locator('ag-export [data-format="run-pyg"]').count(), 0, "there is no graph");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(problems, []);
  await close();
});

/** Copies by a button of the menu. */
async function copied(page, format, at = 0) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.locator(`ag-export [data-format="${format}"]`).nth(at).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a heat map is a drawing whose pixels have the colors of the page, with the names of its rows; scenes and labs have the same menu", async () => {
  const { page, problems, close } = await openPage(site, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${site.address}#/algorithms/scaled-dot-product-attention`);
  await page.locator("ag-matrix.result [data-cell]").first().waitFor();
  // 20 tokens have 400 scores.
  await page.evaluate(() => {
    const lesson = document.querySelector("ag-lesson");
    const drawn = (seed) => ({ shape: [20, 3], data: [...lesson.lab.random([20, 3], { seed }).data] });
    lesson.dispatch({ type: "edit", changes: { query: drawn(1), key: drawn(2), value: drawn(3) } });
    lesson.go(lesson.model.trace.steps.findIndex(({ id }) => id === "attention.weights"));
  });
  await page.locator("ag-heat-map.result canvas").waitFor();
  await openLeaf(page, "export");
  await page.locator('ag-export [data-format="matrix-svg"]').waitFor();
  const svg = (await saved(page, "matrix-svg", /matrix\.svg$/)).toString("utf8");
  new SaxesParser().write(svg).close();
  const [, pixels] = svg.match(/<image[^>]* href="(data:image\/png[^"]+)"/) ?? assert.fail(svg.slice(0, 300));
  const found = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const brush = canvas.getContext("2d");
    brush.drawImage(image, 0, 0);
    const map = document.querySelector("ag-heat-map.result").shadowRoot;
    const own = map.querySelector("canvas");
    const factor = canvas.width / own.width;
    const pixels = own.getContext("2d").getImageData(0, 0, own.width, own.height).data;
    const all = brush.getImageData(0, 0, canvas.width, canvas.height).data;
    let differing = 0;
    for (let y = 0; y < own.height; y += 1)
      for (let x = 0; x < own.width; x += 1)
        for (let channel = 0; channel < 4; channel += 1) {
          const at = 4 * (Math.floor((y + 0.5) * factor) * canvas.width + Math.floor((x + 0.5) * factor)) + channel;
          if (all[at] !== pixels[4 * (y * own.width + x) + channel]) differing += 1;
        }
    const names = [...map.querySelectorAll("svg.names text")].map(({ textContent }) => textContent.trim());
    return { factor, differing, names };
  }, pixels);
  assert.ok(found.factor >= 2 && Number.isInteger(found.factor), String(found.factor));
  assert.equal(found.differing, 0);
  assert.ok(found.names.length > 10);
  const written = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text.trim());
  for (const name of found.names) assert.ok(written.includes(name), name);

  await page.goto(`${site.address}#/units/scaling/overflow/answer`);
  await page.locator("ag-scene details.export summary").click();
  await page.locator('ag-export [data-format="run-json"]').first().waitFor();
  assert.deepEqual(await drawnKinds(page), ["matrix-svg", "matrix-svg", "matrix-svg"]);
  const { trace, differences } = lab.fromJSON(JSON.parse(await copied(page, "run-json")));
  assert.deepEqual(differences, []);
  assert.equal(await page.locator('ag-export [data-format="step-csv"]').count(), 3);
  assert.equal(
    (await copied(page, "step-csv", 2)).replaceAll("\r\n", "\n"),
    csv(trace.step("attention.weights")).replaceAll("\r\n", "\n"),
  );

  await page.goto(`${site.address}#/labs/positions`);
  await page.locator("ag-lab details.export summary").click();
  await page.locator('ag-export [data-format="run-json"]').first().waitFor();
  const kinds = await drawnKinds(page);
  assert.equal(kinds.length, await page.locator(".in-grid figure").count());
  for (const at of kinds.keys()) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("ag-export [data-format$=-svg]").nth(at).click(),
    ]);
    const drawing = await readFile(await download.path(), "utf8");
    new SaxesParser().write(drawing).close();
    // Letters of formulas come with their font.
    if (drawing.includes("Attograph Math"))
      assert.match(drawing, /@font-face\{font-family:"Attograph Math";src:url\("data:font\/woff2/);
  }
  const runs = page.locator('ag-export [data-format="run-json"]');
  for (let at = 0; at < (await runs.count()); at += 1)
    assert.deepEqual(lab.fromJSON(JSON.parse(await copied(page, "run-json", at))).differences, []);
  assert.deepEqual(problems, []);
  await close();
});
