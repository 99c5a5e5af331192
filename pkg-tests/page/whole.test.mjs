/** The whole as one picture: its numbers are the library's, its parts open down to a cell, and each unit lights its own. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { PATIENCE } from "../shared/browser.mjs";
import { test } from "../shared/tests.mjs";
import { readModule } from "./lessons.mjs";
import { addressOf, openPage, twoFrames, useSite } from "./site.mjs";

const site = useSite();
const encodePlace = await readModule("/src/state/link.ts", (link) => link.encodePlace);
const decodePlace = await readModule("/src/state/link.ts", (link) => link.decodePlace);
const HOME = await readModule("/src/state/state.ts", (state) => state.HOME);
const UNITS = { section: "units", id: null, difficulty: "easy", solution: false };

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** The parts of each picture, and a unit with what it lights there. */
const WHOLES = {
  transformer: { marks: 150, lit: { heads: ["attention"], layers: ["first-norm", "feed-forward", "second-norm"] } },
  graph: { marks: 60, lit: { "graph-attention": ["sum"], depth: ["update"] } },
};

async function openWholes(options = {}) {
  const opened = await openPage(site, { viewport: DESK, ...options });
  await opened.page.goto(`${site.address}#/units`);
  await opened.page.locator("ag-whole .whole-figure").first().waitFor();
  return opened;
}

/** The address once it has this value of a control: the last of several changes is written a moment after them. */
async function addressWith(page, control, value) {
  for (const end = performance.now() + PATIENCE; performance.now() < end; ) {
    const address = await addressOf(page);
    if (decodePlace(new URL(address).hash, []).place.changes[control] === value) return address;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`${control} is not ${value} in ${await addressOf(page)}`);
}

/** What a picture draws of each step, and the runs that it draws. */
const drawnOf = (page, whole) =>
  page.evaluate((id) => {
    const root = document.querySelector(`.whole[data-whole="${id}"]`);
    return {
      runs: root.closest("ag-whole").traces.map(({ algorithm, inputs }) => ({ algorithm, inputs })),
      marks: [...root.querySelectorAll(":is(.whole-figure, .whole-line) [data-step]")].map(({ dataset }) => ({
        ...dataset,
      })),
      width: document.documentElement.scrollWidth,
    };
  }, whole);

/** Compares each drawn number with runs of the library on the same inputs. */
function assertComputed(lab, { runs, marks }, atLeast) {
  const steps = new Map(
    runs.flatMap(({ algorithm, inputs }) => lab.trace(algorithm, inputs).steps.map((step) => [step.id, step])),
  );
  assert.ok(marks.length >= atLeast, `only ${marks.length} numbers are drawn`);
  for (const { step: id, index, value } of marks) {
    const { shape, data } = steps.get(id);
    const offset = index.split(",").reduce((sum, position, axis) => sum * shape[axis] + Number(position), 0);
    assert.equal(Number(value), data[offset], `${id}[${index}]`);
  }
}

for (const viewport of [DESK, PHONE])
  test(`what the whole draws is what the library computes, on ${viewport.width} pixels`, async () => {
    const lab = await load();
    const { page, problems, close } = await openWholes({ viewport });
    for (const [id, { marks }] of Object.entries(WHOLES)) {
      const now = await drawnOf(page, id);
      assertComputed(lab, now, marks);
      assert.ok(now.width <= viewport.width, `${id} is ${now.width} wide`);
    }
    assert.deepEqual(problems, []);
    await close();
  });

test("runs of the whole go on where another ended, and an exchanged word changes what comes out", async () => {
  const lab = await load();
  const { page, problems, close } = await openWholes();
  const [words, layer, next] = (await drawnOf(page, "transformer")).runs;
  const values = (tensor) => [...Object.values(tensor.data)];
  const embedded = lab.trace(words.algorithm, words.inputs).step("vision.positioned");
  assert.deepEqual(values(layer.inputs.x), values(embedded));
  const left = lab.trace(layer.algorithm, layer.inputs).outputs.output;
  assert.deepEqual(values(next.inputs.query), values(left));
  const most = () => page.locator('[data-whole="transformer"] .share.largest .share-name').textContent();
  assert.equal((await most()).trim(), "milk");
  await page.locator(".whole-lanes select").nth(1).selectOption("dog");
  await twoFrames(page);
  assert.equal((await most()).trim(), "tea");
  assertComputed(lab, await drawnOf(page, "transformer"), WHOLES.transformer.marks);
  assert.deepEqual(problems, []);
  await close();
});

/** What the page says of the next word: the sentence so far, what was written, and on which number it fell. */
const writing = (page) =>
  page.locator(".whole-writing").evaluate((root) => ({
    words: [...root.querySelectorAll(".whole-sentence span:not(.next)")].map(({ textContent }) => textContent),
    next: root.querySelector(".next").dataset.written,
    drawn: root.querySelector("[data-drawn]")?.dataset.drawn,
    chosen: root.querySelector(".section.chosen")?.dataset.index,
    line: root.querySelector("svg").getBoundingClientRect().toJSON(),
    mark: root.querySelector(".drawn path")?.getBoundingClientRect().toJSON(),
    box: root.querySelector(".section.chosen rect")?.getBoundingClientRect().toJSON(),
  }));

test("a sentence is written on by drawn numbers, each of which falls on the part of the word that it writes, until the full stop", async () => {
  const lab = await load();
  const { page, problems, close } = await openWholes({ viewport: PHONE, reducedMotion: "reduce" });
  const lane = (at) => page.locator('[data-whole="transformer"] .whole-lanes li').nth(at);
  const press = (action) => page.locator(`.whole-writing [data-action=${action}]`).click();
  await lane(0).locator("input").check();
  assert.deepEqual((await writing(page)).words, ["the"]);
  for (let draws = 1; (await page.locator("[data-action=draw]").count()) > 0; draws += 1) {
    const before = await writing(page);
    const words = before.next === "" ? before.words : [...before.words, before.next];
    await press("draw");
    const now = await writing(page);
    assert.deepEqual(now.words, words);
    const [drawn] = lab.random([1], { seed: draws, distribution: "uniform" }).data;
    assert.equal(Number(now.drawn), drawn);
    const { runs } = await drawnOf(page, "transformer");
    const { algorithm, inputs } = runs.at(-1);
    const { shape, data } = lab.trace(algorithm, inputs).step("attention.weights");
    const row = [...data].slice((words.length - 1) * shape[1], words.length * shape[1]);
    let until = 0;
    const fallen = row.findIndex((share) => {
      until += share;
      return drawn < until;
    });
    assert.equal(now.chosen, `${words.length - 1},${fallen}`);
    // Its mark stands over the word's part, and nothing leaves the window.
    const middle = (now.mark.left + now.mark.right) / 2;
    assert.ok(now.box.left - 1 <= middle && middle <= now.box.right + 1, `${middle} over ${JSON.stringify(now.box)}`);
    assert.ok(now.line.right <= PHONE.width);
    if (words.length === 4 || now.next === ".") break;
    assert.equal(await lane(words.length).locator("select").inputValue(), now.next);
    assert.equal(await lane(words.length).locator("input").isChecked(), true);
    assert.ok(draws < 4);
  }
  // Begun again, nothing is written yet; the most probable word needs no number.
  await press("anew");
  assert.deepEqual((await writing(page)).next, "");
  await press("most");
  const { next, drawn: none, chosen } = await writing(page);
  assert.deepEqual([none, Number(chosen.split(",")[0])], [undefined, 0]);
  assert.equal(await lane(1).locator("select").inputValue(), next);
  // A part opens into its number, and an exchanged word takes back what was written after it.
  await page.locator(".whole-line .section.chosen").click();
  assert.equal(await page.locator('[data-part="next"] .whole-head').getAttribute("aria-expanded"), "true");
  await lane(0).locator("select").selectOption("every");
  assert.equal((await writing(page)).next, "");
  assertComputed(lab, await drawnOf(page, "transformer"), WHOLES.transformer.marks);
  assert.deepEqual(problems, []);
  await close();
});

test("after the most probable words the sentence ends with its full stop, which nobody can begin with", async () => {
  const { page, problems, close } = await openWholes();
  await page.locator('[data-whole="transformer"] .whole-lanes input').nth(0).check();
  const words = [];
  while ((await page.locator("[data-action=most]").count()) > 0) {
    await page.locator("[data-action=most]").click();
    words.push((await writing(page)).next);
  }
  assert.ok(words.length >= 3 && words.length <= 4, words.join(" "));
  const choices = await page.locator(".whole-lanes select").first().locator("option").allTextContents();
  assert.ok(!choices.some((choice) => choice.trim() === "."));
  assert.deepEqual(problems, []);
  await close();
});

test("the temperature divides the scores: each probability becomes its power 1/τ, as a share of the sum of these", async () => {
  const lab = await load();
  const { page, problems, close } = await openWholes();
  const lane = 3;
  const shares = () =>
    page.locator(".whole-line [data-step]").evaluateAll((all) =>
      all
        .map(({ dataset }) => [Number(dataset.index.split(",")[1]), Number(dataset.value)])
        .sort(([one], [other]) => one - other)
        .map(([, value]) => value),
    );
  const before = await shares();
  await page.locator("[data-action=draw]").click();
  await page.locator('.whole-sentence .next:not([data-written=""])').waitFor();
  const slider = page.locator("[data-control=temperature]");
  await slider.focus();
  for (const [key, temperature] of [
    ["ArrowRight", 2],
    ["ArrowRight", 4],
    ["Home", 0.25],
  ]) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      (value) => document.querySelector("[data-control=temperature]").getAttribute("aria-valuetext") === value,
      String(temperature),
    );
    const now = await shares();
    const powers = before.map((share) => share ** (1 / temperature));
    const sum = powers.reduce((all, one) => all + one, 0);
    for (const [at, share] of now.entries())
      assert.ok(Math.abs(share - powers[at] / sum) < 1e-12, `${at} at ${temperature}: ${share}`);
    assertComputed(lab, await drawnOf(page, "transformer"), WHOLES.transformer.marks);
    // What was written followed from other probabilities; the followed lane stays.
    assert.equal((await writing(page)).next, "");
    assert.equal(await page.locator('[data-whole="transformer"] .whole-lanes input').nth(lane).isChecked(), true);
  }
  const address = await addressWith(page, "transformer.temperature", 0.25);
  await page.goto("about:blank");
  await page.goto(address);
  await slider.waitFor();
  assert.equal(await slider.getAttribute("aria-valuetext"), "0.25");
  assert.deepEqual(problems, []);
  await close();
});

test("a part opens into its steps and a number into its arithmetic, back through the parts to the words", async () => {
  const { page, problems, close } = await openWholes();
  const part = (id) => page.locator(`[data-whole="transformer"] [data-part="${id}"] .whole-head`);
  await part("attention").focus();
  await page.keyboard.press("Enter");
  assert.equal(await part("attention").getAttribute("aria-expanded"), "true");
  const steps = page.locator('[data-part="attention"] .whole-steps button');
  assert.ok((await steps.count()) >= 20);
  await page.locator('[data-step-id="attention/multi-head.query"]').click();
  await page.locator(".whole-step ag-matrix td").first().click();
  const inspector = page.locator(".whole-detail ag-inspector");
  // A query is a sum over the row of the word, which another run has computed: it opens there.
  await inspector.locator('[data-operand="transformer.x 0,0"]').click();
  assert.equal(await part("embedding").getAttribute("aria-expanded"), "true");
  assert.equal(await part("attention").getAttribute("aria-expanded"), "false");
  assert.equal(await inspector.locator("[data-step]").first().getAttribute("data-step"), "vision.positioned");
  await part("embedding").click();
  assert.equal(await page.locator(".whole-detail").count(), 0);
  await page.locator('[data-whole="transformer"] .share.largest').click();
  assert.equal(await part("next").getAttribute("aria-expanded"), "true");
  assert.deepEqual(problems, []);
  await close();
});

test("each unit lights its parts at its beginning, and the picture leads to each unit of its parts", async () => {
  const { page, problems, close } = await openWholes();
  for (const [whole, { lit }] of Object.entries(WHOLES))
    for (const [unit, parts] of Object.entries(lit)) {
      await page.goto(`${site.address}#/units`);
      await page.locator("ag-whole .whole-figure").first().waitFor();
      await page.locator(`.whole[data-whole="${whole}"] .whole-units a[href="#/units/${unit}"]`).click();
      const where = page.locator(`.where-is[data-whole="${whole}"]`);
      await where.waitFor();
      const found = await where
        .locator("[data-part]")
        .evaluateAll((all) => all.filter((part) => part.matches(".lit, :has(.lit)")).map((part) => part.dataset.part));
      assert.deepEqual(found, parts);
      assert.equal(await where.getAttribute("href"), "#/units");
    }
  await page.goto(`${site.address}#/units`);
  await page.locator("ag-whole .whole-figure").first().waitFor();
  const [cards, named] = await page.evaluate(() =>
    [".card [href]", ".whole-units [href]"].map((place) =>
      [...new Set([...document.querySelectorAll(place)].map((link) => link.getAttribute("href")))].sort(),
    ),
  );
  assert.ok(cards.length > 10);
  assert.deepEqual(named, cards, "each unit has a part of a picture");
  assert.deepEqual(problems, []);
  await close();
});

test("lanes of a graph cross where it has edges, in both directions, and nowhere else", async () => {
  const { page, problems, close } = await openWholes();
  const [edges, lines] = await page.evaluate(() => {
    const root = document.querySelector('.whole[data-whole="graph"]');
    const marks = [...root.querySelectorAll("path.line")].map(({ dataset }) => dataset.index.split(",").slice(-2));
    return [root.closest("ag-whole").whole.edges, marks.map((ends) => ends.map(Number))];
  });
  const both = edges.flatMap(([from, to]) => [
    [from, to],
    [to, from],
  ]);
  const sorted = (pairs) => pairs.map(String).sort();
  assert.deepEqual(sorted(lines), sorted(both));
  assert.equal(await page.locator('[data-whole="graph"] .whole-edges path').count(), edges.length);
  assert.deepEqual(problems, []);
  await close();
});

test("exchanged words stand in the address, and a word that nobody learned is refused", async () => {
  const { page, problems, close } = await openWholes();
  const word = (at) => page.locator('[data-whole="transformer"] .whole-lanes select').nth(at);
  await word(1).selectOption("dog");
  await page.waitForFunction(() => location.hash.includes("?i="));
  const address = await page.evaluate(() => location.href);
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator("ag-whole .whole-figure").first().waitFor();
  assert.deepEqual([await word(0).inputValue(), await word(1).inputValue()], ["the", "dog"]);
  const largest = () => page.locator('[data-whole="transformer"] .share.largest .share-name').textContent();
  assert.equal((await largest()).trim(), "tea");
  // As it was at first, nothing is left in the address.
  await word(1).selectOption("cat");
  await page.waitForFunction(() => location.hash === "#/units");
  await page.goto("about:blank");
  await page.goto(site.address + encodePlace({ ...HOME, practice: UNITS, changes: { "transformer.word2": "zebra" } }));
  await page.locator("ag-whole .whole-figure").first().waitFor();
  await page.locator("[role=alert], .notice, .link-problem").first().waitFor();
  assert.equal(await word(1).inputValue(), "cat");
  assert.deepEqual(problems, []);
  await close();
});

test("the picture is taken out as one drawing, with the names of its parts and its words", async () => {
  const { page, problems, close } = await openWholes();
  // The page's own policy lets nothing be parsed.
  const blank = await page.context().newPage();
  for (const id of Object.keys(WHOLES)) {
    const place = page.locator(`.whole[data-whole="${id}"]`);
    const { svg, titles, names, figures } = await place.evaluate((root) => ({
      svg: root.closest("ag-whole").toSVG(),
      titles: [...root.querySelectorAll(".whole-head span")].map(({ innerText }) => innerText.replace(/\s+/g, " ")),
      names: [...root.querySelectorAll(".whole-lanes :is(select, span)")].map(
        (one) => one.value ?? one.textContent.trim(),
      ),
      figures: root.querySelectorAll(".whole-figure").length,
    }));
    const { size, texts, drawings, outside } = await blank.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      const [, , width, height] = root.getAttribute("viewBox").split(" ").map(Number);
      const inner = [...root.querySelectorAll(":scope > svg")];
      const over = (one) => Number(one.getAttribute("x")) + Number(one.getAttribute("width")) - width;
      return {
        size: { width, height },
        texts: [...root.querySelectorAll(":scope > text")].map(({ textContent }) => textContent),
        drawings: inner.length,
        outside: inner.filter((one) => over(one) > 1 || Number(one.getAttribute("x")) < -1).length,
      };
    }, svg);
    assert.equal(drawings, figures);
    assert.equal(outside, 0);
    assert.ok(size.width > 800 && size.height > 100, JSON.stringify(size));
    const all = texts.join(" ");
    for (const title of titles) assert.ok(all.includes(title), `${title} is not in ${all}`);
    for (const name of names) assert.ok(texts.includes(name), `${name} is not in ${all}`);
    assert.doesNotMatch(svg, / (?:class|style)=|<!--/);
    await place.locator("details.export summary").click();
    await place.locator("ag-export [data-format=svg], ag-export button").first().waitFor();
  }
  assert.deepEqual(problems, []);
  await close();
});
