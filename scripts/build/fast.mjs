import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { at, variants } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";
import { wasmBindgen } from "./tools.mjs";
import { asModule, cargoArguments, OPTIMIZER_FLAGS } from "./wasm.mjs";

/** The fast engine's file of a variant. */
export const fastName = (variant) => `attograph-fast-${variant}.wasm`;

/** The names of the fast engine's files. */
export const fastNames = variants.map(({ name }) => fastName(name));

export const fastGlueFile = at("target/package/glue/fast/glue.js");

/** The glue registers every handle for the case that it is forgotten; ours does so when the work at hand is done. */
const REGISTRY = 'import { LateRegistry as FinalizationRegistry } from "./registry.js";\n';

/** What the fast engine is made of. */
const SOURCES = [
  ...["backend", "bindings/fast", "error.rs", "lib.rs", "tensor.rs"].map((path) => at("src", path)),
  ...["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "scripts/build"].map((path) => at(path)),
];

/** Builds the fast engine's files and their glue, if any source has changed. */
export async function buildFast() {
  const results = [...fastNames.map((name) => at("target/package", name)), fastGlueFile];
  return unlessDone("fast", await contentHash(SOURCES), results, async () => {
    await mkdir(dirname(fastGlueFile), { recursive: true });
    const glues = await Promise.all(variants.map(buildVariant));
    if (new Set(glues).size !== 1) throw new Error("the files of the fast engine need different glue");
    await writeFile(fastGlueFile, `${REGISTRY}${asModule(glues[0])}`);
  });
}

async function buildVariant(variant) {
  const [config, value, ...rest] = cargoArguments(variant);
  const features = ["--no-default-features", "--features", "fast"];
  await run("cargo", [config, value, "build", "--release", "--lib", "--locked", ...features, ...rest]);
  const folder = at("target/wasm", variant.name);
  const bound = `${folder}/bound-fast`;
  const flags = ["--target", "no-modules", "--omit-default-module-path", "--no-typescript", "--out-name", "attograph"];
  const built = `${folder}/wasm32-unknown-unknown/release/attograph.wasm`;
  await run(await wasmBindgen(), [...flags, "--out-dir", bound, built]);
  const optimized = `${bound}/optimized.wasm`;
  const optimizer = [at("node_modules/binaryen/bin/wasm-opt"), ...OPTIMIZER_FLAGS, ...variant.optimizerFlags];
  await run(process.execPath, [...optimizer, `${bound}/attograph_bg.wasm`, "-o", optimized]);
  await copyFile(optimized, at("target/package", fastName(variant.name)));
  return readFile(`${bound}/attograph.js`, "utf8");
}
