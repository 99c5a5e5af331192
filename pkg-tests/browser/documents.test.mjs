/** The pages that the documents of the package show, in Chromium. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openFolder, openPage } from "../shared/browser.mjs";
import { blocksOf } from "../shared/documented.mjs";
import { installPacked } from "../shared/packed.mjs";

let consumer;
let site;
before(async () => {
  consumer = await installPacked();
  // Scripts within a page need a policy that allows them; the recipes say what the library itself needs.
  site = await openFolder(consumer.folder, [], "script-src 'self' https: 'unsafe-inline' 'wasm-unsafe-eval'");
});
after(async () => {
  await site?.close();
  await consumer?.close();
});

/** Answers for a CDN with the files of the package. */
async function serveFromCdn(page, { version }) {
  const address = `https://cdn.jsdelivr.net/npm/attograph@${version}/`;
  await page.context().route(`${address}**`, async (route) => {
    const path = route.request().url().slice(address.length);
    const headers = { "access-control-allow-origin": "*" };
    await route.fulfill({ path: join(consumer.installed, path), headers });
  });
}

test("the page of docs/elements.md shows its figure", async (t) => {
  const [text] = blocksOf(await readFile(join(consumer.installed, "docs/elements.md"), "utf8"), "html");
  const { page, problems, close } = await openPage(site);
  t.after(close);
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await writeFile(join(consumer.folder, "page-elements.html"), text);
  await page.goto(`${site.address}page-elements.html`);
  await page.locator("attograph-figure ag-arcs").waitFor();
  assert.deepEqual(problems, []);
});

for (const document of ["README.md", "docs/recipes.md"]) {
  test(`every page of ${document} shows numbers`, async (t) => {
    const pages = blocksOf(await readFile(join(consumer.installed, document), "utf8"), "html");
    assert.ok(pages.length > 0);
    const manifest = JSON.parse(await readFile(join(consumer.installed, "package.json"), "utf8"));
    for (const [place, text] of pages.entries()) {
      const { page, problems, close } = await openPage(site);
      t.after(close);
      await serveFromCdn(page, manifest);
      await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
      await writeFile(join(consumer.folder, `page-${place}.html`), text);
      await page.goto(`${site.address}page-${place}.html`);
      const outputs = page.locator("output");
      for (const output of await outputs.all()) {
        await output.and(page.locator(":not(:empty)")).waitFor();
        assert.match(await output.innerText(), /^-?\d/);
      }
      assert.ok((await outputs.count()) > 0);
      const wrong = problems.filter((problem) => !problem.startsWith("foreign request: https://cdn"));
      assert.deepEqual(wrong, []);
    }
  });
}
