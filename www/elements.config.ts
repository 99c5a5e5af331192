/** Builds `attograph/elements`, the elements for any page, and `attograph/reveal`, which makes them a part of reveal.js, as modules beside the package's own files. */
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { literalAddress, literalImports, withoutDocument } from "./build/anywhere.ts";
import { chunks } from "./build/chunks.ts";
import { BROWSERS_OF_STYLES, noPageStyles, withoutPlaces } from "./build/embedded.ts";
import { listPackages } from "./build/packages.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = folder("../pkg");

/** What is loaded later of the library: its WebAssembly file, the copy of it, and modules that are one file each. They are those of the package, beside the folder of what is built. */
const besidePackage: Plugin = {
  name: "attograph-beside-package",
  enforce: "pre",
  resolveId(specifier, importer) {
    const later = specifier.startsWith(packageFolder) && /\/(?:export|import)$/.exec(specifier);
    if (later) return { id: `..${later[0]}.js`, external: "relative" };
    const isCopy = importer?.startsWith(packageFolder) && specifier === "./copy.js";
    return isCopy ? { id: "../copy.js", external: "relative" } : null;
  },
  transform(code, id) {
    if (!id.startsWith(packageFolder)) return null;
    return code.replaceAll(/new URL\("\.\/(?=[^"]*\.wasm")/g, 'new URL(/* @vite-ignore */ "../');
  },
};

export default defineConfig({
  root: folder("."),
  base: "./",
  publicDir: false,
  resolve: { alias: { attograph: packageFolder } },
  plugins: [besidePackage, literalImports, noPageStyles, withoutDocument(), withoutPlaces(), listPackages],
  experimental: { renderBuiltUrl: literalAddress },
  build: {
    target: "es2022",
    cssTarget: BROWSERS_OF_STYLES,
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
        codeSplitting: chunks,
      },
    },
  },
});
