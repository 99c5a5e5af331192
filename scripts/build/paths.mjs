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
