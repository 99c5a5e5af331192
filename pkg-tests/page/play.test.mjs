/** A step that is played: cell by cell with the operands of each, paused and resumed, then the next step. The clock is the test's own. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { nested, readExamples } from "./lessons.mjs";
import { openPage, useSite } from "./site.mjs";

const ALGORITHM = "scaled-dot-product-attention";
const lab = await load();
const { inputs } = (await readExamples())[ALGORITHM];
const trace = lab.trace(ALGORITHM, nested(inputs));
const positionOf = (id) => trace.steps.findIndex((step) => step.id === id);
/** The index of a cell of a matrix. */
const indexAt = ({ shape }, offset) => [Math.floor(offset / shape[1]), offset % shape[1]];
const site = useSite();

/** Opens the page of the algorithm at a step, with a clock that stands still. */
async function openAt(id, options = {}) {
  const opened = await openPage(site, options);
  const { page } = opened;
  await page.clock.install();
  await page.addInitScript(() => {
    const { setTimeout: set, clearTimeout: clear } = window;
    const pending = new Set();
    window.pendingTimers = pending;
    window.setTimeout = (act, time) => {
      const timer = set(() => {
        pending.delete(timer);
        act();
      }, time);
      pending.add(timer);
      return timer;
    };
    window.clearTimeout = (timer) => {
      pending.delete(timer);
      clear(timer);
    };
  });
  await page.goto(`${site.address}#/algorithms/${ALGORITHM}?step=${positionOf(id) + 1}`);
  await page.locator(".stage ag-matrix.result td").first().waitFor();
  await page.locator("ag-map").waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  return opened;
}

/** Runs in the page: what is shown of the step that is played. */
function look() {
  const lesson = document.querySelector("ag-lesson");
  const result = lesson.querySelector("ag-matrix.result").shadowRoot;
  const cells = [...result.querySelectorAll("td[data-cell]")];
  const inspector = lesson.querySelector("ag-inspector")?.shadowRoot;
  const lit = [...lesson.querySelectorAll(".stage ag-matrix.operand")].flatMap((table) =>
    [...table.shadowRoot.querySelectorAll("td.marked")].map((cell) => `${table.dataset.stepId} ${cell.dataset.cell}`),
  );
  return {
    step: lesson.model.step.id,
    filled: cells.filter((cell) => !cell.classList.contains("unfilled")).map((cell) => cell.dataset.cell),
    told: result.querySelector("td[aria-selected]")?.dataset.cell ?? null,
    lit: lit.sort(),
    terms: inspector?.querySelectorAll("span:not(.untold) > .term").length ?? 0,
    value: inspector?.querySelector(".value:not(.untold)")?.dataset.value ?? null,
    spoken: inspector?.querySelector("[aria-live]").textContent ?? "",
    button: lesson.querySelector("[data-action=play]").getAttribute("aria-label"),
    moving: document.getAnimations().length,
  };
}

/** Presses Play, and waits until what plays is loaded and runs. */
async function play(page) {
  await page.locator("[data-action=play]").click();
  await page.locator("[data-action=play][aria-label=Pause]").waitFor();
}

test("Play fills a result in order, lights what each cell reads, tells its terms one by one, and speaks to no screen reader", async () => {
  const { page, problems, close } = await openAt("attention.scores");
  const step = trace.steps[positionOf("attention.scores")];
  await play(page);
  const last = step.data.length;
  let shown = 0;
  let told = 0;
  for (let rounds = 0; shown < last; rounds += 1) {
    assert.ok(rounds < 200, `only ${shown} of ${last} cells are ever filled`);
    const now = await page.evaluate(look);
    assert.deepEqual(
      now.filled,
      Array.from({ length: now.filled.length }, (_, offset) => indexAt(step, offset).join()),
    );
    assert.ok(now.filled.length >= shown, "a cell that was filled is hidden again");
    const complete = now.value !== null;
    const offset = now.filled.length - (complete ? 1 : 0);
    const { terms, value } = lab.cell(trace, step.id, indexAt(step, offset));
    assert.equal(now.told, indexAt(step, offset).join());
    assert.deepEqual(
      now.lit,
      terms
        .flat()
        .map((operand) => `${operand.step} ${operand.index}`)
        .sort(),
    );
    assert.equal(now.spoken, "");
    if (complete) {
      assert.equal(Number(now.value), value);
      assert.equal(now.terms, terms.length);
      // At first there is time for each term.
      if (offset < 4 && now.filled.length > shown) assert.equal(told, terms.length);
      told = 0;
    } else {
      assert.ok(now.terms >= told && now.terms <= told + 1, `${now.terms} terms after ${told}`);
      told = now.terms;
    }
    shown = now.filled.length;
    await page.clock.runFor(120);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("Space and any click stop where it is, and Space goes on; the period and the comma move by one cell", async () => {
  const { page, problems, close } = await openAt("attention.scores");
  await play(page);
  await page.clock.runFor(2600);
  for (const stop of [() => page.keyboard.press(" "), () => page.locator(".step-title").click()]) {
    await page.evaluate(() => document.activeElement?.blur());
    const before = await page.evaluate(look);
    assert.equal(before.button, "Pause");
    await stop();
    const stopped = await page.evaluate(look);
    assert.equal(stopped.button, "Play the steps");
    assert.ok(stopped.filled.length - before.filled.length <= 1, "the cell that was begun is finished, and no other");
    assert.equal(stopped.told, stopped.filled.at(-1));
    await page.clock.runFor(20_000);
    assert.deepEqual((await page.evaluate(look)).filled, stopped.filled);
    await page.keyboard.press(" ");
    await page.clock.runFor(1000);
    const { filled } = await page.evaluate(look);
    assert.ok(filled.length > stopped.filled.length, "it goes on");
    assert.deepEqual(filled.slice(0, stopped.filled.length), stopped.filled);
  }
  await page.keyboard.press(",");
  const { filled: shown } = await page.evaluate(look);
  await page.keyboard.press(",");
  assert.deepEqual((await page.evaluate(look)).filled, shown.slice(0, -1));
  await page.keyboard.press(".");
  assert.deepEqual((await page.evaluate(look)).filled, shown);
  // Another step is shown as a whole.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal((await page.evaluate(look)).filled.length, trace.steps[positionOf("attention.scores")].data.length);
  assert.deepEqual(problems, []);
  await close();
});

test("a result glides to its place as operand by transform and opacity, one that is not read fades, and the layout is then as usual", async () => {
  const { page, problems, close } = await openAt("attention.scaled");
  await play(page);
  await page.evaluate(() => {
    window.moves = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      window.moves.push({
        table: this.dataset.stepId ?? "",
        operand: this.matches(".operand"),
        properties: [...new Set(frames.flatMap((frame) => Object.keys(frame)))].sort(),
        duration: options.duration,
      });
      return animate.call(this, frames, options);
    };
  });
  const goTo = async (id) => {
    for (let rounds = 0; (await page.evaluate(look)).step !== id; rounds += 1) {
      assert.ok(rounds < 60, `${id} is never reached`);
      await page.clock.runFor(500);
      // What moves has a clock of its own.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    }
  };
  const next = trace.steps[positionOf("attention.scaled") + 1];
  assert.ok(next.reads.some(({ step }) => step === "attention.scaled"));
  await goTo(next.id);
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const glides = (await page.evaluate(() => window.moves)).filter(({ properties }) => properties.includes("transform"));
  assert.deepEqual(
    glides.map(({ table, operand }) => [table, operand]),
    [["attention.scaled", true]],
  );
  const moves = await page.evaluate(() => window.moves);
  for (const { properties, duration } of moves) {
    assert.ok(duration <= 450);
    assert.deepEqual(
      properties.filter((name) => !["transform", "transformOrigin", "opacity"].includes(name)),
      [],
    );
  }
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".stage ag-matrix, .stage .sign")].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top, width, height].map(Math.round);
      }),
    );
  const ended = await places();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await places(), ended);
  // The scores are not read by the width that comes next.
  await page.locator('ag-filmstrip [data-step-id="attention.scores"]').click();
  await page.evaluate(() => {
    window.moves = [];
  });
  await page.locator("[data-action=play]").click();
  await goTo("attention.width");
  const [fade] = await page.evaluate(() => window.moves);
  assert.deepEqual([fade.table, fade.properties], ["attention.scores", ["opacity"]]);
  assert.deepEqual(problems, []);
  await close();
});

test("with reduced motion whole steps follow one another and nothing moves", async () => {
  const { page, problems, close } = await openAt("attention.scores", { reducedMotion: "reduce" });
  await play(page);
  const seen = new Set();
  for (let rounds = 0; rounds < 16; rounds += 1) {
    const { step, filled, moving } = await page.evaluate(look);
    seen.add(step);
    assert.equal(filled.length, trace.steps[positionOf(step)].data.length);
    assert.equal(moving, 0);
    await page.clock.runFor(500);
  }
  assert.deepEqual([...seen].slice(0, 2), ["attention.scores", "attention.width"]);
  assert.deepEqual(problems, []);
  await close();
});

test("leaving the page while it plays leaves no timer; the speed is remembered", async () => {
  const { page, problems, close } = await openAt("attention.scores");
  await play(page);
  await page.locator(".speed").selectOption("fast");
  await page.clock.runFor(400);
  assert.equal((await page.evaluate(look)).button, "Pause");
  await page.evaluate(() => {
    location.hash = "#/exercises";
  });
  await page.locator("[data-exercise]").first().waitFor();
  await page.clock.runFor(2000);
  assert.equal(await page.evaluate(() => window.pendingTimers.size), 0);
  await page.evaluate(() => {
    location.hash = "#/algorithms/softmax-jacobian";
  });
  await page.locator(".stage ag-matrix.result td").first().waitFor();
  assert.ok((await page.evaluate(look)).filled.length > 0);
  await play(page);
  assert.equal(await page.locator(".speed").inputValue(), "fast");
  assert.deepEqual(problems, []);
  await close();
});
