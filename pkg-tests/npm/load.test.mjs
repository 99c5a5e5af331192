/** Loading: once, again after a failure, and never with an instance that fails its self-test. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createGlue } from "../../pkg/glue.js";
import { load as loadInline } from "../../pkg/inline.js";
import { load } from "../../pkg/node.js";
import { load as loadSlim } from "../../pkg/slim.js";

const bytes = await readFile(new URL("../../pkg/attograph.wasm", import.meta.url));
const { version } = JSON.parse(await readFile(new URL("../../pkg/package.json", import.meta.url), "utf8"));

test("calls share one load", async () => {
  const [first, second] = [load(), load()];
  assert.equal(first, second);
  assert.equal(await first, await load());
});

test("the engine says what runs and why", async () => {
  const { engine } = await load();
  assert.equal(engine.gpu, null);
  assert.match(engine.reason, /a GPU is looked for when work is large enough/);
  assert.equal(engine.version, version);
  assert.match((await load({ gpu: "off" })).engine.reason, /turned off/);
});

test("the inline entry needs no file, the slim entry takes bytes, a module or a promise", async () => {
  assert.match((await loadInline()).engine.reason, /within the JavaScript/);
  for (const source of [bytes, Promise.resolve(bytes), new WebAssembly.Module(bytes), new Response(bytes)]) {
    const lab = await loadSlim({ bytes: source });
    assert.equal(lab.catalog().length, (await load()).catalog().length);
  }
});

test("a load that failed can be tried again", async () => {
  await assert.rejects(loadSlim(), { code: "load-failed" });
  await assert.rejects(loadSlim({ bytes: Uint8Array.of(1, 2, 3) }), { code: "load-failed" });
  await assert.rejects(loadSlim({ bytes: Promise.reject(new Error("offline")) }), {
    code: "load-failed",
    message: /offline/,
  });
  await assert.rejects(loadSlim({ bytes: new Response("", { status: 404 }) }), { code: "load-failed", message: /404/ });
  assert.ok(await loadSlim({ bytes }));
});

test("options are checked", async () => {
  await assert.rejects(load({ gpu: "yes" }), { code: "wrong-type" });
  // Earlier versions had a file for each topic in two variants.
  for (const given of [{ topics: ["graph"] }, { wasm: "simd" }]) {
    const [input] = Object.keys(given);
    const known = ["bytes", "fast", "pool", "gpu"];
    await assert.rejects(load(given), { code: "unknown-input", facts: { input, known } });
  }
});

test("labs of different options share one instance, and bytes have one of their own", async () => {
  const x = [[1, 2]];
  const trace = (lab) => lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });
  const { compile } = WebAssembly;
  let compiled = 0;
  WebAssembly.compile = (source) => {
    compiled += 1;
    return compile(source);
  };
  try {
    const labs = await Promise.all([load({ gpu: "off" }), load({ gpu: "software" }), loadSlim({ bytes })]);
    assert.equal(compiled, 1);
    for (const lab of labs) assert.deepEqual(trace(lab).outputs, trace(labs[0]).outputs);
  } finally {
    WebAssembly.compile = compile;
  }
});

test("the self-test takes less than 2 ms", () => {
  const module = new WebAssembly.Module(bytes);
  const times = Array.from({ length: 9 }, () => {
    const glue = createGlue();
    glue.initSync({ module });
    const start = performance.now();
    glue.selfTest();
    return performance.now() - start;
  });
  const median = times.sort((a, b) => a - b)[4];
  assert.ok(median < 2, `${median} ms`);
});

test("a lab that is given the fast engine's file has an engine of its own, all others share one", async () => {
  const fast = await readFile(new URL("../../pkg/attograph-fast-simd.wasm", import.meta.url));
  const shared = await (await load()).fast();
  const [first, second] = [await loadSlim({ bytes, fast }), await loadSlim({ bytes, fast })];
  const engines = [await first.fast(), await second.fast()];
  assert.equal(new Set([shared, ...engines]).size, 3);
  assert.equal(await first.fast(), engines[0]);
  assert.equal(await (await load({ gpu: "off" })).fast(), shared);
  assert.equal(await (await loadSlim({ bytes })).fast(), null);
  const x = { shape: [300, 4], data: new Float64Array(1200).fill(0.5) };
  engines[1].layerNorm = () => assert.fail("the second lab's engine");
  assert.equal((await first.run("layer-norm", { x }, { backend: "cpu" })).backend, "cpu");
  assert.equal((await second.run("layer-norm", { x }, { backend: "cpu" })).backend, "nalgebra");
  assert.notEqual(await load({ fast }), await load());
});
