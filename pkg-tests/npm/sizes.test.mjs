/** The package is small, and `SIZES.md` has its sizes. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
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

async function pack(folder) {
  const { stdout } = await promisify(execFile)("npm", ["pack", folder, "--dry-run", "--json"]);
  return JSON.parse(stdout)[0];
}

test("without its elements the package is at most 2 MB packed and 6 MB unpacked, and has three WebAssembly files; the elements, which grow with the course, add at most 1.1 and 4", async () => {
  const folder = await mkdtemp(join(tmpdir(), "attograph-sizes-"));
  try {
    await cp(pkg, folder, { recursive: true, filter: (path) => relative(pkg, path) !== "elements" });
    const [whole, library] = await Promise.all([pack(pkg), pack(folder)]);
    assert.equal(whole.files.filter(({ path }) => path.endsWith(".wasm")).length, 3);
    assert.ok(whole.files.length > library.files.length);
    const elements = { gzip: whole.size - library.size, bytes: whole.unpackedSize - library.unpackedSize };
    await compareSizes([
      { name: "the package, packed", gzip: library.size, limit: 2_000_000, limited: "gzip" },
      { name: "the package, unpacked", bytes: library.unpackedSize, limit: 6_000_000, limited: "bytes" },
      { name: "its elements, packed", gzip: elements.gzip, limit: 1_100_000, limited: "gzip" },
      { name: "its elements, unpacked", bytes: elements.bytes, limit: 4_000_000, limited: "bytes" },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
