/** Builds the front end of the Python package: all elements as one module, to which the file of the library is passed. */
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { BROWSERS_OF_STYLES, noPageStyles, withoutPlaces } from "./build/embedded.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = folder("../pkg");

/** Lists the npm packages of which the script has a part, whose licenses the wheel carries. */
const packages: Plugin = {
  name: "attograph-packages",
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
    const named = modules.map((id) => id.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]);
    const source = JSON.stringify([...new Set(named)].filter((name) => name !== undefined).sort());
    this.emitFile({ type: "asset", fileName: "packages.json", source });
  },
};

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
  plugins: [noPageStyles, withoutPlaces(), packages],
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
