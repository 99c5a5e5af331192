/** Loading: once, again after a failure, and never with an instance that fails its self-test. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createGlue } from "../../pkg/glue.js";
import { load as loadInline } from "../../pkg/inline.js";
import { load } from "../../pkg/node.js";
import { load as loadSlim } from "../../pkg/slim.js";

const bytes = await readFile(new URL("../../pkg/attograph-simd.wasm", import.meta.url));
const { version } = JSON.parse(await readFile(new URL("../../pkg/package.json", import.meta.url), "utf8"));

test("calls share one load", async () => {
  const [first, second] = [load(), load()];
  assert.equal(first, second);
  assert.equal(await first, await load());
});

test("the engine says what runs and why", async () => {
  const { engine } = await load();
  assert.equal(engine.gpu, null);
  assert.match(engine.reason, /no GPU engine/);
  assert.equal(engine.version, version);
  assert.ok(["simd", "relaxed"].includes(engine.wasm));
  assert.match((await load({ gpu: "off" })).engine.reason, /turned off/);
});

test("the inline entry needs no file, the slim entry takes bytes, a module or a promise", async () => {
  assert.match((await loadInline()).engine.reason, /within the JavaScript/);
  for (const source of [bytes, Promise.resolve(bytes), new WebAssembly.Module(bytes), new Response(bytes)]) {
    const lab = await loadSlim({ bytes: source, wasm: "simd" });
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
  await assert.rejects(load({ wasm: "fast" }), { code: "wrong-type" });
  await assert.rejects(load({ gpu: "yes" }), { code: "wrong-type" });
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
