/** The engines' section: every computation is measured beside the page, and what is shown is what the library told. */
import assert from "node:assert/strict";
import { PATIENCE } from "../shared/browser.mjs";
import { test } from "../shared/tests.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();

const COMPUTATIONS = ["attention", "product", "heads", "convolution", "hashing"];
const finished = (page) => page.locator(".engine-list[data-finished=true]").waitFor();

/** Waits until so many workers are there whose address matches: one that was stopped is listed for a moment. */
async function workersBecome(page, count, address) {
  const listed = () => page.workers().filter((worker) => address.test(worker.url())).length;
  for (const end = performance.now() + PATIENCE; listed() !== count && performance.now() < end; )
    await new Promise((wake) => setTimeout(wake, 20));
  assert.equal(listed(), count);
}

/** Waits until one worker measures. Those that share the work of one are not counted. */
const oneMeasures = (page) => workersBecome(page, 1, /\/worker-[^/]*$/);

/** Records the messages of workers to the page. */
const listen = (page) =>
  page.addInitScript(() => {
    window.reports = [];
    window.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => window.reports.push(data));
      }
    };
  });

/** The engines as the page shows them. */
const shown = (page) =>
  page.locator("[data-engine]").evaluateAll((rows) =>
    rows.map((row) => {
      const number = (name) => {
        const found = row.querySelector(`[data-${name}]`)?.dataset[name];
        return found === undefined ? null : Number(found);
      };
      const [milliseconds, deviation, bound] = ["milliseconds", "deviation", "bound"].map(number);
      return { engine: row.dataset.engine, state: row.dataset.state, milliseconds, deviation, bound };
    }),
  );

test("the home leads to the engines", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/`);
  await page.locator('.sections a[href="#/engines"]').click();
  await finished(page);
  assert.equal(await page.locator("main h1").count(), 1);
  assert.deepEqual(problems, []);
  await close();
});

test("every computation is within its bound on every engine that is there, by the library's own numbers", async () => {
  const { page, problems, close } = await openPage(site, { fresh: true });
  await listen(page);
  for (const id of COMPUTATIONS) {
    await page.goto("about:blank");
    await page.goto(`${site.address}#/engines/${id}`);
    await finished(page);
    const told = new Map();
    for (const { engine, progress } of await page.evaluate(() => window.reports)) {
      if (engine && progress.state !== "running") told.set(engine, progress);
    }
    const rows = await shown(page);
    assert.deepEqual(new Set(rows.map(({ engine }) => engine)), new Set(told.keys()), id);
    for (const { engine, state, milliseconds, deviation, bound } of rows) {
      const progress = told.get(engine);
      assert.equal(state, progress.state, `${id}, ${engine}`);
      assert.equal(milliseconds, progress.milliseconds ?? null, `${id}, ${engine}`);
      assert.equal(deviation, progress.check?.deviation ?? null, `${id}, ${engine}`);
      assert.equal(bound, progress.check?.bound ?? null, `${id}, ${engine}`);
    }
    const [reference, simd] = ["reference", "cpu"].map((name) => rows.find(({ engine }) => engine === name));
    assert.ok(reference.milliseconds > 0 && reference.deviation === null, id);
    assert.ok(simd.milliseconds > 0 && simd.deviation > 0 && simd.deviation <= simd.bound, id);
    // The bar says the same as the numbers.
    const bar = page.locator('[data-engine="cpu"] .bar');
    const [filled, tick] = await bar.evaluate((element) => {
      const left = element.getBoundingClientRect().left;
      return [".filled", ".tick"].map((part) => element.querySelector(part).getBoundingClientRect().right - left);
    });
    assert.ok(filled > 0 && filled < tick, `${id}: ${filled} of ${tick}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("a size is chosen by keyboard, measured in a worker, and the page is not held up", async () => {
  const { page, problems, close } = await openPage(site, { fresh: true });
  await listen(page);
  await page.goto(`${site.address}#/engines`);
  await finished(page);
  await page.evaluate(() => {
    window.reports.length = 0;
    window.frames = 0;
    const count = () => {
      if (document.querySelector(".engine-list[data-finished=false]")) window.frames += 1;
      requestAnimationFrame(count);
    };
    count();
  });
  await page.locator('[data-size="1024"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".engine-list[data-finished=false]").waitFor();
  await oneMeasures(page);
  await finished(page);
  assert.equal(await page.locator('[data-size="1024"]').getAttribute("aria-pressed"), "true");
  const [reference] = await shown(page);
  // What is shown was told by the worker, and the page drew while that computed: in the page itself the reference alone would be one task.
  const { reports, frames } = await page.evaluate(() => ({ reports: window.reports, frames: window.frames }));
  const told = reports.filter(({ engine, progress }) => engine === "reference" && progress.milliseconds !== undefined);
  assert.deepEqual(
    told.map(({ progress }) => progress.milliseconds),
    [reference.milliseconds],
  );
  assert.ok(frames > 0, "no frame was drawn while the worker measured");
  assert.deepEqual(problems, []);
  await close();
});

test("large attention is shared among workers, with the numbers of one engine", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/engines/attention`);
  await page.locator('[data-size="4096"]').click();
  await finished(page);
  const rows = await shown(page);
  const [simd, shared] = ["cpu", "workers"].map((name) => rows.find(({ engine }) => engine === name));
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  assert.equal(shared.state, cores > 1 ? "done" : "absent");
  if (cores > 1) assert.equal(shared.deviation, simd.deviation);
  assert.deepEqual(problems, []);
  await close();
});

test("a result beyond its bound is marked", async () => {
  const { page, problems, close } = await openPage(site, { fresh: true });
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      set onmessage(hear) {
        super.onmessage = ({ data }) => {
          const { progress } = data;
          if (data.engine !== "cpu" || !progress.check) return hear({ data });
          const check = { ...progress.check, deviation: 10 * progress.check.bound, within: false };
          return hear({ data: { ...data, progress: { ...progress, check } } });
        };
      }
    };
  });
  await page.goto(`${site.address}#/engines/convolution`);
  await finished(page);
  const row = page.locator('[data-engine="cpu"]');
  assert.match(await row.innerText(), /Beyond the bound/);
  const [filled, tick] = await row
    .locator(".bar > *")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
  assert.ok(filled > tick, `${filled} within ${tick}`);
  assert.deepEqual(problems, []);
  await close();
});

test("at large sizes the reference computes only the compared rows", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/engines/attention`);
  await page.locator('[data-size="4096"]').click();
  await finished(page);
  const [reference, nalgebra, simd] = await shown(page);
  assert.deepEqual([reference.milliseconds, nalgebra.milliseconds], [null, null]);
  assert.ok(simd.deviation > 0 && simd.deviation <= simd.bound);
  assert.deepEqual(problems, []);
  await close();
});

test("leaving the page stops the measurement", async () => {
  const { page, close } = await openPage(site);
  await page.goto(`${site.address}#/engines/attention`);
  await page.locator(".engine-list").waitFor();
  for (const size of [4096, 1024, 256]) await page.locator(`[data-size="${size}"]`).click();
  await finished(page);
  await oneMeasures(page);
  await page.goto(`${site.address}#/`);
  await page.locator(".cards").first().waitFor();
  // None is stopped by having finished: that above is there when it has.
  await workersBecome(page, 0, /./);
  await close();
});

test("an unknown computation in the address gives the first and a notice, and Korean is complete", async () => {
  const { page, problems, close } = await openPage(site, { locale: "ko-KR" });
  await page.goto(`${site.address}#/engines/no-such`);
  await page.locator('[role="alert"]').first().waitFor();
  await finished(page);
  const text = await page.locator("main").innerText();
  assert.match(text, /[가-힣]/);
  assert.doesNotMatch(text, /engines\./);
  assert.deepEqual(problems, []);
  await close();
});
