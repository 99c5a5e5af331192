/** The packed package in a project of somebody who uses Vite and configures nothing. */
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
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
  await writeFile(join(consumer.folder, "main.js"), MAIN);
});
after(() => consumer?.close());

/** What the page shows once it has computed. */
async function shown(page, address) {
  await page.goto(address);
  const output = page.locator("output:not(:empty)");
  await output.waitFor({ state: "attached" });
  return output.textContent();
}

test("vite build: the files are assets, and only the one of the library is fetched, which runs under a strict policy", async (t) => {
  await build({ root: consumer.folder, configFile: false, logLevel: "error", build: { target: "es2022" } });
  const assets = await readdir(join(consumer.folder, "dist/assets"));
  assert.equal(assets.filter((name) => name.endsWith(".wasm")).length, 3, assets.join(", "));
  const site = await openFolder(join(consumer.folder, "dist"));
  t.after(() => site.close());
  const { page, problems } = await openPage(site);
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  assert.equal(await shown(page, site.address), "22.5");
  assert.equal(requests.filter((url) => url.endsWith(".wasm")).length, 1);
  assert.equal(requests.filter((url) => url.includes("base64")).length, 0);
  assert.deepEqual(problems, []);
});

test("vite dev: it runs, from the file or from the copy within the JavaScript", async (t) => {
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
  const { port } = server.httpServer.address();
  assert.equal(await shown(page, `http://127.0.0.1:${port}/`), "22.5");
});
