/** The package is small, and `SIZES.md` has its sizes. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { packageSizes } from "../../scripts/build/sizes.mjs";
import { pkg } from "../shared/packed.mjs";
import { compareSizes } from "../shared/sizes.mjs";

test("each part is within its limit, compressed by gzip, and as large as SIZES.md has it", async () => {
  const parts = await packageSizes();
  for (const { name, gzip } of parts) assert.ok(gzip > 1000, `${name} has been measured`);
  await compareSizes(parts.map((part) => ({ ...part, limited: "gzip" })));
});

test("the package is at most 2 MB packed and 6 MB unpacked, and has three WebAssembly files", async () => {
  const { stdout } = await promisify(execFile)("npm", ["pack", pkg, "--dry-run", "--json"]);
  const [{ size, unpackedSize, files }] = JSON.parse(stdout);
  assert.equal(files.filter(({ path }) => path.endsWith(".wasm")).length, 3);
  await compareSizes([
    { name: "the package, packed", gzip: size, limit: 2_000_000, limited: "gzip" },
    { name: "the package, unpacked", bytes: unpackedSize, limit: 6_000_000, limited: "bytes" },
  ]);
});
