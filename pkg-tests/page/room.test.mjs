/** Polls in the room without a server: a student's vote becomes a code, and the lecturer's page collects codes from a chat, from the keyboard and from a camera. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { test } from "../shared/tests.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();
const lab = await load();

/** Opens a poll as a device of its own. */
async function open(id, options) {
  const opened = await openPage(site, options);
  await opened.page.goto(`${site.address}#/polls/${id}`);
  await opened.page.locator("[data-statement]").first().waitFor();
  return opened;
}

/** Answers a poll and returns the code for it. */
async function codeOf(page, answers) {
  for (const [option, choice] of Object.entries(answers))
    await page.locator(`[data-statement="${option}"] input[value=${choice}]`).check();
  const vote = page.locator("[data-action=room-vote]");
  if ((await vote.getAttribute("aria-expanded")) === "false") await vote.click();
  return page.locator("[data-code]").getAttribute("data-code");
}

const counts = (page, option) =>
  page
    .locator(`[data-tally="${option}"] [data-count]`)
    .evaluateAll((rows) => rows.map(({ dataset }) => Number(dataset.count)));

/** Waits for the report on what was collected, and returns its numbers. */
async function report(page, expected) {
  await page.waitForFunction((wanted) => {
    const line = document.querySelector(".collected");
    return line && Object.entries(wanted).every(([name, count]) => line.dataset[name] === String(count));
  }, expected);
}

test("votes of two students become codes; the lecturer pastes the chat, corrects a code, reloads, and shows the answers", async () => {
  const students = [
    await open("S1-P1"),
    await open("S1-P1", { viewport: { width: 360, height: 740 }, locale: "ko-KR" }),
  ];
  const [one, two] = students.map(({ page }) => page);
  await one.locator("[data-action=room-vote]").click();
  await one.locator("ag-vote-code", { hasText: "Answer a statement first" }).waitFor();
  const early = await codeOf(one, { a: "holds" });
  const late = await codeOf(one, { a: "fails", b: "holds" });
  const other = await codeOf(two, { a: "fails", b: "holds" });
  assert.match(late, /^AG-S1-P1(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  assert.equal(late.slice(9, 13), early.slice(9, 13), "a device stays the same voter");
  assert.notEqual(late.slice(9, 13), other.slice(9, 13));
  const scrolls = await two.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  assert.ok(!scrolls, "nothing is wider than a phone");
  await two.locator("[data-action=vote-qr]").click();
  await two.locator("ag-qr svg path").waitFor();

  const lecturer = await open("S1-P1");
  const { page } = lecturer;
  await page.locator("[data-action=room-collect]").click();
  const broken = late.slice(0, -1) + (late.endsWith("0") ? "1" : "0");
  const chat = `10:02 Kim: ${early}\n10:03 Kim: sorry, ${late}\n10:03 박지민: ${other}입니다\n10:04 Ana: ${broken}\n10:05 Lee: AG-S1-P2-AAAA`;
  await page.locator("#codes").fill(chat);
  await page.locator("[data-action=collect]").click();
  await report(page, { added: 2, changed: 1, doubled: 0, others: 0, bad: 2 });
  assert.deepEqual(await counts(page, "a"), [0, 2, 0]);
  assert.deepEqual(await counts(page, "b"), [2, 0, 0]);
  const bad = page.locator(".bad-codes li");
  assert.deepEqual(await bad.evaluateAll((items) => items.map(({ dataset }) => dataset.problem)), [
    "wrong-check",
    "wrong-length",
  ]);
  assert.match(await bad.first().textContent(), /Line 4, character 12:/);
  // The bad ones stay in the field. One of them is typed again, and Enter counts it.
  assert.equal(await page.locator("#codes").inputValue(), `${broken}\nAG-S1-P2-AAAA`);
  await page.locator("#codes").fill("");
  await page.locator("#codes").pressSequentially(late.toLowerCase());
  await page.keyboard.press("Enter");
  await report(page, { added: 0, changed: 0, doubled: 1, bad: 0 });
  // What was collected is there after a reload, and the key of each statement once the answers are shown.
  await page.reload();
  await page.locator("[data-votes='2']").waitFor();
  assert.equal(await page.locator("[data-right=true]").count(), 0);
  await page.locator("[data-action=reveal]").click();
  await page.locator("[data-right=true]").first().waitFor();
  assert.deepEqual(
    await page.locator("[data-right=true]").evaluateAll((rows) => rows.map(({ dataset }) => dataset.choice)),
    lab.reveal("S1-P1").statements.map(({ key }) => key),
  );
  // Who has seen the answers cannot vote any more.
  assert.equal(await page.locator("[data-action=room-vote]").count(), 0);
  await page.locator("[data-action=clear]").click();
  assert.equal(await page.locator("[data-votes='2']").count(), 1);
  await page.locator("[data-action=clear]").click();
  await page.locator("[data-votes]").waitFor({ state: "detached" });
  await page.reload();
  await page.locator("[data-room=closed]").waitFor();
  for (const { problems, close } of [...students, lecturer]) {
    assert.deepEqual(problems, []);
    await close();
  }
});

test("a camera collects codes where the browser detects them, and is let go", async () => {
  const student = await open("S1-P2");
  const code = await codeOf(student.page, { a: "contested", g: "fails" });
  await student.close();
  const { page, problems, close } = await openPage(site, { fresh: true });
  // Chromium on Linux has no detector: this one stands in for it, and sees the code in every picture. The camera is a canvas.
  await page.addInitScript((seen) => {
    globalThis.BarcodeDetector = class {
      constructor({ formats }) {
        if (formats.join() !== "qr_code") throw new TypeError("other formats");
      }
      async detect(source) {
        return source instanceof HTMLVideoElement ? [{ rawValue: seen }] : [];
      }
    };
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    let shade = 0;
    setInterval(() => {
      shade = (shade + 1) % 256;
      context.fillStyle = `rgb(${shade} 0 0)`;
      context.fillRect(0, 0, 300, 150);
    }, 50);
    globalThis.camera = canvas.captureStream(5);
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: async () => globalThis.camera } });
  }, code);
  await page.goto(`${site.address}#/polls/S1-P2`);
  await page.locator("[data-action=room-collect]").click();
  await page.locator("[data-action=scan]").click();
  await page.locator("[data-votes='1']").waitFor();
  assert.deepEqual(await counts(page, "a"), [0, 0, 1]);
  assert.deepEqual(await counts(page, "g"), [0, 1, 0]);
  // It sees the same code again and again, which is one vote.
  await report(page, { added: 0, doubled: 1 });
  assert.equal(await page.locator("[data-votes='1']").count(), 1);
  await page.locator("[data-action=room-collect]").click();
  await page.waitForFunction(() => globalThis.camera.getTracks().every(({ readyState }) => readyState === "ended"));
  assert.deepEqual(problems, []);
  await close();
});
