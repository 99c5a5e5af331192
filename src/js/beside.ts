/** An entry of the package: where its module is, which some bundlers leave undefined, and the name of its file as it was published. */
export interface EntryFile {
  readonly address: string | undefined;
  readonly name: string;
}

/**
 * Imports a module of the package that lies beside an entry, as long as that lies where it was published, on a server. Bundlers leave this import alone, so that
 * it adds nothing to what they emit; in what they emit there is no such file, and this throws an error with `advice`.
 */
export async function importBeside<Module>(entry: EntryFile, path: string, advice: string): Promise<Module> {
  const { address = "", name } = entry;
  const isPublished = address.startsWith("http") && address.replace(/[?#].*$/, "").endsWith(`/${name}`);
  if (!isPublished) throw new Error(advice);
  const { href } = new URL(path, address);
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ href);
}

// What webpack and Rspack put into their bundles, which they replace even in `typeof`.
declare const __webpack_require__: unknown;

/**
 * Returns what to change in the program that has put an entry of the package into a bundle, where a file of the package is not found: each tool is named by what it
 * leaves in its bundles.
 */
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
