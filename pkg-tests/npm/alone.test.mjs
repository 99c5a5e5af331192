/** The parts of the package that are one file: they import nothing later, and request nothing. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { pkg } from "../shared/packed.mjs";

const read = (name) => readFile(join(pkg, name), "utf8");

/** The scripts of a module and of everything that it imports. */
async function scriptsOf(name, known = new Map()) {
  if (known.has(name)) return known;
  const script = await read(name);
  known.set(name, script);
  for (const [, path] of script.matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g))
    await scriptsOf(join(dirname(name), path), known);
  return known;
}

/** What imports or requests; a method of a parser may have the name as well. */
const LATER = /\bimport\s*\(|(?<!\.)\bfetch\s*\((?!\))|\b(?:globalThis|window|self)\.fetch\b|\bimport\.meta\b/;

for (const [name, isOne] of Object.entries({
  "inline.js": true,
  "attograph.global.js": true,
  "elements.global.js": true,
  "fast/pool/attograph-worker.js": true,
  "fast/inline.js": false,
})) {
  test(`${name} imports nothing later and requests nothing`, async () => {
    const scripts = await scriptsOf(name);
    assert.equal(scripts.size === 1, isOne, [...scripts.keys()].join(", "));
    for (const [file, script] of scripts) assert.equal(LATER.exec(script)?.[0], undefined, file);
  });
}

test("the check above finds what it looks for", async () => {
  const scripts = [...(await scriptsOf("browser.js")).values()].join("\n");
  assert.match(scripts, /\bimport\s*\(/);
  assert.match(scripts, /\bfetch\s*\(/);
});

test("what a bundler takes along as the copy has nothing of the entry but what reads it", async () => {
  const bundle = await rolldown({ input: join(pkg, "copy.js"), platform: "browser" });
  const [{ code }] = (await bundle.generate({ format: "esm", minify: true })).output;
  await bundle.close();
  const [copy] = code.match(/H4sI[\w+/=]+/);
  assert.ok(code.length - copy.length < 2_000, `${code.length - copy.length} characters beside the copy`);
  const { library } = await import(join(pkg, "copy.js"));
  assert.deepEqual(Buffer.from(await library()), await readFile(join(pkg, "attograph.wasm")));
});

test("the classic script defines one variable with `load`", async () => {
  const program = `const before = new Set(Object.getOwnPropertyNames(globalThis));
    require("node:vm").runInThisContext(require("node:fs").readFileSync("attograph.global.js", "utf8"));
    console.log(Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name)).join());
    const { AttographError, load } = attograph;
    load({ topic: 1 }).catch((error) => console.log(error instanceof AttographError, error.code));
    load().then((lab) => {
      const x = [[1, 2, 3, 4], [4, 5, 9, 1]];
      const trace = lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });
      console.log(lab.cell(trace, "attention.scaled", [0, 1]).value);
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--eval", program], { cwd: pkg });
  assert.equal(stdout, "attograph\ntrue unknown-option\n22.5\n");
});

test("errors of each entry are instances of the class that another one exports", async () => {
  const [inline, fast] = [await import("../../pkg/inline.js"), await import("../../pkg/fast/inline.js")];
  assert.notEqual(inline.AttographError, fast.AttographError);
  for (const [act, { AttographError }] of [
    [() => inline.load({ topic: 1 }), fast],
    [() => fast.loadFast({ threads: 1 }), inline],
  ]) {
    const thrown = await act().catch((error) => error);
    assert.ok(thrown instanceof AttographError && thrown.code === "unknown-option");
  }
  for (const other of [new Error(), null, undefined, "text", {}]) assert.ok(!(other instanceof inline.AttographError));
});

test("every module has a source map with the TypeScript that it was made from, and the library in one file has none", async () => {
  for (const name of ["inline.js", "attograph.global.js"]) {
    assert.doesNotMatch(await read(name), /sourceMappingURL/, name);
    await assert.rejects(read(`${name}.map`), { code: "ENOENT" });
  }
  const scripts = await scriptsOf("node.js");
  for (const [name, script] of scripts) {
    if (/(^|\/)(glue|base64-fast)\.js$/.test(name)) continue;
    assert.match(script, new RegExp(`\n//# sourceMappingURL=${name.split("/").at(-1)}\\.map\\s*$`), name);
    const { sources, sourcesContent, mappings } = JSON.parse(await read(`${name}.map`));
    assert.ok(mappings.length > 0 && sources.length > 0, name);
    for (const [place, source] of sources.entries())
      assert.equal(typeof sourcesContent[place], source.endsWith(".ts") ? "string" : "object", source);
  }
});
