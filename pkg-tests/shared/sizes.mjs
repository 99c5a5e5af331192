/**
 * What a reader waits for, and what is stored of it: five sizes with a limit each, in bytes. `npm run sizes` writes them into `SIZES.md`; a test of each fails above
 * its limit.
 */
import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildSingle, singleSize } from "../../scripts/build/single.mjs";
import { openFolder, openPage } from "./browser.mjs";
import { pack, pkg } from "./packed.mjs";

const dist = fileURLToPath(new URL("../../www/dist/", import.meta.url));

/** The scene that a first visit is measured with. */
const SCENE = "#/units/self-attention/lookup";

/** What stores the page for use without a network, after the first visit. */
const FOR_OFFLINE = /\/assets\/(offline|background)-[^/]*\.js$/;

/** The bytes of all responses, as they are sent, until a scene is shown and the network is idle. */
async function firstVisit() {
  const site = await openFolder(dist);
  try {
    const { page, problems } = await openPage(site, { fresh: true });
    const sent = [];
    page.on("response", (response) => {
      if (!FOR_OFFLINE.test(response.url())) sent.push(response.request().sizes());
    });
    await page.goto(site.address + SCENE);
    await page.locator(".scene[data-answered=false]").first().waitFor();
    await page.waitForLoadState("networkidle");
    assert.deepEqual(problems, []);
    return (await Promise.all(sent)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  } finally {
    await site.close();
  }
}

const library = async () => gzipSync(await readFile(join(pkg, "attograph.wasm")), { level: 9 }).length;

async function single() {
  await buildSingle();
  return singleSize();
}

/** The bytes of all files that the service worker stores, each in its copy by brotli where it has one. */
async function offline() {
  const script = await readFile(join(dist, "sw.js"), "utf8");
  const urls = [...script.matchAll(/url:`([^`]+)`/g)].map(([, url]) => url);
  assert.ok(urls.length > 100, `${urls.length} files`);
  const sizes = urls.map((url) => stat(join(dist, `${url}.br`)).catch(() => stat(join(dist, url))));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

/**
 * What is limited: how it is measured, and the most bytes that it may have. A first visit may have 50 KB more than before the page had a typeface of its own and the
 * library gradients, which are 28 KB each of it. The package holds the library four times: as a file, and within three scripts that request nothing, for programs, for
 * pages, and with the elements. The last of these, which is 1.4 MB of the package, is for pages that can load nothing else. The page in one file grows with the course; a
 * mail takes several times as much.
 */
export const LIMITED = {
  "first visit of a scene, all requests, brotli": { measure: firstVisit, limit: 550_000 },
  "`attograph.wasm`, gzip": { measure: library, limit: 420_000 },
  "the package, packed, with its elements": { measure: async () => (await pack()).size, limit: 5_000_000 },
  "the page in one file": { measure: single, limit: 2_300_000 },
  "all files stored for use without a network, brotli": { measure: offline, limit: 2_500_000 },
};

/** Measures one of {@link LIMITED}, and fails above its limit. */
export async function assertWithinLimit(name) {
  const { measure, limit } = LIMITED[name];
  const size = await measure();
  assert.ok(size > 100_000, `${name}: only ${size} bytes were measured`);
  assert.ok(size <= limit, `${name}: ${size} bytes, of which ${limit} are allowed`);
}
