/** The library's own f64 engines, nalgebra beside the reference, and its f32 kernel where there is one. */
import { interleave } from "./measure.js";

const ROUNDS = 21;

/** By how much two f64 results may differ, relative to the largest number. */
const ALIKE = 1e-12;

const attention = (tokens) => ({
  name: `attention, ${tokens} tokens, width 64`,
  id: "scaled-dot-product-attention",
  inputs: (tensor) => ({
    query: tensor([tokens, 64], 1),
    key: tensor([tokens, 64], 2),
    value: tensor([tokens, 64], 3),
  }),
});

const square = (tensor, seed) => tensor([64, 64], seed);

/** As in scripts/bench/f64/main.rs, which measures the same natively. */
const CASES = [
  attention(128),
  attention(512),
  {
    name: "encoder layer, 128 tokens, width 64, 4 heads, inner width 256",
    id: "encoder-layer",
    inputs: (tensor) => ({
      x: tensor([128, 64], 1),
      heads: 4,
      attention: {
        wQuery: square(tensor, 2),
        wKey: square(tensor, 3),
        wValue: square(tensor, 4),
        wOutput: square(tensor, 5),
      },
      w1: tensor([64, 256], 6),
      w2: tensor([256, 64], 7),
    }),
  },
  {
    name: "graph convolution, 500 nodes, width 64",
    id: "gcn-layer",
    inputs: (tensor) => {
      const edges = Array.from({ length: 500 }, (_, node) => [1, 7, 31].map((step) => [node, (node + step) % 500]));
      return { graph: { nodes: 500, edges: edges.flat() }, x: tensor([500, 64], 1), w: square(tensor, 2) };
    },
  },
  {
    name: "layer norm, 512 tokens, width 64",
    id: "layer-norm",
    inputs: (tensor) => ({ x: tensor([512, 64], 1) }),
  },
];

/** Medians in milliseconds, in turns; the f64 results are compared before any time is taken. */
export async function measureF64() {
  const { load } = await import("/pkg/browser.js");
  const lab = await load();
  const results = [];
  for (const { name, id, inputs } of CASES) {
    const given = inputs((shape, seed) => ({ shape, data: lab.random(shape, { seed }).data }));
    const run = (backend) => lab.run(id, given, { backend });
    const [exact, found] = [await run("reference"), await run("nalgebra")].map(({ outputs }) => outputs.output.data);
    const largest = exact.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    const apart = exact.reduce((most, number, place) => Math.max(most, Math.abs(number - found[place])), 0);
    if (!(apart <= ALIKE * largest)) throw new Error(`${name}: nalgebra is ${apart} away from the reference`);
    const engines = ["reference", "nalgebra", "cpu"];
    const times = await interleave(Object.fromEntries(engines.map((engine) => [engine, () => run(engine)])), ROUNDS);
    results.push({ name, times });
  }
  return results;
}
