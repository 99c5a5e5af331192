/** The pages of a room in Chromium: a student votes on a phone by keyboard, the lecturer counts and shows the answers. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { load } from "../../pkg/node.js";
import { openRoom } from "../../pkg/room/server.js";
import { addressOf, openFolder, openPage } from "../shared/browser.mjs";
import { pkg } from "../shared/packed.mjs";

const labs = { en: await load({ text: "en" }), ko: await load({ text: "ko" }) };
const PHONE = { viewport: { width: 360, height: 740 } };

let folder;
let browser;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attograph-room-pages-"));
  browser = await openFolder(join(pkg, "room"));
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (port = 0) =>
  openRoom({ labs, polls: ["S1-P1", "S1-P2"], host: "127.0.0.1", port, file: join(folder, "room.jsonl") });

const site = (room) => ({ browser: browser.browser, address: new URL(room.lecturer).origin });

/** Waits until an element has this text. */
const says = (page, selector, text) =>
  page.waitForFunction(([where, what]) => document.querySelector(where)?.textContent.includes(what), [selector, text]);

const overflows = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("a student votes by keyboard, the lecturer sees it counted and shows the answers, and a room that comes back goes on", async () => {
  let room = await open();
  const lecturer = await openPage(site(room), { viewport: { width: 1280, height: 800 } });
  await lecturer.page.goto(room.lecturer);
  await lecturer.page.locator("article").waitFor();
  assert.ok(!(await addressOf(lecturer.page)).includes("#"), "the key is not in the address that the hall sees");
  await lecturer.page.waitForFunction(() => document.querySelector(".qr")?.naturalWidth > 0);
  assert.equal(await lecturer.page.locator(".where h2").textContent(), `Room ${room.code}`);

  const student = await openPage(site(room), PHONE);
  const { page } = student;
  // Without the code that the QR code carries, the page asks for it.
  await page.goto(`${site(room).address}/`);
  await page.locator("#code:focus").waitFor();
  await page.keyboard.type("????");
  await page.keyboard.press("Enter");
  await says(page, "[role=status]", "not the code");
  await page.locator("#code").fill(room.code.toLowerCase());
  await page.keyboard.press("Enter");
  await page.locator("form[data-poll=S1-P1]").waitFor();
  const poll = labs.en.poll("S1-P1");
  assert.equal(await page.locator("h1").textContent(), poll.question);
  assert.deepEqual(
    await page.locator(".statement").allTextContents(),
    poll.options.map((id) => poll.optionTexts[id]),
  );
  assert.ok(!(await overflows(page)));
  // A code of wide letters finds room as well.
  await page
    .locator("header p")
    .last()
    .evaluate((title) => {
      title.textContent = "Room WWWW";
    });
  assert.ok(!(await overflows(page)));
  assert.equal(await page.locator("button[type=submit]").isDisabled(), true);
  await page.locator("input[name=answer-a]").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.locator("input[name=answer-c]").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await says(page, "[role=status]", "Your vote is counted");
  await says(lecturer.page, "[data-count=votes]", "Votes: 1");
  const bars = (choice) =>
    lecturer.page.locator(`[data-choice=${choice}] output`).evaluateAll((all) => all.map((one) => one.textContent));
  await says(lecturer.page, "[data-statement=a] [data-choice=fails] output", "1");
  assert.deepEqual(await bars("fails"), ["1", "0", "0", "0"]);
  assert.deepEqual(await bars("holds"), ["0", "0", "1", "0"]);

  // Another language is another language of the poll, and the answers stay.
  await page.locator("header select").selectOption("ko");
  await says(page, "h1", labs.ko.poll("S1-P1").question);
  assert.equal(await page.locator("input:checked").count(), 2);
  assert.equal(await page.getAttribute("html", "lang"), "ko");
  assert.ok(!(await overflows(page)));

  // The room ends and is opened again at the same port, and both pages find it by themselves.
  const { port } = room;
  await room.close();
  await says(page, "[role=status]", "연결이 끊겼습니다");
  await page.locator("input[name=answer-d][value=contested]").check();
  await page.locator("button[type=submit]").click();
  room = await open(port);
  await says(page, "[role=status]", "집계되었습니다");
  await says(lecturer.page, "[data-statement=d] [data-choice=contested] output", "1");
  assert.equal(await lecturer.page.locator("[data-count=votes]").textContent(), "Votes: 1");
  await page.reload();
  await page.locator("form[data-poll=S1-P1]").waitFor();
  assert.equal(await page.locator("input:checked").count(), 3);

  await lecturer.page.locator("[data-action=reveal]").click();
  await page.locator("form[data-revealed=true]").waitFor();
  const { statements } = labs.ko.reveal("S1-P1");
  assert.deepEqual(
    await page.locator(".outcome").evaluateAll((all) => all.map(({ dataset }) => dataset.key)),
    statements.map(({ key }) => key),
  );
  assert.ok((await page.locator(".outcome").first().textContent()).includes(statements[0].explanation));
  assert.equal(await page.locator("input[type=radio], button[type=submit]").count(), 0);
  await lecturer.page.locator("article[data-revealed=true]").waitFor();
  await lecturer.page.locator("[data-statement=c] summary").click();
  assert.deepEqual(
    await lecturer.page
      .locator("[data-statement=c] [data-value]")
      .evaluateAll((all) => all.map(({ dataset }) => Number(dataset.value))),
    labs.en
      .reveal("S1-P1")
      .statements.find(({ id }) => id === "c")
      .readings.flatMap(({ facts }) => facts.map(({ value }) => value)),
  );
  // The window keeps the key for a reload; another window has none.
  await lecturer.page.reload();
  await lecturer.page.locator("article[data-revealed=true]").waitFor();
  await lecturer.page.locator("button[data-poll=S1-P2]").click();
  await page.locator("form[data-poll=S1-P2]").waitFor();
  const other = await openPage(site(room));
  await other.page.goto(`${site(room).address}/lecturer`);
  await says(other.page, "[role=alert]", "The key of the room is missing");
  assert.deepEqual(other.problems, []);
  // While the room was away, Chromium wrote down that it could not connect.
  const expected = /WebSocket connection|ERR_CONNECTION|^foreign request: ws:/;
  for (const { problems } of [student, lecturer])
    assert.deepEqual(
      problems.filter((problem) => !expected.test(problem)),
      [],
    );
  for (const one of [student, lecturer, other]) await one.close();
  await room.close();
});
