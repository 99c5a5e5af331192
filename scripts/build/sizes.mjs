import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { at } from "./paths.mjs";

const isScript = (name) => name.endsWith(".js");
/** The program for the command line, which nothing else loads. */
const isProgram = (name) => name === "cli.js";
/** A file's copy within the JavaScript, loaded only where nothing can be fetched. */
const isCopy = (name) => /^base64-.*\.js$/.test(name);
/** What only the fast engine loads; `fast/offer.js` is how the library asks for it. */
const isFast = (name) => name !== join("fast", "offer.js") && /^fast\b.*\.js$/.test(name);

/** The parts of the package: the name of each, which files it has, and the most bytes that it may have when each file is compressed by gzip. */
const PARTS = [
  ["attograph.wasm", (name) => name === "attograph.wasm", 300_000],
  ["attograph-fast-simd.wasm", (name) => name === "attograph-fast-simd.wasm", 150_000],
  ["attograph-fast-relaxed.wasm", (name) => name === "attograph-fast-relaxed.wasm", 150_000],
  ["JavaScript of the library", (name) => isScript(name) && !isCopy(name) && !isFast(name) && !isProgram(name), 20_000],
  ["JavaScript of the fast engine", isFast, 40_000],
  ["copies within the JavaScript", isCopy, null],
];

/** Measures the package in a folder: `{ name, bytes, gzip, brotli, limit }` of each part, `limit` the most bytes by gzip or null. */
export async function packageSizes(folder = at("pkg")) {
  const parts = PARTS.map(([name, holds, limit]) => ({ name, holds, limit, bytes: 0, gzip: 0, brotli: 0 }));
  for (const name of await readdir(folder, { recursive: true })) {
    const part = parts.find(({ holds }) => holds(name));
    if (!part) continue;
    const content = await readFile(join(folder, name));
    part.bytes += content.length;
    part.gzip += gzipSync(content, { level: 9 }).length;
    part.brotli += brotliCompressSync(content).length;
  }
  return parts.map(({ holds: _, ...part }) => part);
}

/** Prints the size of each part. */
export async function printSizes() {
  for (const { name, gzip } of await packageSizes()) console.log(`${name}: ${(gzip / 1000).toFixed(1)} KB gzip`);
}
