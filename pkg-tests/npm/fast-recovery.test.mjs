/** A trap of the fast engine costs one call: the next finds a fresh instance, in which what lived in the old one is gone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { memories } from "../shared/instances.mjs";

const { loadFast } = await import("../../pkg/fast-node.js");

test("after a trap the engine works, and old handles are refused and can be disposed of", async () => {
  const fast = await loadFast();
  const upload = () => fast.tensor([2, 2], [1, 2, 3, 4]);
  const [x, weights] = [upload(), fast.weights(upload())];
  const instances = memories.length;
  // Overwriting the memory makes a real trap, of a kind that no argument may cause.
  new Uint8Array(memories.at(-1).buffer).fill(0xff);
  assert.throws(() => fast.product(x, x), { name: "AttographError", code: "trapped" });
  const fresh = upload();
  assert.equal(memories.length, instances + 1);
  assert.deepEqual([...fast.product(fresh, fresh).read()], [7, 10, 15, 22]);
  for (const act of [() => fast.product(x, fresh), () => fast.product(fresh, weights), () => x.read()]) {
    assert.throws(act, { name: "AttographError", code: "trapped" });
  }
  x.dispose();
  weights.dispose();
  assert.throws(() => x.read(), { code: "disposed" });
  assert.deepEqual([...fresh.read()], [1, 2, 3, 4]);
  assert.equal(memories.length, instances + 1);
});
