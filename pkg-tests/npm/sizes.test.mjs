/** The package is small: its limits are in `SIZES.md`. */
import { test } from "node:test";
import { assertWithinLimit } from "../shared/sizes.mjs";

for (const name of ["`attograph.wasm`, gzip", "the package, packed, with its elements"])
  test(`${name}, is within its limit`, () => assertWithinLimit(name));
