/** JupyterLab with notebooks of one's own, in Chromium: a server in a folder of its own, and what a reader does there. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { python } from "../../scripts/build/python.mjs";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.mjs";
import { PATIENCE } from "../shared/browser.mjs";

/** Returns a port that nobody uses. */
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Waits until an address answers. Rejects when the program ends before it does. */
async function answering(address, child) {
  let output = "";
  child.stderr.on("data", (data) => {
    output += data;
  });
  const ended = new Promise((_, fail) =>
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}: ${output}`))),
  );
  const asked = (async () => {
    while (true) {
      const response = await fetch(address).catch(() => null);
      if (response?.ok) return;
      await new Promise((done) => setTimeout(done, 200));
    }
  })();
  await Promise.race([asked, ended]);
}

/** Starts a program of the virtual environment that serves pages, with nothing of the user's settings. */
export async function startServer(args, path) {
  const folder = await mkdtemp(join(tmpdir(), "attograph-notebooks-"));
  const port = await freePort();
  const own = Object.fromEntries(
    ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "XDG_CONFIG_HOME"].map((name) => [
      name,
      join(folder, ".own", name),
    ]),
  );
  const env = { ...process.env, ...own, PATH: `${dirname(python)}:${process.env.PATH}` };
  const child = spawn(python, args(port, folder), { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  const address = `http://127.0.0.1:${port}`;
  await answering(`${address}${path}`, child);
  const close = async () => {
    child.removeAllListeners("exit");
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGINT");
      // JupyterLab asks whether it shall end; the second signal is the answer, with which it ends its kernels.
      child.kill("SIGTERM");
      await ended;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { address, folder, close };
}

/** JupyterLab, whose application scripts can reach. */
export const startLab = () =>
  startServer(
    (port, folder) => [
      ...["-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", `--port=${port}`, "--port-retries=0"],
      ...["--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True", `--ServerApp.root_dir=${folder}`],
      ...["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
    ],
    "/api",
  );

export async function openBrowser() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: set ATTOGRAPH_CHROMIUM to one.");
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}

/** Opens a page that counts the WebAssembly files of the library that it compiles, and writes down what it requests from anyone else. */
export async function openCounting(browser, address, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, ...options });
  page.setDefaultTimeout(PATIENCE);
  const problems = [];
  page.on("pageerror", ({ message }) => problems.push(`exception: ${message}`));
  page.on("request", (request) => {
    const url = request.url();
    const own = url.startsWith(address) || url.startsWith(address.replace("http", "ws"));
    if (!own && !/^(?:data|blob):/.test(url)) problems.push(`foreign request: ${url}`);
  });
  await page.addInitScript(() => {
    globalThis.compiled = [];
    const { compile } = WebAssembly;
    WebAssembly.compile = (bytes) => {
      globalThis.compiled.push(bytes.byteLength);
      return compile.call(WebAssembly, bytes);
    };
  });
  return { page, problems };
}

const cellOf = (source, at) => ({
  ...{ cell_type: "code", id: `cell-${at}`, execution_count: null, metadata: {}, outputs: [] },
  source,
});

/** Writes a notebook of these cells. */
export async function writeNotebook(folder, name, sources) {
  const kernelspec = { name: "python3", display_name: "Python 3", language: "python" };
  const notebook = { cells: sources.map(cellOf), metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(notebook));
}

/** Opens a notebook alone in its window, and waits for its kernel. */
export async function openNotebook(page, address, name) {
  await page.goto(`${address}/lab/workspaces/auto-${name.replace(/\W/g, "")}/tree/${name}?reset`);
  await page.waitForFunction((path) => globalThis.jupyterapp?.shell?.currentWidget?.context?.path === path, name);
  await page.evaluate(async () => {
    const { context, sessionContext } = globalThis.jupyterapp.shell.currentWidget;
    await Promise.all([context.ready, sessionContext.ready]);
    await sessionContext.session.kernel.info;
  });
}

/** Runs all cells. Returns what went wrong in them. */
export const runAll = (page) =>
  page.evaluate(async () => {
    const { jupyterapp } = globalThis;
    await jupyterapp.commands.execute("notebook:run-all-cells");
    const { cells } = jupyterapp.shell.currentWidget.content.model;
    const outputs = Array.from({ length: cells.length }, (_, at) => cells.get(at).toJSON().outputs ?? []).flat();
    return outputs
      .filter(({ output_type }) => output_type === "error")
      .map(({ ename, evalue }) => `${ename}: ${evalue}`);
  });

/** Runs code in the kernel of the notebook, and returns what it prints as JSON. */
export const ask = (page, code) =>
  page.evaluate(async (source) => {
    const { kernel } = globalThis.jupyterapp.shell.currentWidget.sessionContext.session;
    const future = kernel.requestExecute({ code: source, store_history: false });
    let printed = "";
    let error = null;
    future.onIOPub = ({ header, content }) => {
      if (header.msg_type === "stream" && content.name === "stdout") printed += content.text;
      if (header.msg_type === "error") error = `${content.ename}: ${content.evalue}`;
    };
    await future.done;
    if (error) throw new Error(error);
    return printed === "" ? null : JSON.parse(printed);
  }, code);

/** Waits until every element of a kind in the page is drawn, or says what is wrong. */
export const drawn = (page, count) =>
  page.waitForFunction((expected) => {
    const all = [...document.querySelectorAll("*")].filter(({ localName }) => localName.startsWith("attograph-"));
    const ready = all.filter(({ shadowRoot }) => shadowRoot?.querySelector(".frame"));
    return ready.length >= expected;
  }, count);
