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

/** What the library's file may have grown by, in bytes by gzip, for what was added since it was limited to 300 KB; below zero for what was saved. */
const ADDED = {
  "linear attention, Performer and Linformer": 6_000,
  "17 errata, sources of all errata and polls, formulas of each mode, activations of GAT and GCN, former names of inputs": 4_000,
  "the comparison of vectors and the rotation of the plane": 3_000,
  "pairs and error of LSH attention": 1_500,
  "eight exercises with 73 misconceptions": 6_500,
  "derivations of a layer in matrices and of graph attention, exercises on a decoder and on colors of nodes, with 18 misconceptions": 4_000,
  "two polls, on masks in place of full attention and on the numbering of nodes": 775,
  "functions that are alike next to each other, and locals that are set in vain": -11_500,
};

const LIBRARY = Object.values(ADDED).reduce((sum, bytes) => sum + bytes, 300_000);

const read = (folder, name) => readFile(join(folder, name));

/** The parts of the package: the name of each, how its bytes are obtained, and the most bytes that it may have when each file is compressed by gzip. */
const PARTS = [
  ["attograph.wasm", [[read, "attograph.wasm"]], LIBRARY],
  ["attograph-fast-simd.wasm", [[read, "attograph-fast-simd.wasm"]], 150_000],
  ["attograph-fast-relaxed.wasm", [[read, "attograph-fast-relaxed.wasm"]], 150_000],
  ["JavaScript of the entry", [[bundled, "browser.js"]], 20_000],
  [
    "JavaScript of the fast engine",
    [
      [bundled, "fast.js"],
      [bundled, "fast/pool/attograph-worker.js"],
    ],
    40_000,
  ],
  // 72 KB, 4 for the texts of eight exercises with 73 misconceptions, and 3 for those of two derivations and two exercises.
  ["texts in English", [[read, "text/en.js"]], 79_000],
  // As in English, and 6 for the texts of 17 errata and of what decides a poll.
  ["texts in Korean", [[read, "text/ko.js"]], 85_000],
];

/** Returns the bytes, by gzip, of a module of the package and what it imports before it runs. */
export async function bundledSize(name, folder = at("pkg")) {
  return gzipSync(await bundled(folder, name), { level: 9 }).length;
}

/** Measures the package in a folder: `{ name, bytes, gzip, brotli, limit }` of each part, `limit` the most bytes by gzip. */
export async function packageSizes(folder = at("pkg")) {
  const measured = PARTS.map(async ([name, files, limit]) => {
    const part = { name, bytes: 0, gzip: 0, brotli: 0, limit };
    for (const [obtain, file] of files) {
      const content = await obtain(folder, file);
      part.bytes += content.length;
      part.gzip += gzipSync(content, { level: 9 }).length;
      part.brotli += brotliCompressSync(content).length;
    }
    return part;
  });
  return Promise.all(measured);
}

/** Prints the size of each part. */
export async function printSizes() {
  for (const { name, gzip } of await packageSizes()) console.log(`${name}: ${(gzip / 1000).toFixed(1)} KB gzip`);
}
