/** The measured cases: each compares all results with the first engine's before anything is timed. */
import { arxiv, cora, mask, matrix, numbers } from "./data.js";
import { difference, interleave, median, spread, takeTurns } from "./measure.js";
import { openEngines } from "./rivals.js";

const ROUNDS = 11;

/** The largest allowed difference of two results, relative to the largest number. */
const ALIKE = 1e-4;

const product = (n, laidOut = false) => ({
  name: `matrix product ${n} × ${n} × ${n}${laidOut ? ", right factor laid out" : ""}`,
  operations: 2 * n ** 3,
  open: (engine) => engine.product?.(matrix(n, n, 1), matrix(n, n, 2), laidOut),
});

const attention = (n, heads, options) => ({
  name: `attention, ${n} tokens, ${heads} × 64${options ? `, ${Object.keys(options)}` : ""}`,
  operations: 4 * n * n * 64 * heads * (options?.causal ? 0.5 : 1),
  open: (engine) => {
    const [q, k, v] = [1, 2, 3].map((seed) => matrix(n, 64 * heads, seed));
    return engine.attention?.(q, k, v, heads, options);
  },
});

/** The newest token of a decoder, which asks all before it. */
const newest = (m) => ({
  name: `attention, 1 query, ${m} keys, 1 × 64`,
  operations: 4 * m * 64,
  open: (engine) => engine.attention?.(matrix(1, 64, 1), matrix(m, 64, 2), matrix(m, 64, 3), 1),
});

/** The distance of the rows that are compared in a large result. */
const EVERY = 1000;

/** Ŝ X on a large graph; created only when it is measured. */
function sparseProduct() {
  let made = null;
  const operands = () => {
    const graph = arxiv();
    return { graph, x: matrix(graph.nodes, graph.width, 5) };
  };
  return {
    name: "sparse times dense, ogbn-arxiv's shape, 128 features",
    operations: null,
    compared: (answer) => {
      const { nodes, width } = made.graph;
      if (answer.length < nodes * width) return answer;
      const rows = Array.from({ length: Math.ceil(nodes / EVERY) }, (_, row) => row * EVERY * width);
      return rows.flatMap((start) => Array.from(answer.subarray(start, start + width)));
    },
    open: (engine) => {
      made ??= operands();
      return engine.propagate?.(made.graph, made.x, EVERY);
    },
  };
}

function cases() {
  const graph = cora();
  return [
    ...[64, 256, 512, 1024].map((n) => product(n)),
    product(64, true),
    ...[128, 512, 2048, 4096].map((n) => attention(n, 1)),
    attention(1024, 8),
    attention(2048, 1, { causal: true }),
    attention(2048, 1, { mask: mask(2048, 6) }),
    newest(4096),
    {
      name: "graph convolution, two layers, Cora's shape",
      operations: null,
      // Engines without a sparse product use the dense one.
      open: (engine) => (engine.gcn ?? engine.gcnDense)?.(graph),
    },
    sparseProduct(),
  ];
}

/** The project's own forms of attention on long sequences; they are compared with the time of full attention. */
async function longSequences({ attograph }) {
  const results = [];
  for (const n of [4096, 16384]) {
    const [q, k, v] = [1, 2, 3].map((seed) => matrix(n, 64, seed));
    const buckets = n / 32;
    const factors = [buckets >= 256 ? 16 : 8, buckets / (buckets >= 256 ? 16 : 8)];
    const half = (factors[0] + factors[1]) / 2;
    const rotations = { rows: 4 * 64, columns: half, data: numbers(4 * 64 * half, 4) };
    const options = { rounds: 4, chunkLength: 64, factors };
    const functions = {
      full: attograph.attention(q, k, v, 1).run,
      hash: attograph.hash(q, v, rotations, options).run,
      window: attograph.attention(q, k, v, 1, { window: 256 }).run,
    };
    const memory = await attograph.growth(q, k, v);
    results.push({ tokens: n, memory, times: await interleave(functions, n > 8192 ? 3 : 7) });
  }
  for (const n of [32768, 65536]) {
    const [q, k, v] = [1, 2, 3].map((seed) => matrix(n, 64, seed));
    const functions = { window: attograph.attention(q, k, v, 1, { window: 256 }).run };
    results.push({ tokens: n, times: await interleave(functions, 5) });
  }
  return results;
}

/** Gigaflops of the two probes, in turns with a product, so that all run under the same load. */
async function roofline(operations) {
  const answer = await fetch("/probe.wasm");
  const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer());
  const turns = { chains: 200_000, tile: 4000 };
  const functions = Object.fromEntries(
    Object.entries(turns).map(([name, times]) => [name, () => instance.exports[name](times)]),
  );
  return { functions, operations: (name) => operations[name] * turns[name] };
}

/** Runs everything; `only` chooses cases by a part of their name. */
export async function measureAll({ only, probe, native, former }) {
  const { engines, missing } = await openEngines(native, former);
  const roof = await roofline(probe);
  const results = [];
  for (const { name, operations, open, compared = (answer) => answer } of cases()) {
    if (only && !name.includes(only)) continue;
    const opened = {};
    const answers = {};
    const differences = {};
    for (const [engineName, engine] of Object.entries(engines)) {
      const ready = await open(engine);
      if (!ready) continue;
      answers[engineName] = compared(Float32Array.from(await ready.answer()));
      differences[engineName] = difference(answers.attograph, answers[engineName]);
      if (!(differences[engineName] <= ALIKE))
        throw new Error(`${name}: ${engineName} differs by ${differences[engineName]}`);
      opened[engineName] = ready.run;
    }
    const { chains, tile, ...measured } = await takeTurns({ ...opened, ...roof.functions }, ROUNDS);
    const gigaflops = (probeName, list) => roof.operations(probeName) / median(list) / 1e6;
    const limit = Math.max(gigaflops("chains", chains), gigaflops("tile", tile));
    const of = (describe) => Object.fromEntries(Object.entries(measured).map(([key, list]) => [key, describe(list)]));
    results.push({ name, operations, times: of(median), spreads: of(spread), differences, roofline: limit });
  }
  const long = !only || "long".includes(only) ? await longSequences(engines) : [];
  const versions = Object.fromEntries(Object.entries(engines).map(([name, { version }]) => [name, version]));
  return { versions, missing, results, long, browser: navigator.userAgent };
}
