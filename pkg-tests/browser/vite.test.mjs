/** The packed package in a project of somebody who uses Vite and configures nothing. */
import assert from "node:assert/strict";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build, createServer } from "vite";
import { openFolder, openPage } from "../shared/browser.mjs";
import { installPacked } from "../shared/packed.mjs";

const PAGE =
  '<!doctype html><html lang="en"><title>Vite</title><link rel="icon" href="data:," /><output></output><script type="module" src="/main.js"></script></html>\n';
const MAIN = `import { load } from "attograph";
const lab = await load();
const x = [[1, 2, 3, 4], [4, 5, 9, 1], [6, 2, 1, 4]];
const trace = lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });
document.querySelector("output").textContent = lab.cell(trace, "attention.scaled", [0, 1]).value;
`;

let consumer;
before(async () => {
  consumer = await installPacked();
  await writeFile(join(consumer.folder, "index.html"), PAGE);
});
after(() => consumer?.close());

/** What the page shows once it has computed. */
async function shown(page, address) {
  await page.goto(address);
  const output = page.locator("output:not(:empty)");
  await output.waitFor({ state: "attached" });
  return output.textContent();
}

/** Builds the project with this main module, and returns what was emitted: the paths, and how many bytes all have. */
async function emitted(main) {
  await writeFile(join(consumer.folder, "main.js"), main);
  await build({ root: consumer.folder, configFile: false, logLevel: "error", build: { target: "es2022" } });
  const folder = join(consumer.folder, "dist");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return { folder, paths, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

test("vite build: few files and bytes, of which one is fetched for the library, under a strict policy", async (t) => {
  const { folder, paths, bytes } = await emitted(MAIN);
  // The library's file has its own limit; twice, it would be beyond this one.
  assert.ok(paths.length <= 5 && bytes <= 1_850_000, `${bytes} bytes in ${paths.length} files: ${paths.join(", ")}`);
  t.diagnostic(`${bytes} bytes in ${paths.length} files`);
  const site = await openFolder(folder);
  t.after(() => site.close());
  const { page, problems } = await openPage(site);
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  assert.equal(await shown(page, site.address), "22.5");
  const kinds = requests.map((path) => path.replace(/-[\w-]{8}(?=\.)/, ""));
  assert.deepEqual(kinds.sort(), ["/", "/assets/attograph.wasm", "/assets/index.js"]);
  assert.deepEqual(problems, []);
});

const LARGE = `const x = [[1, 2, 3]];
const { backend } = await lab.run("layer-norm", { x }, { backend: "cpu" });
document.querySelector("output").textContent = [backend, lab.engine.reason].join(": ");
`;

test("vite build: the fast engine is in the bundle where it is passed, and the engine says how where it is not", async (t) => {
  for (const [options, expected] of [
    ['{ fast: () => import("attograph/fast") }', /^cpu: the library's file was read; a GPU/],
    ["", /^nalgebra: the library's file was read; this bundle has no fast engine; `load\(\{ fast: /],
  ]) {
    const { folder } = await emitted(
      `import { load } from "attograph";\nconst lab = await load(${options});\n${LARGE}`,
    );
    const site = await openFolder(folder);
    t.after(() => site.close());
    const { page, problems } = await openPage(site);
    assert.match(await shown(page, site.address), expected);
    assert.deepEqual(problems, []);
  }
});

test("vite build: a language is in the bundle where it is passed, and loading says how where it is not", async (t) => {
  for (const [options, expected] of [
    ['{ text: () => import("attograph/text/ko") }', /[가-힣]/],
    [
      '{ text: "en" }',
      /^the texts `en` could not be loaded: this bundle has none; `import en from "attograph\/text\/en"`/,
    ],
  ]) {
    const { folder } = await emitted(`import { load } from "attograph";
const shown = await load(${options}).then((lab) => lab.poll("S1-P1").question, (error) => error.message);
document.querySelector("output").textContent = shown;
`);
    const site = await openFolder(folder);
    t.after(() => site.close());
    const { page, problems } = await openPage(site);
    assert.match(await shown(page, site.address), expected);
    assert.deepEqual(problems, []);
  }
});

test("vite dev: it runs, from the file or from the copy within the JavaScript, which is said with the cure", async (t) => {
  await writeFile(join(consumer.folder, "main.js"), MAIN);
  const server = await createServer({
    root: consumer.folder,
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
  });
  t.after(() => server.close());
  await server.listen();
  const site = await openFolder(consumer.folder);
  t.after(() => site.close());
  const { page } = await openPage(site);
  const warnings = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  const { port } = server.httpServer.address();
  assert.equal(await shown(page, `http://127.0.0.1:${port}/`), "22.5");
  const copied = await page.evaluate(() =>
    performance.getEntriesByType("resource").some(({ name }) => /inline/.test(name)),
  );
  assert.equal(warnings.length, copied ? 1 : 0, warnings.join());
  if (copied) assert.match(warnings[0], /optimizeDeps: \{ exclude: \["attograph"\] \}/);
});
