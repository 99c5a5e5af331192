/** WebAssembly and native code give nearly the same numbers. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { casesOf } from "../shared/replay.mjs";

const lab = await load();
const cases = casesOf(await caseFiles());

test("native code agrees to 1e-12 in every step", async () => {
  const read = (name, encoding) => readFile(new URL(`../../target/tmp/${name}`, import.meta.url), encoding);
  // `cargo test --test native steps` writes these.
  const index = JSON.parse(await read("native-steps.json", "utf8"));
  const bytes = await read("native-steps.f64");
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const native = new Map(index.map((entry) => [`${entry.algorithm} / ${entry.case} / ${entry.step}`, entry]));
  let compared = 0;
  for (const { algorithm, name, inputs } of cases) {
    for (const { id, shape, data } of lab.trace(algorithm, inputs).steps) {
      const what = `${algorithm} / ${name} / ${id}`;
      const entry = native.get(what);
      assert.deepEqual(entry?.shape, shape, what);
      const largest = data.reduce(
        (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
        0,
      );
      for (const [i, value] of data.entries()) {
        const other = numbers[entry.offset + i];
        const near = Object.is(value, other) || Math.abs(value - other) <= 1e-12 * Math.max(1, largest);
        assert.ok(near, `${what} at ${i}: ${value}, natively ${other}`);
      }
      compared += 1;
    }
  }
  assert.equal(compared, index.length);
});
