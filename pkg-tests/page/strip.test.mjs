/** On a phone, pictures that could not be read beside each other stand in a row that is swiped: by finger, by the marks below it, and by keyboard. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { follow, goTo, scenes, shown } from "./course.mjs";
import { faultsOfStrip, sceneSettled, smallestDigits, wholePictures } from "./looks/fixed.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();

const PHONE = { width: 360, height: 740 };
/** With the answer it has four pictures, the first of which was there before. */
const UNIT = "sequences";
const SCENE = "tokens";
const { scene } = scenes.find((one) => one.unit === UNIT && one.scene.id === SCENE);
const ANSWERED = scene.shown.filter(({ when }) => when !== "before");
const FIRST = ANSWERED.findIndex(({ when }) => when === "after");

async function open(options = {}) {
  const opened = await openPage(site, { viewport: PHONE, reducedMotion: "reduce", ...options });
  await goTo(opened.page, site, `#/units/${UNIT}/${SCENE}/answer`);
  await shown(opened.page, scene, true);
  await sceneSettled(opened.page);
  return opened;
}

const current = (page) =>
  page.locator(".strip-marks > button").evaluateAll((marks) => marks.findIndex((mark) => mark.ariaCurrent === "true"));

test("a strip begins at the first picture that came with the answer, with the next one at its edge, and its digits can be read", async () => {
  const { page, problems, close } = await open();
  assert.ok(FIRST > 0);
  assert.deepEqual(await wholePictures(page), [FIRST]);
  assert.equal(await current(page), FIRST);
  const edges = await page
    .locator(".figures[data-strip] > figure")
    .evaluateAll((figures) => figures.map((figure) => [figure.getBoundingClientRect().left, innerWidth]));
  const [left, width] = edges[FIRST + 1];
  assert.ok(left < width - 12, `the next picture begins at ${left}`);
  assert.ok((await smallestDigits(page)) >= 9);
  await follow(page, `#/units/${UNIT}/${SCENE}`);
  await shown(page, scene, false);
  await sceneSettled(page);
  assert.deepEqual(await wholePictures(page), [0]);
  assert.deepEqual(problems, []);
  await close();
});

for (const [locale, name] of [
  ["en-US", `Picture 2 of ${ANSWERED.length}`],
  ["ko-KR", `그림 ${ANSWERED.length}개 중 2번째`],
])
  test(`each mark below a strip is named, large enough for a finger, and leads to its picture (${locale})`, async () => {
    const { page, problems, close } = await open({ locale });
    assert.deepEqual(await faultsOfStrip(page), []);
    await page.getByRole("button", { name, exact: true }).click();
    assert.deepEqual(await wholePictures(page), [1]);
    const sizes = await page.locator(".strip-marks > button").evaluateAll((marks) =>
      marks.map((mark) => {
        const { width, height } = mark.getBoundingClientRect();
        return Math.min(width, height);
      }),
    );
    assert.equal(sizes.length, ANSWERED.length);
    assert.ok(Math.min(...sizes) >= 24, sizes.join());
    assert.deepEqual(problems, []);
    await close();
  });

test("a cell that has the focus is in sight with its picture, and a mark is pressed by keyboard", async () => {
  const { page, problems, close } = await open();
  const last = ANSWERED.length - 1;
  await page.locator(".figures > figure").nth(last).locator("[data-cell]").first().focus();
  assert.deepEqual(await wholePictures(page), [last]);
  assert.equal(await current(page), last);
  await page.locator(".figures > figure").first().locator("[data-cell]").first().focus();
  assert.deepEqual(await wholePictures(page), [0]);
  await page.locator(".strip-marks > button").nth(1).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await wholePictures(page), [1]);
  assert.deepEqual(problems, []);
  await close();
});

/** Runs in the page: where a strip is right after its first mark was pressed. */
function pressFirst() {
  document.querySelector(".strip-marks > button").click();
  return document.querySelector(".figures[data-strip]").scrollLeft;
}

test("a strip glides to a picture, and is there at once with reduced motion", async () => {
  for (const [reducedMotion, isThere] of [
    ["reduce", true],
    ["no-preference", false],
  ]) {
    const { page, problems, close } = await open({ reducedMotion });
    assert.equal((await page.evaluate(pressFirst)) === 0, isThere, reducedMotion);
    assert.deepEqual(await wholePictures(page), [0]);
    assert.deepEqual(problems, []);
    await close();
  }
});

test("in a larger window, and where pictures can be read, there is no strip; whether there is one does not depend on the sizes before", async () => {
  const { page, problems, close } = await open();
  const strips = () => page.locator(".figures[data-strip]").count();
  const sizes = () =>
    page
      .locator(".figures > figure")
      .evaluateAll((figures) => figures.map((figure) => figure.style.getPropertyValue("--ag-share")));
  const before = await sizes();
  assert.equal(before.filter(Boolean).length, ANSWERED.length);
  await page.setViewportSize({ width: 1280, height: 800 });
  await sceneSettled(page);
  assert.equal(await strips(), 0);
  assert.equal(await page.locator(".strip-marks:visible").count(), 0);
  assert.deepEqual((await sizes()).filter(Boolean), []);
  await page.setViewportSize(PHONE);
  await sceneSettled(page);
  assert.equal(await strips(), 1);
  assert.deepEqual(await sizes(), before);
  await follow(page, "#/units/layers/lone/answer");
  await page.locator('.scene[data-scene="lone"][data-answered=true]').waitFor();
  await sceneSettled(page);
  assert.equal(await page.locator(".figures > figure").count(), 2);
  assert.equal(await strips(), 0);
  assert.equal(await page.locator(".strip-marks:visible").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});
