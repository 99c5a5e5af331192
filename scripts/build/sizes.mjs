import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { at } from "./paths.mjs";

/** Returns what a bundler makes of a module and what it imports before it runs: one minified script. What is imported later is not in it. */
async function bundled(folder, name) {
  const bundle = await rolldown({ input: join(folder, name), logLevel: "silent" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set([output.find(({ isEntry }) => isEntry).fileName]);
  for (const fileName of needed) for (const imported of chunks.get(fileName).imports) needed.add(imported);
  return Buffer.from([...needed].map((fileName) => chunks.get(fileName).code).join("\n"));
}

const read = (folder, name) => readFile(join(folder, name));

/** The parts of the package: the name of each, and how the bytes of its files are obtained. */
const PARTS = {
  "attograph.wasm": [[read, "attograph.wasm"]],
  "attograph-fast-simd.wasm": [[read, "attograph-fast-simd.wasm"]],
  "attograph-fast-relaxed.wasm": [[read, "attograph-fast-relaxed.wasm"]],
  "JavaScript of the entry": [[bundled, "browser.js"]],
  "JavaScript of the fast engine": [
    [bundled, "fast.js"],
    [bundled, "fast/pool/attograph-worker.js"],
  ],
  "texts in English": [[read, "text/en.js"]],
  "texts in Korean": [[read, "text/ko.js"]],
};

/** Measures the package in a folder: `{ name, gzip, brotli }` of each part, with each file compressed. */
export async function packageSizes(folder = at("pkg")) {
  const measured = Object.entries(PARTS).map(async ([name, files]) => {
    const contents = await Promise.all(files.map(([obtain, file]) => obtain(folder, file)));
    const total = (compress) => contents.reduce((sum, content) => sum + compress(content).length, 0);
    return { name, gzip: total((content) => gzipSync(content, { level: 9 })), brotli: total(brotliCompressSync) };
  });
  return Promise.all(measured);
}

/** Prints the size of each part. */
export async function printSizes() {
  for (const { name, gzip } of await packageSizes()) console.log(`${name}: ${(gzip / 1000).toFixed(1)} KB gzip`);
}
