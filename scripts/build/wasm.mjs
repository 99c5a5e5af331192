import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { namedByOrder } from "./alike.mjs";
import { at, root } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, filesOf, unlessDone } from "./stamp.mjs";
import { wasmBindgen } from "./tools.mjs";

/** Beyond vectors: what every engine with vectors has, and what rustc uses by default. */
const FEATURE_FLAGS = [
  "--enable-simd",
  "--enable-bulk-memory",
  "--enable-multivalue",
  "--enable-mutable-globals",
  "--enable-nontrapping-float-to-int",
  "--enable-reference-types",
  "--enable-sign-ext",
];

/** What Binaryen does to the files of the fast engine. */
const FAST_FLAGS = [
  "--strip-debug",
  "--strip-producers",
  "-O3",
  // It splits the data at short runs of zeros, which compresses worse (2 %).
  "--skip-pass=memory-packing",
];

/** What Binaryen does to the library: what makes it smaller as it is sent. Its usual passes make the file smaller and 5 % larger compressed. */
const LIBRARY_FLAGS = [
  "--strip-debug",
  "--strip-producers",
  "--duplicate-function-elimination",
  "--remove-unused-module-elements",
  "--merge-similar-functions",
  "--rse",
  "--reorder-locals",
  "--vacuum",
];

/** Panic messages contain paths of source files: relative to their package, not those of this machine. */
const PATHS = [join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src"), root].map(
  (path) => `--remap-path-prefix=${path}=`,
);

/** The build of the f64 library, which uses no vectors: with them, and with the limit on inlining, its file is larger. */
export const libraryBuild = { name: "library", flags: PATHS };

const fastFlags = (targetFeatures) => [
  `-Ctarget-feature=${targetFeatures}`,
  // Most functions here run once for each step, not for each number: inlining them costs size (4 %) and, as measured, saves no time.
  "-Cllvm-args=-inline-threshold=10",
  ...PATHS,
];

/** The instructions that a file of the fast engine may use; it has one for each. The tests of the f64 library in a browser run with those of `simd`. */
export const variants = [
  { name: "simd", flags: fastFlags("+simd128"), optimizerFlags: [], hasLibrary: true },
  {
    name: "relaxed",
    flags: fastFlags("+simd128,+relaxed-simd"),
    optimizerFlags: ["--enable-relaxed-simd"],
    hasLibrary: false,
  },
];

/** The f64 library. */
export const LIBRARY = "attograph.wasm";

/** The files of the fast engine, one for each variant. */
export const FAST = variants.map(({ name }) => `attograph-fast-${name}.wasm`);

/** Chooses the fast engine in place of the library. */
export const FAST_FEATURE = ["--features", "fast"];

/** The library is compiled for size, which takes a tenth of its bytes; what is computed in number is the fast engine's. */
const FOR_SIZE = 'profile.release.package.attograph.opt-level="z"';

/** Returns the path of a finished file. */
export const wasmFile = (name) => at("target/package", name);

/** Returns the path of a file whose functions stand in the order of the compiler. */
const unorderedFile = (name) => at("target/package/unordered", name);

/** The glue of the library, and that of both files of the fast engine. */
export const glueFile = at("target/package/glue/glue.js");
export const fastGlueFile = at("target/package/glue/fast/glue.js");

/** The types of the fast engine's glue, as wasm-bindgen writes them. */
export const fastTypesFile = at("target/package/types/fast/glue.d.ts");

/**
 * Cargo's arguments for a command with the compiler's flags of a build, in its own folder: Cargo keeps no two results that differ in these flags. `settings` are
 * for `--config`, which adds to the flags of other configuration, where RUSTFLAGS would replace them; all stand before the command, since Cargo forgets those
 * before it if another follows.
 */
export function cargoArguments({ name, flags }, command, rest, settings = []) {
  const all = [`target.wasm32-unknown-unknown.rustflags=${JSON.stringify(flags)}`, ...settings];
  const target = ["--target", "wasm32-unknown-unknown", "--target-dir", at("target/wasm", name)];
  return [...all.flatMap((one) => ["--config", one]), command, "--release", "--locked", ...target, ...rest];
}

/** Folders of the sources that hold no Rust. */
const OTHER_SOURCES = new Set(["js", "text"]);

/** What the files depend on besides the Rust sources: no other part of the build, so that an edit of the packaging compiles nothing anew. */
const SETTINGS = [
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain.toml",
  "scripts/build/wasm.mjs",
  "node_modules/binaryen/package.json",
];

/** The fast engine's own part of the crate. */
const FAST_BINDINGS = "src/bindings/fast";

/** The Rust sources of the library: all of them. */
const librarySources = async () =>
  (await readdir(at("src"))).filter((name) => !OTHER_SOURCES.has(name)).map((name) => `src/${name}`);

/**
 * The Rust sources of the fast engine: its bindings, and each module that they or one of those modules name, since nothing else of the crate is in its files. After an
 * edit in an algorithm they are as they were.
 */
async function fastSources() {
  const all = await librarySources();
  // A module is a file, a folder, or both.
  const pathsOf = (module) => (module === "bindings" ? [] : all.filter((path) => basename(path, ".rs") === module));
  // The root of the crate names all modules.
  const found = new Set([FAST_BINDINGS]);
  for (const path of found)
    for (const file of await filesOf([at(path)])) {
      const source = await readFile(file, "utf8");
      if (/\bcrate::\{/.test(source))
        throw new Error(`${file} names several modules in one \`use crate::{…}\`: one line each is read here`);
      const named = source.matchAll(/\bcrate::(\w+)/g);
      for (const one of [...named].flatMap(([, module]) => pathsOf(module))) found.add(one);
    }
  found.add("src/lib.rs");
  return [...found].sort();
}

/** Builds the three files and their glue, if any source has changed. */
export async function buildWasm() {
  const isCompiled = await compileAll();
  const isOrdered = await orderAll();
  return isCompiled || isOrdered;
}

/** Puts functions that are alike next to each other, if the files or the way to do it have changed: 4 % fewer bytes are sent of the library. */
async function orderAll() {
  const names = [LIBRARY, ...FAST];
  const hash = await contentHash([...names.map(unorderedFile), at("scripts/build/alike.mjs")]);
  return unlessDone("ordered-wasm", hash, names.map(wasmFile), async () => {
    const relaxed = variants.flatMap(({ optimizerFlags }) => optimizerFlags);
    for (const name of names) {
      const named = `${unorderedFile(name)}.named`;
      await writeFile(named, namedByOrder(await readFile(unorderedFile(name))));
      await binaryen([...relaxed, "--skip-pass=memory-packing", "--reorder-functions-by-name"], named, wasmFile(name));
    }
  });
}

async function compileAll() {
  for (const file of [unorderedFile(LIBRARY), fastGlueFile, fastTypesFile])
    await mkdir(dirname(file), { recursive: true });
  // In parallel: each has its own folder, and the compiler uses mostly one core.
  const compiled = await Promise.all([compileLibrary(), compileFast()]);
  return compiled.some(Boolean);
}

const hashOf = (sources) => contentHash([...sources, ...SETTINGS].map((path) => at(path)));

/** Compiles the library, if any source has changed. */
async function compileLibrary() {
  const results = [unorderedFile(LIBRARY), glueFile];
  return unlessDone("wasm-library", await hashOf(await librarySources()), results, async () => {
    await writeFile(glueFile, asModule(await buildLibrary()));
  });
}

/** Compiles both files of the fast engine, if one of its sources has changed. */
async function compileFast() {
  const results = [...FAST.map(unorderedFile), fastGlueFile, fastTypesFile];
  return unlessDone("wasm-fast", await hashOf(await fastSources()), results, async () => {
    const [fast, other] = await Promise.all(variants.map((variant, position) => buildFast(FAST[position], variant)));
    if (fast.glue !== other.glue) throw new Error("the files of the fast engine need different glue");
    await writeFile(fastGlueFile, asModule(fast.glue));
    await writeFile(fastTypesFile, asTypes(fast.types));
  });
}

/** Builds the library, and returns its glue. */
async function buildLibrary() {
  const { file, glue } = await compile(libraryBuild, [], [FOR_SIZE]);
  await binaryen(LIBRARY_FLAGS, file, unorderedFile(LIBRARY));
  return glue;
}

/** Builds a file of the fast engine, and returns its glue and the types of that: `{ glue, types }`. */
async function buildFast(name, variant) {
  const { file, glue, types } = await compile(variant, FAST_FEATURE);
  await binaryen([...FAST_FLAGS, ...variant.optimizerFlags], file, unorderedFile(name));
  return { glue, types };
}

/** Has Binaryen write a file. */
async function binaryen(flags, from, to) {
  const optimizer = at("node_modules/binaryen/bin/wasm-opt");
  await run(process.execPath, [optimizer, ...FEATURE_FLAGS, ...flags, from, "-o", to]);
}

/** Compiles the crate and makes its glue: `{ file, glue, types }`, where the file lies, the script itself, and its types. */
async function compile(build, rest, settings) {
  await run("cargo", cargoArguments(build, "build", ["--package", "attograph", "--lib", ...rest], settings));
  const folder = at("target/wasm", build.name);
  const bound = `${folder}/bound`;
  const flags = ["--target", "no-modules", "--omit-default-module-path", "--out-name", "attograph"];
  const built = `${folder}/wasm32-unknown-unknown/release/attograph.wasm`;
  await run(await wasmBindgen(), [...flags, "--out-dir", bound, built]);
  return {
    file: `${bound}/attograph_bg.wasm`,
    glue: await readFile(`${bound}/attograph.js`, "utf8"),
    types: await readFile(`${bound}/attograph.d.ts`, "utf8"),
  };
}

/**
 * Glue for a plain script keeps one instance in its closure. As the body of a function it can be created again for every instance, which is needed
 * to replace a trapped one.
 */
function asModule(script) {
  return `export function createGlue() {\n${script}\nreturn wasm_bindgen;\n}\n`;
}

/** The types of a module that {@link asModule} makes. How an instance is started is written here: the generated text lists all that a file exports for its glue. */
function asTypes(script) {
  const [namespace] = script.split("declare type InitInput");
  return `import type { PlatformMemory, PlatformModule } from "../platform.js";

${namespace}declare namespace wasm_bindgen {
    export function initSync(source: { module: PlatformModule }): { readonly memory: PlatformMemory };
}

/** The classes and functions of one instance. */
export type FastGlue = typeof wasm_bindgen;

/** A graphics processor that was opened. */
export type Processor = wasm_bindgen.Processor;

/** Makes glue that no instance is tied to yet. */
export declare function createGlue(): FastGlue;
`;
}
