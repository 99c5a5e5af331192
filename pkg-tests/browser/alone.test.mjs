/** The package in Chromium where there is no server, or another one: pages of `file:`, frames in a sandbox, and a server of another origin. */
import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "../../pkg/node.js";
import { openFolder, openPage } from "../shared/browser.mjs";
import { HOSTED } from "../shared/hosted.mjs";
import { installPacked } from "../shared/packed.mjs";

let consumer;
let site;
before(async () => {
  consumer = await installPacked();
  site = await openFolder(consumer.folder);
});
after(async () => {
  await site?.close();
  await consumer?.close();
});

const HEAD = '<!doctype html><html lang="en"><title>Alone</title><link rel="icon" href="data:," />';
const COMPUTE = `const x = [[1, 2, 3, 4], [4, 5, 9, 1], [6, 2, 1, 4]];
  const trace = lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });
  const found = lab.cell(trace, "attention.scaled", [0, 1]).value;`;
const SHOW = 'document.body.append(Object.assign(document.createElement("output"), { textContent: found }));';
const RUN = `(async () => { const lab = await load(); ${COMPUTE} ${SHOW} })();`;

const installed = (name) => readFile(join(consumer.installed, name), "utf8");

/** Opens a page by its path, and returns what it shows and what it requested besides itself. */
async function openFile(t, text) {
  const path = join(consumer.folder, "alone.html");
  await writeFile(path, `${HEAD}${text}`);
  const { page, close } = await openPage(site);
  t.after(close);
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const { href } = pathToFileURL(path);
  await page.goto(href);
  const shown = async (place) => {
    const output = place.locator("output");
    await output.waitFor({ state: "attached" });
    return output.textContent();
  };
  return { page, shown, problems, others: () => requests.filter((url) => url !== href && !url.startsWith("data:")) };
}

test("the classic script works in a page of `file:`", async (t) => {
  await cp(join(consumer.installed, "attograph.global.js"), join(consumer.folder, "attograph.global.js"));
  const script = `<body><script src="attograph.global.js"></script><script>const { load } = attograph; ${RUN}</script>`;
  const { page, shown, problems, others } = await openFile(t, script);
  assert.equal(await shown(page), "22.5");
  assert.deepEqual(problems, []);
  assert.deepEqual(
    others().map((url) => url.split("/").at(-1)),
    ["attograph.global.js"],
  );
});

test("the inline entry works as the text of a module in a page of `file:`, which requests nothing", async (t) => {
  const { page, shown, problems, others } = await openFile(
    t,
    `<body><script type="module">${await installed("inline.js")}\n${RUN}</script>`,
  );
  assert.equal(await shown(page), "22.5");
  assert.deepEqual(problems, []);
  assert.deepEqual(others(), []);
});

test("both work in a frame with nothing but scripts allowed", async (t) => {
  const frame = (script) =>
    `<iframe sandbox="allow-scripts" srcdoc='${script.replaceAll("&", "&amp;").replaceAll("'", "&#39;")}'></iframe>`;
  const classic = `<body><script>${await installed("attograph.global.js")}</script><script>const { load } = attograph; ${RUN}</script>`;
  const module = `<body><script type="module">${await installed("inline.js")}\n${RUN}</script>`;
  const { page, shown, problems, others } = await openFile(t, `<body>${frame(classic)}${frame(module)}`);
  for (const place of [0, 1]) assert.equal(await shown(page.frameLocator("iframe").nth(place)), "22.5");
  assert.deepEqual(problems, []);
  assert.deepEqual(
    others().filter((url) => url !== "about:srcdoc"),
    [],
  );
});

const FIGURE = `<attograph-figure algorithm="scaled-dot-product-attention" step="attention.weights" picture="table" inputs='${JSON.stringify(HOSTED)}'></attograph-figure>`;

/** The weight of the first query and the second key, once the figure is drawn. */
async function weightIn(place) {
  const cell = place.locator("attograph-figure ag-matrix.result [data-cell='0,1']");
  await cell.waitFor();
  return Number(await cell.getAttribute("data-value"));
}

async function expectedWeight() {
  const lab = await load();
  const { outputs } = lab.trace("scaled-dot-product-attention", HOSTED);
  return outputs.weights.data[1];
}

test("the elements as one script draw a figure in a page of `file:`, beside the page or within it, and in a frame with nothing but scripts allowed", async (t) => {
  const expected = await expectedWeight();
  await cp(join(consumer.installed, "elements.global.js"), join(consumer.folder, "elements.global.js"));
  const beside = await openFile(t, `<body><script src="elements.global.js"></script>${FIGURE}`);
  assert.equal(await weightIn(beside.page), expected);
  assert.deepEqual(
    beside.others().map((url) => url.split("/").at(-1)),
    ["elements.global.js"],
  );
  const within = `<meta charset="utf-8"><script>${await installed("elements.global.js")}</script>${FIGURE}`;
  const text = within.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const both = await openFile(t, `${within}<iframe sandbox="allow-scripts" srcdoc="${text}"></iframe>`);
  assert.equal(await weightIn(both.page), expected);
  assert.equal(await weightIn(both.page.frameLocator("iframe")), expected);
  assert.deepEqual(
    both.others().filter((url) => url !== "about:srcdoc"),
    [],
  );
  assert.deepEqual([...beside.problems, ...both.problems], []);
});

test("the elements as one module draw a figure under a policy that allows scripts of the host alone", async (t) => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html";
  await writeFile(
    join(consumer.folder, "one.html"),
    `${HEAD}<body><script type="module" src="node_modules/attograph/elements.mjs"></script>${FIGURE}`,
  );
  const host = await openFolder(consumer.folder, [], policy);
  t.after(() => host.close());
  const { page, problems, close } = await openPage(host);
  t.after(close);
  const requests = [];
  page.on("request", (request) => requests.push(request.url().split("/").at(-1)));
  await page.goto(`${host.address}one.html`);
  assert.equal(await weightIn(page), await expectedWeight());
  assert.deepEqual(
    requests.filter((name) => !name.startsWith("data:")),
    ["one.html", "elements.mjs", "elements.global.js"],
  );
  assert.deepEqual(problems, []);
});

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves the package for pages of any origin, as networks that distribute packages do. */
async function serveEverywhere(t) {
  const server = createServer(async (request, response) => {
    try {
      const body = await readFile(join(consumer.installed, request.url));
      const type = TYPES[extname(request.url)];
      response.writeHead(200, { "Access-Control-Allow-Origin": "*", "Content-Type": type });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/`;
}

test("from another origin it loads, has the fast engine, and starts workers, with the bits of one engine", async (t) => {
  const origin = await serveEverywhere(t);
  await writeFile(join(consumer.folder, "alone.html"), HEAD);
  const { page, close } = await openPage(site);
  t.after(close);
  await page.goto(pathToFileURL(join(consumer.folder, "alone.html")).href);
  const answer = await page.evaluate(async (origin) => {
    const { load } = await import(`${origin}browser.js`);
    const { loadPool } = await import(`${origin}fast.js`);
    const lab = await load();
    const x = lab.random([600, 16], { seed: 1 });
    const run = async (given) => {
      const { outputs, backend } = await given.run("scaled-dot-product-attention", { query: x, key: x, value: x });
      return { numbers: [...outputs.output.data], backend };
    };
    const [pool, one] = [await loadPool({ workers: 2 }), await run(lab)];
    const fast = await lab.fast();
    const matrix = (engine) => engine.tensor([600, 16], Float32Array.from(x.data));
    const alone = fast.attention(matrix(fast), matrix(fast), matrix(fast)).read();
    const shared = await (await pool.attention(await matrix(pool), await matrix(pool), await matrix(pool))).read();
    const { workers } = pool;
    pool.dispose();
    return { reason: lab.engine.reason, backend: one.backend, workers, same: alone.every((n, i) => n === shared[i]) };
  }, origin);
  const { reason, ...rest } = answer;
  assert.match(reason, /^the library's file was read/);
  assert.deepEqual(rest, { backend: "cpu", workers: 2, same: true });
});
