/** Builds the page as one file, which needs no server: `build/single.ts` packs what this makes into it. */
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { singleFilePlugin } from "./build/single.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = folder("../pkg");

/** The modules that start workers with files of their own. */
const STARTS = /\/src\/(engines|large)\//;

const withoutWorkers: Plugin = {
  name: "attograph-without-workers",
  enforce: "pre",
  resolveId: (specifier, importer) =>
    specifier === "./start.ts" && importer && STARTS.test(importer) ? folder("src/single/left-out.ts") : null,
};

/** Drawings that are saved have the font of the style sheet. */
const withFontOnce: Plugin = {
  name: "attograph-font-once",
  enforce: "pre",
  resolveId: (specifier, importer) =>
    specifier.endsWith("math.woff2?url") && importer?.endsWith("/export/fonts.ts")
      ? folder("src/single/font.ts")
      : null,
};

export default defineConfig({
  mode: "single",
  root: folder("."),
  base: "./",
  publicDir: false,
  resolve: {
    alias: [
      { find: /^attograph$/, replacement: `${packageFolder}/inline.js` },
      { find: /^attograph\//, replacement: `${packageFolder}/` },
    ],
  },
  plugins: [withoutWorkers, withFontOnce, singleFilePlugin()],
  build: {
    target: "es2022",
    outDir: folder("../target/single"),
    emptyOutDir: true,
    // The fonts are within the style sheet.
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: folder("src/single/main.ts"),
      output: { format: "iife", codeSplitting: false },
      // What loads a module on its own asks where it is itself; here all are in one script.
      checks: { emptyImportMeta: false },
    },
  },
});
