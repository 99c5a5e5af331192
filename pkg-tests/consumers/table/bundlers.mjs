/** Bundlers, each with its own defaults. */
import { fileURLToPath } from "node:url";
import { headerPolicy } from "../../../scripts/policy.mjs";
import { page, program, served } from "../kinds.mjs";
import { html, LAZY, pageModule, programModule, RESULT } from "../study.mjs";

const MODULE = '<script type="module" src="main.js"></script>';
const HELLO = { "main.js": pageModule() };
const WITH_FAST = { "main.js": pageModule("attograph", LAZY) };

const fromFile = { from: "file", engine: "workers" };
/** For tools that leave `new URL("…", import.meta.url)` as it is: the copy within the JavaScript is used, and a warning has the cure. */
const fromCopy = (cure) => ({ from: "copy", engine: "workers", cure });

/**
 * What a bundle that knows the library's file may be. Loaded are the file, 1.18 MB with gradients and losses, and the entry; emitted besides are the copy
 * within the JavaScript, 0.51 MB, for a server that does not send the file, and the examples. With the entry in it a second time, a bundle is above this.
 */
const KNOWN_FILE = { requests: 2, loaded: 1_300_000, bytes: 1_900_000, files: 5 };

/**
 * And one that does not: the copy and the entry are loaded, the examples emitted besides. esbuild keeps the examples beside the copy as well; Rollup and
 * Rolldown, as they are run here, shorten nothing.
 */
const SHORTENED = { requests: 3, loaded: 640_000, bytes: 650_000, files: 4 };
const AS_WRITTEN = { requests: 3, loaded: 700_000, bytes: 740_000, files: 4 };

const VITES = { 7: "7.3.8", 8: "8.3.8" };

/** The page is sent under a strict policy. */
const viteBuild = (major) =>
  page({
    name: `Vite ${major}, build`,
    install: { vite: VITES[major] },
    files: { ...HELLO, "index.html": html(MODULE) },
    withFast: WITH_FAST,
    commands: [["vite", "build"]],
    output: "dist",
    headers: { "Content-Security-Policy": headerPolicy },
    expects: { ...fromFile, most: KNOWN_FILE },
  });

/** The development server, which serves modules as they are and dependencies bundled. */
const viteDev = (major, expects, { name = `Vite ${major}, dev`, config } = {}) =>
  served({
    name,
    install: { vite: VITES[major] },
    files: { ...WITH_FAST, "index.html": html(MODULE), ...config },
    server: (port) => ["vite", "--host", "127.0.0.1", "--port", port, "--strictPort"],
    expects,
  });

/** A bundler without support for HTML: the page lies in the folder that it writes to. */
const bundler = (entry) =>
  page({
    files: { ...HELLO, "dist/index.html": html(MODULE) },
    withFast: WITH_FAST,
    output: "dist",
    ...entry,
  });

/** The one of this repository, for a consumer that installs nothing. */
const ROLLDOWN = fileURLToPath(new URL("../../../node_modules/rolldown/bin/cli.mjs", import.meta.url));

const ESBUILD = ["esbuild", "main.js", "--bundle", "--format=esm", "--minify", "--outdir=dist"];

/** What the notice advises for esbuild. */
const WITH_LOADER = `import address from "attograph/attograph.wasm";
import { load as loadFrom } from "attograph";
const load = () => loadFrom({ bytes: new URL(address, import.meta.url) });
`;

/** A function in a cloud: one file with everything in it, and a handler that a server calls. */
const lambda = (format, file, handlerOf) =>
  program({
    name: `a Lambda bundle, ${format}`,
    install: { esbuild: "0.28.2" },
    files: {
      "handler.js": `import { load } from "attograph";
import { first, inputs } from "./study.js";
export const handler = async () => ({ statusCode: 200, body: JSON.stringify(await first(load, inputs)) });
`,
      "server.js": `import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const { handler } = ${handlerOf(`"./function/${file}"`)};
const { body } = await handler({});
writeFileSync("${RESULT}", JSON.stringify({ first: JSON.parse(body) }));
`,
    },
    commands: [
      [
        "esbuild",
        "handler.js",
        "--bundle",
        "--minify",
        `--format=${format}`,
        "--platform=node",
        `--outfile=function/${file}`,
      ],
      [process.execPath, "server.js"],
    ],
    expects: { from: "copy", engine: "none", cure: /--external:attograph/ },
  });

export const bundlers = [
  viteBuild(8),
  viteDev(8, fromFile),
  viteBuild(7),
  viteDev(7, fromCopy(/optimizeDeps/)),
  viteDev(7, fromFile, {
    name: "Vite 7, dev, with optimizeDeps.exclude",
    config: { "vite.config.js": 'export default { optimizeDeps: { exclude: ["attograph"] } };\n' },
  }),
  bundler({
    name: "webpack 5",
    install: { webpack: "5.112.2", "webpack-cli": "7.3.1" },
    commands: [["webpack", "./main.js", "--mode", "production"]],
    expects: { ...fromFile, most: KNOWN_FILE },
  }),
  bundler({
    name: "esbuild",
    install: { esbuild: "0.28.2" },
    commands: [ESBUILD],
    expects: { ...fromCopy(/esbuild/), most: SHORTENED },
  }),
  bundler({
    name: "esbuild, splitting",
    install: { esbuild: "0.28.2" },
    commands: [[...ESBUILD, "--splitting"]],
    expects: { ...fromCopy(/esbuild/), most: SHORTENED },
  }),
  bundler({
    name: "esbuild, with a loader",
    install: { esbuild: "0.28.2" },
    files: {
      "main.js": HELLO["main.js"].replace('import { load } from "attograph";\n', WITH_LOADER),
      "dist/index.html": html(MODULE),
    },
    withFast: null,
    commands: [[...ESBUILD, "--splitting", "--loader:.wasm=file"]],
    expects: { from: "bytes", engine: "none", most: KNOWN_FILE },
  }),
  program({
    name: "esbuild, for Node",
    install: { esbuild: "0.28.2" },
    files: { "main.js": programModule() },
    commands: [
      ["esbuild", "main.js", "--bundle", "--format=esm", "--platform=node", "--outfile=bundled.js"],
      [process.execPath, "bundled.js"],
    ],
    expects: { from: "copy", engine: "alone", cure: /--external:attograph/ },
  }),
  lambda("esm", "index.mjs", (path) => `await import(${path})`),
  lambda("cjs", "index.cjs", (path) => `require(${path})`),
  bundler({
    name: "Rollup 4",
    install: { rollup: "4.68.7", "@rollup/plugin-node-resolve": "16.0.3" },
    commands: [["rollup", "main.js", "--format", "es", "--dir", "dist", "--plugin", "node-resolve"]],
    expects: { ...fromCopy(/beside the bundle/), most: AS_WRITTEN },
  }),
  bundler({
    name: "Rolldown 1",
    commands: [[process.execPath, ROLLDOWN, "main.js", "--format", "esm", "--dir", "dist", "--platform", "browser"]],
    expects: { ...fromCopy(/beside the bundle/), most: AS_WRITTEN },
  }),
];
