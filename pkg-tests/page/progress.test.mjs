/** What a student has done: left in the middle and taken up again, carried away, handed in, and damaged. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "../shared/tests.mjs";
import {
  answer,
  begin,
  download,
  FIRST,
  ID,
  keeps,
  lab,
  marks,
  marksBecome,
  open,
  solution,
  tabToFirstCell,
  typed,
} from "./exercise.mjs";
import { addressOf, openPage, useSite } from "./site.mjs";

const site = useSite();

test("an exercise left in the middle of a cell is restored after a reload, also in the list", async () => {
  const { numbers } = solution(5, { difficulty: "medium" });
  const { page, problems, close } = await begin(site, `#/exercises/${ID}?difficulty=medium&seed=5`);
  await answer(page, [typed(numbers[0][0]), "77"]);
  await page.locator('[data-step-id="attention.scores"] [data-action=hint]').click();
  await page.locator(FIRST).nth(2).focus();
  await page.keyboard.type("4+");
  await keeps(page, [typed(numbers[0][0]), "77", "4+"]);
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
  assert.match(await addressOf(page), /difficulty=medium&seed=5$/);
  assert.equal(await page.locator(FIRST).first().inputValue(), typed(numbers[0][0]));
  assert.deepEqual(problems, []);
  await close();
});

test("a file that is handed in verifies in Node, and shows the marks", async () => {
  const { numbers } = solution(6);
  const { page, problems, close } = await begin(site, `#/exercises/${ID}?seed=6`);
  await answer(page, numbers[0].map(typed));
  const { name, path } = await download(page, () => page.locator("[data-action=hand-in]").click());
  assert.equal(name, `${ID}-easy-6.json`);
  const homework = JSON.parse(await readFile(path, "utf8"));
  const { verdict } = await lab.verify(homework);
  assert.equal(verdict, "verified");
  assert.equal(homework.marks.cells.right, numbers[0].length);
  assert.equal("name" in homework, false);
  const said = page.locator(".hand-in [role=status]");
  assert.match(
    await said.textContent(),
    new RegExp(`${name}: seed 6, ${numbers[0].length} of \\d+ numbers right.*no name`),
  );
  // With a name, by keyboard.
  await page.locator("#hand-in-name").focus();
  await page.keyboard.type("Kim Ha-neul");
  const named = await download(page, () => page.keyboard.press("Enter"));
  assert.equal(named.name, `Kim-Ha-neul-${ID}-easy-6.json`);
  const second = JSON.parse(await readFile(named.path, "utf8"));
  assert.deepEqual([second.name, (await lab.verify(second)).verdict], ["Kim Ha-neul", "verified"]);
  assert.match(await said.textContent(), /the name Kim Ha-neul/);
  assert.deepEqual(problems, []);
  await close();
});

test("exercises begin with a seed of this device, which stays", async () => {
  const { page, problems, close } = await open(site, "#/exercises");
  const link = page.locator(`[data-exercise="${ID}"] a`).first();
  await link.waitFor();
  const address = await link.getAttribute("href");
  assert.match(address, /seed=[1-9]\d{3}$/);
  await page.reload();
  await link.waitFor();
  assert.equal(await link.getAttribute("href"), address);
  assert.deepEqual(problems, []);
  await close();
});

test("answers are exported and imported as a file; any other file changes nothing", async () => {
  const { numbers } = solution(7);
  const { page, problems, close } = await begin(site, `#/exercises/${ID}?seed=7`);
  await answer(page, numbers[0].map(typed));
  await page.goto(`${site.address}#/exercises`);
  const { path } = await download(page, () => page.locator("[data-action=export]").click());
  const other = await open(site, "#/exercises");
  const put = (buffer) =>
    other.page.locator("input[type=file]").setInputFiles({ name: "a.json", mimeType: "application/json", buffer });
  await put(Buffer.from('{"some": "other file"}'));
  await other.page.locator(".files .problem").waitFor();
  await put(await readFile(path));
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

test("two windows on one exercise lose nothing: each cell keeps what was typed last, and both show it", async () => {
  const { numbers } = solution(11);
  const { page: one, problems, close } = await begin(site, `#/exercises/${ID}?seed=11`);
  const two = await one.context().newPage();
  await two.goto(`${site.address}#/exercises/${ID}?seed=11`);
  await two.locator(FIRST).first().waitFor();
  await one.locator(FIRST).nth(0).fill(typed(numbers[0][0]));
  await one.locator(FIRST).nth(0).press("Tab");
  await two.locator(".elsewhere").waitFor();
  assert.equal(await two.locator(FIRST).nth(0).inputValue(), typed(numbers[0][0]));
  await two.locator(FIRST).nth(1).fill("77");
  await two.locator(FIRST).nth(1).press("Tab");
  await one.locator(".elsewhere").waitFor();
  assert.equal(await one.locator(FIRST).nth(1).inputValue(), "77");
  await one.locator(FIRST).nth(2).fill("5");
  await one.locator(FIRST).nth(2).press("Tab");
  await two.waitForFunction((first) => document.querySelectorAll(first)[2]?.value === "5", FIRST);
  await one.reload();
  await one.locator(FIRST).first().waitFor();
  const texts = await one.locator(FIRST).evaluateAll((fields) => fields.slice(0, 4).map(({ value }) => value));
  assert.deepEqual(texts, [typed(numbers[0][0]), "77", "5", ""]);
  assert.deepEqual(problems, []);
  await close();
});

test("a file of over 20 MB is refused with a message", async () => {
  const { page, problems, close } = await open(site, "#/exercises");
  const buffer = Buffer.alloc(20_000_001, " ");
  await page.locator("input[type=file]").setInputFiles({ name: "large.json", mimeType: "application/json", buffer });
  assert.match(await page.locator(".files .problem").textContent(), /more than 20 MB/);
  assert.deepEqual(problems, []);
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

test("a damaged store gives a message, and readable entries are kept", async () => {
  const { numbers } = solution(8);
  const { page, problems, close } = await begin(site, `#/exercises/${ID}?seed=8`);
  await answer(page, numbers[0].map(typed));
  await keeps(page, numbers[0].map(typed));
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

/** Holds the database back until the page is left, as another window may: a transaction that writes lets no other one begin until it ends. */
const holdBack = (page) =>
  page.evaluate(
    () =>
      new Promise((held) => {
        indexedDB.open("attograph-progress").onsuccess = ({ target }) => {
          const table = target.result.transaction("works", "readwrite").objectStore("works");
          const goOn = () => {
            held();
            table.count().onsuccess = goOn;
          };
          goOn();
        };
      }),
  );

const waiting = (page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("attograph-pending:")));

test("what has not reached the database is there after a reload, whatever else waits for it", async () => {
  const { page, problems, close } = await begin(site, `#/exercises/${ID}?seed=12`);
  await holdBack(page);
  await page.keyboard.type("3.25");
  const garbled = ["attograph-pending: first", "attograph-pending:~last"];
  const [mine] = await waiting(page);
  await page.evaluate((names) => {
    for (const name of names) localStorage.setItem(name, '{"exercise": "attention-st');
  }, garbled);
  await page.reload();
  await page.locator(FIRST).first().waitFor();
  assert.equal(await page.locator(FIRST).first().inputValue(), "3.25");
  assert.match(await page.locator(".store-notice").textContent(), /read: 0; not understood, .*: 2/);
  await keeps(page, ["3.25"]);
  await page.waitForFunction((name) => !(name in localStorage), mine);
  assert.deepEqual((await waiting(page)).sort(), garbled);
  assert.deepEqual(problems, []);
  await close();
});

test("a database without its table is not changed, and another is used", async () => {
  const { page, problems, close } = await open(site, "#/");
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
  await keeps(page, ["5"]);
  await page.reload();
  await page.locator(FIRST).first().waitFor();
  assert.equal(await page.locator(FIRST).first().inputValue(), "5");
  assert.deepEqual(problems, []);
  await close();
});

test("without storage there is a message, and the exercise works", async () => {
  const { page, close } = await openPage(site, { fresh: true });
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
