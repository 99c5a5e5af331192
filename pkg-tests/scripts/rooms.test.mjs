/** Each room of the page, a folder of `www/src` or a file beside them, uses only rooms below it. Types do not count, nor what is loaded later by `import()`. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { at } from "../../scripts/build/paths.mjs";

/** From the bottom to the top. CONTRIBUTING shows the same. */
const ROOMS = [
  ...["window.ts", "tasks.ts", "numbers", "formula", "background.ts", "state", "text.ts", "library.ts"],
  ...["motion", "elements", "matrix", "pictures", "map", "player", "lesson", "backward", "heat", "stage", "whole"],
  ...["course", "labs", "practice", "lecture", "sheet", "room", "engines", "large", "print", "syllabus", "export"],
  ...["cards", "home"],
  ...["sections.ts", "section-pages.ts", "content.ts", "offline", "shell", "presenter"],
  ...["embed", "notebook", "classic", "main.ts", "single"],
];

/** A statement that imports or exports from another file, without those that begin with `import type` or `export type`. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;"]*?from\s+)?"(\.[^"]+)"/gm;

const source = at("www/src");
const roomOf = (file) => relative(source, file).split("/")[0];

async function filesOf(folder) {
  const all = await readdir(folder, { recursive: true });
  return all.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).map((name) => join(folder, name));
}

test("rooms of the page use only those below them", async () => {
  const files = await filesOf(source);
  const rooms = new Set(files.map(roomOf));
  assert.deepEqual([...rooms].sort(), [...ROOMS].sort(), "every room has a place in the order");
  const found = [];
  let uses = 0;
  for (const file of files) {
    const from = ROOMS.indexOf(roomOf(file));
    for (const [, path] of (await readFile(file, "utf8")).matchAll(IMPORT)) {
      const used = join(dirname(file), path);
      // The lists of units, labs, examples and weeks are outside of it.
      if (relative(source, used).startsWith("..")) continue;
      if (roomOf(used) !== roomOf(file)) uses += 1;
      if (ROOMS.indexOf(roomOf(used)) > from) found.push(`${relative(source, file)} uses ${relative(source, used)}`);
    }
  }
  assert.ok(uses > 500, `only ${uses} uses of another room`);
  assert.deepEqual(found, []);
});
