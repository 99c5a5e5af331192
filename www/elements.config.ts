/** Builds `attograph/elements`, the elements for any page, and `attograph/reveal`, which makes them a part of reveal.js, as modules beside the package's own files. */
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = folder("../pkg");

/** The WebAssembly file and the copy of it are those of the package, beside the folder of what is built. */
const besidePackage: Plugin = {
  name: "attograph-beside-package",
  enforce: "pre",
  resolveId(specifier, importer) {
    const isCopy = importer?.startsWith(packageFolder) && specifier === "./inline.js";
    return isCopy ? { id: "../inline.js", external: "relative" } : null;
  },
  transform(code, id) {
    if (!id.startsWith(packageFolder)) return null;
    return code.replaceAll(/new URL\("\.\/(?=[^"]*\.wasm")/g, 'new URL(/* @vite-ignore */ "../');
  },
};

/** Style sheets that the page's modules bring for the whole document; each element takes its own. */
const noPageStyles: Plugin = {
  name: "attograph-no-page-styles",
  enforce: "pre",
  resolveId: (specifier, importer) =>
    importer && specifier.endsWith(".css") && !importer.endsWith(".css") ? "\0page-style" : null,
  load: (id) => (id === "\0page-style" ? "" : null),
};

/** Places of the page that no element shows: the measurement of engines, runs in a worker, and votes in a room and sheets, which need the address of the page. */
const LEFT_OUT = ["/engines/index.ts", "/large/ag-large-run.ts", "/room/index.ts", "/sheet/index.ts"];

const withoutWorkers: Plugin = {
  name: "attograph-without-workers",
  enforce: "pre",
  resolveId: (specifier) => (LEFT_OUT.some((path) => specifier.endsWith(path)) ? "\0left-out" : null),
  load: (id) => (id === "\0left-out" ? "export const pages = null;" : null),
};

export default defineConfig({
  root: folder("."),
  base: "./",
  publicDir: false,
  resolve: { alias: { attograph: packageFolder } },
  plugins: [besidePackage, noPageStyles, withoutWorkers],
  build: {
    target: "es2022",
    // These know `light-dark()`: rewritten for older ones it would follow the window, and not the page around an element.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: folder("../target/elements"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { elements: folder("src/embed/index.ts"), reveal: folder("src/embed/reveal.ts") },
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        assetFileNames: "[name]-[hash][extname]",
      },
    },
  },
});
