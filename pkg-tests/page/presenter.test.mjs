/** The window of the speaker and the projected one: they show the same place, also after a reload of either. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
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
