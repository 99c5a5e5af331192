/** What a run is expected to cost, and how it is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttographError, load } from "../../pkg/node.js";

const lab = await load();
const attention = "scaled-dot-product-attention";

/** Self-attention of so many tokens of width 2. */
function tokens(count) {
  const x = { shape: [count, 2], data: new Float64Array(2 * count).fill(0.5) };
  return { query: x, key: x, value: x };
}

const overLimit = (thrown) => thrown instanceof AttographError && thrown.code === "over-limit";

test("an estimate agrees with the counts and the memory of a run", () => {
  const { operations, bytes, seconds } = lab.estimate(attention, tokens(40));
  const { total } = lab.count(attention, tokens(40));
  const { multiplications, additions, functions, comparisons, byRules } = total;
  assert.equal(operations, multiplications + additions + functions + comparisons + byRules);
  const numbers = lab.trace(attention, tokens(40)).steps.reduce((sum, { data }) => sum + data.length, 0);
  assert.equal(bytes, 8 * numbers);
  assert.ok(seconds > 0 && seconds < 0.1, `${seconds} seconds`);
});

test("trace and run refuse what exceeds the limit, with the estimate", async () => {
  const inputs = tokens(8192);
  const { operations, bytes, seconds } = lab.estimate(attention, inputs);
  assert.ok(bytes > 2 ** 31 && seconds > 1, `${bytes} bytes, ${seconds} seconds`);
  const facts = {
    algorithm: attention,
    seconds,
    bytes,
    operations,
    limitSeconds: 60,
    limitBytes: 2 ** 31,
  };
  const refused = (thrown) => {
    assert.ok(overLimit(thrown), String(thrown));
    assert.deepEqual(thrown.facts, facts);
    return true;
  };
  assert.throws(() => lab.trace(attention, inputs), refused);
  await assert.rejects(lab.run(attention, inputs, { backend: "reference" }), refused);
  assert.equal(lab.trace(attention, tokens(3)).steps.length > 0, true);
});

test("omitted parts of a limit have their defaults", async () => {
  const inputs = tokens(30);
  for (const limit of [{ seconds: 1e-9 }, { bytes: 100 }]) {
    assert.throws(() => lab.trace(attention, inputs, { limit }), overLimit);
    await assert.rejects(lab.run(attention, inputs, { backend: "reference", limit }), overLimit);
  }
  const found = lab.trace(attention, inputs).outputs.output.data;
  for (const limit of [false, {}, undefined, { seconds: 10 }, { bytes: Number.POSITIVE_INFINITY }]) {
    assert.deepEqual(lab.trace(attention, inputs, { limit }).outputs.output.data, found);
    assert.deepEqual((await lab.run(attention, inputs, { backend: "reference", limit })).outputs.output.data, found);
  }
});

test("cells of a trace can be taken apart under any limit", () => {
  const trace = lab.trace(attention, tokens(4), { limit: { seconds: 1 } });
  assert.equal(lab.cell(trace, "attention.scores", [0, 0]).value, 0.5);
});

test("an invalid limit is a typed error", async () => {
  const inputs = tokens(2);
  const code = (expected) => (thrown) => thrown instanceof AttographError && thrown.code === expected;
  for (const limit of [true, 3, "none", null]) {
    assert.throws(() => lab.trace(attention, inputs, { limit }), code("wrong-type"));
    await assert.rejects(lab.run(attention, inputs, { limit }), code("wrong-type"));
  }
  assert.throws(() => lab.trace(attention, inputs, { limit: { seconds: "1" } }), code("wrong-type"));
  assert.throws(() => lab.trace(attention, inputs, { limit: { bytes: -1 } }), code("out-of-range"));
  assert.throws(() => lab.trace(attention, inputs, { limit: { seconds: Number.NaN } }), code("out-of-range"));
  assert.throws(() => lab.trace(attention, inputs, null), code("wrong-type"));
  assert.throws(() => lab.estimate("attention", inputs), code("unknown-algorithm"));
  assert.throws(() => lab.estimate(attention, {}), code("missing-input"));
});
