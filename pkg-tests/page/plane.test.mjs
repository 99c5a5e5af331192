/** Pictures of the plane: every mark against the trace, places on the screen against the numbers, dragging, keys, and whether everyone can use them. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { load } from "../../pkg/node.js";
import { shortNumber } from "../../pkg/text.js";
import { openPage } from "../shared/browser.mjs";
import { assertMarks, marksOf } from "./pictures/marks.mjs";
import { buildPictures } from "./pictures/site.mjs";

const lab = await load();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const words = ["the", "cat", "sat", "mat"];
const names = { query: words, key: words };

const ATTENTION = {
  algorithm: "scaled-dot-product-attention",
  inputs: {
    query: [
      [0.4, 0.9],
      [1.2, 0.3],
      [-0.6, 0.8],
      [0.9, -0.7],
    ],
    key: [
      [0.8, 0.6],
      [1.1, -0.2],
      [-0.9, 0.5],
      [0.3, -1],
    ],
    value: [
      [1, 0.2],
      [0.3, 1],
      [-0.8, 0.4],
      [-0.2, -0.9],
    ],
  },
  names,
};

/** What each picture is shown with. */
const SHOWN = {
  mean: {
    ...ATTENTION,
    spec: {
      kind: "arrows",
      sets: [
        { step: "attention.value", symbol: "v", input: "value" },
        { step: "attention.output", symbol: "o" },
      ],
      mean: {
        weights: "attention.weights",
        values: "attention.value",
        output: "attention.output",
        row: 2,
        chain: true,
      },
    },
  },
  pair: {
    ...ATTENTION,
    spec: {
      kind: "arrows",
      sets: [
        { step: "attention.query", symbol: "q", rows: [1] },
        { step: "attention.key", symbol: "k", line: "dashed" },
      ],
      pair: {
        one: { step: "attention.query", row: 1 },
        other: { step: "attention.key", row: 0 },
        angle: true,
        projection: true,
        product: "attention.scores",
      },
    },
    selected: { step: "attention.key", index: [2, 1] },
  },
  turn: {
    algorithm: "rotary-encoding",
    inputs: {
      x: [
        [1, 0.2],
        [1, 0.2],
        [1, 0.2],
        [1, 0.2],
      ],
    },
    spec: {
      kind: "arrows",
      sets: [
        { step: "rotary.features", symbol: "x", line: "dashed", rows: [0] },
        { step: "rotary.rotated", symbol: "x′" },
      ],
      turn: { before: "rotary.features", after: "rotary.rotated", angles: "position.angles" },
    },
  },
};

const site = {};
before(async () => {
  Object.assign(site, await buildPictures());
});
after(() => site.close?.());

const traceOf = ({ algorithm, inputs }) => lab.trace(algorithm, inputs);

async function open(options = {}) {
  const opened = await openPage(site, options);
  await opened.page.goto(site.address);
  await opened.page.waitForFunction(() => "test" in globalThis);
  return opened;
}

const show = (page, shown) => page.evaluate(async (given) => void (await globalThis.test.show(given)), shown);

/** Events of one kind since the last call. */
async function eventsOf(page, name) {
  const all = await page.evaluate(() => globalThis.test.events.splice(0));
  return all.filter((event) => event.name === name).map(({ detail }) => detail);
}

/** Applies each edit to the inputs, runs the algorithm and draws again, as a place of the page does. */
const answerEdits = (page, { algorithm, inputs }) =>
  page.evaluate(
    ([id, given]) => {
      const { lab: own, update } = globalThis.test;
      globalThis.test.inputs = structuredClone(given);
      const room = document.getElementById("room");
      globalThis.test.edit = ({ detail: { input, index, text } }) => {
        const rows = globalThis.test.inputs[input];
        const row = index.slice(0, -1).reduce((part, position) => part[position], rows);
        row[index.at(-1)] = Number(text);
        const steps = new Map(own.trace(id, globalThis.test.inputs).steps.map((step) => [step.id, step]));
        void update({ steps });
      };
      room.addEventListener("ag-edit", globalThis.test.edit);
    },
    [algorithm, inputs],
  );

const stopEdits = (page) =>
  page.evaluate(() => {
    document.getElementById("room").removeEventListener("ag-edit", globalThis.test.edit);
    return globalThis.test.inputs;
  });

/** Where the tips of arrows are on the screen, and where the origin is: from the axes of the grid. */
const tipsOf = (page) =>
  page.evaluate(() => {
    const root = document.getElementById("room").firstElementChild.renderRoot;
    const [down, across] = [...root.querySelectorAll(".grid .axis")];
    const origin = { x: Number(down.getAttribute("x1")), y: Number(across.getAttribute("y1")) };
    const tips = [...root.querySelectorAll(".arrow")].map((mark) => {
      const [x, y] = mark
        .querySelector(".head")
        .getAttribute("d")
        .match(/-?[\d.]+/g)
        .map(Number);
      const { value, secondValue } = mark.dataset;
      return { x: x - origin.x, y: origin.y - y, across: Number(value), up: Number(secondValue) };
    });
    return tips;
  });

for (const [name, shown] of Object.entries(SHOWN)) {
  test(`arrows, ${name}: each mark names its cell's number, and each tip stands where its numbers say`, async () => {
    const { page, problems, close } = await open();
    await show(page, shown);
    const marks = await assertMarks(page, traceOf(shown), shortNumber);
    const tips = await tipsOf(page);
    const unit = tips[0].x / tips[0].across;
    assert.ok(unit > 50, `a unit is ${unit} long`);
    for (const tip of tips) {
      assert.ok(Math.abs(tip.x - tip.across * unit) < 0.05, `${tip.across} is drawn at ${tip.x / unit}`);
      assert.ok(Math.abs(tip.y - tip.up * unit) < 0.05, `${tip.up} is drawn at ${tip.y / unit}`);
    }
    const numbers = marks.filter(({ kind }) => /\bnumber\b/.test(kind ?? ""));
    const expected = { mean: 4, pair: 3, turn: 3 };
    assert.equal(numbers.length, expected[name], "numbers that are written");
    assert.deepEqual(problems, []);
    await close();
  });
}

test("arrows are chosen number by number, by click and by Enter, and the arrow keys lead from one to the next", async () => {
  const { page, problems, close } = await open();
  await show(page, SHOWN.turn);
  await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.querySelector("ag-arrows").renderRoot.activeElement?.dataset.key);
  assert.equal(await focused(), "rotary.features#0");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "rotary.rotated#0");
  await page.keyboard.press("End");
  assert.equal(await focused(), "rotary.rotated#3");
  const coordinates = page.locator("ag-arrows .coordinates .number");
  assert.equal(await coordinates.count(), 2);
  await eventsOf(page, "ag-select");
  const chosen = [];
  for (let press = 0; press < 2; press += 1) {
    await page.keyboard.press("Enter");
    const [cell] = await eventsOf(page, "ag-select");
    chosen.push(cell);
    await page.evaluate((selected) => void globalThis.test.update({ selected }), cell);
  }
  assert.deepEqual(chosen, [
    { step: "rotary.rotated", index: [3, 0] },
    { step: "rotary.rotated", index: [3, 1] },
  ]);
  await show(page, SHOWN.mean);
  await page.locator('ag-arrows [data-key="attention.value#1"] .head').click();
  assert.deepEqual(await eventsOf(page, "ag-select"), [{ step: "attention.weights", index: [2, 1] }]);
  assert.deepEqual(problems, []);
  await close();
});

test("a point that is dragged sends its coordinates with two decimals, and everything is drawn again in the same frame", async () => {
  const { page, problems, close } = await open();
  await show(page, SHOWN.mean);
  await answerEdits(page, SHOWN.mean);
  const grip = await page.locator('ag-arrows [data-key="attention.value#1"] .grip').boundingBox();
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 50, y + 20, { steps: 5 });
  await page.mouse.move(x - 120, y + 120, { steps: 5 });
  await page.mouse.up();
  await page.waitForTimeout(50);
  const events = await page.evaluate(() => globalThis.test.events.splice(0));
  assert.deepEqual(
    events.filter((event) => event.name === "ag-select"),
    [],
    "a drag chooses nothing",
  );
  const edits = events.filter((event) => event.name === "ag-edit").map(({ detail }) => detail);
  assert.ok(edits.length >= 2);
  for (const { input, index, text } of edits) {
    assert.equal(input, "value");
    assert.equal(index[0], 1);
    assert.match(text, /^-?\d+(\.\d{1,2})?$/);
  }
  const inputs = await stopEdits(page);
  const after = await page.locator('ag-arrows [data-key="attention.value#1"] .grip').boundingBox();
  assert.ok(
    Math.abs(after.x - (grip.x - 120)) < 2.5 && Math.abs(after.y - (grip.y + 120)) < 2.5,
    "it follows the pointer",
  );
  await assertMarks(page, lab.trace(SHOWN.mean.algorithm, inputs), shortNumber);
  assert.deepEqual(problems, []);
  await close();
});

test("a focused point moves by the arrow keys, with Shift by a hundredth", async () => {
  const { page, problems, close } = await open();
  await show(page, SHOWN.mean);
  await answerEdits(page, SHOWN.mean);
  await page.locator('ag-arrows [data-key="attention.value#0"]').focus();
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("ArrowLeft");
  const edits = await eventsOf(page, "ag-edit");
  assert.deepEqual(edits[0], { input: "value", index: [0, 1], text: "0.21" });
  assert.equal(edits.length, 2);
  assert.deepEqual(edits[1].index, [0, 0]);
  assert.ok(Number(edits[1].text) < 1);
  const inputs = await stopEdits(page);
  await assertMarks(page, lab.trace(SHOWN.mean.algorithm, inputs), shortNumber);
  assert.deepEqual(problems, []);
  await close();
});

test("on a phone, in the dark, in Korean: nothing is cut off, axe finds nothing, and the words have the numbers", async () => {
  const { page, problems, close } = await open({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  await page.evaluate(async () => {
    await globalThis.test.useWords("ko", []);
    document.documentElement.lang = "ko";
    document.documentElement.dataset.theme = "dark";
  });
  await page.evaluate(axe);
  for (const [name, shown] of Object.entries(SHOWN)) {
    await show(page, shown);
    const found = await page.evaluate(async () => {
      const element = document.getElementById("room").firstElementChild;
      const root = element.renderRoot;
      const drawing = root.querySelector("svg").getBoundingClientRect();
      const outside = [...root.querySelectorAll("svg text, svg .mark")]
        .map((each) => each.getBoundingClientRect())
        .filter(({ left, right }) => left < -0.5 || right > 360.5).length;
      const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
      return {
        outside,
        width: drawing.width,
        scrolls: document.documentElement.scrollWidth > 360,
        violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
        words: root.getElementById("said").textContent,
        name: root.querySelector("svg").getAttribute("aria-label"),
        file: element.toSVG(),
      };
    });
    assert.equal(found.outside, 0, `${name}: texts beyond the window`);
    assert.ok(found.width > 250 && !found.scrolls, name);
    assert.deepEqual(found.violations, [], name);
    assert.ok(!`${found.name}${found.words}`.includes("pictures."), `${name}: ${found.name} ${found.words}`);
    const numbers = (await marksOf(page)).filter(({ kind }) => /\bnumber\b/.test(kind ?? ""));
    for (const { text } of numbers)
      assert.ok(found.words.includes(text), `${name}: ${text} is not said: ${found.words}`);
    assert.match(found.file, /^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.doesNotMatch(found.file, / class=| style=|var\(|light-dark/, `${name}: the file needs a style sheet`);
    for (const { text } of numbers) assert.ok(found.file.includes(`>${text}<`), `${name}: ${text} is not in the file`);
  }
  assert.deepEqual(problems, []);
  await close();
});
