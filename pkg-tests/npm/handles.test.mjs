/** Handles of the fast engine: they end when they are told to or forgotten, memory does not grow, and what does not fit is an error with its facts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { loadFast } from "../../pkg/fast-node.js";
import { load } from "../../pkg/node.js";

const lab = await load();
const fast = await loadFast();

/** Normal numbers in f32, as the f64 engine draws them. */
const draw = (count, seed) => Float32Array.from(lab.random([count], { seed }).data);

test("a handle that was disposed of is refused, and disposing of it again does nothing", () => {
  const tensor = fast.tensor([1, 1], [1]);
  tensor.dispose();
  tensor.dispose();
  assert.throws(() => tensor.read(), { code: "disposed" });
  assert.throws(() => fast.product(tensor, fast.tensor([1, 1], [1])), { code: "disposed" });
  const other = fast.tensor([1, 1], [1]);
  other[Symbol.dispose]();
  assert.throws(() => other.read(), { code: "disposed" });
});

test("operands that do not fit are errors with facts, and the engine works afterwards", () => {
  const tensor = fast.tensor([2, 2], [1, 2, 3, 4]);
  const other = fast.tensor([3, 2], [1, 2, 3, 4, 5, 6]);
  assert.throws(() => fast.product(tensor, other), {
    code: "shape-mismatch",
    facts: { input: "right", axis: 0, expected: 2, found: 3, because: "`left`" },
  });
  assert.throws(() => fast.tensor([2, 2], [1]), { code: "data-length" });
  assert.throws(() => fast.tensor([1, 2], [1, Number.NaN]), { code: "non-finite" });
  assert.throws(() => fast.tensor([2 ** 20, 2 ** 20], []), {
    code: "too-large",
    facts: { what: "tensor", shape: [2 ** 20, 2 ** 20], limit: 2 ** 26 },
  });
  assert.throws(() => fast.attention(tensor, tensor, tensor, { heads: 3 }), { code: "not-divisible" });
  assert.throws(() => fast.graph(2, Uint32Array.of(0, 2)), { code: "out-of-range" });
  assert.deepEqual([...fast.product(tensor, tensor).read()], [7, 10, 15, 22]);
});

test("a handle of another engine is refused", async () => {
  const stranger = (await loadFast()).tensor([1, 1], [1]);
  const own = fast.tensor([1, 1], [1]);
  assert.throws(() => fast.product(own, stranger), { code: "foreign-handle" });
  assert.deepEqual([...fast.product(own, own).read()], [1]);
});

test("attention takes memory for tokens, not for pairs of them", async () => {
  for (const [n, options] of [
    [4096, {}],
    [8192, { causal: true }],
  ]) {
    const own = await loadFast();
    const [query, key, value] = [1, 2, 3].map((seed) => own.tensor([n, 64], draw(n * 64, seed)));
    const before = own.memory;
    own.attention(query, key, value, options);
    const grown = own.memory - before;
    // Keys and values once more, and the result: three matrices of [n, 64]. The scores would be [n, n].
    assert.ok(grown <= 4 * (4 * n * 64), `${n} tokens: ${grown} bytes`);
  }
});

test("memory does not grow over 100 000 calls", { timeout: 240_000 }, async () => {
  const own = await loadFast();
  const [query, key, value] = [1, 2, 3].map((seed) => own.tensor([4, 8], draw(32, seed)));
  const call = () => own.attention(query, key, value, { heads: 2 }).dispose();
  for (let i = 0; i < 1000; i++) call();
  const before = own.memory;
  for (let i = 0; i < 100_000; i++) call();
  assert.equal(own.memory, before);
});

test("collected handles free their memory, and disposed handles free it once", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  const own = await loadFast();
  const fill = (seed) =>
    own.tensor(
      [256, 256],
      Float32Array.from({ length: 256 * 256 }, (_, i) => i + seed),
    );
  const kept = [];
  // Of ten that a task makes, it disposes of the last and of one in the middle, a later task of the first; the rest is forgotten.
  const round = async (number) => {
    let made = Array.from({ length: 10 }, (_, i) => fill(i));
    made.at(-1).dispose();
    made[4].dispose();
    // Stands where those stood, and must not be given back in their place.
    if (number < 5) kept.push(fill(number), fill(-number));
    await pause(5);
    made[0].dispose();
    made = null;
    for (let i = 0; i < 3; i++) {
      collectGarbage();
      await pause(5);
    }
  };
  for (let i = 0; i < 5; i++) await round(i);
  const before = own.memory;
  for (let i = 5; i < 30; i++) await round(i);
  assert.ok(own.memory <= before * 1.5, `${own.memory} bytes after ${before}`);
  kept.forEach((handle, i) => {
    assert.equal(handle.read()[1], 1 + (i % 2 === 0 ? 1 : -1) * (i >> 1), `handle ${i}`);
  });
});

test("memory grows by ever larger steps, so that results forgotten in one task do not have garbage collected for each", async () => {
  const own = await loadFast();
  const x = own.tensor([256, 256], new Float32Array(256 * 256).fill(0.5));
  let [steps, before] = [0, own.memory];
  for (let i = 0; i < 800; i++) {
    own.layerNorm(x);
    steps += own.memory > before && before >= 2 ** 26;
    before = own.memory;
  }
  assert.ok(before >= 800 * 2 ** 18, `${before} bytes hold 800 results`);
  // From 64 MiB to 256 MiB by quarters; one result at a time it would be some 500 steps.
  assert.ok(steps <= 10, `${steps} steps`);
});
