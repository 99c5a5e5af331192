/** What to change in the program that has put an entry of the package into a bundle, where the entry's file is not found: each tool is named by what it leaves in its bundles. */
import type { EntryFile } from "./beside.js";

// What webpack and Rspack put into their bundles, which they replace even in `typeof`.
declare const __webpack_require__: unknown;

/** Returns how the file gets to where the entry looks for it. */
export function cureFor({ address = "", name }: EntryFile, file: string): string {
  const pass = `pass its address: \`load({ bytes: address })\``;
  if (address.includes("/.vite/")) return 'for Vite, set `optimizeDeps: { exclude: ["attograph"] }`';
  if ("TURBOPACK" in globalThis) return `this bundle is Turbopack's, which emits ${file}: serve what it emits`;
  if (typeof __webpack_require__ !== "undefined")
    return `this bundle is webpack's or Rspack's, which emits ${file} under another name: serve all that it emits, at \`output.publicPath\`, or ${pass}`;
  if (Object.keys(globalThis).some((key) => key.startsWith("parcelRequire")))
    return `this bundle is Parcel's, which emits ${file} under another name: serve all that it emits, at \`--public-url\`, or ${pass}`;
  const path = address.replace(/[?#].*$/, "");
  if (path.endsWith(`/${name}`) || /\/elements\/[\w-]+\.js$/.test(path))
    return `serve ${file} where the package has it, or ${pass}`;
  return `serve ${file} of the package beside the bundle, or ${pass}; for esbuild, set \`--loader:.wasm=file\`, for Rollup use @rollup/plugin-url, and import that address from "attograph/${file}"`;
}
