/**
 * Layers on a graph of 10⁵ nodes and 10⁶ edges: by `lab.run` in Node, in f64 and f32, and natively in f64 beside SciPy. All take turns, and their results are
 * compared before any time is taken.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at } from "../../build/paths.mjs";
import { run } from "../../build/run.mjs";
import { converse } from "../converse.mjs";
import { findPython, python } from "../native.mjs";

const [NODES, EDGES, WIDTH] = [100_000, 1_000_000, 32];

const TURNS = 5;

/** Every so many numbers of a result are compared. */
const EVERY = 9973;

/** What two f64 results may differ by, and one in f32, relative to the largest number. */
const ALIKE = 1e-12;
const ALIKE_F32 = 1e-5;

const CASES = {
  "gcn-layer": ({ w }) => ({ w }),
  "mean-aggregation-layer": ({ w, b }) => ({ wNeighbor: w, wSelf: b }),
  "personalized-pagerank-propagation": () => ({}),
};

/** Edges between nodes that are drawn, none of them twice and none from a node to itself. */
function draw(lab) {
  const drawn = lab.random([3 * EDGES], { seed: 1, distribution: "uniform" }).data;
  const found = new Map();
  for (let i = 0; found.size < EDGES; i += 2) {
    const [a, b] = [drawn[i], drawn[i + 1]].map((number) => Math.floor(number * NODES));
    if (a !== b) found.set(Math.min(a, b) * NODES + Math.max(a, b), [a, b]);
  }
  return [...found.values()];
}

/** Numbers that f32 holds, so that all compute with the same. */
const tensor = (lab, shape, seed) => ({
  shape,
  data: Float64Array.from(lab.random(shape, { seed }).data, Math.fround),
});

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

function requireAlike(name, exact, found, part) {
  const largest = Math.max(...exact.map(Math.abs));
  const apart = Math.max(...exact.map((number, place) => Math.abs(number - found[place])));
  if (!(apart <= part * largest)) throw new Error(`${name}: ${apart} of ${largest} apart`);
}

/** Medians in milliseconds for each algorithm, and SciPy's version. */
export async function measureGraphs() {
  await run("cargo", ["build", "--release", "--locked", "--quiet", "--example", "graph_bench"]);
  await findPython();
  const { load } = await import("../../../pkg/node.js");
  const lab = await load();
  const edges = draw(lab);
  const [x, w, b] = [
    [NODES, WIDTH],
    [WIDTH, WIDTH],
    [WIDTH, WIDTH],
  ].map((shape, seed) => tensor(lab, shape, seed + 2));
  const folder = await mkdtemp(join(tmpdir(), "attograph-graph-"));
  const given = { edges: Uint32Array.from(edges.flat()), x: x.data, w: w.data, b: b.data };
  for (const [name, numbers] of Object.entries(given)) await writeFile(join(folder, name), numbers);
  const args = [folder, String(NODES), String(WIDTH)];
  const native = converse(at("target/release/examples/graph_bench"), args);
  const scipy = converse(python, [at("scripts/bench/graph/graph.py"), ...args]);
  const byLab = (backend) => async (work) => {
    const inputs = { graph: { nodes: NODES, edges }, x, ...CASES[work]({ w, b }) };
    const found = await lab.run(work, inputs, { backend });
    if (found.backend !== backend) throw new Error(`${work}: by ${found.backend}, not ${backend}`);
    return { milliseconds: found.milliseconds, numbers: found.outputs.output.data.filter((_, at) => at % EVERY === 0) };
  };
  const engines = {
    f64: byLab("sparse"),
    f32: byLab("cpu"),
    native: (work) => native.ask({ work, every: EVERY }),
    scipy: (work) => scipy.ask({ work, every: EVERY }),
  };
  try {
    const { version } = await scipy.ask({ work: "version" });
    const cases = [];
    for (const work of Object.keys(CASES)) {
      const times = Object.fromEntries(Object.keys(engines).map((name) => [name, []]));
      const exact = Array.from((await engines.scipy(work)).numbers);
      for (const [name, compute] of Object.entries(engines))
        requireAlike(`${work}, ${name}`, exact, (await compute(work)).numbers, name === "f32" ? ALIKE_F32 : ALIKE);
      for (let turn = 0; turn < TURNS; turn++)
        for (const [name, compute] of Object.entries(engines)) times[name].push((await compute(work)).milliseconds);
      const medians = Object.entries(times).map(([name, list]) => [name, median(list)]);
      cases.push({ work, times: Object.fromEntries(medians) });
    }
    return { scipy: version, nodes: NODES, edges: EDGES, width: WIDTH, cases };
  } finally {
    native.close();
    scipy.close();
    await rm(folder, { recursive: true, force: true });
  }
}
