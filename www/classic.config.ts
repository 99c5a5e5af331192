/** Builds the elements, the plugin for reveal.js and the library as one script, which is classic or a module: `elements.global.js` of the package. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { withoutDocument } from "./build/anywhere.ts";
import { oneScript } from "./build/classic.ts";
import { BROWSERS_OF_STYLES, noPageStyles, withoutPlaces } from "./build/embedded.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = folder("../pkg");

export default defineConfig({
  root: folder("."),
  base: "./",
  publicDir: false,
  resolve: {
    alias: [
      { find: /^attograph$/, replacement: `${packageFolder}/inline.js` },
      { find: /^attograph\//, replacement: `${packageFolder}/` },
    ],
  },
  plugins: [noPageStyles, withoutDocument(), withoutPlaces(), oneScript()],
  build: {
    target: "es2022",
    cssTarget: BROWSERS_OF_STYLES,
    outDir: folder("../target/classic"),
    emptyOutDir: true,
    // The font of formulas is within the script.
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    chunkSizeWarningLimit: Number.MAX_SAFE_INTEGER,
    rolldownOptions: {
      input: folder("src/classic/main.ts"),
      output: { format: "iife", codeSplitting: false, entryFileNames: "elements.global.js" },
      // What loads a module on its own asks where it is itself; here all are in one script.
      checks: { emptyImportMeta: false },
    },
  },
});
