/** The linter finds modules that import each other, by whatever way and for whatever kind of name. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { at } from "../../scripts/build/paths.mjs";

const BIOME = at("node_modules/@biomejs/biome/bin/biome");

/** The files in which Biome finds a part of a cycle, under the rules of this repository. */
async function cyclesIn(files) {
  const folder = await mkdtemp(join(tmpdir(), "attograph-cycles-"));
  try {
    await cp(at("biome.json"), join(folder, "biome.json"));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const args = [BIOME, "lint", "--only=suspicious/noImportCycles", "--colors=off"];
    const output = await new Promise((done) => {
      execFile(process.execPath, args, { cwd: folder }, (_, stdout, stderr) => done(`${stdout}\n${stderr}`));
    });
    return [...output.matchAll(/^(\S+?):\d+:\d+ lint\/suspicious\/noImportCycles/gm)].map(([, name]) => name).sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("modules that import each other are refused, in the package, the page and the scripts", async () => {
  const found = await cyclesIn({
    "src/js/a.ts": 'import { b } from "./b.js";\nexport const a = () => b;\n',
    "src/js/b.ts": 'import { a } from "./a.js";\nexport const b = () => a;\n',
    "www/src/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
    "www/src/b.ts": 'export const b = async () => import("./c.ts");\n',
    "www/src/c.ts": 'import { a } from "./a.ts";\nexport const c = () => a;\n',
    "scripts/a.mjs": 'export * from "./b.mjs";\n',
    "scripts/b.mjs": 'import { b } from "./a.mjs";\nexport const c = () => b;\n',
    "scripts/d.mjs": 'import { c } from "./b.mjs";\nexport const d = () => c;\n',
  });
  assert.deepEqual(found, [
    "scripts/a.mjs",
    "scripts/b.mjs",
    "src/js/a.ts",
    "src/js/b.ts",
    "www/src/a.ts",
    "www/src/b.ts",
    "www/src/c.ts",
  ]);
});

test("modules that import only types of each other are refused", async () => {
  const found = await cyclesIn({
    "src/js/a.ts": 'import type { B } from "./b.js";\nexport type A = B;\n',
    "src/js/b.ts": 'import type { A } from "./a.js";\nexport type B = A | null;\n',
  });
  assert.deepEqual(found, ["src/js/a.ts", "src/js/b.ts"]);
});
