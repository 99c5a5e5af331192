/** Exercises as a student does them: by keyboard alone, right and wrong, with hints, another try and the solution. */
import assert from "node:assert/strict";
import { solutionOf } from "../shared/solution.mjs";
import { test } from "../shared/tests.mjs";
import {
  answer,
  begin,
  FIRST,
  ID,
  lab,
  marksBecome,
  open,
  pasteInto,
  solution,
  tabToFirstCell,
  typed,
} from "./exercise.mjs";
import { readExamples } from "./lessons.mjs";
import { addressOf, openPage, useSite, visit } from "./site.mjs";

const site = useSite();

test("the list shows every exercise of the library, by topic", async () => {
  const { page, problems, close } = await open(site, "#/");
  await page.locator('nav.sections a[href="#/exercises"]').focus();
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

test("at 1280 px the fields of each step are whole, and what is given stands there once and matters", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 800 } });
  const tables = async (id) => {
    await visit(page, site, `#/exercises/${id}?seed=1`);
    await page.locator(".asked input").first().waitFor();
    return page.locator(".given-table ag-matrix").evaluateAll((all) => all.map(({ step }) => step.id));
  };
  for (const { id } of lab.exercises()) {
    const given = await tables(id);
    const cut = await page
      .locator(".answer-frame")
      .evaluateAll((frames) => frames.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    assert.equal(cut, 0, `${id}: fields out of sight`);
    const { given: all, inputs } = lab.exercise(id, { seed: 1 });
    const twice = all.filter(({ step, input }) => given.includes(step) && typeof inputs[input] === "number");
    assert.deepEqual(twice, [], `${id}: numbers that a line says as well`);
  }
  // Who may see whom depends on how many tokens there are, and not on what they hold.
  assert.deepEqual(await tables("window-mask-steps"), ["window.dilation", "window.globals"]);
  const named = await page
    .locator(".given-table ag-matrix")
    .last()
    .evaluate(({ shadowRoot }) => shadowRoot.querySelector("td .word").textContent);
  assert.match(named, /^x[₁-₉]$/);
  assert.deepEqual(problems, []);
  await close();
});

let student;
/** The page of a student who does one exercise after the other. */
async function studentPage() {
  student ??= await openPage(site);
  return student;
}

for (const { id } of lab.exercises()) {
  test(`${id}: done right by keyboard alone, every number`, async () => {
    const { numbers } = solution(3, { id });
    const { page, problems } = await studentPage();
    await visit(page, site, `#/exercises/${id}?seed=3`);
    const hints = page.locator("[data-action=hint]");
    await hints.first().waitFor();
    for (let step = 0; step < numbers.length; step += 1) {
      for (let taken = 0; taken < 3; taken += 1) await hints.nth(step).press("Enter");
    }
    assert.equal(await page.locator(".hints li").count(), 3 * numbers.length);
    // No text is missing: a missing one would show its key; a formula that the build does not know would stand there as code.
    const text = await page.locator("article").textContent();
    assert.doesNotMatch(text, /\b(practice|elements|exercises|misconceptions|inputs|ui)\.[a-z]/);
    assert.equal(await page.locator("ag-formula code").count(), 0);
    await visit(page, site, "#/exercises");
    await visit(page, site, `#/exercises/${id}?seed=3`);
    await page.locator(FIRST).first().waitFor();
    await tabToFirstCell(page);
    await answer(page, numbers.flat().map(typed));
    await marksBecome(
      page,
      numbers.flat().map(() => "right"),
    );
    assert.match(await page.locator(".sum").textContent(), new RegExp(`All ${numbers.flat().length} `));
    assert.match(await page.locator("[role=status].unseen").textContent(), /right/);
    assert.deepEqual(problems, []);
  });
}

test("the list says of each exercise that it was done", async () => {
  const { page, problems } = await studentPage();
  await visit(page, site, "#/exercises");
  for (const { id } of lab.exercises()) await page.locator(`[data-exercise="${id}"] .done-count`).waitFor();
  assert.deepEqual(problems, []);
});

test("the page of an algorithm leads to the exercise on it, and the exercise to that page", async () => {
  const { page, problems, close } = await open(site, "#/algorithms/gcn-layer");
  await page.locator(".practice-link a").focus();
  await page.keyboard.press("Enter");
  await page.locator(FIRST).first().waitFor();
  assert.equal(new URL(await addressOf(page)).hash, "#/exercises/gcn-layer-steps");
  await page.locator('.exercise-head a[href="#/algorithms/gcn-layer"]').focus();
  await page.keyboard.press("Enter");
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  const named = Object.values(await readExamples()).filter(({ exercise }) => exercise !== undefined);
  assert.ok(named.length >= 7, `only ${named.length} algorithms name an exercise`);
  for (const { algorithm, exercise } of named)
    assert.equal(lab.exercises().find(({ id }) => id === exercise)?.algorithm, algorithm);
  assert.deepEqual(problems, []);
  await close();
});

test("a mistake is named, what follows from it is not wrong, and exactly the cells that are not right are retried", async () => {
  const { exercise, numbers } = solution(3);
  const [scores, , , output] = numbers;
  const exponentials = [0, 1].map((row) => {
    const line = scores.slice(row * 2, row * 2 + 2).map(Math.exp);
    return line.map((value) => value / (line[0] + line[1]));
  });
  const { page, problems, close } = await begin(site, `#/exercises/${ID}?seed=3`);
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

test("a hint shows no number of an earlier step that is still to be found", async () => {
  const { numbers } = solution(3);
  const { page, problems, close } = await begin(site, `#/exercises/${ID}?seed=3`);
  const hint = page.locator('[data-step-id="attention.scaled"] [data-action=hint]');
  const last = page.locator('[data-step-id="attention.scaled"] .hints li').last();
  const presses = await takeAll(page, hint);
  assert.ok(presses > 1);
  assert.match(await last.textContent(), /\[x₁, x₁\] \/ .* = …/);
  assert.ok(!(await last.textContent()).includes(`= ${numbers[0][0]} /`));
  // Once the scores are right, the same hint has the number.
  await page.locator(FIRST).first().focus();
  await answer(page, numbers[0].map(typed));
  assert.match(await last.textContent(), new RegExp(`= ${numbers[0][0]} / `));
  assert.deepEqual(problems, []);
  await close();
});

/** Takes every hint, and returns how many there were. */
async function takeAll(page, hint) {
  for (let taken = 0; taken < 5; taken += 1) {
    if ((await hint.getAttribute("aria-disabled")) === "true") return taken;
    await hint.focus();
    await page.keyboard.press("Enter");
  }
  return 5;
}

test("an unknown mistake has its first wrong cell, and a syntax error its position", async () => {
  const { numbers } = solution(3);
  const { page, problems, close } = await begin(site, `#/exercises/${ID}?seed=3`);
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

test("the arrow keys move between cells, and within a text stay in it", async () => {
  const { page, close } = await begin(site, `#/exercises/${ID}?seed=3`);
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

test("the worked solution is the trace in the player, with the arithmetic of any number, and the way back", async () => {
  const { exercise, numbers } = solution(4);
  const { page, problems, close } = await open(site, `#/exercises/${ID}?seed=4`);
  await page.locator("[data-action=solution]").focus();
  await page.keyboard.press("Enter");
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  assert.match(await addressOf(page), /solution\?.*seed=4/);
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

for (const [name, hash] of [
  ["an unknown exercise", "#/exercises/no-such-exercise"],
  ["an unknown difficulty", `#/exercises/${ID}?difficulty=none`],
  ["a seed that is no number", `#/exercises/${ID}?seed=many`],
]) {
  test(`${name} in the address gives a default and a notice`, async () => {
    const { page, problems, close } = await open(site, hash);
    await page.locator('[role="alert"]').first().waitFor();
    assert.equal(await page.locator("main h1").count(), 1);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("an exercise is done on pasted inputs: marked alike, kept apart, in the address, and solved", async () => {
  const { page, problems, close } = await open(site, "#/exercises/attention-steps?seed=3");
  await page.locator(FIRST).first().waitFor();
  await page.locator(FIRST).first().fill("7");
  await page.keyboard.press("Enter");
  await page.locator(".own-inputs summary").first().click();
  await pasteInto(page, "query", "I,1,0\nsee,0,2");
  // The drawn keys had three features; they are resized to two.
  await page.locator(".own-inputs .message", { hasText: "Resized to fit" }).waitFor();
  await pasteInto(page, "key", "2,1\n0,1\n1,1");
  await pasteInto(page, "value", "1\n4\n2");
  const own = {
    query: [
      [1, 0],
      [0, 2],
    ],
    key: [
      [2, 1],
      [0, 1],
      [1, 1],
    ],
    value: [[1], [4], [2]],
  };
  const exercise = lab.exercise("attention-steps", { own });
  const trace = solutionOf(lab, exercise);
  const scores = [...trace.step("attention.scores").data];
  await page.locator('.own-inputs[data-own="true"]').waitFor();
  const texts = () => page.locator(FIRST).evaluateAll((fields) => fields.map(({ value }) => value));
  await page.waitForFunction(() => document.querySelectorAll("input[data-cell]").length === 20);
  assert.deepEqual(await texts(), new Array(20).fill(""), "answers to drawn numbers are not those to own ones");
  assert.match(await page.locator('[data-step-id="attention.scores"]').textContent(), /see/);
  const hidden = await page.locator("[data-hidden] + ul li").allTextContents();
  assert.equal(hidden.length, exercise.hidden.length);
  for (const name of hidden) assert.doesNotMatch(name, /^misconceptions\./);
  // The scale is forgotten.
  await page.locator(FIRST).first().focus();
  await answer(page, [...scores, ...scores].map(typed));
  await page.locator('[data-step-id="attention.scaled"] [data-misconception="no-scale"]').waitFor();
  const address = await addressOf(page);
  assert.match(address, /#\/exercises\/attention-steps\?seed=3&i=v1\./);
  // The solution computes from them.
  await page.locator("[data-action=solution]").click();
  await page.locator("ag-filmstrip [aria-current=step]").waitFor();
  assert.match(await addressOf(page), /attention-steps\/solution\?.*i=v1\./);
  await page.locator("main", { hasText: "S[I, 1]" }).waitFor();
  // The list leads back to them, and the drawn numbers have their own answer.
  await visit(page, site, "#/exercises");
  const resumed = page.locator(`[data-exercise="attention-steps"] .done a`, { hasText: "own inputs" });
  await resumed.click();
  await page.locator('.own-inputs[data-own="true"]').waitFor();
  assert.equal((await texts())[0], typed(scores[0]));
  await page.locator("[data-action=drawn]").click();
  await page.locator('.own-inputs[data-own="false"]').waitFor();
  await page.waitForFunction(() => document.querySelector("input[data-cell]").value === "7");
  assert.deepEqual(problems, []);
  await close();
});

test("own inputs that an exercise cannot be done on are refused where they are pasted, and in an address", async () => {
  const { page, problems, close } = await open(site, "#/exercises/gcn-normalization-steps?seed=1");
  await page.locator(FIRST).first().waitFor();
  await page.locator(".own-inputs summary").first().click();
  const path = (nodes) => Array.from({ length: nodes - 1 }, (_, at) => `${at} ${at + 1}`).join("\n");
  await pasteInto(page, "graph", path(11));
  const message = page.locator(".own-inputs .message.problem");
  await message.waitFor();
  assert.match(await message.textContent(), /100/);
  assert.equal(await page.locator(".own-inputs").getAttribute("data-own"), "false");
  await pasteInto(page, "graph", path(10));
  await page.locator('.own-inputs[data-own="true"]').waitFor();
  await page.waitForFunction(() => document.querySelectorAll("input[data-cell]").length === 210);
  const hash = new URL(await addressOf(page)).hash;
  // Of another exercise, which has no graph.
  await visit(page, site, hash.replace("gcn-normalization-steps", "attention-steps"));
  await page.locator(".link-message", { hasText: "cannot be done on the inputs" }).waitFor();
  assert.equal(await page.locator(".own-inputs").getAttribute("data-own"), "false");
  assert.deepEqual(problems, []);
  await close();
});

test("an exercise on gradients is done on an own gradient of the result, and says which mistakes it does not show", async () => {
  const { page, problems, close } = await open(site, "#/exercises/attention-value-gradient-steps?seed=2");
  await page.locator(FIRST).first().waitFor();
  await page.locator(".own-inputs summary").first().click();
  await pasteInto(page, "upstream", "1,1\n1,1");
  await page.locator('.own-inputs[data-own="true"]').waitFor();
  const own = {
    upstream: [
      [1, 1],
      [1, 1],
    ],
  };
  const exercise = lab.exercise("attention-value-gradient-steps", { seed: 2, own });
  assert.ok(exercise.hidden.length > 0);
  assert.equal(await page.locator("[data-hidden]").getAttribute("data-hidden"), String(exercise.hidden.length));
  const trace = solutionOf(lab, exercise);
  const numbers = exercise.asked.flatMap(({ step }) => [...trace.step(step).data]);
  await page.locator(FIRST).first().focus();
  await answer(page, numbers.map(typed));
  await marksBecome(
    page,
    numbers.map(() => "right"),
  );
  assert.deepEqual(problems, []);
  await close();
});
