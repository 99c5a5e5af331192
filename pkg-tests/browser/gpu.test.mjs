/** `lab.run` on a GPU, in Chromium with SwiftShader, or with the machine's own by `ATTOGRAPH_GPU=hardware`: right results, and right results where there is none, where it is lost, and where it does not suit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ON_HARDWARE, openFolder, WITH_GPU } from "../shared/browser.mjs";
import { loseWhenRead, openLab, sharedLab, skipWaits } from "../shared/gpu-page.mjs";
import { plainSites } from "../shared/plain.mjs";

const [site, plain] = plainSites(WITH_GPU, []);
const open = sharedLab(site);

/** Attention on an engine: the engine that computed, the notices, and the difference from the f64 engine. */
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

/** The same for layer norm, whose kernel is compiled twenty times as fast: for what does not depend on the kernel. */
const norm = (page) =>
  page.evaluate(async () => {
    const run = (backend) => lab.run("layer-norm", { x: matrix(40, 16, 1) }, { backend });
    const [found, expected] = [await run("gpu"), await run("reference")];
    const apart = difference(found.outputs.output.data, expected.outputs.output.data);
    return { backend: found.backend, notices: found.notices, difference: apart };
  });

test("attention on the GPU is attention", async () => {
  const { page, problems } = await open();
  const { backend, notices, difference, milliseconds } = await attention(page, "gpu");
  assert.deepEqual({ backend, notices }, { backend: "gpu", notices: [] });
  assert.ok(difference < 1e-5, `${difference}`);
  assert.ok(milliseconds > 0);
  const engine = await page.evaluate(() => lab.engine);
  assert.equal(engine.gpu.software, !ON_HARDWARE);
  assert.deepEqual(problems, []);
});

test("every algorithm with a kernel, over many shapes, stays within the bounds of its kernels on the GPU", async () => {
  const { page, problems } = await open();
  const answers = await page.evaluate(async () => {
    const answers = [];
    const run = async (id, inputs) => {
      const { backend, notices, check } = await lab.run(id, inputs, { backend: "gpu", check: 1000 });
      answers.push({ id, backend, notices, check });
    };
    const vector = (length, seed) => lab.random([length], { seed });
    for (const [n, heads, width] of [
      [1, 1, 1],
      [2, 1, 3],
      [17, 2, 5],
      [40, 4, 16],
      [65, 1, 64],
      [70, 3, 33],
    ]) {
      const d = heads * width;
      const x = matrix(n, d, n);
      const square = (seed) => matrix(d, d, seed);
      const attention = { query: x, key: matrix(n, d, 2), value: matrix(n, d, 3) };
      const mask = { shape: [n, n], data: Array.from({ length: n * n }, (_, place) => Number(place % 3 !== 1)) };
      await run("scaled-dot-product-attention", attention);
      await run("scaled-dot-product-attention", { ...attention, causal: true, bias: matrix(n, n, 4) });
      if (n > 1) await run("scaled-dot-product-attention", { ...attention, mask });
      const params = { wQuery: square(5), wKey: square(6), wValue: square(7), wOutput: square(8) };
      await run("multi-head-attention", { x, heads, ...params });
      await run("window-attention", { ...attention, window: 6 });
      const edges = Array.from({ length: 2 * n }, (_, i) => [(i * 7) % n, (i * 11 + 1) % n]).filter(([a, b]) => a < b);
      const graph = { nodes: n, edges: [...new Map(edges.map((edge) => [String(edge), edge])).values()] };
      await run("gcn-layer", { graph, x, w: matrix(d, 9, 9), b: vector(9, 10) });
      const next = { w: lab.random([2, 9, 9], { seed: 20 }), b: lab.random([2, 9], { seed: 21 }) };
      await run("gcn-network", { graph, x, w: matrix(d, 9, 9), b: vector(9, 10), next });
      const [attentionSource, attentionTarget] = [matrix(heads, width, 11), matrix(heads, width, 12)];
      await run("gat-layer", { graph, x, w: square(13), heads, attentionSource, attentionTarget });
      await run("layer-norm", { x, gamma: vector(d, 14), beta: vector(d, 15) });
      await run("feed-forward", {
        x,
        w1: matrix(d, 70, 16),
        b1: vector(70, 17),
        w2: matrix(70, d, 18),
        b2: vector(d, 19),
      });
    }
    for (const [n, chunkLength] of [
      [16, 4],
      [64, 8],
      [128, 64],
    ]) {
      const [wQueryKey, wValue, rotations] = [matrix(8, 8, 1), matrix(8, 8, 2), lab.random([2, 4, 3, 4], { seed: 3 })];
      await run("lsh-attention", { x: matrix(n, 8, 4), heads: 2, wQueryKey, wValue, rotations, chunkLength });
    }
    return answers;
  });
  assert.ok(answers.length >= 50, `${answers.length}`);
  for (const { id, backend, notices, check } of answers) {
    assert.deepEqual({ id, backend, notices }, { id, backend: "gpu", notices: [] });
    assert.ok(check.within && check.rows > 0, `${id}: ${JSON.stringify(check)}`);
  }
  assert.deepEqual(problems, []);
});

test("without a GPU SIMD computes, with a notice", async (t) => {
  const { page, problems } = await openLab(t, plain, "software");
  const { backend, notices, difference } = await attention(page, "gpu");
  assert.equal(backend, "cpu");
  assert.equal(notices[0].code, "gpu-absent");
  assert.ok(difference < 1e-5);
  assert.match(await page.evaluate(() => lab.engine.reason), /there is no adapter/);
  assert.deepEqual(problems, []);
});

const onlySoftware = { skip: ON_HARDWARE && "the GPU is no program" };

test("a software GPU is used only if requested", onlySoftware, async (t) => {
  const { page } = await openLab(t, site, "auto");
  const { backend, notices } = await attention(page, "gpu");
  assert.equal(backend, "cpu");
  assert.equal(notices[0].code, "gpu-software");
  assert.ok(notices[0].reason.length > 0);
  const backends = await page.evaluate(() => lab.backends());
  assert.deepEqual(
    backends.map(({ backend, reason }) => [backend, reason === null]),
    [
      ["reference", true],
      ["nalgebra", true],
      ["sparse", true],
      ["cpu", true],
      ["gpu", false],
    ],
  );
});

test("with a GPU that is turned off no adapter is requested", async (t) => {
  const { page } = await openLab(t, site, "off");
  await page.evaluate(() => {
    GPU.prototype.requestAdapter = () => {
      throw new Error("touched");
    };
  });
  const { backend, notices } = await attention(page, "gpu");
  assert.equal(backend, "cpu");
  assert.deepEqual(notices, [{ code: "gpu-absent", reason: "it was turned off" }]);
});

/** What a GPU may do wrong, acted out in the page. */
const WRONGS = {
  "gpu-timed-out": () => {
    // A program would be given a minute.
    Object.defineProperty(GPUAdapterInfo.prototype, "isFallbackAdapter", { value: false });
    GPUBuffer.prototype.mapAsync = () => {
      fallSilent();
      return new Promise(() => {});
    };
  },
  "gpu-refused": () => {
    const create = GPUDevice.prototype.createShaderModule;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      return create.call(this, { ...descriptor, code: "this is no shader" });
    };
  },
  "gpu-out-of-memory": () => {
    const pop = GPUDevice.prototype.popErrorScope;
    GPUDevice.prototype.popErrorScope = async function () {
      return (await pop.call(this)) ?? new GPUOutOfMemoryError("no room");
    };
  },
  "gpu-lost": loseWhenRead,
};

for (const [code, act] of Object.entries(WRONGS)) {
  test(`${code}: SIMD computes, with a notice`, async (t) => {
    const { page } = await openLab(t, site, "software");
    await page.evaluate(skipWaits);
    await page.evaluate(`(${act})()`);
    const answer = await norm(page);
    assert.equal(answer.backend, "cpu", JSON.stringify(answer));
    assert.deepEqual(
      answer.notices.map((notice) => notice.code),
      [code],
    );
    assert.ok(answer.notices[0].reason.length > 0);
    assert.ok(answer.difference < 1e-5);
    // Nothing is waited for but what is silent, and that once.
    const waited = await page.evaluate(() => waited);
    assert.deepEqual(waited, code === "gpu-timed-out" ? [5000] : []);
  });
}

/** Methods of WebGPU that may throw, by where they are. */
const THROWING = {
  GPU: ["requestAdapter"],
  GPUAdapter: ["requestDevice"],
  GPUDevice: ["createBuffer", "createShaderModule", "createComputePipeline", "createBindGroup", "createCommandEncoder"],
  GPUQueue: ["writeBuffer", "submit"],
  GPUBuffer: ["mapAsync"],
};

for (const [owner, methods] of Object.entries(THROWING)) {
  for (const method of methods) {
    test(`${owner}.${method} throws: SIMD computes, and the notice has the message`, async (t) => {
      const { page, problems } = await openLab(t, site, "software");
      await page.evaluate(
        ([owner, method]) => {
          globalThis[owner].prototype[method] = () => {
            throw new RangeError("thrown on purpose");
          };
        },
        [owner, method],
      );
      for (let run = 0; run < 4; run++) {
        const answer = await norm(page);
        assert.equal(answer.backend, "cpu", JSON.stringify(answer));
        // A wait that came to its end would be a notice of another code.
        assert.deepEqual(
          answer.notices.map(({ code }) => code),
          ["gpu-refused"],
        );
        const [{ reason }] = answer.notices;
        assert.match(reason, /thrown on purpose/);
        assert.equal(/not tried again/.test(reason), run === 3, reason);
        assert.ok(answer.difference < 1e-5);
      }
      assert.deepEqual(problems, []);
    });
  }
}

test("a run of several kernels waits once for a GPU that does not respond", async (t) => {
  const { page } = await openLab(t, site, "auto");
  await page.evaluate(skipWaits);
  const answer = await page.evaluate(async () => {
    GPU.prototype.requestAdapter = () => {
      fallSilent();
      return new Promise(() => {});
    };
    const [n, d] = [20, 8];
    const inputs = {
      graph: { nodes: n, edges: Array.from({ length: n - 1 }, (_, i) => [i, i + 1]) },
      x: matrix(n, d, 1),
      w: matrix(d, d, 2),
      next: { w: lab.random([3, d, d], { seed: 3 }) },
    };
    const { backend, notices } = await lab.run("gcn-network", inputs, { backend: "gpu" });
    return { backend, notices, waited };
  });
  assert.equal(answer.backend, "cpu");
  assert.deepEqual(answer.notices, [{ code: "gpu-timed-out", reason: "it did not respond within 5 s" }]);
  assert.deepEqual(answer.waited, [5000]);
});

test("numbers beyond the range of the kernels are not sent", async () => {
  const { page } = await open();
  const answer = await page.evaluate(async () => {
    const large = { shape: [2, 2], data: [1e25, 1, 1, 1e25] };
    const found = await lab.run(
      "scaled-dot-product-attention",
      { query: large, key: large, value: large },
      { backend: "gpu" },
    );
    return {
      backend: found.backend,
      reasons: found.notices.filter(({ code }) => code === "gpu-unsuited").map(({ reason }) => reason),
      codes: found.notices.map(({ code }) => code),
      data: [...found.outputs.output.data],
    };
  });
  assert.notEqual(answer.backend, "gpu");
  assert.match(answer.reasons.join(), /numbers up to .* where the limit is/);
  assert.deepEqual(answer.data, [1e25, 1, 1, 1e25]);
});

test("`auto` measures once, remembers, and takes the GPU where that was faster", async (t) => {
  const { page } = await openLab(t, site, "software");
  const remembered = () => page.evaluate(() => JSON.parse(localStorage.getItem("attograph-gpu")));
  assert.equal((await attention(page, "auto", 700)).backend, "cpu");
  await page.waitForFunction(() => localStorage.getItem("attograph-gpu") !== null);
  const { device, from } = await remembered();
  assert.ok(from === null || from > 0);
  // As on a device whose GPU is faster from the first operation on.
  await page.evaluate((device) => localStorage.setItem("attograph-gpu", JSON.stringify({ device, from: 1 })), device);
  await page.reload();
  await page.waitForFunction(() => "test" in globalThis);
  const backends = await page.evaluate(async () => {
    const lab = await test.attograph.load({ gpu: "software" });
    const x = lab.random([700, 16], { seed: 1 });
    const small = lab.random([10, 16], { seed: 1 });
    const run = async (x) => (await lab.run("scaled-dot-product-attention", { query: x, key: x, value: x })).backend;
    const first = await run(x);
    await lab.backends();
    return [first, await run(x), await run(small)];
  });
  assert.deepEqual(backends, ["cpu", "gpu", "nalgebra"]);
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

// Each round starts a browser of its own, which takes seconds: `npm test -- --long` has 20 of them.
const ROUNDS = process.env.ATTOGRAPH_LONG ? 20 : 2;

test("a GPU that is lost during a run, once and twice: a right result, without waiting for it", async (t) => {
  let struck = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const own = await openFolder(site.folder, WITH_GPU);
    try {
      const { page } = await openLab(t, own, "software");
      await page.evaluate(async (tokens) => {
        const submit = GPUQueue.prototype.submit;
        GPUQueue.prototype.submit = function (...work) {
          submit.apply(this, work);
          globalThis.begun?.();
        };
        globalThis.expected = (await attend(tokens, { backend: "cpu" })).outputs.output.data;
        await attend(10, { backend: "gpu" });
      }, TOKENS);
      await page.evaluate(skipWaits);
      for (const loss of ["first", "second"]) {
        // Until the GPU has its work.
        await page.evaluate(async (tokens) => {
          const begun = new Promise((done) => {
            globalThis.begun = done;
          });
          globalThis.running = attend(tokens, { backend: "gpu" });
          await Promise.race([begun, running]);
        }, TOKENS);
        await crash(own.browser);
        const answer = await page.evaluate(async () => {
          const found = await running;
          const codes = found.notices.map(({ code }) => code);
          const apart = difference(found.outputs.output.data, expected);
          return { waited, backend: found.backend, codes, difference: apart };
        });
        const what = `round ${round}, ${loss} loss: ${JSON.stringify(answer)}`;
        assert.ok(answer.difference < 1e-5, what);
        assert.deepEqual(answer.waited, [], what);
        assert.ok(answer.backend === "gpu" || answer.codes.length > 0, what);
        if (answer.codes.includes("gpu-lost")) struck++;
      }
      assert.ok((await attention(page, "gpu")).difference < 1e-5);
    } finally {
      await own.close();
    }
  }
  assert.ok(struck >= ROUNDS / 2, `only ${struck} of ${2 * ROUNDS} losses came in the middle`);
});
