import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";
import { examplesAsData } from "./examples.mjs";
import { trimGlue } from "./glue.mjs";
import { at } from "./paths.mjs";
import { run } from "./run.mjs";
import { languages, writeLanguages } from "./text.mjs";
import { packageLicense } from "./third-party.mjs";

/** The TypeScript modules. */
const sources = at("src/js");

/** The modules as they are compiled, with the generated ones. */
export const modules = at("target/package/js");

/**
 * What the package has as one file each: the module that it begins with, its name in the package, and whether its names are shortened. They have no
 * source maps, which would be 80 KB of the package: the modules that they are made from have theirs.
 */
const BUNDLES = [
  // Pages that have its text within a script use its names.
  { from: "inline.ts", to: "inline.js", format: "esm" },
  { from: "export.ts", to: "export.js", format: "esm", minify: true },
  { from: "import.ts", to: "import.js", format: "esm", minify: true, uses: ["saxes", "xmlchars"] },
  { from: "global.ts", to: "attograph.global.js", format: "iife", minify: true },
  // Bundlers differ in whether they take it for a worker or copy it as it is, and this starts either way.
  { from: "fast/pool/attograph-worker.ts", to: "fast/pool/attograph-worker.js", format: "esm", minify: true },
];

/** What the command `room` runs and serves: the server with the libraries that it uses, and the scripts of its pages. No other module of the package needs them. */
const ROOM = [
  { from: "room/server.ts", to: "room/server.js", format: "esm", platform: "node", minify: true, uses: ["ws", "uqr"] },
  { from: "room/phone.ts", to: "room/phone.js", format: "esm", minify: true },
  { from: "room/lecturer.ts", to: "room/lecturer.js", format: "esm", minify: true },
];

/** The npm packages of which the package's own scripts have a part. */
export const BUNDLED_PACKAGES = [...BUNDLES, ...ROOM].flatMap(({ uses = [] }) => uses);

/** Files of the room that are served as they are. */
const ROOM_FILES = ["page.html", "room.css", "en.json", "ko.json"];

/** Texts of the page of results that the command `verify` writes. */
const RESULTS = ["en.json", "ko.json"];

/** Modules that the package has only within a bundle. */
const BUNDLED = new Set([
  ...["base64-library", "global", "text/join", "text/speak"],
  ...(await languages()).map((language) => `text/${language}`),
  ...BUNDLES.map(({ to }) => to.replace(/\.js$/, "")),
]);

/** Modules of the command line, which no program imports: they have no maps. */
const isCommand = (stem) => stem === "cli" || stem.startsWith("cli/");

const isBundled = (stem) => BUNDLED.has(stem) || /^(?:export|import)\//.test(stem);

/** The module with the text of the worker, for pages that cannot start it from its file. */
const WORKER = { from: "fast/pool/attograph-worker.ts", to: "fast/pool/worker-text.js", format: "iife", minify: true };

/** Compiles the modules, and adds the generated ones: the glue, and the copies of WebAssembly files, `{ "base64-fast": text }`. */
export async function compileModules(copies) {
  await rm(modules, { recursive: true, force: true });
  await writeLanguages(modules, at("target/package/types"));
  const tsc = at("node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, "-p", sources, "--sourceMap", "--inlineSources"]);
  for (const name of ["glue.js", "fast/glue.js"]) {
    const glue = await readFile(at("target/package/glue", name), "utf8");
    await writeFile(join(modules, name), trimGlue(glue));
  }
  const data = { ...copies, examples: await examplesAsData() };
  for (const [name, content] of Object.entries(data))
    await writeFile(join(modules, `${name}.js`), `export default ${JSON.stringify(content)};\n`);
}

/** Writes the package's JavaScript, readable and with source maps, into a folder; `notice` begins what is one file. */
export async function writeJavaScript(folder, notice) {
  for (const name of await readdir(modules, { recursive: true })) {
    const [stem, ending] = name.split(/(\.(?:js|js\.map|d\.ts))$/);
    if (!ending || stem.startsWith("room/") || (isBundled(stem) && ending !== ".d.ts")) continue;
    const target = join(folder, stem === "global" ? `attograph.global${ending}` : name);
    if (ending === ".js" && !(await isMapped(stem))) await writeFile(target, await unmapped(name));
    else if (ending !== ".js.map") await cp(join(modules, name), target);
    else if (!(await isMapped(stem))) continue;
    else await writeFile(target, JSON.stringify(withPlainNames(JSON.parse(await readFile(join(modules, name))), name)));
  }
  await writeBundles(folder, BUNDLES, notice);
  // Each language brings what joins its texts with results, which the entries do not have.
  for (const language of await languages()) {
    const from = relative(sources, join(modules, "text", `${language}.js`));
    const { code } = await gather({ from, format: "esm", minify: true, notice });
    await writeFile(join(folder, "text", `${language}.js`), code);
  }
  await writeRoom(folder, notice);
  await mkdir(join(folder, "results"), { recursive: true });
  for (const name of RESULTS) await copyFile(join(sources, "results", name), join(folder, "results", name));
  const { code } = await gather(WORKER);
  await writeFile(join(folder, WORKER.to), `export default ${JSON.stringify(code)};\n`);
}

/** Whether a module has a map in the package: one of the command line has none, and nor has one of types alone, of which no code is left. */
const isMapped = async (stem) => !isCommand(stem) && !/^export \{\};?$/.test((await unmapped(`${stem}.js`)).trim());

/** A module without the link to its map. */
async function unmapped(name) {
  const code = await readFile(join(modules, name), "utf8");
  return code.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");
}

async function writeRoom(folder, notice) {
  await mkdir(join(folder, "room"), { recursive: true });
  for (const name of ROOM_FILES) await copyFile(join(sources, "room", name), join(folder, "room", name));
  await writeBundles(folder, ROOM, notice);
}

/** Writes bundles; each begins with the notice and with the licenses of the libraries in it. */
async function writeBundles(folder, bundles, notice) {
  for (const { to, uses = [], ...bundle } of bundles) {
    const licenses = uses.map(async (name) => `/*! ${name}\n\n${await packageLicense(name)}\n*/`);
    const { code } = await gather({ ...bundle, notice: [notice, ...(await Promise.all(licenses))].join("\n") });
    await writeFile(join(folder, to), code);
  }
}

/** Imports of TypeScript modules lead to these, all others to generated ones. */
const asWritten = {
  name: "as-written",
  resolveId(specifier, importer) {
    if (!importer || importer.includes("/node_modules/") || !specifier.startsWith(".")) return null;
    const inModules = importer.startsWith(modules);
    const path = relative(inModules ? modules : sources, join(dirname(importer), specifier));
    const written = join(sources, path.replace(/\.js$/, ".ts"));
    return existsSync(written) ? written : join(modules, path);
  },
};

/** Puts a module and all that it imports into one script: `{ code }`. */
async function gather({ from, format, platform = "browser", minify = false, notice = "" }) {
  const bundle = await rolldown({
    input: join(sources, from),
    platform,
    plugins: [asWritten],
    // The WebSocket library asks for two programs of its own that are not there, unless it is told.
    transform: {
      target: "es2022",
      define: { "process.env.WS_NO_BUFFER_UTIL": '"1"', "process.env.WS_NO_UTF_8_VALIDATE": '"1"' },
    },
  });
  const { output } = await bundle.generate({
    format,
    minify,
    codeSplitting: false,
    banner: notice,
  });
  await bundle.close();
  const chunks = output.filter(({ type }) => type === "chunk");
  if (chunks.length !== 1)
    throw new Error(`${from} imports something later: ${chunks.map(({ fileName }) => fileName)}`);
  return { code: chunks[0].code };
}

/** Names the sources of a map after the repository's folders, and leaves out the text of what is generated. */
function withPlainNames({ version, names, mappings, sources: paths, sourcesContent }, name) {
  const up = "../".repeat(name.split("/").length - 1);
  const isWritten = (path) => path.includes("src/js/");
  const plain = (path) =>
    isWritten(path) ? `${up}src/${path.split("src/js/")[1]}` : `${up}${path.split("package/js/").at(-1)}`;
  const texts = sourcesContent?.map((text, place) => (isWritten(paths[place]) ? text : null));
  return { version, names, mappings, sources: paths.map(plain), sourcesContent: texts };
}
