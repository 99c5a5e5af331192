/** Loading: once, again after a failure, and never with an instance that fails its self-test. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createGlue } from "../../pkg/glue.js";
import { load as loadInline } from "../../pkg/inline.js";
import { load } from "../../pkg/node.js";
import { load as loadSlim } from "../../pkg/slim.js";
import { topics } from "../../scripts/build/paths.mjs";

const bytes = await readFile(new URL("../../pkg/attograph-attention-simd.wasm", import.meta.url));
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
  assert.ok(["simd", "relaxed"].includes(engine.wasm));
  assert.match((await load({ gpu: "off" })).engine.reason, /turned off/);
});

test("the inline entry needs no file, the slim entry takes bytes, a module or a promise", async () => {
  assert.match((await loadInline()).engine.reason, /within the JavaScript/);
  for (const source of [bytes, Promise.resolve(bytes), new WebAssembly.Module(bytes), new Response(bytes)]) {
    const lab = await loadSlim({ bytes: source, wasm: "simd" });
    assert.equal(lab.catalog().length, (await load({ topics: ["attention"] })).catalog().length);
  }
});

test("a lab has what its files have, and calls go to the file that knows the algorithm", async () => {
  const graph = await readFile(new URL("../../pkg/attograph-graph-simd.wasm", import.meta.url));
  const ids = (lab) => lab.catalog().map(({ id }) => id);
  const two = await loadSlim({ bytes: [bytes, graph], wasm: "simd" });
  assert.deepEqual(ids(two), ids(await load({ topics: ["graph", "attention", "graph"] })));
  assert.deepEqual(new Set(ids(two)).size, ids(two).length);
  const x = [[1], [2]];
  const edges = [[0, 1]];
  const heads = { heads: 1, params: { wQuery: [[1]], wKey: [[1]], wValue: [[1]], wOutput: [[1]] } };
  assert.equal(two.trace("multi-head-attention", { x, ...heads }).steps.length > 1, true);
  const trace = two.trace("gcn-normalization", { graph: { nodes: 2, edges } });
  const { steps } = trace;
  assert.equal(two.cell(trace, steps.at(-1).id, [0, 1]).value, steps.at(-1).data[1]);
  assert.throws(() => two.trace("window-attention", {}), { code: "unknown-algorithm" });
  const practice = await load({ topics: ["attention-practice"] });
  assert.ok(practice.exercises().length > 0);
  assert.deepEqual((await load({ topics: ["attention"] })).exercises(), []);
});

test("each file has the algorithms that its exercises, errata and polls need", async () => {
  const found = { exercises: 0, errata: 0, polls: 0 };
  for (const topic of topics) {
    const lab = await load({ topics: [topic] });
    for (const { id } of lab.exercises()) found.exercises += lab.exercise(id, { seed: 1 }).asked.length > 0;
    for (const { id } of lab.errata()) found.errata += lab.erratum(id).shown.length > 0;
    for (const { id } of lab.polls()) found.polls += lab.reveal(id) !== undefined;
  }
  const lab = await load();
  assert.deepEqual(found, {
    exercises: lab.exercises().length,
    errata: lab.errata().length,
    polls: lab.polls().length,
  });
});

test("every topic is loaded where none is named, each algorithm once", async () => {
  const all = (await load()).catalog().map(({ id }) => id);
  const each = await Promise.all(topics.map((topic) => load({ topics: [topic] })));
  assert.deepEqual(new Set(all), new Set(each.flatMap((lab) => lab.catalog().map(({ id }) => id))));
  assert.equal(new Set(all).size, all.length);
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
  for (const topics of ["graph", ["graphs"], []]) await assert.rejects(load({ topics }), { code: "wrong-type" });
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
