/** Exercises as a student does them: by keyboard alone, right and wrong, left in the middle, kept, carried away and handed in. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { load } from "../../pkg/node.js";
import { openPage, openSite } from "./site.mjs";

const lab = await load();
let site;
before(async () => {
  site = await openSite();
});
after(() => site?.close());

const ID = "attention-steps";
const FIRST = "input[data-cell]";

async function open(hash, options) {
  const opened = await openPage(site, options);
  await opened.page.goto(`${site.address}${hash}`);
  await opened.page.locator("h1").first().waitFor();
  return opened;
}

/** The right numbers of every asked step, in the order of the cells. */
function solution(seed, { id = ID, difficulty = "easy" } = {}) {
  const exercise = lab.exercise(id, { seed, difficulty });
  const trace = lab.trace(exercise.algorithm, exercise.inputs);
  const numbers = exercise.asked.map(({ step }) => [...trace.steps.find((other) => other.id === step).data]);
  return { exercise, numbers };
}

const typed = (number) => (number === Number.NEGATIVE_INFINITY ? "−∞" : number.toFixed(4));

/** Presses Tab until the first cell has the focus. */
async function tabToFirstCell(page) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.matches("input[data-cell='0']"))) return;
  }
  assert.fail("Tab does not reach the first cell");
}

/** Types into the cell that has the focus and goes on, as Enter does. */
async function answer(page, texts) {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
}

const marks = (page) => page.locator("td[data-mark]").evaluateAll((cells) => cells.map((cell) => cell.dataset.mark));

async function marksBecome(page, expected) {
  let found = [];
  for (let tries = 0; tries < 60; tries += 1) {
    found = await marks(page);
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    await page.waitForTimeout(50);
  }
  assert.deepEqual(found, expected);
}

test("the list shows every exercise of the library, by topic", async () => {
  const { page, problems, close } = await open("#/");
  await page.locator("nav.rooms a").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-exercise]").first().waitFor();
  const listed = await page
    .locator("[data-exercise]")
    .evaluateAll((items) => items.map((item) => item.dataset.exercise));
  const all = [...lab.exercises(), ...lab.derivations()];
  assert.deepEqual(listed.sort(), all.map(({ id }) => id).sort());
  assert.deepEqual(problems, []);
  await close();
});

for (const { id } of lab.exercises()) {
  test(`${id}: done right by keyboard alone, every number`, async () => {
    const { numbers } = solution(3, { id });
    const { page, problems, close } = await open(`#/exercises/${id}?seed=3`);
    await page.locator(FIRST).first().waitFor();
    await tabToFirstCell(page);
    await answer(page, numbers.flat().map(typed));
    await marksBecome(
      page,
      numbers.flat().map(() => "right"),
    );
    assert.match(await page.locator(".sum").textContent(), new RegExp(`All ${numbers.flat().length} `));
    assert.match(await page.locator("[role=status].unseen").textContent(), /right/);
    await page.goto(`${site.address}#/exercises`);
    await page.locator(`[data-exercise="${id}"] .done-count`).waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
}

test("a mistake is called by its name, what follows from it is not held against it, and exactly what is not right is retried", async () => {
  const { exercise, numbers } = solution(3);
  const [scores, , , output] = numbers;
  const exponentials = [0, 1].map((row) => {
    const line = scores.slice(row * 2, row * 2 + 2).map(Math.exp);
    return line.map((value) => value / (line[0] + line[1]));
  });
  const { page, problems, close } = await open(`#/exercises/${ID}?seed=3`);
  await page.locator(FIRST).first().waitFor();
  await tabToFirstCell(page);
  // The scores are right; the scale is left out; the weights follow from that.
  await answer(page, [...scores, ...scores].map(typed));
  await answer(
    page,
    exponentials.flat().map((value) => value.toFixed(6)),
  );
  await marksBecome(page, [
    ...scores.map(() => "right"),
    ...scores.map(() => "misconception"),
    ...scores.map(() => "follows-from-earlier"),
    ...output.map(() => "empty"),
  ]);
  const mistake = page.locator('[data-step-id="attention.scaled"] [data-misconception]');
  assert.equal(await mistake.getAttribute("data-misconception"), "no-scale");
  assert.match(await mistake.textContent(), /Scale left out.*without the division/s);
  const note = await page.locator('[data-step-id="attention.scaled"] input').first().getAttribute("aria-describedby");
  assert.match(await page.locator(`[id="${note}"]`).textContent(), /Scale left out/);
  // What the step is for, what leads back from this very mistake, and the arithmetic of the first number that is wrong.
  const hint = page.locator('[data-step-id="attention.scaled"] [data-action=hint]');
  for (const expected of [/divided by the scale/, /root of that number/, new RegExp(`= ${scores[0]} / .* = …`)]) {
    await hint.focus();
    await page.keyboard.press("Enter");
    assert.match(await page.locator('[data-step-id="attention.scaled"] .hints li').last().textContent(), expected);
  }
  assert.equal(await page.locator('[data-step-id="attention.scaled"] .hints li').count(), 3);
  await page.locator("[data-action=retry]").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.closest('[data-step-id="attention.scaled"]') !== null);
  const texts = await page.locator(FIRST).evaluateAll((fields) => fields.map(({ value }) => value));
  assert.deepEqual(
    texts.slice(0, 12).map((text) => text !== ""),
    [true, true, true, true, ...Array(8).fill(false)],
  );
  assert.equal(exercise.asked.length, 4);
  assert.deepEqual(problems, []);
  await close();
});

test("an unknown mistake names the first wrong cell; what is no number says where; too few digits are said", async () => {
  const { numbers } = solution(3);
  const { page, problems, close } = await open(`#/exercises/${ID}?seed=3`);
  await page.locator(FIRST).first().waitFor();
  await tabToFirstCell(page);
  const [scores] = numbers;
  await answer(page, [typed(scores[0]), "1234.5", "2 + )", typed(scores[3])]);
  await marksBecome(page, [
    "right",
    "wrong",
    "unreadable",
    "right",
    ...numbers.slice(1).flatMap((step) => step.map(() => "empty")),
  ]);
  const step = page.locator('[data-step-id="attention.scores"]');
  assert.match(await step.locator(".unrecognized").textContent(), /x₁, x₂/);
  assert.match(await step.locator(".unreadable").textContent(), /x₂, x₁: at character 5, a number/);
  assert.equal(await step.locator(".unreadable mark").textContent(), ")");
  for (const cell of [1, 2])
    assert.equal(await step.locator(`[data-cell="${cell}"]`).getAttribute("aria-invalid"), "true");
  assert.deepEqual(problems, []);
  await close();
});

test("the arrow keys go from cell to cell, and within a text stay in it", async () => {
  const { page, close } = await open(`#/exercises/${ID}?seed=3`);
  await page.locator(FIRST).first().waitFor();
  await tabToFirstCell(page);
  const at = () => page.evaluate(() => document.activeElement?.dataset.place);
  for (const [key, place] of [
    ["ArrowRight", "0,1"],
    ["ArrowDown", "1,1"],
    ["ArrowLeft", "1,0"],
    ["ArrowUp", "0,0"],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await at(), place, key);
  }
  await page.keyboard.type("12");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), "0,0");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), "0,1");
  await close();
});

test("left in the middle of a cell, an exercise is there after a reload, in the list too", async () => {
  const { numbers } = solution(5, { difficulty: "medium" });
  const { page, problems, close } = await open(`#/exercises/${ID}?difficulty=medium&seed=5`);
  await page.locator(FIRST).first().waitFor();
  await tabToFirstCell(page);
  await answer(page, [typed(numbers[0][0]), "77"]);
  await page.locator('[data-step-id="attention.scores"] [data-action=hint]').click();
  await page.locator(FIRST).nth(2).focus();
  await page.keyboard.type("4+");
  await page.waitForTimeout(200);
  await page.reload();
  await page.locator(FIRST).first().waitFor();
  const texts = await page.locator(FIRST).evaluateAll((fields) => fields.slice(0, 4).map(({ value }) => value));
  assert.deepEqual(texts, [typed(numbers[0][0]), "77", "4+", ""]);
  assert.equal((await marks(page))[0], "right");
  assert.equal(await page.locator('[data-step-id="attention.scores"] .hints li').count(), 1);
  await page.goto(`${site.address}#/exercises`);
  const resume = page.locator(`[data-exercise="${ID}"] .done a`);
  await resume.waitFor();
  await resume.focus();
  await page.keyboard.press("Enter");
  await page.locator(FIRST).first().waitFor();
  assert.match(page.url(), /difficulty=medium&seed=5$/);
  assert.equal(await page.locator(FIRST).first().inputValue(), typed(numbers[0][0]));
  assert.deepEqual(problems, []);
  await close();
});

test("the worked solution is the trace in the player, with the arithmetic of any number, and the way back", async () => {
  const { exercise, numbers } = solution(4);
  const { page, problems, close } = await open(`#/exercises/${ID}?seed=4`);
  await page.locator("[data-action=solution]").focus();
  await page.keyboard.press("Enter");
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  assert.match(page.url(), /solution\?.*seed=4/);
  await page.keyboard.press("End");
  const cell = page.locator("ag-matrix.result [data-cell]").first();
  assert.equal(Number(await cell.getAttribute("data-value")), numbers.at(-1)[0]);
  await cell.click();
  await page.locator("ag-inspector .value[data-value]").first().waitFor();
  assert.equal(await page.locator("ag-inputs").count(), 0);
  await page.waitForFunction(() => location.hash.includes("cell="));
  await page.reload();
  await page.locator("ag-inspector .value[data-value]").first().waitFor();
  await page.locator(".parts a").first().click();
  await page.locator(FIRST).first().waitFor();
  assert.equal(exercise.seed, 4);
  assert.deepEqual(problems, []);
  await close();
});

async function download(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("what is handed in verifies in Node, and shows the marks", async () => {
  const { numbers } = solution(6);
  const { page, problems, close } = await open(`#/exercises/${ID}?seed=6`);
  await page.locator(FIRST).first().waitFor();
  await tabToFirstCell(page);
  await answer(page, numbers[0].map(typed));
  const { name, text } = await download(page, () => page.locator("[data-action=hand-in]").click());
  assert.equal(name, `${ID}-easy-6.json`);
  const homework = JSON.parse(text);
  const { verdict } = await lab.verify(homework);
  assert.equal(verdict, "verified");
  assert.equal(homework.marks.cells.right, numbers[0].length);
  assert.deepEqual(problems, []);
  await close();
});

test("answers travel as a file; a file of something else changes nothing", async () => {
  const { numbers } = solution(7);
  const { page, problems, close } = await open(`#/exercises/${ID}?seed=7`);
  await page.locator(FIRST).first().waitFor();
  await tabToFirstCell(page);
  await answer(page, numbers[0].map(typed));
  await page.goto(`${site.address}#/exercises`);
  const { text } = await download(page, () => page.locator("[data-action=export]").click());
  const other = await open("#/exercises");
  const put = (buffer) =>
    other.page.locator("input[type=file]").setInputFiles({ name: "a.json", mimeType: "application/json", buffer });
  await put(Buffer.from('{"some": "other file"}'));
  await other.page.locator(".files .problem").waitFor();
  await put(Buffer.from(text));
  await other.page.locator(`[data-exercise="${ID}"] .done a`).click();
  await other.page.locator(FIRST).first().waitFor();
  await marksBecome(
    other.page,
    numbers.flatMap((step, at) => step.map(() => (at === 0 ? "right" : "empty"))),
  );
  assert.deepEqual([...problems, ...other.problems], []);
  await other.close();
  await close();
});

/** Writes into the page's database as no version of the page would. */
function spoil(page, entries) {
  return page.evaluate(
    (given) =>
      new Promise((done, fail) => {
        const opening = indexedDB.open("attograph-progress");
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction("works", "readwrite");
          for (const [key, value] of given) writing.objectStore("works").put(value, key);
          writing.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
    entries,
  );
}

test("a store that is damaged is told, and loses nothing that can still be read", async () => {
  const { numbers } = solution(8);
  const { page, problems, close } = await open(`#/exercises/${ID}?seed=8`);
  await page.locator(FIRST).first().waitFor();
  await tabToFirstCell(page);
  await answer(page, numbers[0].map(typed));
  await page.waitForTimeout(200);
  await spoil(page, [
    ["nonsense", { half: "an entry" }],
    [
      "causal-attention-steps easy 2",
      {
        exercise: "causal-attention-steps",
        difficulty: "easy",
        seed: 2,
        answers: { "attention.scaled": ["1", 7, null] },
      },
    ],
  ]);
  await page.goto(`${site.address}#/exercises`);
  await page.reload();
  assert.match(await page.locator(".store-notice").textContent(), /read: 1; not understood, .*: 1/);
  await page.locator('[data-exercise="causal-attention-steps"] .done a').click();
  await page.locator(FIRST).first().waitFor();
  assert.equal(await page.locator(FIRST).first().inputValue(), "1");
  await page.goto(`${site.address}#/exercises/${ID}?seed=8`);
  await page.locator('[data-step-id="attention.scores"] [data-mark=right]').first().waitFor();
  assert.equal((await marks(page)).filter((mark) => mark === "right").length, numbers[0].length);
  assert.deepEqual(problems, []);
  await close();
});

test("a database without its table is left alone, and another takes its place", async () => {
  const { page, problems, close } = await open("#/");
  await page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open("attograph-progress");
        opening.onsuccess = () => {
          opening.result.close();
          done();
        };
      }),
  );
  await page.goto(`${site.address}#/exercises/${ID}?seed=9`);
  await page.locator(FIRST).first().waitFor();
  await tabToFirstCell(page);
  await answer(page, ["5"]);
  await page.waitForTimeout(200);
  await page.reload();
  await page.locator(FIRST).first().waitFor();
  assert.equal(await page.locator(FIRST).first().inputValue(), "5");
  assert.deepEqual(problems, []);
  await close();
});

test("a browser that keeps nothing says so, and the exercise works all the same", async () => {
  const { page, close } = await openPage(site);
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", {
      get() {
        throw new DOMException("no", "SecurityError");
      },
    });
  });
  await page.goto(`${site.address}#/exercises/${ID}?seed=3`);
  await page.locator(".store-notice").waitFor();
  await tabToFirstCell(page);
  await answer(page, ["1234.5"]);
  await page.locator("td[data-mark=wrong]").waitFor();
  await close();
});

for (const [name, hash] of [
  ["an unknown exercise", "#/exercises/no-such-exercise"],
  ["an unknown difficulty", `#/exercises/${ID}?difficulty=none`],
  ["a seed that is no number", `#/exercises/${ID}?seed=many`],
]) {
  test(`${name} in the address gives a default and a notice`, async () => {
    const { page, problems, close } = await open(hash);
    await page.locator('[role="alert"]').first().waitFor();
    assert.equal(await page.locator("main h1").count(), 1);
    assert.deepEqual(problems, []);
    await close();
  });
}
