/**
 * Tables that are too large for digits are heat maps: each of their cells has the color of its number, and is named with it by pointer and by keyboard. The heads of a
 * step are beside each other where there is room, with digits and without.
 */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { shortNumber } from "../../pkg/text.js";
import { test } from "../shared/tests.mjs";
import { nested, readModule } from "./lessons.mjs";
import { openPage, twoFrames, useSite } from "./site.mjs";

const lab = await load();
const site = useSite();
const channelsIn = await readModule("/src/numbers/paint.ts", (module) => module.channelsIn);

/** More than 16 rows and columns, and not a square, so that rows and columns cannot be mistaken. */
const TOKENS = 20;
const WIDTH = 18;

/** Runs in the page: gives a lesson larger inputs and further options, and waits for the heat maps. Returns the run. */
async function enlarge({ shapes, options }) {
  const lesson = document.querySelector("ag-lesson");
  const tensors = Object.entries(shapes).map(([name, shape], at) => [
    name,
    { shape, data: [...lesson.lab.random(shape, { seed: at + 1 }).data] },
  ]);
  lesson.dispatch({ type: "edit", changes: { ...Object.fromEntries(tensors), ...options } });
  await customElements.whenDefined("ag-heat-map");
  const { lesson: shown, changes } = lesson.model;
  return { algorithm: shown.algorithm, inputs: JSON.parse(JSON.stringify({ ...shown.inputs, ...changes })) };
}

/** Runs in the page: goes to a step, and returns its tables: the pixels of each cell of a heat map, and the numbers of the others. */
async function tablesAt(id) {
  const lesson = document.querySelector("ag-lesson");
  lesson.go(lesson.model.trace.steps.findIndex((step) => step.id === id));
  for (let round = 0; round < 16; round += 1) {
    const drawn = lesson.querySelectorAll(".stage :is(ag-matrix, ag-heat-map)");
    await Promise.all([lesson, ...drawn].map((element) => element.updateComplete));
  }
  return [...lesson.querySelectorAll(".stage :is(ag-matrix, ag-heat-map)")].map((table) => {
    const { left, top, width, height } = table.getBoundingClientRect();
    const common = {
      tag: table.localName,
      step: table.dataset.stepId,
      role: table.className,
      slice: table.slice,
      box: { left, top, right: left + width, bottom: top + height },
      extent: table.shadowRoot.querySelector(".size").textContent,
      pickers: table.shadowRoot.querySelectorAll(".slices").length,
      transposed: table.transposed,
      vertical: table.vertical,
      domain: table.domain,
    };
    if (table.localName === "ag-matrix") {
      const cells = [...table.shadowRoot.querySelectorAll("td[data-cell]")];
      return { ...common, cells: cells.map(({ dataset }) => [dataset.cell, dataset.value]) };
    }
    const canvas = table.shadowRoot.querySelector("canvas");
    const field = table.shadowRoot.querySelector(".field");
    const [rows, columns] = ["aria-rowcount", "aria-colcount"].map((name) => Number(field.getAttribute(name)));
    const side = canvas.width / columns;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const pixel = (x, y) => [...data.slice(4 * (y * canvas.width + x), 4 * (y * canvas.width + x) + 4)];
    // The pixels of a cell: the different ones.
    const pixels = Array.from({ length: rows * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      const all = Array.from({ length: side * side }, (_, inside) =>
        pixel(column * side + (inside % side), row * side + Math.floor(inside / side)),
      );
      return [...new Set(all.map(String))].map((text) => text.split(",").map(Number));
    });
    const shown = field.getBoundingClientRect();
    return {
      ...common,
      rows,
      columns,
      pixels,
      high: canvas.height / rows === side,
      field: [shown.width, shown.height],
    };
  });
}

/** Runs in the page: goes to each step, and returns how often the lesson was updated for each. */
async function updatesOfEachStep() {
  const lesson = document.querySelector("ag-lesson");
  const { update } = lesson;
  const counts = [];
  for (const position of lesson.model.trace.steps.keys()) {
    let count = 0;
    lesson.update = (changed) => {
      count += 1;
      return update.call(lesson, changed);
    };
    lesson.go(position);
    for (let round = 0; round < 16; round += 1) {
      const drawn = lesson.querySelectorAll(".stage :is(ag-matrix, ag-heat-map)");
      await Promise.all([lesson, ...drawn].map((element) => element.updateComplete));
    }
    counts.push(count);
  }
  delete lesson.update;
  return counts;
}

const offsetOf = (shape, index) => index.reduce((offset, position, axis) => offset * shape[axis] + position, 0);

/** The index of a cell of a table that lies as the element says. */
function indexOf(table, shape, row, column) {
  if (shape.length === 1) return [table.vertical ? row : column];
  return [...table.slice, ...(table.transposed ? [column, row] : [row, column])];
}

/** Compares every cell of a heat map with the trace. Returns how many. */
function compareColors(table, step, theme) {
  const where = `${table.role} ${step.id} in the ${theme} theme`;
  assert.equal(
    table.rows * table.columns,
    step.shape.slice(-2).reduce((a, b) => a * b, 1),
    where,
  );
  assert.ok(table.high, `${where}: pixels are no squares`);
  for (const [at, pixels] of table.pixels.entries()) {
    const index = indexOf(table, step.shape, Math.floor(at / table.columns), at % table.columns);
    const value = step.data[offsetOf(step.shape, index)];
    const cell = `${where} [${index}], ${value}`;
    if (value === Number.NEGATIVE_INFINITY) {
      assert.ok(pixels.length === 2, `${cell} is not hatched`);
      continue;
    }
    const color = channelsIn(value, table.domain, theme);
    for (const [red, green, blue, opacity] of pixels) {
      if (color) assert.deepEqual([red, green, blue, opacity], [...color, 255], cell);
      else assert.ok(opacity < 64, `${cell} has a color`);
    }
  }
  return table.pixels.length;
}

test("each cell of a table above 16 × 16 has the color of its number, in both themes, at every step", async () => {
  const { page, problems, close } = await openPage(site, { colorScheme: "light" });
  await page.goto(`${site.address}#/self-attention`);
  await page.locator("ag-lesson .stage").waitFor();
  const shapes = { query: [TOKENS, WIDTH], key: [TOKENS, WIDTH], value: [TOKENS, WIDTH] };
  const run = await page.evaluate(enlarge, { shapes, options: { causal: true } });
  const trace = lab.trace(run.algorithm, nested(run.inputs));
  const steps = new Map(trace.steps.map((step) => [step.id, step]));
  let compared = 0;
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    // A page hears of it with its next frame.
    await twoFrames(page);
    for (const { id } of trace.steps) {
      const tables = await page.evaluate(tablesAt, id);
      const large = tables.filter(({ tag }) => tag === "ag-heat-map");
      for (const table of tables) {
        const step = steps.get(table.step);
        const cells = step.shape.slice(-2).reduce((a, b) => a * b, 1);
        if (cells > 256) assert.equal(table.tag, "ag-heat-map", `${id}: ${table.step} has digits`);
        if (table.tag === "ag-heat-map") compared += compareColors(table, step, theme);
        else
          assert.deepEqual(
            table.cells.map(([index, value]) => [index, Number(value)]),
            table.cells.map(([index]) => [
              index,
              step.data[offsetOf(step.shape, index ? index.split(",").map(Number) : [])],
            ]),
          );
      }
      // The rows of all have the same height, and those beside each other are at the same place.
      const sides = large
        .filter(({ rows, columns }) => rows > 1 && columns > 1)
        .map(({ field, rows }) => field[1] / rows);
      assert.ok(Math.max(...sides, 0) - Math.min(...sides, 99) < 1e-6 || sides.length < 2, `${id}: ${sides}`);
    }
  }
  assert.ok(compared > 15_000, `only ${compared} cells`);

  // A step that was shown before is laid out once: which of the ways to draw it fits is known. After the window has changed, it is found again.
  const once = trace.steps.map(() => 1);
  await page.evaluate(tablesAt, trace.steps.at(-1).id);
  assert.deepEqual(await page.evaluate(updatesOfEachStep), once);
  const { width, height } = page.viewportSize();
  await page.evaluate(() => {
    globalThis.resized = new Promise((done) => window.addEventListener("resize", done, { once: true }));
  });
  await page.setViewportSize({ width: width - 100, height });
  await page.evaluate(() => globalThis.resized.then(() => undefined));
  await page.evaluate(tablesAt, trace.steps.at(-1).id);
  const again = await page.evaluate(updatesOfEachStep);
  assert.ok(Math.max(...again) > 1, `${again}`);
  assert.deepEqual(await page.evaluate(updatesOfEachStep), once);
  assert.deepEqual(problems, []);
  await close();
});

test("a heat map is walked, read, opened and changed by keyboard and pointer", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/self-attention`);
  await page.locator("ag-lesson .stage").waitFor();
  const shapes = { query: [TOKENS, WIDTH], key: [TOKENS, WIDTH], value: [TOKENS, WIDTH] };
  const run = await page.evaluate(enlarge, { shapes, options: {} });
  const trace = lab.trace(run.algorithm, nested(run.inputs));
  const scores = trace.steps.find(({ id }) => id === "attention.scores");
  await page.evaluate(tablesAt, scores.id);
  const map = page.locator("ag-heat-map.result");
  const cursor = map.locator(".cursor");
  const numberAt = (row, column) => scores.data[row * TOKENS + column];
  const isAt = async (row, column) => {
    await map.locator(`.cursor[data-cell="${row},${column}"][data-value="${numberAt(row, column)}"]`).waitFor();
    assert.equal(await cursor.getAttribute("aria-colindex"), String(column + 1));
    assert.equal(await map.locator("[role=row]").getAttribute("aria-rowindex"), String(row + 1));
    const number = shortNumber(numberAt(row, column));
    assert.ok((await cursor.getAttribute("aria-label")).endsWith(`: ${number}`));
    // Its number is below, which a screen reader reads.
    await map.locator(".reading[aria-live=polite]", { hasText: `: ${number}` }).waitFor();
  };
  await cursor.focus();
  await page.keyboard.press("Control+Home");
  await isAt(0, 0);
  for (const [key, row, column] of [
    ["ArrowRight", 0, 1],
    ["ArrowDown", 1, 1],
    ["End", 1, TOKENS - 1],
    ["Control+ArrowDown", TOKENS - 1, TOKENS - 1],
    ["ArrowDown", TOKENS - 1, TOKENS - 1],
    ["Home", TOKENS - 1, 0],
    ["Control+Home", 0, 0],
    ["Control+End", TOKENS - 1, TOKENS - 1],
    ["ArrowUp", TOKENS - 2, TOKENS - 1],
    ["ArrowLeft", TOKENS - 2, TOKENS - 2],
  ]) {
    await page.keyboard.press(key);
    await isAt(row, column);
  }
  // What the cell reads is lit: a row of the query, and a row of the key, which is a column here.
  const lit = (operand) =>
    page.locator(`ag-heat-map.operand-${operand} .outlines path:not(.below)`).evaluate((path) => {
      const { x, y, width, height } = path.getBBox();
      return [x, y, width, height];
    });
  assert.deepEqual(await lit(0), [0, TOKENS - 2, WIDTH, 1]);
  assert.deepEqual(await lit(1), [TOKENS - 2, 0, 1, WIDTH]);
  await page.keyboard.press("Enter");
  const [row, column] = [TOKENS - 2, TOKENS - 2];
  await page.locator(`ag-inspector .value[data-value="${numberAt(row, column)}"]`).waitFor();
  assert.equal(await cursor.getAttribute("aria-selected"), "true");
  await map.locator(".chosen").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("ag-inspector").waitFor({ state: "detached" });

  // By pointer, each cell is the one below it.
  const box = await map.locator(".field").boundingBox();
  const middle = (place, count, from, length) => from + ((place + 0.5) / count) * length;
  for (const [down, across] of [
    [0, TOKENS - 1],
    [7, 3],
    [TOKENS - 1, 0],
  ]) {
    await page.mouse.move(middle(across, TOKENS, box.x, box.width), middle(down, TOKENS, box.y, box.height));
    await map.locator(".reading", { hasText: `: ${shortNumber(numberAt(down, across))}` }).waitFor();
    await map.locator(".hovered").waitFor();
    assert.deepEqual(await lit(0), [0, down, WIDTH, 1]);
  }
  await page.mouse.click(middle(3, TOKENS, box.x, box.width), middle(7, TOKENS, box.y, box.height));
  await page.locator(`ag-inspector .value[data-value="${numberAt(7, 3)}"]`).waitFor();

  // A number of an input is typed over; what is no number is refused beside it.
  const input = page.locator("ag-heat-map.operand-0");
  await input.locator(".cursor").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("2.5");
  await page.keyboard.press("Enter");
  await input.locator('.cursor[data-cell="0,0"][data-value="2.5"]').waitFor();
  await page.keyboard.type("-x");
  await page.keyboard.press("Enter");
  await input.locator("[role=alert]").waitFor();
  await input.locator('.cursor[aria-invalid="true"][aria-describedby="problem"]').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

/** A row of tables: the same top, from left to right. */
const inRow = (tables) =>
  tables.every(
    ({ box }, at) => at === 0 || (Math.abs(box.top - tables[0].box.top) < 2 && box.left >= tables[at - 1].box.right),
  );

test("the heads of a step are beside each other where they fit, each with its name, and below each other on a phone", async () => {
  const place = `${site.address}#/algorithms/multi-head-attention`;
  const { page, problems, close } = await openPage(site, { viewport: { width: 1920, height: 1080 } });
  await page.goto(place);
  await page.locator("ag-lesson .stage").waitFor();
  const run = await page.evaluate(() => {
    const { lesson, changes } = document.querySelector("ag-lesson").model;
    return { algorithm: lesson.algorithm, inputs: JSON.parse(JSON.stringify({ ...lesson.inputs, ...changes })) };
  });
  const trace = lab.trace(run.algorithm, nested(run.inputs));
  const scores = trace.steps.find(({ id }) => id === "multi-head.weights");
  const heads = (await page.evaluate(tablesAt, scores.id)).filter(({ role }) => role === "result");
  assert.deepEqual(
    heads.map(({ slice }) => slice),
    [[0], [1]],
  );
  assert.ok(inRow(heads));
  assert.deepEqual(
    heads.map(({ extent, pickers }) => [extent, pickers]),
    [
      ["head grammar", 0],
      ["head meaning", 0],
    ],
  );
  const cells = heads.flatMap((table) => table.cells);
  assert.equal(cells.length, scores.data.length);
  assert.deepEqual(
    cells.map(([, value]) => Number(value)),
    [...scores.data],
  );
  // A cell of the second head is chosen in its own table, and the operands show that head.
  await page.locator('ag-matrix.result [data-cell="1,2,1"]').click();
  await page.locator('ag-matrix.result [data-cell="1,2,1"][aria-selected=true]').waitFor();
  await page.locator('ag-matrix.operand [data-cell="1,2,1"].marked').waitFor();
  assert.equal(await page.locator("ag-matrix.result [aria-selected=true]").count(), 1);

  // Large ones are heat maps in a row.
  const large = await page.evaluate(enlarge, { shapes: { x: [TOKENS, 4] }, options: {} });
  const wide = lab.trace(large.algorithm, nested(large.inputs)).steps.find(({ id }) => id === scores.id);
  const maps = (await page.evaluate(tablesAt, scores.id)).filter(({ role }) => role === "result");
  assert.equal(maps.length, 2);
  assert.ok(inRow(maps));
  for (const map of maps) compareColors(map, wide, "light");

  // Two heads of six nodes are too wide for the stage in a smaller window: there is one, and a choice.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("about:blank");
  await page.goto(`${site.address}#/gat`);
  await page.locator("ag-lesson .stage").waitFor();
  const alone = (await page.evaluate(tablesAt, "gat.weights")).filter(({ role }) => role === "result");
  assert.deepEqual(
    alone.map(({ pickers }) => pickers),
    [1],
  );
  assert.deepEqual(problems, []);
  await close();

  const phone = await openPage(site, { viewport: { width: 360, height: 740 } });
  await phone.page.goto(place);
  await phone.page.locator("ag-lesson .stage").waitFor();
  for (const shapes of [null, { x: [TOKENS, 4] }]) {
    if (shapes) await phone.page.evaluate(enlarge, { shapes, options: {} });
    const below = (await phone.page.evaluate(tablesAt, scores.id)).filter(({ role }) => role === "result");
    assert.equal(below.length, 2);
    assert.ok(below[1].box.top >= below[0].box.bottom - 1);
    const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  }
  assert.deepEqual(phone.problems, []);
  await phone.close();
});
