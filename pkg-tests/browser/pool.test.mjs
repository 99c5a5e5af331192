/** The worker pool in Chromium under a strict policy: from a plain page, and from a project of somebody who uses Vite and configures nothing. */
import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "vite";
import { openFolder } from "../shared/browser.mjs";
import { openPlain, plainSites } from "../shared/plain.mjs";

const MAIN = `import { loadFast, loadPool } from "attograph/fast";
globalThis.test = { fast: { loadFast, loadPool } };
`;

const [site] = plainSites([]);

/** A plain page, with the package's fast entry as `test.fast`. */
async function open(t, prepare) {
  const opened = await openPlain(t, site, prepare);
  await opened.page.evaluate(async () => {
    test.fast = await import("/node_modules/attograph/fast.js");
  });
  return opened;
}

/** Runs within the page: whether two workers give the bits of one engine, and whether they were workers. */
async function compare() {
  const { loadFast, loadPool } = globalThis.test.fast;
  const [fast, pool] = [await loadFast(), await loadPool({ workers: 2 })];
  const data = Float32Array.from({ length: 300 * 48 }, (_, i) => Math.sin(i * i));
  const messages = Uint32Array.from({ length: 4000 }, (_, i) => (i * i + 7 * i) % 300);
  const bias = data.slice(0, 48);
  const run = async (engine) => {
    const x = await engine.tensor([300, 48], data);
    const w = await engine.tensor([48, 48], data.subarray(0, 48 * 48));
    const graph = await engine.graph(300, messages);
    const heard = await engine.attention(x, x, x, { heads: 3, causal: true });
    const result = await engine.convolve(graph, heard, w, { bias, relu: true });
    return result.read();
  };
  const [expected, found] = [await run(fast), await run(pool)];
  const same = found.length === 300 * 48 && found.every((number, i) => Object.is(number, expected[i]));
  const { wasm, workers } = pool;
  const refused = await pool.tensor([1, 1], [1, 2]).catch(({ name, code }) => [name, code]);
  pool.dispose();
  const ended = await pool.memory().catch(({ code }) => code);
  return { same, wasm, workers, refused, ended };
}

const EXPECTED = {
  same: true,
  wasm: "relaxed",
  workers: 2,
  refused: ["AttographError", "data-length"],
  ended: "disposed",
};

test("a plain page starts workers, which give the bits of one engine", async (t) => {
  const { page, problems } = await open(t);
  assert.deepEqual(await page.evaluate(compare), EXPECTED);
  assert.deepEqual(problems, []);
});

test("vite build: the worker starts, under a strict policy", async (t) => {
  const root = join(site.folder, "vite");
  await mkdir(root);
  await writeFile(
    join(root, "index.html"),
    '<!doctype html><html lang="en"><title>Vite</title><link rel="icon" href="data:," /><script type="module" src="/main.js"></script></html>\n',
  );
  await writeFile(join(root, "main.js"), MAIN);
  await build({ root, configFile: false, logLevel: "error", build: { target: "es2022" } });
  const assets = await readdir(join(root, "dist/assets"));
  assert.equal(assets.filter((name) => name.startsWith("attograph-worker")).length, 1, assets.join(", "));
  const built = await openFolder(join(root, "dist"));
  t.after(() => built.close());
  const { page, problems } = await openPlain(t, built);
  assert.deepEqual(await page.evaluate(compare), EXPECTED);
  assert.deepEqual(problems, []);
});

/** Runs within the page: why no pool can be had. */
const refusal = () =>
  globalThis.test.fast.loadPool({ workers: 2 }).then(
    () => null,
    ({ name, code, facts }) => ({ name, code, reason: facts.reason }),
  );

/** Sets the policy of the page itself. */
const underPolicy = (policy) => (page) =>
  page.route(/\/$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });

const withoutFile = (page) => page.route("**/fast/pool/attograph-worker.js", (route) => route.abort());

test("where a policy forbids workers, or their file is missing, loading rejects with the reason and what to do", {
  timeout: 240_000,
}, async (t) => {
  for (const prepare of [underPolicy("worker-src 'none'"), withoutFile]) {
    const { page } = await open(t, prepare);
    const { name, code, reason } = await page.evaluate(refusal);
    assert.deepEqual([name, code], ["AttographError", "load-failed"]);
    assert.match(reason, /; workers need a policy \(CSP\) with `worker-src 'self'`.*`worker-src blob:`/);
    const run = await page.evaluate(async () => {
      const lab = await test.attograph.load();
      const x = lab.random([2048, 64], { seed: 1 });
      const run = () => lab.run("scaled-dot-product-attention", { query: x, key: x, value: x }, { backend: "cpu" });
      const results = [];
      // Workers start beside the first run, so that it is over before they are known to be impossible.
      while (!/workers need a policy/.test(lab.engine.reason)) {
        results.push(await run());
        await new Promise((done) => setTimeout(done, 50));
      }
      const used = results.map(({ backend, workers = 0 }) => `${backend} ${workers}`);
      return { used, reason: lab.engine.reason };
    });
    assert.deepEqual(new Set(run.used), new Set(["cpu 0"]));
    assert.match(run.reason, /workers need a policy/);
  }
});

test("where the file of the worker is missing, its text starts workers under a policy that allows it", async (t) => {
  const { page } = await open(t, async (page) => {
    await underPolicy("worker-src 'self' blob:")(page);
    await withoutFile(page);
  });
  assert.deepEqual(await page.evaluate(compare), EXPECTED);
});

test("a worker that ends without a message ends the pool", { timeout: 240_000 }, async (t) => {
  const { page, problems } = await open(t);
  await page.evaluate(async () => {
    const pool = await test.fast.loadPool({ workers: 2 });
    const x = await pool.tensor([512, 64], new Float32Array(512 * 64));
    test.pending = (async () => {
      // Until there is no response.
      for (;;) (await pool.attention(x, x, x)).dispose();
    })().catch(({ name, code, facts }) => [name, code, facts.reason]);
  });
  const [worker] = page.workers();
  await worker.evaluate(() => close());
  const expected = ["AttographError", "worker-lost", "it ended unexpectedly"];
  assert.deepEqual(await page.evaluate(() => test.pending), expected);
  assert.deepEqual(problems, []);
});
