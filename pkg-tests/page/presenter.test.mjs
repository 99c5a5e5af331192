/** The window of the speaker and the projected one: they show the same place, also after a reload of either. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "../shared/tests.mjs";
import { units } from "./course.mjs";
import { addressOf, openPage, useSite } from "./site.mjs";

const site = useSite();

/** The place of an address, whatever its view. */
const placeOf = (address) => new URL(address).hash.replace(/[?&]view=\w+/, "");

const placeIs = (page, place) =>
  page.waitForFunction((expected) => location.hash.replace(/[?&]view=\w+/, "") === expected, place);

/** Waits until two windows are at this place. */
const bothAt = (pages, place) => Promise.all(pages.map((page) => placeIs(page, place)));

const SCENE = "#/units/self-attention/long-key";

/** Opens the speaker's window at a scene, and from it the projected one. */
async function open(options) {
  const opened = await openPage(site, { ...options, fresh: true });
  const speaker = opened.page;
  await speaker.goto(`${site.address}${SCENE}?view=presenter`);
  await speaker.locator("ag-presenter").waitFor();
  const [projected] = await Promise.all([
    speaker.waitForEvent("popup"),
    speaker.locator("[data-action=project]").click(),
  ]);
  await projected.locator("ag-scene").waitFor();
  return { ...opened, speaker, projected };
}

test("two windows go together: scenes with their answers, steps, and the black screen; either can be reloaded", async () => {
  const { speaker, projected, problems, close } = await open();
  const both = [speaker, projected];
  assert.equal(await projected.evaluate(() => document.documentElement.dataset.view), "present");
  assert.equal(await projected.locator("ag-presenter").count(), 0);
  // The speaker shows the answer, and goes on with a clicker.
  await speaker.locator("[data-action=presenter-answer]").click();
  await bothAt(both, `${SCENE}/answer`);
  await projected.locator(".shows").waitFor();
  await speaker.locator("main").click({ position: { x: 2, y: 2 } });
  await speaker.keyboard.press("PageDown");
  const next = await speaker.waitForFunction(
    (before) => location.hash.includes(before) === false && location.hash,
    "long-key",
  );
  await bothAt(both, (await next.jsonValue()).replace(/[?&]view=\w+/, ""));
  // The projected window goes on once it shows the scene, and the speaker's follows.
  const here = placeOf(await addressOf(projected));
  await projected.locator(`[data-scene="${here.split("/").at(-1)}"]`).waitFor();
  await projected.keyboard.press("PageDown");
  await bothAt(both, `${here}/answer`);
  // Either is opened again where the other is.
  await projected.reload();
  await projected.locator("ag-scene").waitFor();
  assert.equal(placeOf(await addressOf(projected)), `${here}/answer`);
  await speaker.reload();
  await speaker.locator("ag-presenter").waitFor();
  await speaker.locator("[data-action=presenter-back]").click();
  await speaker.waitForFunction((before) => !location.hash.startsWith(before), here);
  await placeIs(projected, placeOf(await addressOf(speaker)));
  // Steps of a run.
  await speaker.goto(`${site.address}#/algorithms/gcn-layer?view=presenter`);
  await speaker.locator("ag-filmstrip [aria-current=step]").waitFor();
  await projected.locator("ag-lesson").waitFor();
  const stepOf = (page) => page.locator(".step-title").getAttribute("data-step-id");
  const first = await stepOf(speaker);
  await speaker.locator("[data-action=presenter-next]").click();
  await speaker.waitForFunction((id) => document.querySelector(".step-title").dataset.stepId !== id, first);
  const second = await stepOf(speaker);
  await projected.waitForFunction((id) => document.querySelector(".step-title")?.dataset.stepId === id, second);
  // The black screen.
  await speaker.locator("[data-action=black]").click();
  await projected.locator("dialog.black-screen").waitFor();
  await speaker.locator("[data-action=black]").click();
  await projected.locator("dialog.black-screen").waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
  await close();
});

test("the speaker sees what is right and what comes next, keeps notes, a time and a QR code; a laser follows the pointer while its key is held", async () => {
  const { speaker, projected, problems, close } = await open({ locale: "ko-KR" });
  const notes = await speaker.locator(".presenter-notes").innerText();
  assert.match(notes, /\p{Script=Hangul}/u);
  assert.equal(await projected.locator(".shows").count(), 0, "what is right is not projected");
  const next = await speaker.locator(".presenter-comes").innerText();
  assert.ok(next.length > 0);
  const own = speaker.locator(".presenter-own textarea");
  await own.fill("Ask who thought of milk.");
  await own.press("Tab");
  await speaker.locator("[data-action=timer]").click();
  await speaker.waitForFunction(() => document.querySelector(".passed").textContent !== "0:00");
  await speaker.reload();
  await speaker.locator("ag-presenter").waitFor();
  assert.equal(await speaker.locator(".presenter-own textarea").inputValue(), "Ask who thought of milk.");
  // All notes go into a file; of two notes on one place both are kept, and none is taken twice.
  const saved = speaker.waitForEvent("download");
  await speaker.locator("[data-action=save-notes]").click();
  const text = await readFile(await (await saved).path(), "utf8");
  const place = Object.keys(JSON.parse(text).notes)[0];
  assert.deepEqual(JSON.parse(text).notes, { [place]: "Ask who thought of milk." });
  const openNotes = async (content, said) => {
    const buffer = Buffer.from(content);
    await speaker
      .locator(".presenter-files input")
      .setInputFiles({ name: "n.json", mimeType: "application/json", buffer });
    await speaker.locator(".presenter-files [role=status]", { hasText: said }).waitFor();
  };
  const other = JSON.stringify({ ...JSON.parse(text), notes: { [place]: "Wait.", "#/labs/hash": "Later." } });
  await openNotes(other, "곳: 2곳");
  await openNotes(other, "곳: 0곳");
  await openNotes("{}", "메모 파일이 아닙니다");
  assert.equal(await speaker.locator(".presenter-own textarea").inputValue(), "Ask who thought of milk.\n\nWait.");
  assert.notEqual(await speaker.locator(".passed").innerText(), "0:00");
  await speaker.locator("[data-action=code]").click();
  await speaker.locator(".presenter-code svg path").waitFor();
  assert.equal(await speaker.locator(".presenter-code figcaption").innerText(), `${site.address}${SCENE}`);
  await projected.mouse.move(300, 200);
  await projected.keyboard.down("l");
  const dot = await projected.locator(".laser").boundingBox();
  assert.ok(
    Math.abs(dot.x + dot.width / 2 - 300) < 2 && Math.abs(dot.y + dot.height / 2 - 200) < 2,
    JSON.stringify(dot),
  );
  await projected.keyboard.up("l");
  assert.equal(await projected.locator(".laser").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("the speaker counts the hands of a room, the projected window shows them, and with the answer how many were right", async () => {
  const { speaker, projected, problems, close } = await open();
  assert.equal(await projected.locator(".tally").count(), 0, "nothing is counted that nobody asked for");
  await speaker.locator("[data-action=count-hands]").click();
  const rows = speaker.locator(".tally [data-vote]");
  const votes = await rows.evaluateAll((found) => found.map(({ dataset }) => dataset.vote));
  assert.ok(votes.length >= 2);
  // The first is counted hand by hand, the others are typed.
  for (let hand = 0; hand < 3; hand += 1) await rows.first().locator("[data-action=count]").click();
  for (const [at] of votes.slice(1).entries()) {
    await rows
      .nth(at + 1)
      .locator("input")
      .fill(String(5 + at));
    await rows
      .nth(at + 1)
      .locator("input")
      .press("Enter");
  }
  const expected = Object.fromEntries(votes.map((vote, at) => [vote, at === 0 ? 3 : 4 + at]));
  const total = Object.values(expected).reduce((sum, count) => sum + count, 0);
  const countsIn = (page) =>
    page
      .locator(".tally [data-vote]")
      .evaluateAll((found) => Object.fromEntries(found.map(({ dataset }) => [dataset.vote, Number(dataset.count)])));
  await projected.locator(`.tally[data-total="${total}"]`).waitFor();
  assert.deepEqual(await countsIn(projected), expected);
  assert.equal(await projected.locator(".tally [data-right=true]").count(), 0, "what is right is not shown yet");
  await speaker.locator("[data-action=presenter-answer]").click();
  await projected.locator(".tally [data-right=true]").waitFor();
  const right = await projected.locator(".tally [data-right=true]").getAttribute("data-vote");
  assert.match(
    await projected.locator(".tally-total").innerText(),
    new RegExp(`${total}\\b.*\\b${expected[right]}\\b`),
  );
  assert.equal(await projected.locator(".tally input").count(), 0);
  // They are kept, until they are counted anew.
  await projected.reload();
  await projected.locator(`.tally[data-total="${total}"]`).waitFor();
  await speaker.locator("[data-action=presenter-answer]").click();
  await speaker.locator("[data-action=clear-hands]").click();
  await projected.locator(".tally").waitFor({ state: "detached" });
  // Who explores has no room.
  await speaker.goto(`${site.address}${SCENE}`);
  await speaker.locator(":root[data-view=explore] .scene").waitFor();
  await speaker.locator("[data-action=count-hands]").waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
  await close();
});

test("numbers and cells that a room proposes are counted as well, numbers by their size", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1920, height: 1080 } });
  const unit = (kind) =>
    units.flatMap(({ id, scenes }) =>
      scenes.filter(({ question }) => question.kind === kind).map((scene) => `#/units/${id}/${scene.id}`),
    )[0];
  await page.goto(`${site.address}${unit("number")}?view=present`);
  await page.locator("[data-action=count-hands]").click();
  for (const number of ["12", "3", "12"]) {
    await page.locator(".number-guess input").fill(number);
    await page.locator("[data-action=count-draft]").click();
  }
  const counted = () =>
    page.locator(".tally [data-vote]").evaluateAll((rows) => rows.map(({ dataset }) => [dataset.vote, dataset.count]));
  assert.deepEqual(await counted(), [
    ["3", "1"],
    ["12", "2"],
  ]);
  await page.goto(`${site.address}${unit("cell")}?view=present`);
  await page.locator("[data-action=count-hands]").click();
  assert.equal(await page.locator("[data-action=count-draft]").getAttribute("aria-disabled"), "true");
  const { among, step } = units
    .flatMap(({ scenes }) => scenes)
    .find(({ question }) => question.kind === "cell").question;
  const cell = among.map((position) => position ?? 1).join(",");
  await page.evaluate(
    ([of, index]) =>
      document
        .querySelector(".scene-picture .figures")
        .dispatchEvent(new CustomEvent("ag-select", { detail: { step: of, index }, bubbles: true })),
    [step, cell.split(",").map(Number)],
  );
  await page.locator("[data-action=count-draft][aria-disabled=false]").click();
  assert.deepEqual(await counted(), [[cell, "1"]]);
  assert.deepEqual(problems, []);
  await close();
});
