/** Compares one engine with a pool of two workers, and with the speed-up of two cores of this machine on arithmetic without memory access. */
import { arxiv, matrix, numbers } from "./data.js";
import { interleave } from "./measure.js";

const ROUNDS = 11;

/** The work of the probe: about 50 ms. */
const TURNS = 25_000_000;

/** A probe in its own worker. */
function openArithmetic() {
  const worker = new Worker("/page/arithmetic.js");
  const run = () =>
    new Promise((done, fail) => {
      worker.onmessage = done;
      worker.onerror = ({ message }) => fail(new Error(message));
      worker.postMessage(TURNS);
    });
  return { run, close: () => worker.terminate() };
}

const attention = (options) => ({
  name: `attention, 4096 tokens, 1 × 64${options.causal ? ", causal" : ""}`,
  open: async (engine) => {
    const uploads = [1, 2, 3].map((seed) => engine.tensor([4096, 64], numbers(4096 * 64, seed)));
    const operands = await Promise.all(uploads);
    return { operands, compute: () => engine.attention(...operands, options) };
  },
});

/** Each case uploads its operands to an engine or a pool, and returns the function to time; `made` keeps the operands of both. */
const CASES = [
  attention({}),
  attention({ causal: true }),
  {
    name: "matrix product 1024 × 1024 × 1024",
    open: async (engine) => {
      const operands = await Promise.all([1, 2].map((seed) => engine.tensor([1024, 1024], numbers(1024 ** 2, seed))));
      return { operands, compute: () => engine.product(...operands) };
    },
  },
  {
    name: "sparse times dense, ogbn-arxiv's shape, 128 features",
    open: async (engine, made) => {
      made.graph ??= arxiv();
      const { nodes, messages, width } = made.graph;
      made.x ??= matrix(nodes, width, 5);
      const operands = [await engine.graph(nodes, messages), await engine.tensor([nodes, width], made.x.data)];
      return { operands, compute: () => engine.propagate(...operands) };
    },
  },
];

const close = async (compute) => (await compute()).dispose();

/** Whether two results have the same bits. */
async function same(one, two) {
  const [a, b] = [await one.read(), await two.read()];
  one.dispose();
  two.dispose();
  return a.length === b.length && a.every((number, place) => Object.is(number, b[place]));
}

/** Medians of one engine, two workers, and the probe in one worker and in two at once, all in turns; `only` chooses cases by a part of their name. */
export async function measurePool(only) {
  const { loadFast, loadPool } = await import("/pkg/fast.js");
  const results = [];
  for (const { name, open } of CASES) {
    if (only && !name.includes(only)) continue;
    const [fast, pool] = [await loadFast(), await loadPool({ workers: 2 })];
    const probes = [openArithmetic(), openArithmetic()];
    const made = {};
    const [one, two] = [await open(fast, made), await open(pool, made)];
    if (!(await same(await one.compute(), await two.compute())))
      throw new Error(`${name}: two workers give other bits`);
    const times = await interleave(
      {
        one: () => close(one.compute),
        two: () => close(two.compute),
        probeOne: () => probes[0].run(),
        probeTwo: () => Promise.all(probes.map(({ run }) => run())),
      },
      ROUNDS,
    );
    results.push({ name, times, gain: times.one / times.two, cores: (2 * times.probeOne) / times.probeTwo });
    pool.dispose();
    for (const operand of one.operands) operand.dispose();
    for (const probe of probes) probe.close();
  }
  return results;
}
