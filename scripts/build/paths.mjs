import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A path within the repository. */
export const at = (...parts) => join(root, ...parts);

/** The two WebAssembly files, and the instructions that each may use. */
export const variants = [
  { name: "simd", targetFeatures: "+simd128", optimizerFlags: ["--enable-simd"] },
  {
    name: "relaxed",
    targetFeatures: "+simd128,+relaxed-simd",
    optimizerFlags: ["--enable-simd", "--enable-relaxed-simd"],
  },
];

/** What has a file of its own; Cargo.toml knows them as features, src/js/topics.ts as topics. */
export const topics = [
  "attention",
  "transformer",
  "position",
  "graph",
  "graph-attention",
  "sparse",
  "attention-practice",
  "transformer-practice",
  "graph-practice",
  "graph-attention-practice",
  "sparse-practice",
  "hashing-practice",
  "sequence-errata",
  "graph-errata",
  "polls",
  "derivations",
];

/** The name of a file. */
export const wasmName = (topic, variant) => `attograph-${topic}-${variant}.wasm`;

/** The names of all WebAssembly files. */
export const wasmNames = topics.flatMap((topic) => variants.map(({ name }) => wasmName(topic, name)));
