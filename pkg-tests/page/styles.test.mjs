/** A section loads its style sheets when it is entered and keeps them: what they say of their own places changes no other place. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "../shared/tests.mjs";
import { openPage, twoFrames, useSite, visit } from "./site.mjs";

const site = useSite();
const STYLES = new URL("../../www/styles/", import.meta.url);

/** Runs in the page: the selectors that begin a rule of each sheet, within conditions too. */
function selectorsOf(texts) {
  const listOf = (rules) =>
    [...rules].flatMap((rule) =>
      rule instanceof CSSStyleRule
        ? rule.selectorText.split(/,(?![^(]*\))/).map((one) => one.trim())
        : listOf(rule.cssRules ?? []),
    );
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return [name, [...new Set(listOf(sheet.cssRules))]];
    }),
  );
}

test("no two style sheets that are loaded at different times have rules for the same selector", async () => {
  const { page, problems, close } = await openPage(site);
  const names = (await readdir(STYLES)).filter((name) => name.endsWith(".css"));
  const texts = {};
  for (const name of names) texts[name] = await readFile(new URL(name, STYLES), "utf8");
  const imports = Object.fromEntries(
    names.map((name) => [name, [...texts[name].matchAll(/@import "\.\/([^"]+)"/g)].map(([, file]) => file)]),
  );
  // What stands in one bundle has one order, whenever it is loaded.
  const bundleOf = (file) => names.find((name) => imports[name].includes(file)) ?? file;
  for (const name of names) texts[name] = texts[name].replace(/@import [^;]+;/g, "");
  await page.goto(site.address);
  const owners = new Map();
  for (const [file, selectors] of Object.entries(await page.evaluate(selectorsOf, texts)))
    for (const selector of selectors) owners.set(selector, [...(owners.get(selector) ?? []), file]);
  const shared = [...owners].filter(([, files]) => new Set(files.map(bundleOf)).size > 1);
  assert.deepEqual(shared, []);
  assert.deepEqual(problems, []);
  await close();
});

test("no style depends on how a screen is held, and nothing plays by itself", async () => {
  const built = new URL("../../www/dist/", import.meta.url);
  const names = (await readdir(built, { recursive: true })).filter((name) => /\.(?:css|js|html)$/.test(name));
  assert.ok(names.some((name) => name.endsWith(".css")) && names.length > 50, `${names.length} files`);
  for (const name of names) {
    const text = await readFile(new URL(name, built), "utf8");
    // What axe-core's rules css-orientation-lock and no-autoplay-audio are about.
    assert.doesNotMatch(text, /\(\s*orientation\s*:|\bautoplay\b/i, name);
  }
});

/** Places, and where the reader may have been before. */
const PLACES = [
  ["#/units/graph-attention/edge-weights/answer", ".scene[data-answered=true] .choice.holds"],
  ["#/algorithms/gcn-layer?view=presenter", ".lesson .telling"],
  ["#/algorithms/scaled-dot-product-attention", ".lesson .telling"],
  ["#/exercises/attention-steps", "input[data-cell]"],
  ["#/labs", "[data-lab-link]"],
];
const ELSEWHERE = [
  "#/polls",
  "#/errata/S0-E01",
  "#/engines",
  "#/syllabus",
  "#/units",
  "#/labs/morph",
  "#/exercises/sheet",
];

/** A table that was drawn before its font was there is so many pixels wider. */
const LATE_FONT = 8;

/** Runs in the page: where everything of the page's own document stands. */
const boxes = () =>
  [...document.querySelectorAll("main *")]
    .filter((element) => !element.closest("svg, math") && element.checkVisibility())
    .map((element) => {
      const { left, top, width } = element.getBoundingClientRect();
      return { name: `${element.localName}.${element.className}`, box: [left, top, width].map(Math.round) };
    });

const isMoved = (now, before) =>
  before === undefined ||
  now.name !== before.name ||
  now.box.some((length, at) => Math.abs(length - before.box[at]) > LATE_FONT);

/** Goes to a place, and returns where everything stands once nothing moves any more. */
async function standing(page, [hash, ready]) {
  await visit(page, site, hash);
  await page.locator(ready).first().waitFor();
  for (let before = ""; ; ) {
    for (let round = 0; round < 6; round += 1) await twoFrames(page);
    const now = await page.evaluate(boxes);
    if (JSON.stringify(now) === before) return now;
    before = JSON.stringify(now);
  }
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
])
  test(`a place looks the same wherever the reader has been, on ${viewport.width} pixels`, async () => {
    const { page, problems, close } = await openPage(site, { viewport, reducedMotion: "reduce" });
    const fresh = [];
    for (const place of PLACES) {
      await page.goto("about:blank");
      fresh.push(await standing(page, place));
    }
    for (const hash of ELSEWHERE) {
      await visit(page, site, hash);
      await page.locator("main h1").first().waitFor();
    }
    for (const [at, place] of PLACES.entries()) {
      const now = await standing(page, place);
      const moved = now.findIndex((one, index) => isMoved(one, fresh[at][index]));
      assert.deepEqual(now[moved], fresh[at][moved], place[0]);
      assert.equal(now.length, fresh[at].length, place[0]);
    }
    assert.deepEqual(problems, []);
    await close();
  });
