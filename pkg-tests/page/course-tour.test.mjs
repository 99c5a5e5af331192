/**
 * Every scene is visited once with all looks: asked, answered by keyboard, and presented. Languages and sizes come in turn: of ten scenes in a row each has another pair
 * of language and size, the size at which a scene of one picture is presented changes every two, and every second scene is presented before its answer as well. With
 * `ATTOGRAPH_LONG`, each scene is visited in both languages, at all sizes, and presented both ways.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "../shared/tests.mjs";
import { follow, goTo, guess, scenes, shown, units } from "./course.mjs";
import { assertLinesInSight } from "./looks/arrows.mjs";
import { faultsOfScene, faultsOfStrip, sceneSettled, smallestDigits } from "./looks/fixed.mjs";
import { assertDrawnNumbers } from "./looks/numbers.mjs";
import { beginTour, isChosen } from "./looks/tour.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();

const SIZES = ["1280x720", "360x740", "1440x900", "1280x800", "768x1024"];
const LANGUAGES = ["en", "ko"];
const HALL = "1920x1080";
const PRESENTED = ["1280x720", HALL];

/** The pixels of digits that can be read from the back row of a hall. */
const READABLE = 24;

/** Scenes of several pictures whose digits are smaller in a hall, in one language or both, with the most pixels that they have, and why. */
const SMALLER = {
  "heads/identity en": [22.7, "three tables of four columns"],
  "positions/learned": [23.95, "two patterns, whose rows are numbered"],
  "depth/alike": [21.6, "a curve, and a graph below it"],
  "graphs/matrices": [23.4, "a graph, and a table of six columns with three digits"],
  "graphs/batch en": [23.7, "a table of seven columns beside two graphs"],
  "graphs/order": [21.4, "three tables, one of six columns"],
  "graphs/molecule": [19.35, "two tables of 20 columns, and a graph"],
  "graphs/pixels": [20.9, "two graphs of 16 nodes"],
  "graph-networks/complete": [22, "two tables of five columns with three digits"],
};

/** The pixels of digits in a strip, and of the strips with smaller ones those that they have and the one picture that has no more with all the room. */
const READABLE_IN_STRIP = 9;
const SMALLER_IN_STRIP = {
  "hashing/twice": [7.0, "two rounds of sorted tokens above each other"],
};

/** The pixels of digits on a tablet, and of the scenes with smaller ones those that they have, and why. */
const TABLET = "768x1024";
const READABLE_ON_TABLET = 9;
const SMALLER_ON_TABLET = {
  "positions/learned": [7.1, "a pattern of sixteen rows, whose rows are numbered"],
};

/** The scenes, each presented at a size, whose numbers at lines of graphs cover heads or other lines, with how many do, and why. */
const COVERING = {
  "graph-attention/heads presented 1280x720": [7, "two graphs of six people beside each other, with digits of 24 px"],
};

const isLong = Boolean(process.env.ATTOGRAPH_LONG);

/** The scenes of this run, each with the pairs of language and size that it is visited in, and the sizes at which it is presented. */
const all = scenes
  .map(({ unit, scene }, at) => {
    const place = `${unit}/${scene.id}`;
    const hasSeveralPictures = scene.shown.filter(({ when }) => when !== "before").length > 1;
    return {
      place,
      ...scene,
      at,
      language: LANGUAGES[(at + Math.floor(at / SIZES.length)) % 2],
      sizes: isLong ? SIZES : [SIZES[at % SIZES.length]],
      // Several pictures, which share a stage, are looked at in a hall as well.
      presented: isLong || hasSeveralPictures ? PRESENTED : [PRESENTED[Math.floor(at / 2) % 2]],
      hasSeveralPictures,
    };
  })
  .filter(({ place }) => isChosen(place));

const resize = async (page, size) => {
  const [width, height] = size.split("x").map(Number);
  const now = page.viewportSize();
  if (now.width !== width || now.height !== height) await page.setViewportSize({ width, height });
};

/** What the names of scenes are called, by language; those that are not there are alike in all. */
const NAMES = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(async (language) => {
      const text = await readFile(new URL(`../../www/text/${language}/ui.json`, import.meta.url), "utf8");
      return [language, JSON.parse(text).names];
    }),
  ),
);

/** Each number of a table that stands for something is shown with the name that the scene has for it, in the language of the page. */
async function assertNamed(page, { values = {} }) {
  const called = NAMES[await page.evaluate(() => document.documentElement.lang)];
  for (const [step, names] of Object.entries(values)) {
    const cells = await page.locator(`.figures ag-matrix[data-step-id="${step}"] td[data-cell]`).evaluateAll((all) =>
      all.map((cell) => ({
        number: cell.dataset.value,
        said: cell.ariaLabel,
        written: [...cell.children].map((part) => part.textContent),
      })),
    );
    for (const { number, said, written } of cells) {
      const name = names[Number(number)];
      assert.deepEqual(written, [called[name] ?? name, number], step);
      assert.equal(said, written.join(", "), step);
    }
  }
}

/** Asserts that nothing of a presented scene is below the bar with the moves. */
async function assertAboveBar(page) {
  await sceneSettled(page);
  const over = await page.evaluate(() => {
    const bar = document.querySelector(".scene-bar").getBoundingClientRect().top;
    const parts = [...document.querySelectorAll(".scene-picture > *, .scene-words > *")];
    return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) - bar;
  });
  assert.ok(over <= 0, `${over.toFixed(0)} px below the bar`);
}

/** Asserts that the digits of a scene with several pictures can be read in a hall, or are as small as is known. */
async function assertReadableInHall(page, place) {
  const size = (await smallestDigits(page)) ?? READABLE;
  const language = await page.evaluate(() => document.documentElement.lang);
  const [most] = SMALLER[place] ?? SMALLER[`${place} ${language}`] ?? [];
  if (most === undefined) assert.ok(size >= READABLE - 0.1, `${size.toFixed(1)} px`);
  // An entry that is no longer needed is removed, and none hides that digits have become smaller still.
  else assert.ok(size < most + 0.1 && size >= 0.9 * most, `${size.toFixed(1)} px, known are ${most}`);
}

/** Asserts that a strip, if pictures are one, shows each of them by its mark, with digits that can be read. */
async function assertStrip(page, place) {
  assert.deepEqual(await faultsOfStrip(page), []);
  if ((await page.locator(".figures[data-strip]").count()) === 0) return;
  const size = (await smallestDigits(page)) ?? READABLE_IN_STRIP;
  const [most] = SMALLER_IN_STRIP[place] ?? [];
  if (most === undefined) assert.ok(size >= READABLE_IN_STRIP, `${size.toFixed(1)} px`);
  else assert.ok(size < most + 0.1 && size >= 0.9 * most, `${size.toFixed(1)} px, known are ${most}`);
}

/** Asserts that the digits of a scene can be read on a tablet, or are as small as is known. */
async function assertReadableOnTablet(page, place) {
  const size = (await smallestDigits(page)) ?? READABLE_ON_TABLET;
  const [most] = SMALLER_ON_TABLET[place] ?? [];
  if (most === undefined) assert.ok(size >= READABLE_ON_TABLET, `${size.toFixed(1)} px`);
  else assert.ok(size >= 0.9 * most, `${size.toFixed(1)} px, known are ${most}`);
}

/** Visits a scene, which no guess was made at, with all looks. Returns the text of its answer. */
async function visitScene(page, look, scene) {
  const { place, sizes, presented, at, hasSeveralPictures } = scene;
  const sightOfLines = (when) =>
    look("numbers at lines of graphs cover no head and no other line", `${place} ${when}`, () =>
      assertLinesInSight(page, COVERING[`${place} ${when}`]?.[0]),
    );
  const stands = async (when, size) => {
    await resize(page, size);
    await look(
      "picture, control, question or answer, and the sentence to remember stand in the window together",
      `${place} ${when} ${size}`,
      async () => assert.deepEqual(await faultsOfScene(page), []),
    );
    await look(
      "the pictures of a strip can be read, and each has a mark that leads to it",
      `${place} ${when} ${size}`,
      () => assertStrip(page, place),
    );
    await sightOfLines(`${when} ${size}`);
    if (size === TABLET)
      await look("on a tablet digits can be read", `${place} ${when}`, () => assertReadableOnTablet(page, place));
  };
  const named = () => look("a number that stands for something has its name", place, () => assertNamed(page, scene));
  await resize(page, sizes[0]);
  await follow(page, `#/units/${place}`);
  await shown(page, scene, false);
  await look("a scene keeps its answer to itself", place, async () =>
    assert.equal(await page.locator(".shows").count(), 0),
  );
  for (const size of sizes) await stands("before", size);
  await named();
  await guess(page, scene, at % 2 === 0 ? "first" : "last");
  for (const size of sizes.toReversed()) await stands("after", size);
  await named();
  const answer = await page.locator(".scene-answer").textContent();
  await look("an answer has all its numbers", place, () => assert.doesNotMatch(answer, /[{}]/));
  // Two runs in one scene have different numbers for the same step.
  if (scene.runs === undefined)
    await look("every number is that of the run", place, async () =>
      assert.ok((await assertDrawnNumbers(page, place)) > 0, "no number is drawn"),
    );
  for (const [turn, size] of presented.entries()) {
    await resize(page, size);
    if (!isLong && turn > 0) {
      // It is presented with its answer already.
    } else if (isLong || at % 2 === 0) {
      // Before an audience a scene is unanswered, whatever this browser has guessed; a clicker shows its answer.
      await follow(page, `#/units/${place}?view=present`);
      await shown(page, scene, false, "present");
      await look("presented, a scene fits", `${place} before ${size}`, () => assertAboveBar(page));
      await page.keyboard.press("PageDown");
    } else await follow(page, `#/units/${place}/answer?view=present`);
    await shown(page, scene, true, "present");
    await look("presented, a scene fits", `${place} after ${size}`, () => assertAboveBar(page));
    await sightOfLines(`presented ${size}`);
    if (size === HALL && hasSeveralPictures)
      await look("in a hall no digit is below 24 px where several pictures share a stage", place, () =>
        assertReadableInHall(page, place),
      );
  }
  return answer;
}

for (const language of LANGUAGES)
  test(`every scene, with all looks (${language})`, async (t) => {
    const locale = language === "ko" ? "ko-KR" : "en-US";
    // What moves on its way is not looked at here, and takes a fifth of the time.
    const { page, problems, close } = await openPage(site, { locale, ...(!isLong && { reducedMotion: "reduce" }) });
    const { look, report } = beginTour(t);
    const visited = isLong ? all : all.filter((scene) => scene.language === language);
    await goTo(page, site, "#/units");
    const answers = new Map();
    for (const scene of visited) answers.set(scene, await visitScene(page, look, scene));
    await page.goto("about:blank");
    await goTo(page, site, "#/units");
    for (const { id } of units) {
      const own = visited.filter(({ place }) => place.startsWith(`${id}/`));
      if (own.length === 0) continue;
      await look("a guess is kept over a reload", id, async () => {
        await follow(page, `#/units/${id}`);
        await page.locator(`.unit.opening .scene-list [data-scene="${own[0].id}"]`).waitFor();
        const kept = await page
          .locator(".scene-list li:has(.fine)")
          .evaluateAll((items) => items.map(({ dataset }) => dataset.scene));
        assert.deepEqual(
          kept,
          own.map((scene) => scene.id),
        );
      });
      const [scene] = own;
      await look("a guess is kept over a reload", scene.place, async () => {
        await follow(page, `#/units/${scene.place}`);
        await shown(page, scene, true);
        await page.locator(".verdict").waitFor({ state: "attached" });
        assert.equal(await page.locator(".scene-answer").textContent(), answers.get(scene));
      });
    }
    await look("no error, and nothing against the policy", language, () => assert.deepEqual(problems, []));
    await report();
    await close();
  });
