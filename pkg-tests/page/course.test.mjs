/** The units: each scene asks, keeps the guess, and shows what its run says; they are presented in `course-presented.test.mjs`. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { follow, goTo, scenes, units } from "./course.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();

test("a unit opens with its question, a picture of one of its scenes, to which what is chosen in it leads, and its scenes", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units");
  for (const unit of units) {
    await follow(page, `#/units/${unit.id}`);
    const picture = page.locator(`.unit.opening:has([href="#/units/${unit.id}/${unit.scenes[0].id}"]) .unit-picture`);
    await picture.locator("figure").waitFor();
    assert.equal(await picture.locator("figure").count(), 1, unit.id);
    const of = await picture.getAttribute("data-of");
    assert.ok(unit.opening === undefined || unit.opening === of, `${unit.id}: ${of}`);
    assert.ok(
      unit.scenes.some(({ id }) => id === of),
      `${unit.id}: ${of}`,
    );
    assert.equal(await page.locator(".scene-list li").count(), unit.scenes.length);
  }
  // An arc of the unit on self-attention, by keyboard.
  await follow(page, "#/units/self-attention");
  const picture = page.locator(".unit-picture[data-of=long-key] ag-arcs");
  await picture.locator("[tabindex='0']").first().focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-scene="long-key"][data-answered=false]').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

/** Each number of a table that stands for something is shown with the name that the scene has for it. */
async function assertNamed(page, { values = {} }, where) {
  for (const [step, names] of Object.entries(values)) {
    const cells = await page.locator(`.figures ag-matrix[data-step-id="${step}"] td[data-cell]`).evaluateAll((all) =>
      all.map((cell) => ({
        number: cell.dataset.value,
        said: cell.ariaLabel,
        written: [...cell.children].map((part) => part.textContent),
      })),
    );
    for (const { number, said, written } of cells) {
      assert.deepEqual(written, [names[Number(number)], number], `${where}: ${step}`);
      assert.equal(said, written.join(", "), `${where}: ${step}`);
    }
  }
}

/** The table whose cell a scene asks for. */
const tableOf = ({ question }) => `.scene-picture ag-matrix[data-step-id="${question.step}"]`;

test("each scene keeps its answer to itself until a guess is committed by keyboard, and keeps the guess over a reload", async () => {
  const { page, problems, close } = await openPage(site);
  const answers = new Map();
  await goTo(page, site, "#/units");
  for (const { unit, scene } of scenes) {
    const place = `#/units/${unit}/${scene.id}`;
    await follow(page, place);
    await page.locator(`[data-scene="${scene.id}"][data-answered=false]`).waitFor();
    assert.equal(await page.locator(".shows").count(), 0, place);
    await assertNamed(page, scene, place);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height <= 800, `${place}: ${height} px before the answer`);
    if (scene.question.kind === "choose") {
      await page.locator(".choice input").first().focus();
      await page.keyboard.press("Space");
    } else if (scene.question.kind === "number") {
      await page.locator(".number-guess input").focus();
      await page.keyboard.type("0.5");
    } else {
      await page
        .locator(`${tableOf(scene)} [data-cell]`)
        .first()
        .focus();
      await page.keyboard.press("Enter");
      await page.locator(`${tableOf(scene)} [data-cell]:first-of-type[aria-selected=true]`).waitFor();
    }
    await page.locator(".commit").focus();
    await page.keyboard.press("Enter");
    await page.locator(".scene[data-answered=true] .shows").waitFor();
    // The cell that was asked for.
    if (scene.question.kind === "cell") await page.locator(`${tableOf(scene)} [aria-selected=true]`).waitFor();
    const shown = await page.locator(".scene-answer").textContent();
    assert.ok(!/[{}]/.test(shown), `${place}: ${shown}`);
    answers.set(place, shown);
    await assertNamed(page, scene, place);
  }
  await page.reload();
  for (const { unit, scene } of scenes) {
    const place = `#/units/${unit}/${scene.id}`;
    await follow(page, place);
    await page.locator(`[data-scene="${scene.id}"][data-answered=true] .verdict`).waitFor();
    assert.equal(await page.locator(".scene-answer").textContent(), answers.get(place), place);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("the cursor of curves over a control sets the control, and the control moves the cursor", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/sequences/work/answer");
  const cursor = page.locator("ag-curves .cursor");
  const control = page.locator('[data-kind="slider"] output');
  const [rnn, attention] = [page.locator("ag-curves .reading").first(), page.locator("ag-curves .reading").last()];
  await cursor.focus();
  assert.equal(await control.textContent(), "64");
  await page.keyboard.press("ArrowRight");
  await page.locator('[data-kind="slider"] output', { hasText: "128" }).waitFor();
  const numbers = async () => (await Promise.all([rnn, attention].map((one) => one.textContent()))).join(" ");
  assert.notEqual(await numbers(), "");
  const wide = await numbers();
  await page.locator('[data-kind="slider"] input').focus();
  await page.keyboard.press("Home");
  await page.locator('[data-kind="slider"] output', { hasText: /^2$/ }).waitFor();
  assert.notEqual(await numbers(), wide);
  assert.deepEqual(problems, []);
  await close();
});

test("an address with an unknown unit or scene leads to the nearest place, with a message", async () => {
  const { page, close } = await openPage(site);
  await goTo(page, site, "#/units/no-such-unit");
  await page.locator(".link-message").waitFor();
  await page.locator(".cards").waitFor();
  await goTo(page, site, `#/units/${units[0].id}/no-such-scene`);
  await page.locator(".link-message").waitFor();
  await page.locator(".scene-list").waitFor();
  await close();
});

test("what can be tried before the guess goes only so far, and the answer is about the scene as it was asked", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/depth/faint");
  const slider = page.locator("[data-control=layers]");
  await slider.waitFor();
  assert.equal(await slider.getAttribute("max"), "1", "the layers that are asked for are not shown");
  const value = page.locator('ag-graph .node[data-index="4"], ag-graph .node[data-index="4,0"]').first();
  assert.equal(await value.getAttribute("data-value"), "1");
  await slider.focus();
  await page.keyboard.press("End");
  await page.locator('ag-graph .node[data-step="layers[0]/smoothing.heard"]').first().waitFor();
  assert.notEqual(await value.getAttribute("data-value"), "1");
  await page.locator(".question input").first().check();
  await page.locator(".question .commit").click();
  await page.locator('[data-answered="true"] ag-graph .node[data-step="layers[2]/smoothing.heard"]').first().waitFor();
  assert.deepEqual([await slider.getAttribute("max"), await slider.inputValue()], ["3", "3"]);
  // A query that is moved before the guess is where it was with the answer.
  await follow(page, "#/units/self-attention/lookup");
  const query = page.locator('ag-arrows .mark[data-step="attention.query"]');
  await query.waitFor();
  const asked = await query.getAttribute("data-value");
  await query.focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(
    (before) =>
      document.querySelector("ag-arrows").shadowRoot.querySelector('.mark[data-step="attention.query"]').dataset
        .value !== before,
    asked,
  );
  await page.locator(".question input").first().check();
  await page.locator(".question .commit").click();
  const weight = page.locator('ag-arcs .mark[data-step="attention.weights"][data-index="2,1"] .number');
  assert.equal(await weight.textContent(), "0.505");
  assert.deepEqual(problems, []);
  await close();
});

test("what holds is not in the color of errors or of the place, nor is a false statement that was rejected", async () => {
  const { page, problems, close } = await openPage(site);
  /** Runs in the page: the color of an element, and those of some tokens. */
  const colors = (element) => {
    const probe = document.body.appendChild(document.createElement("span"));
    const token = (name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    };
    const found = { own: getComputedStyle(element).color, wrong: token("--ag-wrong"), here: token("--ag-here") };
    probe.remove();
    return found;
  };
  await goTo(page, site, "#/units/graph-attention/favorite/answer");
  const right = await page.locator(".choice.holds .mark").first().evaluate(colors);
  assert.ok(right.own !== right.wrong && right.own !== right.here, JSON.stringify(right));
  await follow(page, "#/polls/S1-P1");
  await page.locator("ag-poll").waitFor();
  await page.keyboard.press("r");
  const sign = await page.locator('[data-key="fails"] .key .sign').first().evaluate(colors);
  assert.notEqual(sign.own, sign.wrong);
  assert.deepEqual(problems, []);
  await close();
});
