/** Pictures of the plane: every mark against the trace, places on the screen against the numbers, dragging, keys, and whether everyone can use them. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { shortNumber } from "../../pkg/text.js";
import { openPage } from "../shared/browser.mjs";
import { after, before, test } from "../shared/tests.mjs";
import { assertAccessible } from "./looks/accessible.mjs";
import { assertMarks, marksOf, numberAt } from "./pictures/marks.mjs";
import { buildPictures } from "./pictures/site.mjs";
import { twoFrames } from "./site.mjs";

const lab = await load();
const words = ["the", "cat", "sat", "mat"];
const names = { query: words, key: words, "value-feature": ["animal", "drink"] };

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

const eight = ["the", "cat", "sat", "on", "a", "mat", "and", "slept"];
const POINTS = [
  [0.6, -0.8],
  [0.8, 0.6],
  [1, 0],
  [-0.6, 0.8],
  [0, -1],
  [-0.8, -0.6],
  [0.28, 0.96],
  [0.96, -0.28],
];
const UNIT = [
  [1, 0],
  [0, 1],
];

const WHEELS = {
  bucket: {
    algorithm: "bucket-attention",
    inputs: { x: POINTS, value: POINTS, rotation: UNIT },
    names: { query: eight },
    spec: {
      kind: "wheel",
      points: "bucket.tokens",
      directions: "bucket.rotation",
      buckets: "bucket.buckets",
      input: "x",
      directionInput: "rotation",
    },
    selected: { step: "bucket.buckets", index: [0] },
  },
  lsh: {
    algorithm: "lsh-attention",
    inputs: {
      x: POINTS,
      wQueryKey: UNIT,
      wValue: UNIT,
      rotations: [
        [
          [
            [1, -0.4],
            [0.3, 0.9],
          ],
          [
            [0.2, 1.1],
            [-0.8, 0.5],
          ],
        ],
      ],
      heads: 1,
      headSize: 2,
      nBuckets: 4,
      nHashes: 2,
      chunkLength: 2,
    },
    names: { position: eight },
    spec: { kind: "wheel", points: "lsh.query-key", directions: "lsh.rotations", buckets: "lsh.buckets", input: "x" },
    selected: { step: "lsh.buckets", index: [0, 1, 3] },
  },
  collision: {
    algorithm: "lsh-collision",
    inputs: { angle: 45, trials: 4, seed: 3 },
    slices: { trial: 2 },
    spec: {
      kind: "wheel",
      points: "collision.points",
      directions: "collision.orthogonal",
      buckets: "collision.buckets",
    },
    selected: { step: "collision.buckets", index: [2, 0, 1] },
  },
};

const SORTING = {
  ...WHEELS.lsh,
  spec: { kind: "sorting", order: "lsh.position", buckets: "lsh.buckets", chunk: "lsh.chunk-length" },
  selected: null,
};

const COUNTED = Array.from({ length: 16 }, (_, row) => [(row * 7) % 5, (row * 3) % 4]);
const PARTITION = { query: COUNTED.slice(0, 11), key: COUNTED.slice(0, 11), value: COUNTED.slice(0, 11) };

const PARTS = {
  tree: {
    algorithm: "binary-partition-attention",
    inputs: PARTITION,
    spec: {
      kind: "tree",
      spans: "partition.spans",
      pairs: "partition.pairs",
      weights: "dense/attention.weights",
      row: 4,
    },
  },
  pairs: {
    algorithm: "binary-partition-attention",
    inputs: { ...PARTITION, form: "sparse" },
    spec: { kind: "tree", spans: "partition.spans", pairs: "partition.pairs", weights: "sparse/pair.weights", row: 0 },
  },
  image: {
    algorithm: "image-patches",
    inputs: { image: [COUNTED.slice(0, 4).map(([one, other]) => [one, other, 2, 7, 1, 0])], patch: 2 },
    spec: { kind: "image", image: "vision.image", patches: "vision.patches" },
  },
  mask: {
    algorithm: "masked-autoencoder-masking",
    inputs: { tokens: COUNTED, seed: 4, keepRate: 0.25 },
    spec: { kind: "image", mask: "autoencoder.mask" },
  },
  painted: {
    algorithm: "masked-autoencoder-masking",
    inputs: {
      tokens: Array.from({ length: 16 }, (_, patch) => [0, 1, 2, 3].map((pixel) => 4 * patch + pixel)),
      seed: 4,
    },
    spec: { kind: "image", mask: "autoencoder.mask", tokens: "autoencoder.tokens" },
  },
  windows: {
    algorithm: "shifted-window-attention",
    inputs: { query: COUNTED, key: COUNTED, value: COUNTED, height: 4, window: 2, shift: 1 },
    spec: { kind: "image", windows: "swin.partition", windowMask: "swin.window-mask", columns: 4 },
  },
};

const ACROSS = [-1, 0, 1];
/** A bowl over nine places, the height at each, a point, and a gradient there. */
const SURFACE = {
  algorithm: "feed-forward",
  inputs: {
    x: [ACROSS.flatMap(() => ACROSS), ACROSS.flatMap((y) => ACROSS.map(() => y))],
    w1: [[2], [1], [2], [1], [0.2], [1], [2], [1], [2.5]],
    w2: [[0.5]],
  },
  names: { token: ["w₁", "w₂"] },
  spec: {
    kind: "surface",
    places: "feed-forward.x",
    heights: "feed-forward.first",
    at: "feed-forward.hidden",
    gradient: "feed-forward.output",
    rate: 0.3,
    input: "x",
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

test("a surface has its point where its numbers say, the arrow against the gradient, and lines where the heights say", async () => {
  const { page, problems, close } = await open();
  await show(page, SURFACE);
  const trace = traceOf(SURFACE);
  const marks = await assertMarks(page, trace, shortNumber);
  assert.deepEqual(
    marks.map(({ step, key }) => [step, key]),
    [
      ["feed-forward.output", "downhill"],
      ["feed-forward.hidden", "point"],
    ],
  );
  const drawn = await page.evaluate(() => {
    const root = document.getElementById("room").firstElementChild.renderRoot;
    const numbers = (path) => path.match(/-?[\d.]+/g).map(Number);
    const [arrow, point] = ["downhill", "point"].map((key) => root.querySelector(`[data-key=${key}]`));
    const dot = point.querySelector(".dot");
    const scale = [...root.querySelectorAll(".grid text:not(.axis-name)")].map((text) => ({
      number: Number(text.textContent.replace("−", "-")),
      x: Number(text.getAttribute("x")),
      y: Number(text.getAttribute("y")),
      across: text.getAttribute("text-anchor") === "middle",
    }));
    return {
      tip: numbers(arrow.querySelector(".head").getAttribute("d")).slice(0, 2),
      dot: [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))],
      scale,
      names: [...root.querySelectorAll(".axis-name")].map((name) => name.textContent),
      lines: [...root.querySelectorAll(".contour")].map((line) => numbers(line.getAttribute("d"))),
      levels: [...root.querySelectorAll(".level")].map((level) => Number(level.textContent)),
      spoken: [arrow, point].map((mark) => mark.getAttribute("aria-label")),
    };
  });
  assert.deepEqual(drawn.names, ["w₁ →", "w₂ →"]);
  const at = (number, across) =>
    drawn.scale.find((one) => one.number === number && one.across === across)[across ? "x" : "y"];
  const unit = at(1, true) - at(0, true);
  assert.ok(unit > 80 && Math.abs(at(0, false) - at(1, false) - unit) < 0.01, "both axes have one unit");
  const [x, y] = ["0,0", "1,0"].map((index) => numberAt(trace, "feed-forward.hidden", index));
  const place = [at(0, true) + x * unit, at(0, false) - y * unit];
  for (const axis of [0, 1]) assert.ok(Math.abs(drawn.dot[axis] - place[axis]) < 0.05, `the point is at ${drawn.dot}`);
  const [across, up] = ["0,0", "1,0"].map((index) => numberAt(trace, "feed-forward.output", index));
  const tip = [place[0] - 0.3 * across * unit, place[1] + 0.3 * up * unit];
  for (const axis of [0, 1])
    assert.ok(Math.abs(drawn.tip[axis] - tip[axis]) < 0.05, `the arrow leads to ${drawn.tip}, not ${tip}`);
  // On the edges of the grid, the height of a line lies between its neighbors in proportion.
  const LEVELS = [0.5, 1, 2];
  assert.ok(drawn.levels.length > 1 && drawn.levels.every((level) => LEVELS.includes(level)), `${drawn.levels}`);
  const heights = trace.steps.find(({ id }) => id === "feed-forward.first").data;
  const height = (column, row) => heights[3 * row + column];
  let checked = 0;
  for (const line of drawn.lines)
    for (let number = 0; number < line.length; number += 2) {
      const [px, py] = [(line[number] - at(-1, true)) / unit, (at(-1, false) - line[number + 1]) / unit];
      const [column, row] = [Math.min(1, Math.floor(px + 1e-3)), Math.min(1, Math.floor(py + 1e-3))];
      const [right, upper] = [px - column, py - row];
      const between =
        (1 - upper) * ((1 - right) * height(column, row) + right * height(column + 1, row)) +
        upper * ((1 - right) * height(column, row + 1) + right * height(column + 1, row + 1));
      assert.ok(
        LEVELS.some((level) => Math.abs(between - level) < 0.005),
        `a line is at ${px}, ${py}, where the height is ${between}`,
      );
      checked += 1;
    }
  assert.ok(checked > 8, `${checked} points of lines`);
  for (const said of drawn.spoken) assert.match(said, /\d/);
  await assertAccessible(page);
  assert.deepEqual(problems, []);
  await close();
});

test("the point of a surface is moved by keys and by dragging, and stays on the grid", async () => {
  const { page, problems, close } = await open();
  await show(page, SURFACE);
  while (
    !(await page.evaluate(() => document.querySelector("ag-surface").renderRoot.activeElement?.dataset.key === "point"))
  )
    await page.keyboard.press("Tab");
  await eventsOf(page, "ag-edit");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  const [right, above] = await eventsOf(page, "ag-edit");
  const trace = traceOf(SURFACE);
  const [x, y] = ["0,0", "1,0"].map((index) => numberAt(trace, "feed-forward.hidden", index));
  assert.ok(right.input === "x" && right.index.join() === "0,0" && Number(right.text) > x, JSON.stringify(right));
  assert.deepEqual(above, { input: "x", index: [1, 0], text: String(Math.round((y + 0.01) * 100) / 100) });
  const box = await page.locator("ag-surface .point .dot").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await twoFrames(page);
  await page.mouse.move(box.x + 2000, box.y + 30, { steps: 4 });
  await twoFrames(page);
  await page.mouse.up();
  const moved = await eventsOf(page, "ag-edit");
  assert.ok(moved.length > 0 && moved.every(({ text }) => Math.abs(Number(text)) <= 1), JSON.stringify(moved));
  assert.deepEqual(problems, []);
  await close();
});

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
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press("Enter");
    const [cell] = await eventsOf(page, "ag-select");
    chosen.push(cell);
    await page.evaluate((selected) => void globalThis.test.update({ selected }), cell);
  }
  assert.deepEqual(chosen, [
    { step: "rotary.rotated", index: [3, 0] },
    { step: "rotary.rotated", index: [3, 1] },
    { step: "position.angles", index: [3, 0] },
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
  await twoFrames(page);
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

/** Each token on the circle: its angle on the screen, its cells, and the bucket of the sector in which it is drawn. */
const tokensOf = (page) =>
  page.evaluate(() => {
    const root = document.getElementById("room").firstElementChild.renderRoot;
    return [...root.querySelectorAll(".round")].flatMap((round, order) => {
      const [x, y] = round
        .querySelector(".wedge")
        .getAttribute("d")
        .match(/-?[\d.]+/g)
        .map(Number);
      return [...round.querySelectorAll(".point")].map((mark) => {
        const dot = mark.querySelector(".dot");
        const [dx, dy] = [Number(dot.getAttribute("cx")) - x, Number(dot.getAttribute("cy")) - y];
        const at = new DOMPoint(x + 0.95 * dx, y + 0.95 * dy);
        const holding = [...round.querySelectorAll(".sector")].filter((each) =>
          each.querySelector(".wedge").isPointInFill(at),
        );
        return {
          order,
          row: Number(mark.dataset.key.split(",").at(-1)),
          angle: Math.atan2(-dy, dx),
          across: Number(mark.dataset.value),
          up: Number(mark.dataset.secondValue),
          sectors: holding.map((each) => Number(each.dataset.bucket)),
          color: getComputedStyle(dot).fill,
          sectorColor: holding[0] ? getComputedStyle(holding[0].querySelector(".rim")).stroke : "",
        };
      });
    });
  });

/** Asserts that each token stands where its numbers say, and in the sector of the bucket that the run has put it in. */
async function assertWheel(page, trace, spec, view = {}) {
  const marks = await assertMarks(page, trace, shortNumber);
  const buckets = trace.steps.find(({ id }) => id === spec.buckets);
  const rounds = buckets.axes.includes("round") ? buckets.shape[buckets.axes.indexOf("round")] : 1;
  const tokens = await tokensOf(page);
  assert.equal(tokens.length, rounds * buckets.shape.at(-1));
  for (const { order, row, angle, across, up, sectors, color, sectorColor } of tokens) {
    const index = buckets.axes.map((axis) => (axis === "round" ? order : (view.slices?.[axis] ?? 0)));
    index[index.length - 1] = row;
    const bucket = numberAt(trace, spec.buckets, index.join());
    assert.deepEqual(sectors, [bucket], `token ${row} of round ${order}`);
    assert.equal(color, sectorColor);
    assert.ok(
      Math.abs(Math.sin(angle - Math.atan2(up, across))) < 1e-3 && Math.cos(angle) * across + Math.sin(angle) * up > 0,
    );
  }
  return marks;
}

for (const [name, shown] of Object.entries(WHEELS)) {
  test(`wheel, ${name}: each token stands where its numbers say, in the sector of its bucket`, async () => {
    const { page, problems, close } = await open();
    await show(page, shown);
    const marks = await assertWheel(page, traceOf(shown), shown.spec, shown);
    const written = marks.filter(({ kind }) => /\bnumber\b/.test(kind ?? ""));
    // The chosen token's coordinates and bucket; in each round where its bucket is the chosen cell.
    assert.equal(written.length, 3);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("of sixteen buckets two never look alike: where colors repeat, rims are dashed and tokens are rings", async () => {
  const { page, close } = await open();
  const around = (count, by) =>
    Array.from({ length: count }, (_, at) => [
      Math.cos(by + (2 * Math.PI * at) / count),
      Math.sin(by + (2 * Math.PI * at) / count),
    ]);
  const [x, first] = [around(32, 0.1), around(16, 0).slice(0, 8)];
  const rotation = [first.map(([cos]) => cos), first.map(([, sin]) => sin)];
  await show(page, { ...WHEELS.bucket, inputs: { x, value: x, rotation }, names: {}, selected: null });
  const looks = await page.evaluate(() => {
    const { shadowRoot } = document.querySelector("ag-wheel");
    const lookOf = (element, ...names) => names.map((name) => getComputedStyle(element)[name]).join();
    const rims = [...shadowRoot.querySelectorAll(".sector")].map((sector) => [
      sector.dataset.bucket,
      lookOf(sector.querySelector(".rim"), "stroke", "strokeDasharray"),
    ]);
    const dots = [...shadowRoot.querySelectorAll(".point .dot")].map((dot) => lookOf(dot, "fill", "stroke"));
    return { rims, dots };
  });
  assert.equal(looks.rims.length, 16);
  assert.equal(new Set(looks.rims.map(([, look]) => look)).size, 16);
  assert.equal(new Set(looks.dots).size, 16);
  await close();
});

test("the curriculum's example: (.6, −.8) falls into bucket 3", async () => {
  const { page, close } = await open();
  await show(page, WHEELS.bucket);
  assert.equal(await page.locator("ag-wheel .line text").textContent(), "the(0.6, −0.8)→ 3");
  await close();
});

test("a token and a direction are turned by dragging and by keys, and buckets, sectors and colors follow", async () => {
  const { page, problems, close } = await open();
  await show(page, { ...WHEELS.bucket, selected: null });
  await answerEdits(page, WHEELS.bucket);
  const run = async () => lab.trace(WHEELS.bucket.algorithm, await page.evaluate(() => globalThis.test.inputs));
  const drag = async (selector, turn) => {
    const from = await page.locator(selector).boundingBox();
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    const circle = await page.evaluate(() => {
      const root = document.querySelector("ag-wheel").renderRoot;
      const svg = root.querySelector("svg");
      const box = svg.getBoundingClientRect();
      const [cx, cy] = root
        .querySelector(".wedge")
        .getAttribute("d")
        .match(/-?[\d.]+/g)
        .map(Number);
      const scale = box.width / svg.viewBox.baseVal.width;
      return { x: box.left + cx * scale, y: box.top + cy * scale };
    });
    const [dx, dy] = [x - circle.x, y - circle.y];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let part = 1; part <= 6; part += 1) {
      const angle = (turn * part) / 6;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      await page.mouse.move(circle.x + dx * cos + dy * sin, circle.y + dy * cos - dx * sin);
    }
    await page.mouse.up();
    await twoFrames(page);
  };
  const before = numberAt(await run(), "bucket.buckets", "0");
  await drag('ag-wheel [data-key="bucket.tokens#0,0"] .dot', 1);
  const turned = await run();
  assert.notEqual(numberAt(turned, "bucket.buckets", "0"), before);
  const [x, y] = [numberAt(turned, "bucket.tokens", "0,0"), numberAt(turned, "bucket.tokens", "0,1")];
  assert.ok(Math.abs(Math.atan2(y, x) - (Math.atan2(-0.8, 0.6) + 1)) < 0.03 && Math.abs(Math.hypot(x, y) - 1) < 0.02);
  await assertWheel(page, turned, WHEELS.bucket.spec);
  await drag('ag-wheel [data-key="bucket.rotation#0,1"] .touch-tip', 0.7);
  const rotated = await run();
  assert.ok(
    Math.abs(
      Math.atan2(numberAt(rotated, "bucket.rotation", "1,1"), numberAt(rotated, "bucket.rotation", "0,1")) -
        (Math.PI / 2 + 0.7),
    ) < 0.03,
  );
  await assertWheel(page, rotated, WHEELS.bucket.spec);
  await eventsOf(page, "ag-edit");
  await page.locator('ag-wheel [data-key="bucket.tokens#0,2"]').focus();
  await page.keyboard.press("ArrowUp");
  const edits = await eventsOf(page, "ag-edit");
  assert.deepEqual(edits, [{ input: "x", index: [2, 1], text: "0.09" }]);
  await assertWheel(page, await run(), WHEELS.bucket.spec);
  await stopEdits(page);
  assert.deepEqual(problems, []);
  await close();
});

test("a token lights those of its bucket in every round, and its numbers are chosen one after the other", async () => {
  const { page, problems, close } = await open();
  const { input: _, ...spec } = WHEELS.lsh.spec;
  await show(page, { ...WHEELS.lsh, spec, selected: null });
  const trace = traceOf(WHEELS.lsh);
  await page.locator('ag-wheel [data-key="lsh.query-key#0,2"]').hover();
  const together = await page.evaluate(() =>
    [...document.querySelector("ag-wheel").renderRoot.querySelectorAll(".together")].map(({ dataset }) => dataset.key),
  );
  const expected = [0, 1].flatMap((round) => {
    const bucketOf = (row) => numberAt(trace, "lsh.buckets", `0,${round},${row}`);
    return POINTS.flatMap((_, row) => (bucketOf(row) === bucketOf(2) ? [`lsh.query-key#${round},${row}`] : []));
  });
  assert.deepEqual(together, expected);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await eventsOf(page, "ag-select");
  await page.keyboard.press("Enter");
  assert.deepEqual(await eventsOf(page, "ag-select"), [{ step: "lsh.buckets", index: [0, 0, 1] }]);
  assert.deepEqual(problems, []);
  await close();
});

test("sorting: each line leads from a token's place to its sorted place in the color of its bucket, and boxes are chunks", async () => {
  const { page, problems, close } = await open();
  await show(page, SORTING);
  const trace = traceOf(SORTING);
  await assertMarks(page, trace, shortNumber);
  const { lines, boxes } = await page.evaluate(() => {
    const root = document.querySelector("ag-sorting").renderRoot;
    const color = (mark) => getComputedStyle(mark.querySelector(".thread")).stroke;
    return {
      lines: [...root.querySelectorAll(".mark")].map((mark) => {
        const path = mark
          .querySelector(".thread")
          .getAttribute("d")
          .match(/-?[\d.]+/g)
          .map(Number);
        return { index: mark.dataset.index, from: path[0], to: path.at(-2), color: color(mark) };
      }),
      boxes: [...root.querySelectorAll(".chunks rect")].map((box) => Number(box.getAttribute("width"))),
    };
  });
  assert.equal(lines.length, 16);
  const pitch = (lines[1].to - lines[0].to) / 1;
  const colors = new Map();
  for (const [at, { index, from, to, color }] of lines.entries()) {
    const [round, place] = [Math.floor(at / 8), at % 8];
    assert.equal(index, `0,${at}`);
    const token = numberAt(trace, "lsh.position", index);
    assert.ok(Math.abs(to - (place + 0.5) * pitch) < 0.1, `place ${place} is at ${to}`);
    assert.ok(Math.abs(from - (token + 0.5) * pitch) < 0.1, `token ${token} is at ${from}`);
    const bucket = numberAt(trace, "lsh.buckets", `0,${round},${token}`);
    assert.equal(colors.get(bucket) ?? color, color, `bucket ${bucket}`);
    colors.set(bucket, color);
  }
  assert.equal(new Set(colors.values()).size, colors.size);
  assert.equal(boxes.length, 8);
  assert.ok(boxes.every((width) => Math.abs(width + 2 - 2 * pitch) < 0.1));
  // A line is hit where it is, not only at its ends.
  const middle = await page.evaluate(() => {
    const mark = document.querySelector("ag-sorting").renderRoot.querySelectorAll(".mark .thread")[3];
    const { x, y } = mark.getPointAtLength(mark.getTotalLength() * 0.3);
    const spot = new DOMPoint(x, y).matrixTransform(mark.getScreenCTM());
    return [spot.x, spot.y];
  });
  await page.mouse.move(...middle);
  await page.mouse.click(...middle);
  const [chosen] = await eventsOf(page, "ag-select");
  assert.deepEqual(chosen, { step: "lsh.position", index: [0, 3] });
  assert.deepEqual(problems, []);
  await close();
});

test("sorting: the chunks that a token is compared with are framed, of the one named or else of the one pointed to", async () => {
  const { page, problems, close } = await open();
  const [width, token] = [2, 5];
  const windowed = { ...SORTING, spec: { ...SORTING.spec, window: "lsh.window", token } };
  const trace = traceOf(windowed);
  const [order, window] = ["lsh.position", "lsh.window"].map((id) => trace.steps.find((step) => step.id === id));
  const framed = () =>
    page.evaluate(() =>
      [...document.querySelector("ag-sorting").renderRoot.querySelectorAll(".chunks rect")].flatMap((box, at) =>
        getComputedStyle(box).strokeWidth === "3px" ? [at] : [],
      ),
    );
  const chunksOf = (of) => {
    const places = [...order.data].flatMap((one, place) => (one === of ? [Math.floor(place / width)] : []));
    const seen = places.flatMap((chunk) => [
      ...window.data.slice(chunk * window.shape[1], (chunk + 1) * window.shape[1]),
    ]);
    return [...new Set(seen.map((place) => Math.floor(place / width)))].sort((one, other) => one - other);
  };
  await show(page, windowed);
  assert.deepEqual(await framed(), chunksOf(token));
  const [, other] = order.data;
  assert.notDeepEqual(chunksOf(other), chunksOf(token));
  await page.evaluate(() => document.querySelector("ag-sorting").renderRoot.querySelectorAll(".mark")[1].focus());
  await twoFrames(page);
  assert.deepEqual(await framed(), chunksOf(other));
  assert.match(
    await page.evaluate(() => document.querySelector("ag-sorting").renderRoot.textContent),
    /is compared with/,
  );
  assert.deepEqual(problems, []);
  await close();
});

for (const [name, shown] of Object.entries({ tree: PARTS.tree, pairs: PARTS.pairs })) {
  test(`tree, ${name}: its parts are the run's, and each token's parts and weights are its pairs`, async () => {
    const { page, problems, close } = await open();
    await show(page, shown);
    const trace = traceOf(shown);
    const { data } = trace.steps.find(({ id }) => id === shown.spec.pairs);
    const length = shown.inputs.query.length;
    await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    for (let token = 0; token < length; token += 1) {
      await assertMarks(page, trace, shortNumber);
      const drawn = await page.evaluate(() => {
        const root = document.querySelector("ag-tree").renderRoot;
        const parts = [...root.querySelectorAll(".node.attended")].map((part) => {
          const box = part.querySelector(".box");
          const [x, width] = ["x", "width"].map((side) => Number(box.getAttribute(side)));
          return {
            node: Number(part.dataset.key),
            x,
            width,
            from: Number(part.dataset.value),
            to: Number(part.dataset.secondValue),
          };
        });
        return {
          parts,
          focus: root.activeElement?.dataset.key,
          leaf: Number(root.querySelector('[data-key="0"] .box').getAttribute("width")),
        };
      });
      const pairs = Array.from({ length: data.length / 2 }, (_, pair) => [data[2 * pair], data[2 * pair + 1]]);
      const expected = pairs.flatMap(([query, node]) => (query === token ? [node] : []));
      assert.equal(drawn.focus, String(token));
      assert.deepEqual(
        drawn.parts.map(({ node }) => node).sort((one, other) => one - other),
        expected.sort((one, other) => one - other),
      );
      // Every token is in exactly one part.
      assert.equal(
        drawn.parts.reduce((sum, { from, to }) => sum + to - from, 0),
        length,
      );
      for (const { width, from, to } of drawn.parts) assert.ok(width >= drawn.leaf * (to - from) - 0.01);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await eventsOf(page, "ag-select");
    await page.keyboard.press("Enter");
    const [chosen] = await eventsOf(page, "ag-select");
    assert.equal(chosen.step, shown.spec.weights);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("image: squares stand where their cells say, a mask hatches what it hides, and a token lights what its window lets it see", async () => {
  const { page, problems, close } = await open();
  const squares = () =>
    page.evaluate(() =>
      [...document.querySelector("ag-image").renderRoot.querySelectorAll(".square")].map((square) => {
        const ground = square.querySelector(".ground");
        const [x, y, side] = ["x", "y", "width"].map((name) => Number(ground.getAttribute(name)));
        return {
          column: Math.round((x - 6) / side),
          row: Math.round((y - 6) / side),
          index: square.dataset.index,
          value: Number(square.dataset.value),
          fill: getComputedStyle(ground).fill,
          hidden: square.classList.contains("hidden"),
          faint: square.classList.contains("faint"),
        };
      }),
    );
  await show(page, PARTS.image);
  await assertMarks(page, traceOf(PARTS.image), shortNumber);
  const pixels = await squares();
  assert.equal(pixels.length, 24);
  for (const { row, column, index, value, fill } of pixels) {
    assert.equal(index, `0,${row},${column}`);
    const shade = Math.round((255 * value) / 7);
    assert.equal(fill, `rgb(${shade}, ${shade}, ${shade})`);
  }
  await show(page, PARTS.mask);
  await assertMarks(page, traceOf(PARTS.mask), shortNumber);
  const patches = await squares();
  assert.equal(patches.filter(({ hidden }) => !hidden).length, 4);
  for (const { row, column, index, value, hidden } of patches) {
    assert.equal(Number(index), row * 4 + column);
    assert.equal(hidden, value === 1);
  }
  await show(page, PARTS.painted);
  await assertMarks(page, traceOf(PARTS.painted), shortNumber);
  const painted = await page.evaluate(() =>
    [...document.querySelector("ag-image").renderRoot.querySelectorAll(".pixel")].map((pixel) => {
      const ground = pixel.closest(".square").querySelector(".ground");
      const [x, y, side] = [ground, pixel]
        .map((rect) => ["x", "y", "width"].map((name) => Number(rect.getAttribute(name))))
        .reduce(([left, top, width], [right, below, size]) => [
          (right - left) / size,
          (below - top) / size,
          width / size,
        ]);
      return {
        place: [x, y, side].map(Math.round),
        index: pixel.dataset.index,
        value: Number(pixel.dataset.value),
        fill: getComputedStyle(pixel).fill,
        hidden: pixel.closest(".square").classList.contains("hidden"),
      };
    }),
  );
  assert.equal(painted.length, 4 * 4);
  for (const { place, index, value, fill, hidden } of painted) {
    const [patch, pixel] = index.split(",").map(Number);
    assert.equal(hidden, false, `patch ${patch}`);
    assert.deepEqual(place, [pixel % 2, Math.floor(pixel / 2), 2]);
    const shade = Math.round((255 * value) / 63);
    assert.equal(fill, `rgb(${shade}, ${shade}, ${shade})`);
  }
  await show(page, PARTS.windows);
  const trace = traceOf(PARTS.windows);
  await assertMarks(page, trace, shortNumber);
  await page.keyboard.press("Tab");
  for (const key of ["ArrowRight", "ArrowDown", "End"]) {
    await page.keyboard.press(key);
    const tokens = await squares();
    const own = Number(
      await page.evaluate(() => document.querySelector("ag-image").renderRoot.activeElement.dataset.key),
    );
    for (const { row, column, value, faint } of tokens) {
      assert.equal(value, row * 4 + column);
      assert.equal(!faint, numberAt(trace, "dense/sparse.mask", `${own},${value}`) === 1, `${own} to ${value}`);
    }
  }
  assert.deepEqual(problems, []);
  await close();
});

test("on a phone, in the dark, in Korean: nothing is cut off, axe finds nothing, and the words have the numbers", async () => {
  const { page, problems, close } = await open({
    viewport: { width: 360, height: 740 },
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  await page.evaluate(async () => {
    await globalThis.test.useWords("ko", []);
    document.documentElement.lang = "ko";
    document.documentElement.dataset.theme = "dark";
  });
  for (const [name, shown] of Object.entries({ ...SHOWN, ...WHEELS, sorting: SORTING, ...PARTS })) {
    await show(page, shown);
    const found = await page.evaluate(async () => {
      const element = document.getElementById("room").firstElementChild;
      const root = element.renderRoot;
      const drawing = root.querySelector("svg").getBoundingClientRect();
      const outside = [...root.querySelectorAll("svg text, svg .mark")]
        .map((each) => each.getBoundingClientRect())
        .filter(({ left, right }) => left < -0.5 || right > 360.5).length;
      return {
        outside,
        width: drawing.width,
        scrolls: document.documentElement.scrollWidth > 360,
        words: [
          root.querySelector("#said, #told").textContent,
          ...[...root.querySelectorAll(".mark")].map((mark) => mark.getAttribute("aria-label")),
        ].join(" "),
        name: root.querySelector("svg").getAttribute("aria-label"),
        file: element.toSVG(),
      };
    });
    assert.equal(found.outside, 0, `${name}: texts beyond the window`);
    assert.ok(found.width > 250 && !found.scrolls, name);
    await assertAccessible(page, { place: name });
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
