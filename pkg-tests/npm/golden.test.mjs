/** The package gives what other libraries gave, in Node. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { caseFiles, goldenFiles } from "../shared/golden.mjs";
import { foreignLettersOf } from "../shared/letters.mjs";
import { casesOf, disagreements } from "../shared/replay.mjs";

const lab = await load();
const files = await goldenFiles();

test("every golden file has its algorithm, and every algorithm a case", async () => {
  const ids = (files) => [...new Set(files.map(({ algorithm }) => algorithm))].sort();
  const known = ids(lab.catalog().map(({ id }) => ({ algorithm: id })));
  assert.deepEqual(
    ids(files).filter((id) => !known.includes(id)),
    [],
  );
  assert.deepEqual(ids(await caseFiles()), known);
});

test("the letters of each formula are the symbols of its operands, in every mode", async () => {
  const runs = (await caseFiles()).flatMap(({ algorithm, cases }) => cases.map(({ inputs }) => [algorithm, inputs]));
  const foreign = runs.flatMap(([algorithm, inputs]) => foreignLettersOf(lab.trace(algorithm, inputs)));
  assert.deepEqual([...new Set(foreign)], []);
});

for (const file of files) {
  test(`${file.algorithm} agrees in ${file.cases.length} cases`, () => {
    assert.deepEqual(disagreements(lab, casesOf([file])), []);
  });
}
