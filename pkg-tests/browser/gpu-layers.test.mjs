/** What is put together from several kernels on a GPU, in Chromium with SwiftShader: all of it there, and all of it elsewhere where the GPU is lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { WITH_GPU } from "../shared/browser.mjs";
import { loseWhenRead, openLab, sharedLab } from "../shared/gpu-page.mjs";
import { plainSites } from "../shared/plain.mjs";

const [site] = plainSites(WITH_GPU);
const open = sharedLab(site);

/** A result of the GPU, how far it is from the f64 engine, and how many buffers were mapped back for it. */
const compare = (page, id, { n, heads, width, masked = false, causal = false, normFirst, check = false }) =>
  page.evaluate(
    async ({ id, n, heads, width, masked, causal, normFirst, check }) => {
      const d = heads * width;
      // Scores of about 1, as a trained model has them: larger ones would magnify what f32 rounds.
      const weights = (seed) => ({ shape: [d, d], data: matrix(d, d, seed).data.map((w) => w / Math.sqrt(d)) });
      const vector = (seed) => lab.random([d], { seed });
      const attention = { wQuery: weights(1), wKey: weights(2), wValue: weights(3), wOutput: weights(4) };
      const biases = { bQuery: vector(6), bKey: vector(7), bValue: vector(8), bOutput: vector(9) };
      const layer = { w1: weights(10), b1: vector(11), w2: weights(12), b2: vector(13) };
      const norms = { norm1: { gamma: vector(14) }, norm2: { gamma: vector(15), beta: vector(16) } };
      const params =
        id === "encoder-layer" ? { attention: { ...attention, ...biases }, ...layer, ...norms } : attention;
      // Every token sees itself, and two of three others.
      const data = Array.from({ length: n * n }, (_, place) => Number(place % 3 !== 1 || place % (n + 1) === 0));
      const more = { ...(masked && { mask: { shape: [n, n], data } }), ...(normFirst !== undefined && { normFirst }) };
      const inputs = { x: matrix(n, d, 5), heads, ...params, causal, ...more };
      const run = (options) => lab.run(id, inputs, options);
      const expected = (await run({ backend: "reference" })).outputs.output;
      const map = GPUBuffer.prototype.mapAsync;
      let maps = 0;
      GPUBuffer.prototype.mapAsync = function (...range) {
        maps++;
        return map.apply(this, range);
      };
      try {
        const { backend, notices, outputs, check: checked } = await run({ backend: "gpu", check });
        const { shape, data } = outputs.output;
        const size = expected.data.reduce((most, number) => Math.max(most, Math.abs(number)), 1);
        return { backend, notices, shape, difference: difference(data, expected.data) / size, checked, maps };
      } finally {
        GPUBuffer.prototype.mapAsync = map;
      }
    },
    { id, n, heads, width, masked, causal, normFirst, check },
  );

const multiHead = (page, options) => compare(page, "multi-head-attention", options);

test("multi-head attention stays on the GPU until its end: one buffer comes back", async () => {
  const { page, problems } = await open();
  for (const [n, heads, width] of [
    [1, 1, 1],
    [7, 1, 5],
    [40, 2, 16],
    [65, 3, 11],
    [33, 8, 4],
    [20, 1, 130],
  ]) {
    for (const [masked, causal] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ]) {
      const answer = await multiHead(page, { n, heads, width, masked, causal });
      const { backend, notices, shape, difference, maps } = answer;
      const what = JSON.stringify({ n, heads, width, masked, causal, difference });
      assert.deepEqual({ backend, notices, maps }, { backend: "gpu", notices: [], maps: 1 }, what);
      assert.deepEqual(shape, [n, heads * width]);
      assert.ok(difference < 1e-5, what);
    }
  }
  assert.deepEqual(problems, []);
});

test("multi-head attention that is checked comes back kernel by kernel", async () => {
  const { page } = await open();
  const { backend, checked, maps } = await multiHead(page, { n: 40, heads: 2, width: 16, masked: true, check: 1000 });
  assert.equal(backend, "gpu");
  assert.ok(checked.within && checked.rows > 0, JSON.stringify(checked));
  // Queries, keys, values, what the heads give, output.
  assert.equal(maps, 5);
});

test("errors of multi-head attention have the caller's names", async () => {
  const { page } = await open();
  const error = await page.evaluate(async () => {
    const square = matrix(6, 6, 1);
    const params = { wQuery: square, wKey: square, wValue: square, wOutput: matrix(5, 6, 2) };
    const inputs = { x: matrix(4, 6, 3), heads: 2, ...params };
    return lab.run("multi-head-attention", inputs, { backend: "gpu" }).then(
      () => null,
      ({ code, facts }) => ({ code, input: facts.input }),
    );
  });
  assert.deepEqual(error, { code: "shape-mismatch", input: "wOutput" });
});

test("multi-head attention whose GPU is lost: SIMD computes all of it, with one notice", async (t) => {
  const { page } = await openLab(t, site, "software");
  await page.evaluate(loseWhenRead);
  for (const causal of [false, true]) {
    const answer = await multiHead(page, { n: 40, heads: 2, width: 16, masked: true, causal });
    const codes = answer.notices.map((notice) => notice.code);
    assert.deepEqual([answer.backend, codes, answer.maps], ["cpu", ["gpu-lost"], 1]);
    assert.ok(answer.difference < 1e-5, JSON.stringify(answer));
  }
});

test("an encoder layer stays on the GPU until its end, with the norms after and before", async () => {
  const { page, problems } = await open();
  for (const [n, heads, width] of [
    [1, 1, 2],
    [7, 1, 5],
    [40, 2, 16],
    [65, 3, 11],
  ]) {
    for (const [masked, causal, normFirst] of [
      [false, false, false],
      [true, false, true],
      [true, true, false],
      [false, true, true],
    ]) {
      const answer = await compare(page, "encoder-layer", { n, heads, width, masked, causal, normFirst });
      const { backend, notices, shape, difference, maps } = answer;
      const what = JSON.stringify({ n, heads, width, masked, causal, normFirst, difference });
      assert.deepEqual({ backend, notices, maps }, { backend: "gpu", notices: [], maps: 1 }, what);
      assert.deepEqual(shape, [n, heads * width]);
      assert.ok(difference < 1e-4, what);
    }
  }
  assert.deepEqual(problems, []);
});

test("an encoder layer that is to be checked is computed in f64", async () => {
  const { page } = await open();
  const answer = await compare(page, "encoder-layer", { n: 40, heads: 2, width: 16, check: true });
  assert.deepEqual([answer.backend, answer.difference, answer.maps], ["nalgebra", 0, 0]);
});

test("an encoder layer whose GPU is lost: SIMD computes all of it, with one notice", async (t) => {
  const { page } = await openLab(t, site, "software");
  await page.evaluate(loseWhenRead);
  for (const normFirst of [false, true]) {
    const answer = await compare(page, "encoder-layer", { n: 40, heads: 2, width: 16, masked: true, normFirst });
    const codes = answer.notices.map((notice) => notice.code);
    assert.deepEqual([answer.backend, codes, answer.maps], ["cpu", ["gpu-lost"], 1]);
    assert.ok(answer.difference < 1e-4, JSON.stringify(answer));
  }
});
