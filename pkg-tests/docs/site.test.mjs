/** The built site of the documentation in Chromium: pages open, the library runs in them, and nothing is asked of anyone else. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { load } from "../../pkg/node.js";
import { site as folder } from "../../scripts/docs/site.mjs";
import { documentationPolicy } from "../../scripts/policy.mjs";
import { openFolder, openPage } from "../shared/browser.mjs";

const lab = await load();
let site;
before(async () => {
  site = await openFolder(folder, [], documentationPolicy);
});
after(() => site?.close());

async function open(t, path) {
  const opened = await openPage(site);
  t.after(opened.close);
  await opened.page.goto(`${site.address}${path}`);
  return opened;
}

const arithmeticOf = (page) => page.locator(".live-example .arithmetic").innerText();

test("the page of GAT computes its example, and takes a number apart down to an input", async (t) => {
  const { page, problems } = await open(t, "algorithms/gat-layer.html");
  const cells = page.locator(".live-example td button");
  await cells.first().waitFor();
  const inputs = JSON.parse(await page.locator(".live-example textarea").inputValue());
  const { outputs, steps } = lab.trace("gat-layer", inputs);
  assert.equal(await cells.count(), outputs.output.data.length);
  await page.locator(".live-example select").selectOption("gat.projected");
  await page.getByLabel("gat.projected [0, 1, 0]").click();
  const expected = steps.find(({ id }) => id === "gat.projected").data[2];
  assert.match(await arithmeticOf(page), new RegExp(`gat\\.projected \\[0, 1, 0\\] = .* = ${expected}\\n`));
  await page.getByRole("button", { name: "gat.features[1,1]" }).click();
  assert.match(await arithmeticOf(page), /gat\.features \[1, 1\] = 1, an input/);
  assert.deepEqual(problems, []);
});

test("changed inputs are computed again, and wrong ones are explained", async (t) => {
  const { page, problems } = await open(t, "algorithms/layer-norm.html");
  const cells = page.locator(".live-example td button");
  await cells.first().waitFor();
  await page.locator(".live-example textarea").fill('{ "x": [[1, 3]], "epsilon": 0 }');
  await page.getByRole("button", { name: "Compute" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".live-example td button").length === 2);
  assert.deepEqual(await cells.allInnerTexts(), ["−1", "1"]);
  for (const [text, message] of [
    ['{ "x": 1 }', /^wrong-rank: /],
    ["{", /JSON/],
  ]) {
    await page.locator(".live-example textarea").fill(text);
    await page.getByRole("button", { name: "Compute" }).click();
    assert.match(await page.getByRole("alert").innerText(), message);
  }
  assert.deepEqual(problems, []);
});

test("every algorithm's page computes its example", async (t) => {
  const { page, problems } = await open(t, "algorithms.html");
  for (const { id } of lab.catalog()) {
    await page.goto(`${site.address}algorithms/${id}.html`);
    await page.locator(".live-example select").waitFor();
    assert.equal((await page.locator(".vp-doc math").count()) > 0, true, id);
  }
  assert.deepEqual(problems, []);
});

test("the pages that the sidebar leads to open", async (t) => {
  // The first page has no sidebar.
  const { page, problems } = await open(t, "start.html");
  const links = await page.locator("#VPSidebarNav a").evaluateAll((found) => found.map(({ href }) => href));
  assert.ok(links.length > 70, `${links.length} links`);
  for (const link of links.filter((link) => !link.includes("/algorithms/"))) {
    const response = await page.goto(link);
    assert.equal(response.status(), 200, link);
  }
  assert.deepEqual(problems, []);
});

test("the search finds a step", async (t) => {
  const { page, problems } = await open(t, "");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("graph attention");
  await page.locator(".result").first().waitFor();
  assert.deepEqual(problems, []);
});

test("the version in the changelog's page is that of the package", async (t) => {
  const { page } = await open(t, "changelog.html");
  const { version } = JSON.parse(await readFile(new URL("../../pkg/package.json", import.meta.url), "utf8"));
  assert.ok((await page.locator(".vp-doc").innerText()).includes(version));
});

test("the first page draws a figure whose numbers open, and leads to the course", async (t) => {
  const { page, problems } = await open(t, "index.html");
  const figure = page.locator("attograph-figure");
  await figure.locator("[data-cell]").first().waitFor();
  await figure.locator("[data-cell]").last().click();
  await figure.locator("ag-inspector").waitFor();
  for (const picture of await page.locator(".shown img").all())
    assert.equal(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth)), 1280);
  await page.locator(".ways a", { hasText: "Open the course" }).click();
  await page.locator("ag-sentence").waitFor();
  assert.deepEqual(problems, []);
});

test("every block of the gallery is drawn", async (t) => {
  const { page, problems } = await open(t, "gallery.html");
  const blocks = page.locator(".live");
  const count = await blocks.count();
  assert.ok(count >= 10, `${count} blocks`);
  for (let place = 0; place < count; place += 1) {
    const element = blocks.nth(place).locator("> *").first();
    await element.scrollIntoViewIfNeeded();
    await element.evaluate((shown) => shown.ready);
    const { height } = await element.boundingBox();
    assert.ok(height > 60, `block ${place} is ${height} px high`);
  }
  assert.deepEqual(problems, []);
});

test("the page of an algorithm draws it, and one in Korean opens", async (t) => {
  const { page, problems } = await open(t, "algorithms/gcn-layer.html");
  await page.locator("attograph-figure [data-cell]").first().waitFor();
  await page.goto(`${site.address}ko/students.html`);
  await page.getByRole("heading", { name: "학생을 위한 안내" }).waitFor();
  assert.deepEqual(problems, []);
});
