/** The package gives what other libraries gave, in Node. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { goldenFiles } from "../shared/golden.mjs";
import { casesOf, disagreements } from "../shared/replay.mjs";

const lab = await load();
const files = await goldenFiles(lab);

test("every algorithm of the catalog has a golden file", () => {
  assert.deepEqual(
    files.map(({ algorithm }) => algorithm).sort(),
    lab
      .catalog()
      .map(({ id }) => id)
      .sort(),
  );
});

for (const file of files) {
  test(`${file.algorithm} agrees in ${file.cases.length} cases`, () => {
    assert.deepEqual(disagreements(lab, casesOf([file])), []);
  });
}
