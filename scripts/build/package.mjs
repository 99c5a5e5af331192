import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { EXAMPLE_SOURCES } from "./examples.mjs";
import { compileModules, modules, writeJavaScript } from "./javascript.mjs";
import { listedPlaces, PLACE_SOURCES } from "./listed.mjs";
import { at } from "./paths.mjs";
import { npmPlaces, places } from "./places.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";
import { languages } from "./text.mjs";
import { writeTypes } from "./types.mjs";
import { FAST, fastGlueFile, glueFile, LIBRARY, wasmFile } from "./wasm.mjs";

const pkg = at("pkg");

/** The WebAssembly files. */
const wasmNames = [LIBRARY, ...FAST];

/** The files of which the package carries a copy within its JavaScript, as the base64 of their gzip. */
const COPIES = { "base64-library": LIBRARY, "base64-fast": FAST[0] };

/** Files of the repository that the package carries as they are. */
const CARRIED = ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"];

/** Frameworks in whose templates the elements have types: `www/templates/`. */
export const TEMPLATES = ["react", "preact", "solid", "vue", "svelte"];

/** The README of the package; that of the repository is for contributors. */
const README = "src/js/README.md";

/** The first page of the site, which has pictures. */
const HOME = "index.md";

/** The documents that the package carries: those of `docs/` but the site's first page, and `docs/ko/`. */
export async function carriedDocuments() {
  const names = (await readdir(at("docs"))).filter((name) => name.endsWith(".md") && name !== HOME);
  const korean = (await readdir(at("docs/ko"))).filter((name) => name.endsWith(".md"));
  return [...names, ...korean.map((name) => `ko/${name}`)].map((name) => `docs/${name}`);
}

/** Builds the package, if anything in it has changed. */
export async function buildPackage() {
  const carried = [...CARRIED, README, ...(await carriedDocuments())].map((name) => at(name));
  const sources = [
    "src/js",
    "src/text",
    "scripts/build",
    "Cargo.toml",
    "package.json",
    ...EXAMPLE_SOURCES,
    ...PLACE_SOURCES,
  ].map((path) => at(path));
  const built = [...wasmNames.map(wasmFile), glueFile, fastGlueFile];
  const hash = await contentHash([...sources, ...built, ...carried]);
  return unlessDone("package", hash, [join(pkg, "package.json")], async () => {
    await writeTypes();
    await compileModules(await encodedCopies());
    const next = at(`target/package/next-${process.pid}`);
    await rm(next, { recursive: true, force: true });
    await mkdir(next, { recursive: true });
    await fill(next);
    await rm(pkg, { recursive: true, force: true });
    await rename(next, pkg);
  });
}

/** The copies of WebAssembly files as the base64 of their gzip. */
async function encodedCopies() {
  const encode = async (file) => gzipSync(await readFile(wasmFile(file)), { level: 9 }).toString("base64");
  const entries = Object.entries(COPIES).map(async ([name, file]) => [name, await encode(file)]);
  return Object.fromEntries(await Promise.all(entries));
}

/** What a file begins with that is used on its own. */
export async function noticeOf() {
  const { version, license } = await cargoFields();
  return `/*! attograph ${version}, ${license} */`;
}

async function fill(folder) {
  await writeJavaScript(folder, await noticeOf());
  // No program imports the command line.
  const isShipped = (path) => !/(?:^|[\\/])types[\\/](?:base64-library\.d\.ts|cli\.d\.ts|cli)$/.test(path);
  await cp(at("target/package/types"), folder, { recursive: true, filter: isShipped });
  // Handwritten declarations, which the compiler does not copy.
  await copyFile(at("src/js/glue.d.ts"), join(folder, "glue.d.ts"));
  for (const name of wasmNames) await copyFile(wasmFile(name), join(folder, name));
  const { TRACE_SCHEMA } = await import(join(modules, `trace-schema.js?${Date.now()}`));
  const { QUESTIONS_SCHEMA } = await import(join(modules, `questions-schema.js?${Date.now()}`));
  const schemas = { "trace.schema.json": TRACE_SCHEMA, "questions.schema.json": QUESTIONS_SCHEMA };
  for (const [name, schema] of Object.entries(schemas))
    await writeFile(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
  await copyFile(at(README), join(folder, "README.md"));
  await writeFile(join(folder, "cli/places.json"), `${JSON.stringify(await listedPlaces())}\n`);
  await writeFile(join(folder, "reveal.js"), 'export { default } from "./elements/reveal.js";\n');
  await mkdir(join(folder, "docs/ko"), { recursive: true });
  for (const name of [...CARRIED, ...(await carriedDocuments())]) await copyFile(at(name), join(folder, name));
  await writeFile(join(folder, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
}

/** Metadata of Cargo.toml, which the npm package repeats. */
async function cargoFields() {
  const text = await readFile(at("Cargo.toml"), "utf8");
  const section = text.match(/\[package\]\n([\s\S]*?)\n\[/)?.[1] ?? "";
  const field = (name) => section.match(new RegExp(`^${name} = "(.*)"$`, "m"))?.[1];
  const keywords = JSON.parse(section.match(/^keywords = (\[.*\])$/m)?.[1] ?? "[]");
  return { version: field("version"), description: field("description"), license: field("license"), keywords };
}

async function manifest() {
  const { version, description, license, keywords } = await cargoFields();
  const entry = (name) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  return {
    name: "attograph",
    version,
    description,
    license,
    keywords,
    ...npmPlaces(await places()),
    type: "module",
    // Since these versions, `require` takes ES modules.
    engines: { node: "^20.19.0 || >=22.12.0" },
    sideEffects: ["./elements/*.js", "./elements.mjs", "./elements.global.js"],
    // For tools that do not read `exports`; those find every other entry by its file.
    main: "./node.js",
    module: "./browser.js",
    types: "./browser.d.ts",
    bin: { attograph: "./cli.js" },
    exports: {
      ".": { types: "./browser.d.ts", node: "./node.js", default: "./browser.js" },
      "./inline": entry("inline"),
      "./slim": entry("slim"),
      "./text": entry("text"),
      ...Object.fromEntries((await languages()).map((language) => [`./text/${language}`, entry(`text/${language}`)])),
      "./fast": { types: "./fast.d.ts", node: "./fast-node.js", default: "./fast.js" },
      "./fast/inline": entry("fast/inline"),
      "./export": entry("export"),
      "./import": entry("import"),
      "./sheet": entry("sheet"),
      "./questions": entry("questions"),
      "./elements": { types: "./elements/elements.d.ts", default: "./elements/elements.js" },
      "./elements/inline": { types: "./elements.d.mts", default: "./elements.mjs" },
      // The same module, with the types of a framework's templates.
      ...Object.fromEntries(
        TEMPLATES.map((name) => [
          `./elements/${name}`,
          { types: `./elements/${name}.d.ts`, default: `./elements/${name}.js` },
        ]),
      ),
      "./reveal": { types: "./elements/reveal.d.ts", default: "./elements/reveal.js" },
      "./*.wasm": "./*.wasm",
      "./trace.schema.json": "./trace.schema.json",
      "./questions.schema.json": "./questions.schema.json",
      "./package.json": "./package.json",
    },
    unpkg: "./attograph.global.js",
    jsdelivr: "./attograph.global.js",
  };
}
