/**
 * Measures the fast engine and its peers in headless Chromium, and writes scripts/bench/results.json and BENCHMARKS.md:
 *
 *   npm run bench [-- --only "matrix product"] [-- --former <commit>]
 *   npm run bench -- --f64
 *   npm run bench -- --gradient
 *   npm run bench -- --graph
 *
 * With `--former` the package of an earlier commit is built below target/former/ and takes turns with the present one. The second measures only the f64
 * engines, in Chromium and natively, how the package loads, gradients and large graphs, the third only gradients, natively, the fourth only large graphs; they
 * renew these parts of the report.
 *
 * Missing peers are installed into their own folders, with pinned versions.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { cpus } from "node:os";
import { extname, join, normalize } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { at } from "../build/paths.mjs";
import { ask, run } from "../build/run.mjs";
import { CHROMIUM_FLAGS, findChromium } from "../chromium.mjs";
import { tableIn, withTable } from "./blocked.mjs";
import { buildFormer } from "./former.mjs";
import { measureGraphs } from "./graph/graphs.mjs";
import { measureLoad, measureScene } from "./load.mjs";
import { openNative } from "./native.mjs";
import { assembleProbe } from "./probe.mjs";
import { writeReport } from "./report.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    former: { type: "string" },
    f64: { type: "boolean" },
    gradient: { type: "boolean" },
    graph: { type: "boolean" },
  },
});

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

/** Serves those folders. No policy: some peers generate code at run time. */
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

/** Opens a page of those folders, has `act` measure on it, and closes it. */
async function onPage(extra, act) {
  const icon = '<link rel="icon" href="data:," />';
  const server = await serve({ "/": `<!doctype html><title>Benchmark</title>${icon}`, ...extra });
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    page.on("pageerror", (problem) => console.error(problem.message));
    page.setDefaultTimeout(0);
    return await act(page, server.address);
  } finally {
    await browser.close();
    server.close();
  }
}

/** What a native benchmark prints. */
async function measureNatively(example) {
  const cargo = ["run", "--release", "--locked", "--quiet", "--example", example];
  const printed = await ask("cargo", cargo);
  if (printed === null) throw new Error(`cargo ${cargo.join(" ")} failed`);
  return JSON.parse(printed);
}

/** The f64 engines in Chromium and natively. */
async function measureF64() {
  const browser = await onPage({}, async (page, address) => {
    await page.goto(address);
    return page.evaluate(async () => (await import("/page/f64.js")).measureF64());
  });
  return { date: today, machine, browser, native: await measureNatively("f64_bench") };
}

function measure(relaxed, native, former) {
  const { bytes, operations } = assembleProbe(relaxed);
  return onPage({ "/probe.wasm": Buffer.from(bytes) }, async (page, address) => {
    if (native.ask) await page.exposeFunction("askNative", native.ask);
    await page.goto(address);
    const measured = await page.evaluate(async (options) => (await import("/page/cases.js")).measureAll(options), {
      only: values.only,
      probe: operations,
      native: { version: native.version, missing: native.missing },
      former: former?.name,
    });
    // On its own page, without what the peers have opened.
    await page.reload();
    const pool = await page.evaluate(async (only) => (await import("/page/pool.js")).measurePool(only), values.only);
    return { ...measured, pool };
  });
}

const today = new Date().toISOString().slice(0, 10);
const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors`;
const stored = at("scripts/bench/results.json");

/** Everything, with every peer; natively, too, where there is something to compare with. */
async function measureAll() {
  if (!existsSync(FOLDERS.peers)) {
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: peers });
  }
  const former = values.former && (await buildFormer(values.former));
  if (former) FOLDERS.former = former.folder;
  const native = await openNative().catch((problem) => ({ missing: String(problem), close: () => {} }));
  const measured = await measure(true, native, former).finally(() => native.close());
  return { date: today, machine, ...measured };
}

const before = JSON.parse(await readFile(stored, "utf8"));
/** Whether a part of the report is renewed: where it is asked for, or where all are. */
const isRenewed = (part) => !values.only && (values[part] || !(values.gradient || values.graph));
const isPart = values.f64 || values.gradient || values.graph;
const report = isPart
  ? before
  : {
      ...(await measureAll()),
      f64: before.f64,
      load: before.load,
      scene: before.scene,
      gradient: before.gradient,
      graph: before.graph,
      gpu: before.gpu,
    };
if (isRenewed("f64")) {
  report.f64 = await measureF64();
  report.load = { date: today, machine, ...(await measureLoad()) };
  report.scene = { date: today, machine, times: await measureScene() };
}
if (isRenewed("gradient")) report.gradient = { date: today, machine, cases: await measureNatively("gradient_bench") };
if (isRenewed("graph")) report.graph = { date: today, machine, ...(await measureGraphs()) };
const text = writeReport(report);
console.log(text);
if (!values.only) {
  await writeFile(stored, `${JSON.stringify(report, null, 2)}\n`);
  await run(process.execPath, [at("node_modules/@biomejs/biome/bin/biome"), "format", "--write", stored]);
  const file = at("BENCHMARKS.md");
  await writeFile(file, withTable(text, tableIn(await readFile(file, "utf8"))));
}
