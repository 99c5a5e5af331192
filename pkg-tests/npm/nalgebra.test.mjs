/** What lab.run computes in f64 with nalgebra's products, beside the reference. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { casesOf } from "../shared/replay.mjs";

const lab = await load();
const cases = casesOf(await caseFiles());

const attention = (tokens, width) =>
  Object.fromEntries(
    ["query", "key", "value"].map((name, seed) => {
      const shape = [tokens, width];
      return [name, { shape, data: lab.random(shape, { seed }).data }];
    }),
  );

test("every case gives the bits of the reference, since no sum has more than 256 terms", async () => {
  assert.ok(cases.length >= 250, `${cases.length} cases`);
  for (const { algorithm, name, inputs } of cases) {
    const [found, exact] = [
      await lab.run(algorithm, inputs, { backend: "nalgebra" }),
      await lab.run(algorithm, inputs, { backend: "reference" }),
    ];
    assert.deepEqual([found.backend, exact.backend], ["nalgebra", "reference"], `${algorithm}, ${name}`);
    assert.deepEqual(found.outputs, exact.outputs, `${algorithm}, ${name}`);
    assert.deepEqual(found.notices, exact.notices, `${algorithm}, ${name}`);
  }
});

test("longer sums are within 1e-12 of the largest magnitude, and the same in every run", async () => {
  const inputs = attention(300, 64);
  const run = async (backend) => lab.run("scaled-dot-product-attention", inputs, { backend });
  const [found, again, exact] = [await run("nalgebra"), await run("nalgebra"), await run("reference")];
  assert.deepEqual(again.outputs, found.outputs);
  assert.deepEqual(found.outputs.scores, exact.outputs.scores, "64 terms");
  const [a, b] = [found.outputs.output.data, exact.outputs.output.data];
  const largest = b.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  const apart = a.reduce((most, number, place) => Math.max(most, Math.abs(number - b[place])), 0);
  assert.ok(apart > 0 && apart <= 1e-12 * largest, `${apart} of ${largest}`);
});

test("a trace has the bits of the reference, and all f64 engines are listed", async () => {
  const inputs = attention(300, 8);
  const { outputs } = await lab.run("scaled-dot-product-attention", inputs, { backend: "reference" });
  assert.deepEqual({ ...lab.trace("scaled-dot-product-attention", inputs).outputs }, outputs);
  const listed = (await lab.backends()).filter(({ name }) => name === "f64");
  assert.deepEqual(
    listed.map(({ backend, reason }) => [backend, reason]),
    [
      ["reference", null],
      ["nalgebra", null],
      ["sparse", null],
    ],
  );
});
