import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { at } from "./paths.mjs";

/** The program for the command line, which nothing else loads. */
const isProgram = (name) => /^cli\b.*\.js$/.test(name);

/** The fast engine's files, loaded only by whom asks for it; `fast/offer.js` is how one asks. */
const isFast = (name) => name !== join("fast", "offer.js") && /^(fast\b|attograph-fast\b).*\.(js|wasm)$/.test(name);

/** Sizes of the package in bytes, compressed: each WebAssembly file, and all JavaScript but the base64 copies and the program for the command line. */
export async function packageSizes(folder = at("pkg")) {
  const sizes = { wasm: {}, javascript: 0, base64: 0 };
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (isFast(name)) continue;
    const size = async () => gzipSync(await readFile(join(folder, name)), { level: 9 }).length;
    if (name.endsWith(".wasm")) sizes.wasm[name] = await size();
    else if (name.startsWith("base64-")) sizes.base64 += await size();
    else if (name.endsWith(".js") && !isProgram(name)) sizes.javascript += await size();
  }
  return sizes;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

/** Sizes of the fast engine in bytes, compressed: each WebAssembly file, and its JavaScript. */
export async function fastSizes(folder = at("pkg")) {
  const sizes = { wasm: {}, javascript: 0 };
  for (const name of (await readdir(folder, { recursive: true })).filter(isFast).sort()) {
    const bytes = gzipSync(await readFile(join(folder, name)), { level: 9 }).length;
    if (name.endsWith(".wasm")) sizes.wasm[name] = bytes;
    else sizes.javascript += bytes;
  }
  return sizes;
}

/** Prints them. */
export async function printSizes() {
  const { wasm, javascript, base64 } = await packageSizes();
  const fast = await fastSizes();
  for (const [name, bytes] of Object.entries(wasm)) console.log(`${name}: ${kilobytes(bytes)} gzip`);
  console.log(
    `JavaScript: ${kilobytes(javascript)} gzip, and ${kilobytes(base64)} for the base64 copies, loaded only where needed`,
  );
  for (const [name, bytes] of Object.entries(fast.wasm)) console.log(`${name}: ${kilobytes(bytes)} gzip`);
  console.log(`JavaScript of the fast engine: ${kilobytes(fast.javascript)} gzip`);
}
