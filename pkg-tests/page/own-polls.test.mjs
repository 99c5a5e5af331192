/** Polls of a lecturer on the page: opened from a file, kept, answered, collected by codes from other devices, and removed. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "../shared/tests.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();
const path = new URL("../../examples/questions/questions.json", import.meta.url);
const example = JSON.parse(await readFile(path, "utf8"));

async function open(address, options) {
  const opened = await openPage(site, options);
  await opened.page.goto(address.startsWith("http") ? address : `${site.address}${address}`);
  return opened;
}

const choose = (page, value) =>
  page.locator(".own-polls input[type=file]").setInputFiles({
    name: "questions.json",
    mimeType: "application/json",
    buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
  });

const listed = (page) =>
  page.locator("[data-own-poll]").evaluateAll((items) => items.map(({ dataset }) => dataset.ownPoll));

test("a file is opened beside the library's polls, kept over a reload, replaced by its ids, and removed by a second press", async () => {
  const { page, problems, close } = await open("#/polls");
  await page.locator(".own-polls").waitFor();
  const builtIn = await page.locator("[data-poll]").count();
  await choose(page, example);
  await page.locator("[data-added='2'][data-replaced='0'][data-problems='0']").waitFor();
  assert.deepEqual(await listed(page), ["K1-Q1", "K1-Q2"]);
  await page.reload();
  await page.locator("[data-own-poll]").first().waitFor();
  assert.deepEqual(await listed(page), ["K1-Q1", "K1-Q2"]);
  assert.equal(await page.locator("[data-poll]").count(), builtIn);
  await choose(page, { ...example, polls: [example.polls[1]] });
  await page.locator("[data-added='0'][data-replaced='1']").waitFor();
  assert.deepEqual(await listed(page), ["K1-Q1", "K1-Q2"]);
  const remove = page.locator("[data-own-poll=K1-Q1] [data-action=remove-poll]");
  await remove.click();
  assert.equal((await listed(page)).length, 2);
  await remove.click();
  await page.locator("[data-own-poll=K1-Q1]").waitFor({ state: "detached" });
  assert.deepEqual(await listed(page), ["K1-Q2"]);
  assert.deepEqual(problems, []);
  await close();
});

test("mistakes in a file are named with their places, and the polls without any are opened", async () => {
  const { page, problems, close } = await open("#/polls", { locale: "ko-KR" });
  await page.locator(".own-polls").waitFor();
  const file = structuredClone(example);
  file.polls[0].statements[0].holds.runs[0].algorithm = "scaled-dot-product";
  delete file.polls[0].statements[1].text;
  await choose(page, file);
  await page.locator("[data-added='1'][data-problems='1']").waitFor();
  assert.deepEqual(await listed(page), ["K1-Q2"]);
  assert.match(
    await page.locator(".own-polls [data-code=missing-input]").textContent(),
    /questions\.polls\[0\]\.statements\[1\]\.text.*[가-힣]/s,
  );
  await choose(page, "{");
  await page.locator(".own-polls [role=alert]").waitFor();
  assert.deepEqual(await listed(page), ["K1-Q2"]);
  assert.deepEqual(problems, []);
  await close();
});

test("an own poll is answered, judged by its runs, and opened down to its arithmetic", async () => {
  const { page, problems, close } = await open("#/polls");
  await page.locator(".own-polls").waitFor();
  await choose(page, example);
  await page.locator("[data-own-poll=K1-Q1] a").click();
  const [poll] = example.polls;
  await page.locator("h1", { hasText: poll.question.en }).waitFor();
  await page.locator("[data-statement=a] input[value=holds]").check();
  await page.locator("[data-statement=b] input[value=holds]").check();
  await page.locator("[data-action=reveal]").click();
  const keys = await page.locator("[data-statement]").evaluateAll((items) => items.map(({ dataset }) => dataset.key));
  assert.deepEqual(keys, ["holds", "fails", "fails"]);
  await page.locator("[data-statement=a] [data-action=evidence]").click();
  const evidence = page.locator("[data-statement=a] .evidence");
  assert.equal(await evidence.locator(".decided").getAttribute("data-decided"), "own-run");
  assert.match(await evidence.textContent(), new RegExp(poll.statements[0].why.en));
  await evidence.locator("[data-fact] button").first().click();
  await evidence.locator("ag-inspector").waitFor();
  await page.locator("[data-statement=b] [data-action=evidence]").click();
  assert.equal(await page.locator("[data-statement=b] .decided").getAttribute("data-decided"), "author");
  assert.doesNotMatch(await page.locator("article").textContent(), /polls\.|poll-answers\.|lecture\.|undefined/);
  assert.deepEqual(problems, []);
  await close();
});

test("the lecturer's address has the whole poll: a student on another device votes with a code, which is counted", async () => {
  const lecturer = await open("#/polls");
  const { page } = lecturer;
  await page.locator(".own-polls").waitFor();
  await choose(page, example);
  await page.locator("[data-own-poll=K1-Q2] a").click();
  await page.locator("[data-action=room-collect]").click();
  const address = await page.locator(".room-address a").getAttribute("href");
  const student = await open(address, { viewport: { width: 360, height: 740 }, locale: "ko-KR" });
  await student.page.locator("h1", { hasText: example.polls[1].question.ko }).waitFor();
  await student.page.locator("[data-statement=a] input[value=holds]").check();
  await student.page.locator("[data-action=room-vote]").click();
  const code = await student.page.locator("[data-code]").getAttribute("data-code");
  assert.match(code, /^AG-K1-Q2-/);
  await page.locator("#codes").fill(`Kim: ${code}`);
  await page.locator("[data-action=collect]").click();
  await page.locator(".collected[data-added='1']").waitFor();
  const counts = await page
    .locator("[data-tally=a] [data-count]")
    .evaluateAll((rows) => rows.map(({ dataset }) => dataset.count));
  assert.deepEqual(counts, ["1", "0", "0"]);
  const damaged = await open(`${address.slice(0, -20)}`);
  await damaged.page.locator(".own-polls").waitFor();
  for (const { problems, close } of [lecturer, student, damaged]) {
    assert.deepEqual(problems, []);
    await close();
  }
});

test("what one window opens, collects and removes, another one shows without a reload", async () => {
  const { page, problems, close } = await open("#/polls");
  await page.locator(".own-polls").waitFor();
  const other = await page.context().newPage();
  await other.goto(`${site.address}#/polls`);
  await other.locator(".own-polls").waitFor();
  await choose(page, example);
  await other.locator("[data-own-poll=K1-Q2]").waitFor();
  for (const one of [page, other]) {
    await one.goto(`${site.address}#/polls/K1-Q2`);
    await one.locator("[data-action=room-collect]").click();
    await one.locator("#codes").waitFor();
  }
  await other.locator("[data-statement=a] input[value=holds]").check();
  await other.locator("[data-action=room-vote]").click();
  const code = await other.locator("[data-code]").getAttribute("data-code");
  await other.locator("[data-action=room-collect]").click();
  await page.locator("#codes").fill(code);
  await page.locator("[data-action=collect]").click();
  await other.locator("[data-votes='1']").waitFor();
  await page.goto(`${site.address}#/polls`);
  await other.goto(`${site.address}#/polls`);
  await other.locator("[data-own-poll=K1-Q2]").waitFor();
  for (let press = 0; press < 2; press += 1)
    await page.locator("[data-own-poll=K1-Q2] [data-action=remove-poll]").click();
  await other.locator("[data-own-poll=K1-Q2]").waitFor({ state: "detached" });
  // Whoever empties the browser's storage in one window has emptied it in all.
  await page.evaluate(() => localStorage.clear());
  await other.locator("[data-own-poll]").first().waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
  await close();
});
