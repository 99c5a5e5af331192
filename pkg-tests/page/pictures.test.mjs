/** The page's pictures, drawn from real runs: every mark has the number of its cell; by keyboard alone; on a phone; as files. */
import assert from "node:assert/strict";
import { shortNumber } from "../../pkg/text.js";
import { openPage } from "../shared/browser.mjs";
import { after, before, test } from "../shared/tests.mjs";
import { assertAccessible } from "./looks/accessible.mjs";
import { CASES } from "./pictures/cases.mjs";
import { buildPictures } from "./pictures/site.mjs";
import { twoFrames } from "./site.mjs";

const site = {};
before(async () => {
  Object.assign(site, await buildPictures());
});
after(() => site.close?.());

async function open(options = {}) {
  const opened = await openPage(site, options);
  await opened.page.goto(site.address);
  await opened.page.waitForFunction(() => "test" in globalThis);
  return opened;
}

const show = (page, name, more = {}) =>
  page.evaluate(async (given) => void (await globalThis.test.show(given)), { ...CASES[name], ...more });

/** Everything in the picture that stands for a number, with the number that the run has there. */
const marksOf = (page) =>
  page.evaluate(() => {
    const { numbers, shown } = globalThis.test;
    const root = document.getElementById("room").firstElementChild.shadowRoot;
    return [...root.querySelectorAll("[data-step]")].map((mark) => {
      const { step, index, value } = mark.dataset;
      const { shape } = shown().view.steps.get(step);
      const offset = (index === "" ? [] : index.split(",").map(Number)).reduce(
        (sum, at, axis) => sum * shape[axis] + at,
        0,
      );
      const shapes = mark.querySelector("path.line, rect.bar, circle.point");
      return {
        step,
        index,
        value,
        expected: numbers(step)[offset],
        written: mark.matches("text") ? mark.textContent : (mark.querySelector("text.number")?.textContent ?? null),
        spoken: mark.getAttribute("aria-label"),
        stop: mark.getAttribute("tabindex"),
        width: Number(shapes?.getAttribute("stroke-width") ?? shapes?.getAttribute("width")),
        y: Number(shapes?.getAttribute("cy")),
      };
    });
  });

const focused = (page) =>
  page.evaluate(() => {
    const root = document.getElementById("room").firstElementChild.shadowRoot;
    const { index = null, query = null } = root.activeElement?.dataset ?? {};
    return { index, query, role: root.activeElement?.getAttribute("role") ?? null };
  });

const events = (page) => page.evaluate(() => globalThis.test.events.splice(0));

/** Presses keys one after another; returns the focused cells. */
async function press(page, keys) {
  const cells = [];
  for (const key of keys) {
    await page.keyboard.press(key);
    // The focus follows once the picture has been drawn again.
    await page.evaluate(() => document.getElementById("room").firstElementChild.updateComplete);
    cells.push((await focused(page)).index);
  }
  return cells;
}

test("every mark of every picture has the number of its cell, written and spoken, and one of them is reached by Tab", async () => {
  const { page, problems, close } = await open();
  for (const [name, { marks: count, canvas }] of Object.entries(CASES)) {
    if (canvas) continue;
    await show(page, name);
    const marks = await marksOf(page);
    assert.equal(marks.length, count, `${name}: marks`);
    for (const { step, index, value, expected, written, spoken } of marks) {
      assert.equal(value, expected, `${name}: ${step}[${index}]`);
      const short = shortNumber(Number(value));
      if (written !== null) assert.equal(written.trim(), short, `${name}: ${step}[${index}] is written`);
      if (spoken !== null)
        assert.ok(spoken.endsWith(`: ${short}`), `${name}: ${step}[${index}] is spoken as ${spoken}`);
    }
    const stops = marks.filter(({ stop }) => stop === "0");
    assert.equal(stops.length, 1, `${name}: marks that Tab reaches`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("lengths and widths are those of the numbers", async () => {
  const { page, close } = await open();
  await show(page, "bars");
  const bars = (await marksOf(page)).map(({ value, width }) => width / Number(value));
  for (const ratio of bars) assert.ok(Math.abs(ratio - bars[0]) < 1e-6 * bars[0], `bars ${bars}`);
  for (const name of ["arcs in columns", "arcs over a line"]) {
    await show(page, name);
    const lines = (await marksOf(page)).filter(({ value }) => Number(value) > 0.1);
    const ratios = lines.map(({ value, width }) => width / Number(value));
    for (const ratio of ratios) assert.ok(Math.abs(ratio - ratios[0]) < 1e-6, `${name}: ${ratios}`);
  }
  await show(page, "masked arcs");
  const { step, index } = CASES["masked arcs"].selected;
  for (const mark of await marksOf(page)) {
    const [query, key] = mark.index.split(",").map(Number);
    // A masked pair has a number beside its key where it is of the shown query, and no line.
    assert.equal(mark.width > 0, key <= query, `${step}[${mark.index}]`);
    assert.ok(key <= query || query === index[0], `${step}[${mark.index}] is drawn`);
  }
  await show(page, "curves");
  const points = (await marksOf(page)).filter(({ y }) => y > 0);
  const [one, other] = [points[0], points.find(({ value }) => Number(value) < 0)];
  for (const { y, value } of points) {
    const expected =
      one.y + ((other.y - one.y) * (Number(value) - Number(one.value))) / (Number(other.value) - Number(one.value));
    assert.ok(Math.abs(y - expected) < 1e-6, `a point of ${value}`);
  }
  await close();
});

test("the bands of a flow are as wide as their numbers, and fill the bars of both columns", async () => {
  const { page, close } = await open();
  await show(page, "masked flow");
  const { bands, bars } = await page.evaluate(() => {
    const root = document.getElementById("room").firstElementChild.shadowRoot;
    return {
      bands: [...root.querySelectorAll(".mark[data-step]")].map((mark) => {
        const numbers = mark
          .querySelector(".band")
          .getAttribute("d")
          .match(/-?[\d.]+/g)
          .map(Number);
        const [result, source] = mark.dataset.index.split(",").map(Number);
        // Of the path, the corners at its right end and at its left end.
        return {
          result,
          source,
          value: Number(mark.dataset.value),
          right: numbers.slice(7, 9),
          left: [numbers[1], numbers.at(-1)],
        };
      }),
      bars: [...root.querySelectorAll("rect")].map((bar) =>
        ["y", "height"].map((name) => Number(bar.getAttribute(name))),
      ),
    };
  });
  const scale = (bands[0].right[1] - bands[0].right[0]) / bands[0].value;
  const close2 = (one, other) => Math.abs(one - other) < 1e-6;
  for (const { value, right, left } of bands)
    for (const [from, to] of [right, left])
      assert.ok(close2(to - from, scale * value), `${value} is ${to - from} wide`);
  const ends = { source: bars.slice(0, 6), result: bars.slice(6) };
  for (const [column, side] of [
    ["source", "left"],
    ["result", "right"],
  ]) {
    for (const [at, [top, height]] of ends[column].entries()) {
      const own = bands
        .filter((band) => band[column] === at)
        .map((band) => band[side])
        .sort((one, other) => one[0] - other[0]);
      assert.ok(close2(own[0][0], top) && close2(own.at(-1)[1], top + height), `${column} ${at} is filled`);
      for (const [rank, [from]] of own.entries())
        assert.ok(rank === 0 || close2(from, own[rank - 1][1]), `${column} ${at}`);
    }
  }
  await close();
});

test("by keyboard alone: a flow", async () => {
  const { page, close } = await open();
  await show(page, "masked flow");
  while ((await focused(page)).index === null) await page.keyboard.press("Tab");
  await page.evaluate(() =>
    document.getElementById("room").firstElementChild.focusMark({ step: "attention.weights", index: [3, 1] }),
  );
  // Masked pairs have no band: from the last of one result, up leads to the nearest of the result above.
  assert.deepEqual(await press(page, ["ArrowRight", "End", "ArrowUp", "ArrowDown", "Home"]), [
    "3,2",
    "3,3",
    "2,2",
    "3,2",
    "3,0",
  ]);
  await events(page);
  await page.keyboard.press("Enter");
  assert.deepEqual(await events(page), [{ name: "ag-select", detail: { step: "attention.weights", index: [3, 0] } }]);
  await close();
});

test("by keyboard alone: bars", async () => {
  const { page, close } = await open();
  await show(page, "bars");
  while ((await focused(page)).index === null) await page.keyboard.press("Tab");
  assert.equal((await focused(page)).index, "2,1");
  await events(page);
  assert.deepEqual(await press(page, ["ArrowUp", "ArrowUp", "End", "ArrowLeft", "ArrowRight", "ArrowRight"]), [
    "2,0",
    "2,0",
    "2,5",
    "1,5",
    "2,5",
    "3,5",
  ]);
  const hovers = (await events(page)).filter(({ name }) => name === "ag-hover").map(({ detail }) => detail);
  assert.deepEqual(hovers.at(-1), { step: "attention.weights", index: [3, 5] });
  await page.keyboard.press("Enter");
  assert.deepEqual(await events(page), [{ name: "ag-select", detail: { step: "attention.weights", index: [3, 5] } }]);
  await close();
});

test("by keyboard alone: arcs", async () => {
  const { page, close } = await open();
  await show(page, "arcs in columns");
  while ((await focused(page)).query === null) await page.keyboard.press("Tab");
  assert.equal((await focused(page)).query, "2");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(
    () => document.getElementById("room").firstElementChild.shadowRoot.activeElement?.dataset.query === "3",
  );
  assert.deepEqual(
    (await events(page)).filter(({ name }) => name === "ag-cursor"),
    [{ name: "ag-cursor", detail: { step: "attention.weights", axis: "query", position: 3 } }],
  );
  assert.deepEqual(await press(page, ["ArrowRight", "ArrowDown", "End", "ArrowUp"]), ["3,0", "3,1", "3,5", "3,4"]);
  await events(page);
  await page.keyboard.press("Enter");
  assert.deepEqual(await events(page), [{ name: "ag-select", detail: { step: "attention.weights", index: [3, 4] } }]);
  await page.keyboard.press("ArrowLeft");
  assert.equal((await focused(page)).query, "3");
  await close();
});

test("by keyboard and pointer: curves and their cursor", async () => {
  const { page, close } = await open();
  await show(page, "curves with a cursor");
  while ((await focused(page)).role !== "slider") await page.keyboard.press("Tab");
  await events(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  const cursor = (position) => ({
    name: "ag-cursor",
    detail: { step: "position.encoding", axis: "position", position },
  });
  assert.deepEqual(await events(page), [cursor(8), cursor(31)]);
  const readings = (await marksOf(page)).filter(({ spoken }) => spoken === null);
  assert.deepEqual(
    readings.map(({ index }) => index),
    Array.from({ length: 8 }, (_, feature) => `31,${feature}`),
  );

  const box = await page.locator("ag-curves svg").boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.97);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.97, { steps: 4 });
  await page.mouse.up();
  const moves = (await events(page)).filter(({ name }) => name === "ag-cursor").map(({ detail }) => detail.position);
  assert.ok(moves.length >= 3 && moves.every((position, at) => at === 0 || position > moves[at - 1]), `${moves}`);
  await page.mouse.move(0, 0);

  await page.evaluate(() => globalThis.test.update({ slices: { position: 4 } }));
  assert.ok((await marksOf(page)).some(({ spoken, index }) => spoken === null && index === "4,0"));

  await page.evaluate(() =>
    document.getElementById("room").firstElementChild.focusMark({ step: "position.encoding", index: [4, 0] }),
  );
  assert.deepEqual(await press(page, ["ArrowRight", "ArrowUp"]), ["5,0", "5,6"]);
  await close();
});

/** The color of the pixels in the middle of a cell of a pattern, and the color of its number, as far as it has one. */
const pixelsOf = (page) =>
  page.evaluate(() => {
    const { shown, channelsOf } = globalThis.test;
    const element = document.getElementById("room").firstElementChild;
    const { view, spec } = shown();
    const step = view.steps.get(spec.step);
    const [rows, columns] = step.shape.slice(-2);
    const canvas = element.shadowRoot.querySelector("canvas");
    const context = canvas.getContext("2d");
    const first = (view.slices.head ?? 0) * rows * columns;
    const largest = step.data.reduce(
      (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
      0,
    );
    const domain = { kind: "signed", max: largest };
    return Array.from({ length: rows * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      const [x, y] = [((column + 0.5) * canvas.width) / columns, ((row + 0.5) * canvas.height) / rows];
      const value = step.data[first + at];
      return {
        value,
        pixel: [...context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data],
        color: channelsOf(value, domain),
      };
    });
  });

test("the pixels of a pattern have the colors of its numbers", async () => {
  const { page, problems, close } = await open();
  for (const [name, { canvas }] of Object.entries(CASES)) {
    if (!canvas) continue;
    await show(page, name);
    const cells = await pixelsOf(page);
    let colored = 0;
    for (const { value, pixel, color } of cells) {
      if (!color) {
        assert.ok(pixel[3] < 255, `${name}: ${value} has no color`);
        continue;
      }
      colored += 1;
      assert.deepEqual(pixel, [...color, 255], `${name}: ${value}`);
    }
    assert.ok(colored > cells.length / 2, `${name}: ${colored} of ${cells.length} cells have a color`);
  }
  assert.deepEqual(problems, []);
  await close();
});

/** The widths of the lines between the cells of a pattern, in device pixels, along its first row. */
const linesOf = (page) =>
  page.evaluate(() => {
    const canvas = document.getElementById("room").firstElementChild.shadowRoot.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 2, canvas.width, 1);
    const isLine = Array.from({ length: canvas.width }, (_, x) => data[4 * x + 3] === 0);
    const starts = isLine.flatMap((line, x) => (line && !isLine[x - 1] ? [x] : []));
    return {
      widths: starts.map((x) => (isLine.indexOf(false, x) < 0 ? canvas.width : isLine.indexOf(false, x)) - x),
      seen: canvas.getBoundingClientRect().width * window.devicePixelRatio,
      width: canvas.width,
    };
  });

test("the lines between the cells of a pattern are of one width, however large it is drawn", async () => {
  const { page, close } = await open();
  const name = Object.keys(CASES).find((one) => CASES[one].canvas);
  for (const zoom of [1, 1.19, 1.5, 1.19]) {
    await page.evaluate((share) => {
      document.getElementById("room").style.zoom = String(share);
    }, zoom);
    await show(page, name);
    // The picture hears of the zoom before the next frame is painted.
    await twoFrames(page);
    const { widths, seen, width } = await linesOf(page);
    assert.ok(widths.length >= 3 && new Set(widths).size === 1, `${zoom}: ${widths}`);
    assert.ok(Math.abs(seen - width) < 1, `${zoom}: ${width} pixels are drawn on ${seen}`);
  }
  await close();
});

/** What the cursor of a pattern says, beside what the run has there. */
const cursorOf = (page) =>
  page.evaluate(() => {
    const { shown, numbers } = globalThis.test;
    const { dataset, ariaLabel } = document
      .getElementById("room")
      .firstElementChild.shadowRoot.querySelector("button.cursor");
    const { shape } = shown().view.steps.get(dataset.step);
    const offset = dataset.index
      .split(",")
      .map(Number)
      .reduce((sum, at, axis) => sum * shape[axis] + at, 0);
    return { index: dataset.index, value: dataset.value, expected: numbers(dataset.step)[offset], ariaLabel };
  });

test("by keyboard and pointer: a pattern is walked, zoomed and dragged", async () => {
  const { page, close } = await open();
  await show(page, "pattern of a few words");
  while ((await focused(page)).index === null) await page.keyboard.press("Tab");
  assert.equal((await focused(page)).index, "3,1");
  await events(page);
  assert.deepEqual(await press(page, ["ArrowRight", "ArrowDown", "Control+ArrowRight", "Home", "Control+End"]), [
    "3,2",
    "4,2",
    "4,5",
    "4,0",
    "5,5",
  ]);
  const said = await cursorOf(page);
  assert.equal(said.value, said.expected);
  assert.equal(said.ariaLabel, `query mat, key mat: ${shortNumber(Number(said.expected))}`);
  await page.keyboard.press("Enter");
  const sent = await events(page);
  assert.deepEqual(sent.at(-1), { name: "ag-select", detail: { step: "attention.causal", index: [5, 5] } });

  await show(page, "pattern of 128 positions");
  const box = await page.locator("ag-pattern .field").boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  const clickAt = async (x, y) => {
    await events(page);
    await page.mouse.click(x, y);
    return (await events(page)).find(({ name }) => name === "ag-select").detail.index;
  };
  assert.deepEqual(await clickAt(...middle), [1, 64, 64]);
  await page.keyboard.press("Tab");
  while ((await focused(page)).index === null) await page.keyboard.press("Tab");
  for (let time = 0; time < 4; time += 1) await page.keyboard.press("+");
  // The zoom is around the cursor, which stays where it was.
  assert.deepEqual(await clickAt(...middle), [1, 64, 64]);
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0] - 100, middle[1] - 60, { steps: 5 });
  await page.mouse.up();
  const [, row, column] = await clickAt(...middle);
  assert.ok(row > 64 && column > 64 && column > row, `${row}, ${column} is under the pointer after dragging`);
  const under = await cursorOf(page);
  assert.equal(under.value, under.expected);
  await page.locator("ag-pattern button.cursor").focus();
  await press(page, ["Control+Home"]);
  await press(page, ["Home", "0"]);
  assert.deepEqual(await clickAt(...middle), [1, 64, 64]);
  await close();
});

test("a pattern of 1024 × 1024 cells follows the pointer that drags it", async () => {
  const { page, close } = await open();
  await page.evaluate(async () => {
    const size = 1024;
    const { show } = globalThis.test;
    await show({
      algorithm: "alibi-bias",
      inputs: { length: size, heads: 1 },
      spec: { kind: "pattern", step: "alibi.bias" },
    });
  });
  await page.locator("ag-pattern button.cursor").focus();
  await page.keyboard.press("Control+End");
  for (let time = 0; time < 4; time += 1) await page.keyboard.press("+");
  const { drawn, moved } = await page.evaluate(async () => {
    const element = document.getElementById("room").firstElementChild;
    const field = element.shadowRoot.querySelector(".field");
    const { left, top } = field.getBoundingClientRect();
    const move = (type, at) =>
      field.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          button: 0,
          clientX: left + 200 + at,
          clientY: top + 200 + at,
          bubbles: true,
        }),
      );
    field.setPointerCapture = () => undefined;
    move("pointerdown", 0);
    const drawn = [];
    const cursor = () => field.querySelector(".cursor").getBoundingClientRect().left;
    const before = cursor();
    for (let at = 1; at <= 60; at += 1) {
      move("pointermove", at * 2);
      await element.updateComplete;
      drawn.push(cursor() - before);
    }
    move("pointerup", 120);
    return { drawn, moved: cursor() - before };
  });
  // From the fourth pixel on it follows the pointer, until the border is reached.
  assert.ok(moved > 100 && moved <= 120, `the pattern has moved by ${moved} px`);
  // Two pixels of the pointer are two of the pattern, in each update.
  for (const [at, place] of drawn.slice(2, 50).entries())
    assert.ok(Math.abs(place - drawn[at + 1] - 2) < 1.01, `${drawn}`);
  await close();
});

test("in a timeline each state of a recurrence is one moment later, and all outputs of attention are at one", async () => {
  const { page, close } = await open();
  const placesOf = () =>
    page.evaluate(() => {
      const root = document.getElementById("room").firstElementChild.shadowRoot;
      const lefts = [...root.querySelectorAll(".frame")].map((frame) => Number(frame.getAttribute("x")));
      return { lefts, arrows: root.querySelectorAll(".arrow").length, told: root.getElementById("told").textContent };
    });
  await show(page, "a timeline of a recurrence");
  const states = await placesOf();
  const steps = states.lefts.slice(1).map((left, at) => left - states.lefts[at]);
  assert.equal(steps.length, 4);
  for (const step of steps) assert.ok(step > 10 && Math.abs(step - steps[0]) < 1e-6, `${states.lefts}`);
  assert.equal(states.arrows, 4);
  assert.match(
    states.told,
    /the at moment 1, waits for none of the others\. cat at moment 2, after the\. sat at moment 3, after cat\./,
  );
  await page.evaluate(() =>
    document.getElementById("room").firstElementChild.focusMark({ step: "time[1]/rnn.state", index: [0] }),
  );
  assert.deepEqual(await press(page, ["ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft"]), ["1", "1", "1", "0"]);
  await show(page, "a timeline of attention");
  const outputs = await placesOf();
  assert.equal(new Set(outputs.lefts).size, 1);
  assert.equal(outputs.arrows, 0);
  await close();
});

test("a change of the page is followed: another cell, another run, another language", async () => {
  const { page, close } = await open();
  await show(page, "bars");
  await page.evaluate(() => globalThis.test.update({ selected: { step: "attention.weights", index: [4, 0] } }));
  assert.deepEqual(
    (await marksOf(page)).map(({ index }) => index),
    Array.from({ length: 6 }, (_, key) => `4,${key}`),
  );
  const told = () =>
    page.evaluate(
      () => document.getElementById("room").firstElementChild.shadowRoot.getElementById("told").textContent,
    );
  const numbers = (await marksOf(page)).map(({ value }) => shortNumber(Number(value)));
  for (const number of numbers) assert.ok((await told()).includes(number), `${number} in ${await told()}`);
  await page.evaluate(async () => {
    await globalThis.test.useWords("ko", []);
    document.documentElement.lang = "ko";
  });
  await page.waitForFunction(() =>
    document
      .getElementById("room")
      .firstElementChild.shadowRoot.querySelector("svg")
      .getAttribute("aria-label")
      .startsWith("막대"),
  );
  await show(page, "two runs");
  const other = await page.evaluate(() =>
    [...document.getElementById("room").firstElementChild.shadowRoot.querySelectorAll("[data-other]")].map(
      ({ dataset }) => dataset.otherValue,
    ),
  );
  const run = await page.evaluate(() => globalThis.test.numbers("attention.weights", "other"));
  assert.deepEqual(other, run.slice(6, 12));
  await close();
});

test("on a phone in the dark nothing is wider than the window, and axe-core finds nothing", async () => {
  const { page, problems, close } = await open({
    viewport: { width: 360, height: 740 },
    colorScheme: "dark",
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  for (const name of Object.keys(CASES)) {
    await show(page, name);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360), `${name} fits`);
    await assertAccessible(page, { place: name });
  }
  assert.deepEqual(problems, []);
  await close();
});

test("every picture is a file of its own, with its name and its numbers, and nothing of the page", async () => {
  const { page, close } = await open({ bypassCSP: true });
  for (const name of Object.keys(CASES)) {
    await show(page, name);
    const found = await page.evaluate(async () => {
      const element = document.getElementById("room").firstElementChild;
      const text = element.toSVG();
      const file = new DOMParser().parseFromString(text, "image/svg+xml");
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      await image.decode();
      return {
        text: text.slice(0, 300),
        root: file.documentElement.localName,
        title: file.querySelector("title")?.textContent,
        told: file.querySelector("desc")?.textContent,
        words: file.querySelectorAll("text").length,
        page: file.querySelectorAll("[style], [class], [tabindex], [role], [data-step], [aria-label]").length,
        dark: /light-dark|var\(/.test(text),
        size: [image.naturalWidth, image.naturalHeight],
        // What another run had written there goes, and is in no file.
        shown: element.shadowRoot.querySelectorAll("svg text:not(.leaving *)").length,
      };
    });
    assert.equal(found.root, "svg", `${name}: ${found.text}`);
    assert.ok(found.title.length > 3 && found.told.length > 10, `${name}: ${found.text}`);
    assert.equal(found.page, 0, name);
    assert.equal(found.dark, false, name);
    assert.ok(found.words >= found.shown, `${name}: ${found.words} of ${found.shown} texts`);
    assert.ok(found.size[0] > 100 && found.size[1] > 20, `${name}: ${found.size}`);
  }
  await close();
});
