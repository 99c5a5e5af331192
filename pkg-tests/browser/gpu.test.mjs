/** `lab.run` on a GPU, in Chromium with SwiftShader: right results, and right results where there is none, where it is lost, and where it does not suit. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openFolder, openPage, visit, WITH_GPU, writePlainPage } from "../shared/browser.mjs";
import { installPacked } from "../shared/packed.mjs";

let consumer;
let site;
let plain;
before(async () => {
  consumer = await installPacked();
  await writePlainPage(consumer.folder);
  site = await openFolder(consumer.folder, WITH_GPU);
  plain = await openFolder(consumer.folder);
});
after(async () => {
  await site?.close();
  await plain?.close();
  await consumer?.close();
});

/** A page with a lab, and inputs for attention. */
async function open(t, where, gpu) {
  const opened = await openPage(where);
  t.after(opened.close);
  await visit(opened.page, where.address);
  await opened.page.evaluate(async (gpu) => {
    const lab = await test.attograph.load({ gpu });
    const matrix = (rows, columns, seed) => lab.random([rows, columns], { seed });
    const attend = (n, options) => {
      const [query, key, value] = [1, 2, 3].map((seed) => matrix(n, 16, seed));
      return lab.run("scaled-dot-product-attention", { query, key, value }, options);
    };
    const difference = (a, b) => Math.max(...a.map((number, place) => Math.abs(number - b[place])));
    Object.assign(globalThis, { lab, matrix, attend, difference });
  }, gpu);
  return opened;
}

/** Attention on an engine: who computed, what was said, and how far from the f64 engine it is. */
const attention = (page, backend, n = 100) =>
  page.evaluate(
    async ({ backend, n }) => {
      const [found, expected] = [await attend(n, { backend }), await attend(n, { backend: "reference" })];
      const [a, b] = [found.outputs.output.data, expected.outputs.output.data];
      const { notices, milliseconds } = found;
      return { backend: found.backend, notices, milliseconds, difference: difference(a, b) };
    },
    { backend, n },
  );

test("attention on the GPU is attention", async (t) => {
  const { page, problems } = await open(t, site, "software");
  const { backend, notices, difference, milliseconds } = await attention(page, "gpu");
  assert.deepEqual({ backend, notices }, { backend: "gpu", notices: [] });
  assert.ok(difference < 1e-5, `${difference}`);
  assert.ok(milliseconds > 0);
  const engine = await page.evaluate(() => lab.engine);
  assert.equal(engine.gpu.software, true);
  assert.deepEqual(problems, []);
});

test("where there is no GPU, SIMD computes and says so", async (t) => {
  const { page, problems } = await open(t, plain, "software");
  const { backend, notices, difference } = await attention(page, "gpu");
  assert.equal(backend, "cpu");
  assert.equal(notices[0].code, "gpu-absent");
  assert.ok(difference < 1e-5);
  assert.match(await page.evaluate(() => lab.engine.reason), /there is no adapter/);
  assert.deepEqual(problems, []);
});

test("a GPU that is a program is none, unless it was asked for", async (t) => {
  const { page } = await open(t, site, "auto");
  const { backend, notices } = await attention(page, "gpu");
  assert.equal(backend, "cpu");
  assert.equal(notices[0].code, "gpu-software");
  const backends = await page.evaluate(() => lab.backends());
  assert.deepEqual(
    backends.map(({ backend, reason }) => [backend, reason === null]),
    [
      ["reference", true],
      ["cpu", true],
      ["gpu", false],
    ],
  );
});

test("a GPU that was turned off is not touched", async (t) => {
  const { page } = await open(t, site, "off");
  await page.evaluate(() => {
    GPU.prototype.requestAdapter = () => {
      throw new Error("touched");
    };
  });
  const { backend, notices } = await attention(page, "gpu");
  assert.equal(backend, "cpu");
  assert.deepEqual(notices, [{ code: "gpu-absent", reason: "it was turned off" }]);
});

/** Kills the GPU's process, as a driver that crashes does. */
async function crash(browser) {
  const session = await browser.newBrowserCDPSession();
  // The answer may be lost with the process.
  await session.send("Browser.crashGpuProcess").catch(() => {});
  await session.detach().catch(() => {});
}

/** Tokens of the attention during which the GPU goes: enough for it to be under way. */
const TOKENS = 1200;

test("a GPU that is lost during a run: a right result within half a second, twenty times, once and twice", async (t) => {
  let struck = 0;
  for (let round = 0; round < 20; round++) {
    const own = await openFolder(consumer.folder, WITH_GPU);
    try {
      const { page } = await open(t, own, "software");
      await page.evaluate(async (tokens) => {
        // When the browser says that a device is gone.
        const request = GPUAdapter.prototype.requestDevice;
        GPUAdapter.prototype.requestDevice = async function (...options) {
          const device = await request.apply(this, options);
          device.lost.then(() => {
            globalThis.lost = performance.now();
          });
          return device;
        };
        globalThis.expected = (await attend(tokens, { backend: "cpu" })).outputs.output.data;
        await attend(10, { backend: "gpu" });
      }, TOKENS);
      for (const loss of ["first", "second"]) {
        await page.evaluate((tokens) => {
          globalThis.lost = undefined;
          globalThis.running = attend(tokens, { backend: "gpu" }).then((found) => ({ found, at: performance.now() }));
        }, TOKENS);
        await crash(own.browser);
        const answer = await page.evaluate(async () => {
          const { found, at } = await running;
          const codes = found.notices.map(({ code }) => code);
          const apart = difference(found.outputs.output.data, expected);
          return { late: at - (globalThis.lost ?? at), backend: found.backend, codes, difference: apart };
        });
        const what = `round ${round}, ${loss} loss: ${JSON.stringify(answer)}`;
        assert.ok(answer.difference < 1e-5, what);
        assert.ok(answer.late < 500, what);
        assert.ok(answer.backend === "gpu" || answer.codes.length > 0, what);
        if (answer.codes.includes("gpu-lost")) struck++;
      }
      assert.ok((await attention(page, "gpu")).difference < 1e-5);
    } finally {
      await own.close();
    }
  }
  assert.ok(struck >= 10, `only ${struck} of 40 losses came in the middle`);
});
