/**
 * Measures in headless Chromium what `lab.run` takes on this machine's GPU and with SIMD on one core, from JavaScript's numbers to JavaScript's numbers,
 * after a first run of each, in turns, and prints medians of nine:
 *
 *   ATTOGRAPH_GPU=hardware npm run bench:gpu:page
 */
import { openFolder, openPage, visit, WITH_GPU, writePlainPage } from "../../../pkg-tests/shared/browser.mjs";
import { copyPackage } from "../../../pkg-tests/shared/packed.mjs";

/** Runs within the page: the GPU's name, and for each work the medians of both engines and how far their results are apart. */
async function measure() {
  const lab = await globalThis.test.attograph.load({ gpu: "software" });
  const matrix = (rows, columns, seed) => lab.random([rows, columns], { seed });
  // Weights by which numbers keep their size.
  const weights = (rows, columns, seed) => {
    const { shape, data } = matrix(rows, columns, seed);
    return { shape, data: data.map((number) => number / Math.sqrt(rows)) };
  };
  const square = (d, seed) => weights(d, d, seed);
  const vector = (length, seed) => lab.random([length], { seed });
  const attention = (n) => [
    `attention, ${n} tokens, width 64`,
    "scaled-dot-product-attention",
    { query: matrix(n, 64, 1), key: matrix(n, 64, 2), value: matrix(n, 64, 3) },
  ];
  const heads = (n) => {
    const params = { wQuery: square(512, 2), wKey: square(512, 3), wValue: square(512, 4), wOutput: square(512, 5) };
    return [
      `multi-head attention, ${n} tokens, 8 × 64`,
      "multi-head-attention",
      { x: matrix(n, 512, 1), heads: 8, ...params },
    ];
  };
  const feedForward = (n) => {
    const inner = { w1: weights(512, 2048, 2), b1: vector(2048, 3), w2: weights(2048, 512, 4), b2: vector(512, 5) };
    return [`feed-forward layer, ${n} tokens, 512 → 2 048`, "feed-forward", { x: matrix(n, 512, 1), ...inner }];
  };
  const rows = [];
  for (const [what, id, inputs] of [attention(512), attention(2048), attention(4096), heads(1024), feedForward(1024)]) {
    const taken = { cpu: [], gpu: [] };
    const results = {};
    for (let turn = 0; turn < 10; turn++) {
      for (const backend of ["cpu", "gpu"]) {
        const start = performance.now();
        const run = await lab.run(id, inputs, { backend });
        if (turn > 0) taken[backend].push(performance.now() - start);
        if (run.backend !== backend) throw new Error(`${what}: ${JSON.stringify(run.notices)}`);
        results[backend] = run.outputs.output.data;
      }
    }
    const median = (times) => times.sort((a, b) => a - b)[4];
    const apart = results.cpu.reduce((most, number, place) => Math.max(most, Math.abs(number - results.gpu[place])), 0);
    rows.push([what, median(taken.cpu), median(taken.gpu), apart]);
  }
  return { gpu: lab.engine.gpu, rows };
}

const { folder, close } = await copyPackage();
try {
  await writePlainPage(folder);
  const site = await openFolder(folder, WITH_GPU);
  const { page } = await openPage(site);
  await visit(page, site.address);
  const { gpu, rows } = await page.evaluate(measure);
  console.log(`${gpu.name || "a GPU without a name"}${gpu.software ? ", a program" : ""}\n`);
  console.log("| work | SIMD, one core | GPU | gain | results apart |\n|---|---:|---:|---:|---:|");
  for (const [what, cpu, onGpu, apart] of rows)
    console.log(
      `| ${what} | ${cpu.toPrecision(3)} ms | ${onGpu.toPrecision(3)} ms | ${(cpu / onGpu).toFixed(1)} × | ${apart.toPrecision(2)} |`,
    );
  await site.close();
} finally {
  await close();
}
