import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { at, root, topics, variants, wasmName, wasmNames } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";
import { wasmBindgen } from "./tools.mjs";

/** Beyond vectors: what every engine with vectors has, and what rustc uses by default. */
export const OPTIMIZER_FLAGS = [
  "--enable-bulk-memory",
  "--enable-multivalue",
  "--enable-mutable-globals",
  "--enable-nontrapping-float-to-int",
  "--enable-reference-types",
  "--enable-sign-ext",
  "--strip-debug",
  "--strip-producers",
  "-O3",
  // It parts the data at every few zeros; what is left compresses worse (2 %).
  "--skip-pass=memory-packing",
];

/** The name that wasm-bindgen gives the import module; the same for all files, so that one glue serves them. */
const NAME = "attograph";

/** Where a finished file lies. */
export const wasmFile = (name) => at("target/package", name);
export const glueFile = at("target/package/glue/glue.js");

/** Cargo's arguments for one variant; `--config` adds to the flags of other configuration, which RUSTFLAGS would replace. */
export function cargoArguments({ name, targetFeatures }) {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const flags = JSON.stringify([
    `-Ctarget-feature=${targetFeatures}`,
    // Most functions here run once a step, not once a number: inlining them costs size (4 %) and, measured, gains no time.
    "-Cllvm-args=-inline-threshold=10",
    // Panic messages name source files: as they lie in their package, not as they lie on this machine.
    `--remap-path-prefix=${join(cargoHome, "registry/src")}=`,
    `--remap-path-prefix=${root}=`,
  ]);
  return [
    "--config",
    `target.wasm32-unknown-unknown.rustflags=${flags}`,
    "--target",
    "wasm32-unknown-unknown",
    "--target-dir",
    at("target/wasm", name),
  ];
}

/** Builds all files and their glue, if any source has changed. */
export async function buildWasm() {
  const rust = (await readdir(at("src"))).filter((name) => name !== "js").map((name) => `src/${name}`);
  const others = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "scripts/build"];
  const sources = [...rust, ...others].map((path) => at(path));
  const hash = await contentHash(sources);
  const results = [...wasmNames.map(wasmFile), glueFile];
  return unlessDone("wasm", hash, results, async () => {
    await mkdir(dirname(glueFile), { recursive: true });
    // Side by side: a variant has a folder of its own, and the compiler keeps one core busy.
    const glues = (await Promise.all(variants.map(buildVariant))).flat();
    if (new Set(glues).size !== 1) throw new Error("the WebAssembly files need different glue");
    await writeFile(glueFile, asModule(glues[0]));
  });
}

async function buildVariant(variant) {
  const glues = [];
  for (const topic of topics) glues.push(await buildFile(variant, topic));
  return glues;
}

async function buildFile(variant, topic) {
  const [config, value, ...rest] = cargoArguments(variant);
  const features = ["--no-default-features", "--features", topic];
  await run("cargo", [config, value, "build", "--release", "--lib", "--locked", ...features, ...rest]);
  const folder = at("target/wasm", variant.name);
  const built = `${folder}/wasm32-unknown-unknown/release/attograph.wasm`;
  const bound = `${folder}/bound`;
  const flags = ["--target", "no-modules", "--omit-default-module-path", "--no-typescript"];
  await run(await wasmBindgen(), [...flags, "--out-name", NAME, "--out-dir", bound, built]);
  const optimized = `${bound}/optimized.wasm`;
  const optimizer = at("node_modules/binaryen/bin/wasm-opt");
  await run(process.execPath, [
    optimizer,
    ...OPTIMIZER_FLAGS,
    ...variant.optimizerFlags,
    `${bound}/${NAME}_bg.wasm`,
    "-o",
    optimized,
  ]);
  await copyFile(optimized, wasmFile(wasmName(topic, variant.name)));
  return readFile(`${bound}/${NAME}.js`, "utf8");
}

/**
 * Glue that was made for a plain script holds one instance in its closure. As the body of a function it can be made afresh for every instance,
 * which is what replacing a trapped one takes.
 */
export function asModule(script) {
  return `export function createGlue() {\n${script}\nreturn wasm_bindgen;\n}\n`;
}
