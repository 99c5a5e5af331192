/** The elements where there is no document, as on a server: their modules can be imported, define nothing and change nothing. Bundlers can read what they load. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { installPacked, runModule } from "../shared/packed.mjs";

let consumer;
let modules;
before(async () => {
  consumer = await installPacked();
  const names = await readdir(join(consumer.installed, "elements"));
  modules = names.filter((name) => name.endsWith(".js"));
});
after(() => consumer?.close());

/** Imports modules, and prints what each exports and what has become of the global object. */
const importing = (specifiers) => `const names = () => Reflect.ownKeys(globalThis).map(String);
const before = names();
const exported = {};
for (const specifier of ${JSON.stringify(specifiers)}) exported[specifier] = Object.keys(await import(specifier));
console.log(JSON.stringify({ exported, added: names().filter((name) => !before.includes(name)) }));
`;

test("the elements and the plugin for reveal.js are imported on a server, with the exports that they have in a browser", async () => {
  const printed = await runModule(consumer.folder, "server.mjs", importing(["attograph/elements", "attograph/reveal"]));
  const exported = { "attograph/elements": [], "attograph/reveal": ["default"] };
  // Lit notes its versions in these.
  const added = ["litElementVersions", "litHtmlVersions", "litPropertyMetadata", "reactiveElementVersions"];
  const found = JSON.parse(printed);
  assert.deepEqual({ ...found, added: found.added.sort() }, { exported, added });
});

test("a server may require them", async () => {
  const text = `import { createRequire } from "node:module";
    const require = createRequire(import.meta.url);
    require("attograph/elements");
    console.log(typeof require("attograph/reveal").default, typeof customElements, typeof HTMLElement);`;
  const version = process.versions.node.split(".").map(Number);
  // Before Node 22.12, with a notice; the switch is there in all that the package supports.
  const flags = version[0] < 22 ? ["--experimental-require-module", "--no-warnings"] : [];
  assert.equal(await runModule(consumer.folder, "required.mjs", text, flags), "function undefined undefined\n");
});

test("a worker imports them", async () => {
  const text = `import { Worker } from "node:worker_threads";
    const code = 'import("attograph/elements").then(() => require("node:worker_threads").parentPort.postMessage(typeof customElements))';
    new Worker(code, { eval: true }).on("message", (message) => console.log(message));`;
  assert.equal(await runModule(consumer.folder, "worker.mjs", text), "undefined\n");
});

// Programs for servers that are bundled into one file evaluate all of them, whether they are used or not.
test("every module of the elements is imported without a document", async () => {
  assert.ok(modules.length > 20);
  const specifiers = modules.map((name) => `./node_modules/attograph/elements/${name}`);
  const { exported } = JSON.parse(await runModule(consumer.folder, "each.mjs", importing(specifiers)));
  assert.equal(Object.keys(exported).length, modules.length);
});

test("the elements as one script are imported on a server, which is left as it was but for the plugin", async () => {
  const printed = await runModule(consumer.folder, "one.mjs", importing(["attograph/elements/inline"]));
  assert.deepEqual(JSON.parse(printed), {
    exported: { "attograph/elements/inline": ["default"] },
    added: ["AttographReveal"],
  });
});

// Bundlers write each of them anew, with a map where a module has one, and frameworks announce each in the page.
test("the elements are few files, without maps", async () => {
  assert.ok(modules.length <= 60, `${modules.length} modules`);
  assert.deepEqual(
    (await readdir(join(consumer.installed, "elements"))).filter((name) => name.endsWith(".map")),
    [],
  );
  for (const name of modules)
    assert.doesNotMatch(await readFile(join(consumer.installed, "elements", name), "utf8"), /sourceMappingURL/, name);
});

/** What a module loads by an address: the first argument of \`import\` and of \`new URL\` beside \`import.meta.url\`, which has to be a text. */
const LOADED =
  /\bimport\((?!["'`])[^)]*\)|new URL\((?!["'`]\.{1,2}\/[^"'`$]*["'`],)[^,)]*,\s*import\.meta\.url\)|import\.meta\.resolve/g;

test("what the elements load is written out, so that bundlers take it along without a warning", async () => {
  let fonts = 0;
  for (const name of modules) {
    const text = await readFile(join(consumer.installed, "elements", name), "utf8");
    assert.deepEqual(text.match(LOADED) ?? [], [], name);
    fonts += text.match(/new URL\(["'`]\.\/[\w-]+\.woff2["'`],\s*import\.meta\.url\)/g)?.length ?? 0;
  }
  assert.ok(fonts > 0, "no font is loaded");
});
