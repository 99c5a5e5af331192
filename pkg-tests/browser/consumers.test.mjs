/** The consumers of the package that need no installation and are like no other test; `npm run consumers` runs all. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHarness } from "../consumers/harness.mjs";
import { consumers } from "../consumers/table.mjs";

let harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness?.close());

for (const consumer of consumers.filter(({ quick }) => quick))
  test(`${consumer.name}: the numbers, where they came from, and the requests`, async () => {
    assert.deepEqual((await harness.run(consumer)).wrong, []);
  });
