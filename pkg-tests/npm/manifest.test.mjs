/** The manifest of the package, as two programs judge it that know how tools read one. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { npmPlaces, PLACES, places } from "../../scripts/build/places.mjs";
import { pack, pkg } from "../shared/packed.mjs";

const call = promisify(execFile);
const repository = fileURLToPath(new URL("../../", import.meta.url));
const read = async (path) => JSON.parse(await readFile(path, "utf8"));

const { tarball, files } = await pack();

const PROGRAMS = {
  "publint --strict": ["publint/src/cli.js", "--strict"],
  "attw --profile esm-only": ["@arethetypeswrong/cli/dist/index.js", "--profile", "esm-only", "--no-color"],
};

for (const [name, [program, ...options]] of Object.entries(PROGRAMS)) {
  test(`${name} finds nothing wrong with the packed package`, async () => {
    const args = [join(repository, "node_modules", program), tarball, ...options];
    await call(process.execPath, args).catch(({ stdout, stderr }) => assert.fail(stdout + stderr));
  });
}

test("it has the addresses of the root's manifest, and none where that has none", async () => {
  const manifest = await read(join(pkg, "package.json"));
  const expected = npmPlaces(await places());
  for (const field of PLACES) assert.deepEqual(manifest[field], expected[field], field);
  assert.ok(manifest.keywords.length >= 5 && manifest.description && manifest.license);
});

test("it has the elements and three WebAssembly files", () => {
  assert.equal(files.filter((path) => path.endsWith(".wasm")).length, 3);
  for (const name of ["elements/elements.js", "elements.global.js", "elements.mjs"])
    assert.ok(files.includes(name), name);
});

test("it names the versions of Node that have `require` for ES modules", async () => {
  const { engines } = await read(join(pkg, "package.json"));
  assert.equal(engines.node, "^20.19.0 || >=22.12.0");
});
