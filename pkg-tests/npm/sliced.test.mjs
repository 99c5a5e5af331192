/** Long runs in f32 are cut into slices: other work has its turn, a signal cancels them, and the numbers are those of one call. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sliced } from "../../pkg/fast/sliced.js";
import { loadFast } from "../../pkg/fast-node.js";
import { load } from "../../pkg/node.js";

const ATTENTION = "scaled-dot-product-attention";
const fast = await loadFast();
const lab = await load();

const draw = (count, seed) => Float32Array.from(lab.random([count], { seed }).data);
const matrix = (rows, columns, seed) => ({ shape: [rows, columns], data: draw(rows * columns, seed) });
const upload = ({ shape, data }) => fast.tensor(shape, data);

test("slices have the bits of one call: products, attention of several heads and sequences, causal and in a window", async () => {
  const ops = sliced(fast, null);
  const [x, w] = [upload(matrix(2050, 512, 1)), upload(matrix(512, 513, 2))];
  const q = upload(matrix(4160, 64, 3));
  for (const [name, ...given] of [
    ["product", x, w],
    ["attention", q, q, q],
    ["attention", q, q, q, { heads: 2, causal: true }],
    ["attention", q, q, q, { batch: 2, causal: true }],
    ["attention", q, q, q, { window: 700 }],
  ]) {
    const made = ops[name](...given);
    assert.ok(made instanceof Promise, `${name} is long enough to be cut`);
    assert.deepEqual((await made).read(), fast[name](...given).read(), name);
  }
  assert.ok(!(ops.product(q, upload(matrix(64, 8, 4))) instanceof Promise), "what is short is one call");
});

const length = 4096;
const long = { query: matrix(length, 64, 5), key: matrix(length, 64, 6), value: matrix(length, 64, 7) };

test("a slice that is cancelled gives back what it has, and those that follow are not computed", async () => {
  const q = upload(matrix(4160, 64, 3));
  const controller = new AbortController();
  const run = sliced(fast, controller.signal).attention(q, q, q);
  controller.abort();
  const started = performance.now();
  await assert.rejects(run, { name: "AbortError" });
  const cancelled = performance.now() - started;
  const before = performance.now();
  fast.attention(q, q, q).dispose();
  assert.ok(cancelled < (performance.now() - before) / 2, `${cancelled} ms`);
});

test("while a long run is under way other tasks have their turn", async () => {
  let turns = 0;
  let running = true;
  const count = () => {
    turns += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  const { backend } = await lab.run(ATTENTION, long, { backend: "cpu" });
  running = false;
  assert.equal(backend, "cpu");
  assert.ok(turns >= 5, `${turns} turns`);
});

test("a signal cancels a run with its reason: before it begins, in the middle, and leaves the engine as it was", async () => {
  const inputs = { query: matrix(4, 2, 1), key: matrix(4, 2, 2), value: matrix(4, 2, 3) };
  const reason = new Error("somebody went elsewhere");
  for (const backend of ["auto", "cpu", "nalgebra"])
    await assert.rejects(lab.run(ATTENTION, inputs, { backend, signal: AbortSignal.abort(reason) }), reason);
  const engine = await lab.fast();
  const controller = new AbortController();
  // The first run, or one beside other work, takes several times as long: a later one would be over before a part of that has passed.
  let whole = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 4; times += 1) {
    const started = performance.now();
    await lab.run(ATTENTION, long, { backend: "cpu", signal: controller.signal });
    whole = Math.min(whole, performance.now() - started);
  }
  const memory = engine.memory;
  for (let times = 0; times < 20; times += 1) {
    const middle = new AbortController();
    const run = lab.run(ATTENTION, long, { backend: "cpu", signal: middle.signal });
    setTimeout(() => middle.abort(reason), whole / 4);
    await assert.rejects(run, reason);
  }
  assert.ok(engine.memory <= memory + 2 ** 20, "what was computed is given back");
  assert.deepEqual(
    (await lab.run(ATTENTION, inputs, { backend: "cpu", signal: controller.signal })).outputs,
    (await lab.run(ATTENTION, inputs, { backend: "cpu" })).outputs,
  );
});

test("what is no signal is refused", async () => {
  for (const signal of [null, 1, {}, new AbortController()])
    await assert.rejects(lab.run(ATTENTION, {}, { signal }), { code: "wrong-type" });
});
