/** The packed package in Chromium, imported by path from a plain server under a strict policy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { openPlain, packedSites } from "../shared/plain.mjs";
import { casesOf, hashOfGradients, hashOfSteps } from "../shared/replay.mjs";

const lab = await load();
const files = await caseFiles();
const [site] = packedSites([]);

/** A page with the package imported; `requests` contains the requested paths. */
async function open(t, prepare) {
  const requests = [];
  const opened = await openPlain(t, site, async (page) => {
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await prepare?.(page);
  });
  return { ...opened, requests };
}

const engineOf = (page, options) =>
  page.evaluate(async (options) => (await test.attograph.load(options)).engine, options);

test("the file agrees with the golden files and gives the bits that Node gives, of gradients as well", async (t) => {
  const { page, problems } = await open(t);
  const answer = await page.evaluate(async (files) => {
    const lab = await test.attograph.load();
    const cases = test.replay.casesOf(files);
    const hash = await test.replay.hashOfSteps(lab, cases);
    const back = await test.replay.hashOfGradients(lab, cases);
    return { count: cases.length, wrong: test.replay.disagreements(lab, cases), hash, back };
  }, files);
  assert.ok(answer.count >= 50, `${answer.count} cases`);
  assert.deepEqual(answer.wrong, []);
  assert.equal(answer.hash, await hashOfSteps(lab, casesOf(files)));
  assert.equal(answer.back, await hashOfGradients(lab, casesOf(files)), "the bits of gradients");
  assert.deepEqual(problems, []);
});

test("loading is one request, however many calls, and no base64", async (t) => {
  const { page, problems, requests } = await open(t);
  const before = requests.length;
  const same = await page.evaluate(async () => {
    const labs = await Promise.all([test.attograph.load(), test.attograph.load(), test.attograph.load({})]);
    return labs.every((lab) => lab === labs[0]);
  });
  assert.ok(same);
  assert.match((await engineOf(page)).reason, /^the library's file was read/);
  assert.deepEqual(requests.slice(before), ["/node_modules/attograph/attograph.wasm"]);
  assert.deepEqual(problems, []);
});

test("the texts of a language are one request more", async (t) => {
  const { page, problems, requests } = await open(t);
  const before = requests.length;
  const questions = await page.evaluate(async () => {
    const labs = await Promise.all([test.attograph.load({ text: "ko" }), test.attograph.load({ text: "ko" })]);
    return labs.map((lab) => lab.poll("S1-P1").question);
  });
  assert.match(questions[0], /[가-힣]/);
  assert.equal(questions[0], questions[1]);
  assert.deepEqual(requests.slice(before).sort(), [
    "/node_modules/attograph/attograph.wasm",
    "/node_modules/attograph/text/ko.js",
  ]);
  assert.deepEqual(problems, []);
});

test("importing fetches no WebAssembly", async (t) => {
  const { requests } = await open(t);
  assert.deepEqual(
    requests.filter((path) => /wasm|base64/.test(path)),
    [],
  );
});

test("loading works where a server sends the wrong media type, or a page instead of the file", async (t) => {
  const typed = await open(t, (page) =>
    page.route("**/*.wasm", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
    }),
  );
  assert.match((await engineOf(typed.page)).reason, /^the library's file was read/);
  const paged = await open(t, (page) =>
    page.route("**/*.wasm", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" })),
  );
  const warnings = [];
  paged.page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  for (const options of [{}, { gpu: "off" }]) {
    const { reason } = await engineOf(paged.page, options);
    assert.match(reason, /could not be used.*a page in HTML.*where the package has it.*copy within the JavaScript/);
  }
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /^attograph: the copy of attograph\.wasm.*a page in HTML.*pass its address/);
});

test("a load that failed can be tried again", async (t) => {
  const { page } = await open(t, (page) => page.route(/\.wasm$/, (route) => route.abort()));
  const attempt = () =>
    page.evaluate(() =>
      test.attograph.load().then(
        (lab) => lab.catalog().length > 0,
        (error) => error.code,
      ),
    );
  // The copy within the JavaScript cannot be read either.
  await page.evaluate(() => {
    delete globalThis.DecompressionStream;
  });
  assert.equal(await attempt(), "load-failed");
  assert.equal(await attempt(), "load-failed");
  await page.unrouteAll();
  assert.equal(await attempt(), true);
});

test("the inline entry fetches no WebAssembly", async (t) => {
  const { page, problems, requests } = await open(t);
  const { reason } = await page.evaluate(async () => (await test.inline.load()).engine);
  assert.match(reason, /^this entry uses the copy within the JavaScript/);
  assert.deepEqual(
    requests.filter((path) => path.endsWith(".wasm")),
    [],
  );
  assert.deepEqual(problems, []);
});
