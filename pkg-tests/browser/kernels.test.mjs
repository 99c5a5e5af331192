/** Every kernel is WGSL as Chromium reads it, and stays within the limits that every WebGPU device has. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openFolder, WITH_GPU } from "../shared/browser.mjs";

const folder = fileURLToPath(new URL("../../src/backend/gpu", import.meta.url));

/** Constants that the Rust half writes before a kernel, at their largest and in each of their kinds. */
const CONSTANTS = {
  attention: [
    { WIDTH: 16, VALUES: 16, KEYS: 16 },
    { WIDTH: 32, VALUES: 32, KEYS: 8 },
    { WIDTH: 1, VALUES: 32, KEYS: 8 },
  ],
  product: [1, 2].map((BLOCKS) => ({ BLOCKS, BIASED: BLOCKS - 1, RECTIFIED: BLOCKS - 1, TRANSPOSED: BLOCKS - 1 })),
  gat: [1, 2, 3, 4].map((PER) => ({ LANES: 32, PER, LONG: 256 })),
  gat_long: [1, 4].map((PER) => ({ LANES: 32, PER, LONG: 256 })),
  lsh: [
    { WIDTH: 16, KEYS: 16 },
    { WIDTH: 32, KEYS: 8 },
    { WIDTH: 1, KEYS: 16 },
  ],
  sparse_product_long: [0, 1].map((flag) => ({ LANES: 32, PER: 4, LONG: 256, BIASED: flag, RECTIFIED: flag })),
  sparse_product: [0, 1].map((flag) => ({ LANES: 32, PER: 4, LONG: 256, BIASED: flag, RECTIFIED: flag })),
};

let site;
let page;
let empty;
before(async () => {
  empty = await mkdtemp(join(tmpdir(), "attograph-kernels-"));
  await writeFile(
    join(empty, "index.html"),
    '<!doctype html><title>Kernels</title><link rel="icon" href="data:," />\n',
  );
  site = await openFolder(empty, WITH_GPU);
  page = await site.browser.newPage();
  await page.goto(site.address);
  await page.evaluate(async () => {
    const adapter = await navigator.gpu.requestAdapter();
    // Without a wish, a device has the limits that every device has.
    globalThis.device = await adapter.requestDevice();
  });
});
after(async () => {
  await site?.close();
  if (empty) await rm(empty, { recursive: true });
});

/** Returns the browser's messages on a kernel; none if it is valid. */
const said = (source) =>
  page.evaluate(async (code) => {
    const module = device.createShaderModule({ code });
    const { messages } = await module.getCompilationInfo();
    const said = messages.map(({ type, lineNum, message }) => `${type} in line ${lineNum}: ${message}`);
    try {
      await device.createComputePipelineAsync({ layout: "auto", compute: { module, entryPoint: "main" } });
    } catch (error) {
      said.push(error.message);
    }
    return said;
  }, source);

const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(rs|wgsl)$/.test(name));
const texts = new Map(await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), "utf8")])));

/** The kernels that the Rust half has, each by the paths of its WGSL files, the last of which has its name. */
const kernels = [...texts].flatMap(([file, text]) =>
  file.endsWith(".rs")
    ? [...text.matchAll(/\bKernel \{\s*name: "[^"]*",\s*source: ([^}]*)\}/g)].map(([, source]) =>
        [...source.matchAll(/include_str!\("([^"]+\.wgsl)"\)/g)].map(([, part]) => join(dirname(file), part)),
      )
    : [],
);

test("every file of WGSL is part of a kernel", () => {
  assert.deepEqual([...new Set(kernels.flat())].sort(), files.filter((name) => name.endsWith(".wgsl")).sort());
});

for (const parts of kernels) {
  const name = basename(parts.at(-1), ".wgsl");
  for (const constants of CONSTANTS[name] ?? [{}]) {
    test(`${name} ${JSON.stringify(constants)}`, async () => {
      const head = Object.entries(constants).map(([constant, value]) => `const ${constant} = ${value}u;\n`);
      const source = [...head, ...parts.map((part) => texts.get(part))].join("");
      assert.deepEqual(await said(source), []);
    });
  }
}

test("invalid WGSL is reported", async () => {
  assert.notDeepEqual(await said("fn main() { let x = ; }"), []);
  const large = "var<workgroup> a: array<f32, 4097>; @compute @workgroup_size(1) fn main() { a[0] = 1.0; }";
  assert.notDeepEqual(await said(large), []);
});
