import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { minify } from "rolldown/utils";
import { at } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";
import { writeTypes } from "./types.mjs";
import { FAST, fastGlueFile, glueFile, LIBRARY, wasmFile } from "./wasm.mjs";

const pkg = at("pkg");

/** The package's modules as they are compiled, with the generated ones. */
const modules = at("target/package/js");

/** The WebAssembly files. */
const wasmNames = [LIBRARY, ...FAST];

/** The files of which the package carries a copy within its JavaScript, as the base64 of their gzip. */
const COPIES = { library: LIBRARY, fast: FAST[0] };

/** The worker of the pool in browsers. */
const WORKER = "fast/pool/attograph-worker.js";

/** Files of the repository that the package carries as they are. */
const CARRIED = ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"];

/** The README of the package; that of the repository is for contributors. */
const README = "src/js/README.md";

/** The documents of `docs/`, without what only the site has. */
async function documents() {
  return (await readdir(at("docs"))).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
}

/** Builds the package, if anything in it has changed. */
export async function buildPackage() {
  const carried = [...CARRIED, README, ...(await documents())].map((name) => at(name));
  const sources = ["src/js", "scripts/build", "Cargo.toml"].map((path) => at(path));
  const built = [...wasmNames.map(wasmFile), glueFile, fastGlueFile];
  const hash = await contentHash([...sources, ...built, ...carried]);
  return unlessDone("package", hash, [join(pkg, "package.json")], async () => {
    await writeTypes();
    await compile();
    const next = at(`target/package/next-${process.pid}`);
    await rm(next, { recursive: true, force: true });
    await mkdir(next, { recursive: true });
    await fill(next);
    await rm(pkg, { recursive: true, force: true });
    await rename(next, pkg);
  });
}

const tsc = (...args) => run(process.execPath, [at("node_modules/typescript/bin/tsc"), ...args]);

/** Compiles the modules, and adds the generated ones. */
async function compile() {
  await rm(modules, { recursive: true, force: true });
  await tsc("-p", at("src/js"));
  await cp(at("target/package/glue"), modules, { recursive: true });
}

/** Minifies modules, which makes them a third smaller. Exported names and error messages are unchanged. */
async function shorten(folder) {
  for (const name of (await readdir(modules, { recursive: true })).filter((name) => name.endsWith(".js"))) {
    // Not minified further: bundlers recognize `new URL("…", import.meta.url)` only in this form.
    const options = { module: true, compress: false, mangle: true, codegen: { removeWhitespace: true } };
    const { code, errors } = await minify(name, await readFile(join(modules, name), "utf8"), options);
    if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
    await writeFile(join(folder, name), code);
  }
}

/** Puts a worker and all that it imports into one file: bundlers differ in whether they take it for a worker or copy it, and this starts either way. */
async function gatherWorker(folder) {
  const bundle = await rolldown({ input: join(modules, WORKER) });
  await bundle.write({ file: join(folder, WORKER), format: "esm", minify: true });
  await bundle.close();
}

async function fill(folder) {
  await cp(modules, folder, { recursive: true });
  await shorten(folder);
  await gatherWorker(folder);
  await cp(at("target/package/types"), folder, { recursive: true });
  // Handwritten declarations, which the compiler does not copy.
  await copyFile(at("src/js/glue.d.ts"), join(folder, "glue.d.ts"));
  for (const name of wasmNames) await copyFile(wasmFile(name), join(folder, name));
  for (const [name, file] of Object.entries(COPIES)) {
    const packed = gzipSync(await readFile(wasmFile(file)), { level: 9 });
    await writeFile(join(folder, `base64-${name}.js`), `export default "${packed.toString("base64")}";\n`);
  }
  await copyFile(at(README), join(folder, "README.md"));
  await mkdir(join(folder, "docs"));
  for (const name of [...CARRIED, ...(await documents())]) await copyFile(at(name), join(folder, name));
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
    type: "module",
    engines: { node: ">=20" },
    sideEffects: false,
    types: "./browser.d.ts",
    bin: { attograph: "./cli.js" },
    exports: {
      ".": { types: "./browser.d.ts", node: "./node.js", default: "./browser.js" },
      "./inline": entry("inline"),
      "./slim": entry("slim"),
      "./fast": { types: "./fast.d.ts", node: "./fast-node.js", default: "./fast.js" },
      ...Object.fromEntries(wasmNames.map((name) => [`./${name}`, `./${name}`])),
      "./package.json": "./package.json",
    },
  };
}
