/** The units: each scene asks, keeps the guess, and shows what its run says; a clicker steps through them. And a page for every algorithm. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { readExamples, readUnits } from "./lessons.mjs";
import { addressOf, openPage, twoFrames, useSite } from "./site.mjs";

const lab = await load();
const [units, examples] = await Promise.all([readUnits(), readExamples()]);
const site = useSite();

const scenes = units.flatMap((unit) => unit.scenes.map((scene) => ({ unit: unit.id, scene })));

async function goTo(page, hash) {
  await page.goto("about:blank");
  await page.goto(site.address + hash);
}

/** Follows a link within the page; what it leads to is waited for by what is asked of it. */
const follow = (page, hash) =>
  page.evaluate((next) => {
    location.hash = next;
  }, hash);

test("a unit opens with its question, a picture of one of its scenes, to which what is chosen in it leads, and its scenes", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, "#/units");
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

test("each scene keeps its answer to itself until a guess is committed by keyboard, and keeps the guess over a reload", async () => {
  const { page, problems, close } = await openPage(site);
  const answers = new Map();
  await goTo(page, "#/units");
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
      await page.locator(`.scene-picture ag-matrix[data-step-id="${scene.question.step}"] [data-cell]`).first().focus();
      await page.keyboard.press("Enter");
    }
    await page.locator(".commit").focus();
    await page.keyboard.press("Enter");
    await page.locator(".scene[data-answered=true] .shows").waitFor();
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

test("a clicker shows the answer of a presented scene, then goes on; the answer has an address", async () => {
  const { page, problems, close } = await openPage(site);
  const [first, second] = units[0].scenes;
  await goTo(page, `#/units/${units[0].id}/${first.id}?view=present`);
  await page.locator(".scene[data-answered=false]").waitFor();
  await page.keyboard.press("PageDown");
  await page.locator(`[data-scene=${first.id}][data-answered=true]`).waitFor();
  assert.equal(new URL(await addressOf(page)).hash, `#/units/${units[0].id}/${first.id}/answer?view=present`);
  await page.keyboard.press("PageDown");
  await page.locator(`[data-scene=${second.id}][data-answered=false]`).waitFor();
  await page.keyboard.press("a");
  await page.locator(`[data-scene=${second.id}][data-answered=true]`).waitFor();
  await page.keyboard.press("PageUp");
  await page.locator(`[data-scene=${first.id}][data-answered=false]`).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a presented scene fits 1280 × 720, before and with its answer, as does the first page of each unit", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 720 } });
  await goTo(page, "#/units");
  const beyond = [];
  for (const { id } of units) {
    await follow(page, `#/units/${id}?view=present`);
    await page.locator(`.unit-picture[data-of] figure`).waitFor();
    await page.locator(`.scene-bar [aria-current=page][href="#/units/${id}"]`).waitFor();
    await twoFrames(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height > 720) beyond.push(`#/units/${id}: ${height} px`);
  }
  for (const { unit, scene } of scenes) {
    for (const answer of [false, true]) {
      const place = `#/units/${unit}/${scene.id}${answer ? "/answer" : ""}?view=present`;
      await follow(page, place);
      await page.locator(`[data-scene="${scene.id}"][data-answered=${answer}]`).waitFor();
      const over = await page.evaluate(async () => {
        const beyondBar = () => {
          const bar = document.querySelector(".scene-bar").getBoundingClientRect().top;
          const parts = [...document.querySelectorAll(".scene-picture > *, .scene-words > *")];
          return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) - bar;
        };
        const frames = async (count) => {
          for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
        };
        // A scene is fitted two frames after it has rendered, and again while its pictures settle.
        await frames(4);
        for (let more = 0; more < 20 && beyondBar() > 0; more += 1) await frames(1);
        return beyondBar();
      });
      if (over > 0) beyond.push(`${place}: ${over.toFixed(0)} px`);
    }
  }
  assert.deepEqual(beyond, []);
  assert.deepEqual(problems, []);
  await close();
});

test("an address with an unknown unit or scene leads to the nearest place, with a message", async () => {
  const { page, close } = await openPage(site);
  await goTo(page, "#/units/no-such-unit");
  await page.locator(".link-message").waitFor();
  await page.locator(".unit-list").waitFor();
  await goTo(page, `#/units/${units[0].id}/no-such-scene`);
  await page.locator(".link-message").waitFor();
  await page.locator(".scene-list").waitFor();
  await close();
});

test("every algorithm has a page that opens at its example, and each preset of it at its own step", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, "#/algorithms");
  for (const { id } of lab.catalog()) {
    const example = examples[id];
    assert.ok(example, `${id} has no example`);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/algorithms/${id}`);
    await page.locator(`.lesson[data-algorithm="${id}"] .step-title[data-step-id="${example.start.step}"]`).waitFor();
    assert.equal(await page.locator(".link-message").count(), 0, id);
    for (const [at, preset] of (example.presets ?? []).entries()) {
      const { step } = preset.start ?? example.start;
      await page
        .locator(".example-bar .presets button")
        .nth(at + 1)
        .click();
      await page.locator(`.example-bar .presets button:nth-child(${at + 2})[aria-pressed=true]`).waitFor();
      await page.locator(`.lesson .step-title[data-step-id="${step}"]`).waitFor();
      await page.locator(".inspector").waitFor();
    }
  }
  assert.deepEqual(problems, []);
  await close();
});

test("the search finds algorithms by words of their titles and summaries", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, "#/algorithms");
  await page.locator("[data-algorithm]").first().waitFor();
  assert.equal(await page.locator("[data-algorithm]").count(), lab.catalog().length);
  await page.keyboard.press("/");
  await page.keyboard.type("rotary");
  await page.locator("[data-algorithm=rotary-encoding]").waitFor();
  assert.ok((await page.locator("[data-algorithm]").count()) < 5);
  assert.deepEqual(problems, []);
  await close();
});
