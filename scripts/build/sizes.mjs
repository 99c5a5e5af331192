import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { at } from "./paths.mjs";

/** What only the fast engine loads. */
const isFast = (name) => /^fast\b.*\.js$/.test(name);

/** The entry for browsers. */
const ENTRY = "browser.js";

/** The modules that a module of the package imports before it runs, and they in turn; itself included. */
async function importedBy(folder, name, known = new Set()) {
  if (known.has(name)) return known;
  known.add(name);
  const text = await readFile(join(folder, name), "utf8");
  for (const [, path] of text.matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g))
    await importedBy(folder, join(dirname(name), path), known);
  return known;
}

/** What the library's file may have grown by, in bytes by gzip, for what was added since it was limited to 300 KB. */
const ADDED = { "linear attention, Performer and Linformer": 6_000 };

const LIBRARY = Object.values(ADDED).reduce((sum, bytes) => sum + bytes, 300_000);

/** The parts of the package: the name of each, which files it has, and the most bytes that it may have when each file is compressed by gzip. */
const PARTS = [
  ["attograph.wasm", (name) => name === "attograph.wasm", LIBRARY],
  ["attograph-fast-simd.wasm", (name) => name === "attograph-fast-simd.wasm", 150_000],
  ["attograph-fast-relaxed.wasm", (name) => name === "attograph-fast-relaxed.wasm", 150_000],
  ["JavaScript of the entry", (name, entry) => entry.has(name), 20_000],
  ["JavaScript of the fast engine", (name, entry) => isFast(name) && !entry.has(name), 40_000],
];

/** Measures the package in a folder: `{ name, bytes, gzip, brotli, limit }` of each part, `limit` the most bytes by gzip. */
export async function packageSizes(folder = at("pkg")) {
  const parts = PARTS.map(([name, holds, limit]) => ({ name, holds, limit, bytes: 0, gzip: 0, brotli: 0 }));
  const entry = await importedBy(folder, ENTRY);
  for (const name of await readdir(folder, { recursive: true })) {
    const part = parts.find(({ holds }) => holds(name, entry));
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
