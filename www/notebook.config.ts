/** Builds the front end of the Python package: all elements as one module, to which the file of the library is passed. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { BROWSERS_OF_STYLES, noPageStyles, withoutPlaces } from "./build/embedded.ts";
import { listPackages } from "./build/packages.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = folder("../pkg");

export default defineConfig({
  root: folder("."),
  base: "./",
  publicDir: false,
  resolve: {
    alias: [
      { find: /^attograph$/, replacement: folder("src/notebook/library-file.ts") },
      { find: /^attograph\//, replacement: `${packageFolder}/` },
    ],
  },
  plugins: [noPageStyles, withoutPlaces(), listPackages],
  build: {
    target: "es2022",
    cssTarget: BROWSERS_OF_STYLES,
    outDir: folder("../target/notebook"),
    emptyOutDir: true,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: folder("src/notebook/front.ts"),
      preserveEntrySignatures: "strict",
      output: { format: "es", codeSplitting: false, entryFileNames: "front.js" },
      checks: { emptyImportMeta: false },
    },
  },
});
