/** A trap costs one call: the next finds a fresh instance, and old traces can still be taken apart. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { memories } from "../shared/instances.mjs";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const { load } = await import("../../pkg/node.js");
const lab = await load();

const x = [
  [1, 2],
  [3, 4],
];
const attend = () => lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });
// Overwriting the memory makes a real trap, of a kind that no input may cause.
const ruin = () => new Uint8Array(memories.at(-1).buffer).fill(0xff);

test("a trap is an error with a code, and the next call works", () => {
  const before = attend();
  const instances = memories.length;
  ruin();
  assert.throws(attend, { name: "AttographError", code: "trapped" });
  assert.deepEqual(attend().outputs, before.outputs);
  assert.equal(memories.length, instances + 1);
});

test("a trace from a dead instance is computed again for its cells", () => {
  const trace = attend();
  const cell = lab.cell(trace, "attention.scores", [0, 1]);
  ruin();
  assert.throws(attend, { code: "trapped" });
  assert.deepEqual(lab.cell(trace, "attention.scores", [0, 1]), cell);
  assert.deepEqual(lab.cell(trace, "attention.scores", [1, 1]).value, 25);
});

test("a trap of the fast engine costs no result: f64 computes, and the next run has a fresh engine", async () => {
  const x = lab.random([300, 16], { seed: 1 });
  const run = () => lab.run("scaled-dot-product-attention", { query: x, key: x, value: x }, { backend: "cpu" });
  const before = await run();
  const engine = await lab.fast();
  const memory = memories.findLast(({ buffer }) => buffer.byteLength === engine.memory);
  const attend = engine.attention.bind(engine);
  // In the middle of a run, when the operands are there.
  engine.attention = (...operands) => {
    new Uint8Array(memory.buffer).fill(0xff);
    return attend(...operands);
  };
  const held = engine.tensor([1, 1], [1]);
  for (let i = 0; i < 100; i++) engine.tensor([1, 1], [i]);
  const trapped = await run();
  assert.equal(trapped.backend, "nalgebra");
  assert.throws(() => engine.product(held, held), { code: "trapped" });
  held.dispose();
  assert.throws(() => held.read(), { code: "disposed" });
  // What was forgotten is found now. Memory in which every owner seems to be the last makes each attempt to free it a trap, which must not be an uncaught
  // exception.
  new Uint32Array(memory.buffer).fill(1);
  for (let i = 0; i < 3; i++) {
    await pause(5);
    collectGarbage();
  }
  const again = await run();
  assert.equal(again.backend, "cpu");
  assert.deepEqual(again.outputs, before.outputs);
});
