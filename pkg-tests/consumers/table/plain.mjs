/** Pages without a build: script modules and classic scripts, from servers and from files. */
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { headerPolicy } from "../../../scripts/policy.mjs";
import { page, withStudy } from "../kinds.mjs";
import { serveFolder } from "../serve.mjs";
import { html, INLINE, pageModule, pageScript } from "../study.mjs";
import { visit } from "../visit.mjs";

const MODULE = '<script type="module" src="main.js"></script>';
const BY_PATH = "/node_modules/attograph/browser.js";
const IMPORT_MAP = `<script type="importmap">${JSON.stringify({ imports: { attograph: BY_PATH } })}</script>`;

/** Two of the requests are for modules of the page, one for what is asked of gradients. The library, with gradients and losses, is 1.1 MB of the bytes. */
const fromFile = { from: "file", engine: "workers", most: { requests: 43, loaded: 1_400_000 } };

/** A text within a script element. */
const script = (text) => `<script>${text.replaceAll("</script", "<\\/script")}</script>`;

/** Puts the main module of a project and what it imports into one classic script. */
async function bundle(project) {
  const bundled = await rolldown({ input: project.at("main.js"), cwd: project.folder, platform: "browser" });
  const { output } = await bundled.generate({ format: "iife", minify: true });
  await bundled.close();
  if (output.length !== 1) throw new Error(`one file was expected, not ${output.map(({ fileName }) => fileName)}`);
  return output[0].code;
}

/** Writes the page of one file that has the inline entry within it. */
async function writeInline(project) {
  await project.write({ "page/index.html": html(script(await bundle(project))) });
}

/** Writes the page that has the classic script beside it. */
async function writeClassic(project) {
  await project.write({
    "page/attograph.global.js": await project.read("node_modules/attograph/attograph.global.js"),
    "page/index.html": html('<script src="attograph.global.js"></script>', script(pageScript("attograph.load"))),
  });
}

/** Opens the page from the disk. */
function openFile(project, browser, large) {
  const address = pathToFileURL(project.at("page/")).href;
  return visit(browser, `${address}index.html`, { origins: [address], large });
}

/** Opens the page in a frame that may run scripts and nothing else: its origin is opaque. */
async function openSandboxed(project, browser, large) {
  await project.write({ "page/frame.html": html('<iframe sandbox="allow-scripts" src="index.html"></iframe>') });
  const site = await serveFolder(project.at("page"));
  try {
    return await visit(browser, `${site.address}frame.html`, { origins: [site.address], framed: true, large });
  } finally {
    await site.close();
  }
}

/** A page that `write` puts into the folder `page`, and `open` opens. */
const written = ({ write, open, engine, requests, ...entry }) => ({
  ...entry,
  files: withStudy({ "main.js": pageModule("attograph/inline", INLINE) }),
  expects: { from: "inline", engine, most: { requests, bytes: 900_000 } },
  async find(project, { browser }) {
    await write(project);
    const emitted = await project.measure("page");
    return { emitted, ...(await open(project, browser, engine !== "none")) };
  },
});

export const plain = [
  page({
    name: "script module, by path",
    files: { "index.html": html(MODULE), "main.js": pageModule(BY_PATH) },
    expects: fromFile,
  }),
  page({
    name: "script module, by an import map",
    files: { "index.html": html(IMPORT_MAP, MODULE), "main.js": pageModule() },
    expects: fromFile,
  }),
  page({
    name: "script module, under a strict policy",
    quick: true,
    files: { "index.html": html(MODULE), "main.js": pageModule(BY_PATH) },
    headers: { "Content-Security-Policy": headerPolicy },
    expects: fromFile,
  }),
  {
    name: "script module, from another origin with CORS",
    files: withStudy({ "index.html": html(MODULE) }),
    expects: fromFile,
    async find(project, { browser }) {
      const other = await serveFolder(project.at("node_modules"), { "Access-Control-Allow-Origin": "*" });
      await project.write({ "main.js": pageModule(`${other.address}attograph/browser.js`) });
      const site = await serveFolder(project.folder);
      try {
        return await visit(browser, site.address, { origins: [site.address, other.address] });
      } finally {
        await site.close();
        await other.close();
      }
    },
  },
  written({
    name: "inline in one file, from file://",
    write: writeInline,
    open: openFile,
    engine: "alone",
    requests: 0,
  }),
  written({
    name: "inline in one file, in a sandboxed frame",
    quick: true,
    write: writeInline,
    open: openSandboxed,
    engine: "alone",
    requests: 0,
  }),
  written({ name: "classic script, from file://", write: writeClassic, open: openFile, engine: "none", requests: 1 }),
  written({
    name: "classic script, in a sandboxed frame",
    quick: true,
    write: writeClassic,
    open: openSandboxed,
    engine: "none",
    requests: 1,
  }),
];
