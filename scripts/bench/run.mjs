/**
 * Measures the fast engine beside its peers in headless Chromium, and writes scripts/bench/results.json and BENCHMARKS.md:
 *
 *   npm run bench [-- --only "matrix product"]
 *
 * The peers are installed into folders of their own, with pinned versions, when they are not there yet.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { cpus } from "node:os";
import { extname, join, normalize } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { at } from "../build/paths.mjs";
import { run } from "../build/run.mjs";
import { CHROMIUM_FLAGS, findChromium } from "../chromium.mjs";
import { openNative } from "./native.mjs";
import { assembleProbe } from "./probe.mjs";
import { writeReport } from "./report.mjs";

const { values } = parseArgs({ options: { only: { type: "string" } } });

const peers = at("scripts/bench/peers");
const FOLDERS = {
  pkg: at("pkg"),
  peers: join(peers, "node_modules"),
  models: at("scripts/bench/models"),
  page: at("scripts/bench/page"),
};
const TYPES = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".html": "text/html",
};

/** Serves those folders. No policy: some peers make code while they run. */
async function serve(extra) {
  const server = createServer(async (request, response) => {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
      const [, folder, ...rest] = path.split("/");
      const body = extra[path] ?? (await readFile(join(FOLDERS[folder], ...rest)));
      response.writeHead(200, {
        "Content-Type": TYPES[extname(path)] ?? (path === "/" ? "text/html" : "application/octet-stream"),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "localhost", done));
  return { address: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

async function measure(relaxed, native) {
  const { bytes, operations } = assembleProbe(relaxed);
  const icon = '<link rel="icon" href="data:," />';
  const server = await serve({
    "/": `<!doctype html><title>Benchmark</title>${icon}`,
    "/probe.wasm": Buffer.from(bytes),
  });
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    page.on("pageerror", (problem) => console.error(problem.message));
    page.setDefaultTimeout(0);
    if (native.ask) await page.exposeFunction("askNative", native.ask);
    await page.goto(server.address);
    const measured = await page.evaluate(async (options) => (await import("/page/cases.js")).measureAll(options), {
      only: values.only,
      probe: operations,
      native: { version: native.version, missing: native.missing },
    });
    // On a page of its own: what the peers have opened is gone then.
    await page.reload();
    const pool = await page.evaluate(async (only) => (await import("/page/pool.js")).measurePool(only), values.only);
    return { ...measured, pool };
  } finally {
    await browser.close();
    server.close();
  }
}

if (!existsSync(FOLDERS.peers)) await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: peers });
const native = await openNative().catch((problem) => ({ missing: String(problem), close: () => {} }));
const measured = await measure(true, native).finally(() => native.close());
const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors`;
const report = { date: new Date().toISOString().slice(0, 10), machine, ...measured };
const text = writeReport(report);
console.log(text);
if (!values.only) {
  await writeFile(at("scripts/bench/results.json"), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(at("BENCHMARKS.md"), text);
}
