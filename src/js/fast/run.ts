import type { Tensor } from "../types.js";
import type { FastTensor } from "./handle.js";
import type { FastInputs } from "./inputs.js";
import { estimate, workOf } from "./operations.js";
import { type OperationName, type Ops, perform, type RemoteOperations } from "./ops.js";
import type { EncodeOptions } from "./options.js";

/** A run of an algorithm whose inputs are in the engine's memory. */
export interface Plan {
  /** About how many operations on numbers it takes. */
  readonly work: number;
  /** Computes its output; null when the f64 engine has to see to it. */
  readonly run: (ops: Ops) => FastTensor | null | Promise<FastTensor | null>;
}

/** How the fast engine computes an algorithm of the catalog. */
interface Kernel {
  /** What it knows in one form only. */
  readonly usual?: Readonly<Record<string, string | number | boolean>>;
  /** Reads all inputs that it knows; null when the f64 engine has to see to them, which gives notices and says what is wrong. */
  readonly plan: (inputs: FastInputs) => Plan | null;
}

type Arguments<Name extends OperationName> = Parameters<RemoteOperations<unknown>[Name]>;

/** A run of one operation. */
const one = <Name extends OperationName>(name: Name, ...given: Arguments<Name>): Plan => ({
  work: workOf(name, given),
  run: (ops) => perform(ops, name, given),
});

/** The most steps of a propagation. */
const MAX_ROUNDS = 4096;

/** f32 rounds an ε below this away. */
const isTooSmall = (epsilon: number | undefined): boolean => epsilon !== undefined && epsilon < 1e-30;

/** The options of attention of queries to keys; null when a query sees no key. */
function attentionOptions(inputs: FastInputs, query: FastTensor, key: FastTensor): EncodeOptions | null {
  const causal = inputs.flag("causal");
  const mask = inputs.mask("mask", causal, query.shape[0], key.shape[0]);
  return mask === null || key.shape[0] === 0 ? null : { heads: inputs.number("heads"), causal, mask };
}

/** [heads, width, rounds, half] as a matrix for each round of each head. */
function turnRotations(numbers: Float32Array, shape: readonly number[]): Float32Array {
  const [heads = 0, width = 0, rounds = 0, half = 0] = shape;
  const turned = new Float32Array(numbers.length);
  let place = 0;
  for (let head = 0; head < heads; head++) {
    for (let round = 0; round < rounds; round++) {
      for (let feature = 0; feature < width; feature++) {
        const from = ((head * width + feature) * rounds + round) * half;
        turned.set(numbers.subarray(from, from + half), place);
        place += half;
      }
    }
  }
  return turned;
}

/** What belongs to one of several layers. */
const layerOf = (numbers: Float32Array | undefined, layer: number, length: number): Float32Array | undefined =>
  numbers?.subarray(layer * length, (layer + 1) * length);

const KERNELS: Readonly<Record<string, Kernel>> = {
  "scaled-dot-product-attention": {
    usual: { scale: "d-head", softmaxAxis: "keys" },
    plan: (inputs) => {
      const [query, key, value] = inputs.matrices("query", "key", "value");
      const options = attentionOptions(inputs, query, key);
      const bias = inputs.shaped("bias", query.shape[0], key.shape[0]);
      return options && one("attention", query, key, value, { ...options, bias });
    },
  },
  "multi-head-attention": {
    usual: { scale: "d-head" },
    plan: (inputs) => {
      const x = inputs.matrix("x");
      const options = attentionOptions(inputs, x, x);
      const names = ["wQuery", "wKey", "wValue", "wOutput"] as const;
      const [query, key, value, output] = inputs.matrices(...names);
      return options && one("multiHeadAttention", x, { query, key, value, output }, options);
    },
  },
  "encoder-layer": {
    usual: { activation: "relu" },
    plan: (inputs) => {
      const [x, epsilon] = [inputs.matrix("x"), inputs.number("epsilon")];
      const options = attentionOptions(inputs, x, x);
      if (!options || isTooSmall(epsilon)) return null;
      const matrix = (name: string) => inputs.matrix(name);
      const vector = (name: string) => inputs.shaped(name, null);
      const norm = (name: string) => ({ gamma: vector(`${name}.gamma`), beta: vector(`${name}.beta`) });
      const encoder = inputs.encoder({
        query: matrix("attention.wQuery"),
        key: matrix("attention.wKey"),
        value: matrix("attention.wValue"),
        output: matrix("attention.wOutput"),
        biases: {
          query: vector("attention.bQuery"),
          key: vector("attention.bKey"),
          value: vector("attention.bValue"),
          output: vector("attention.bOutput"),
        },
        w1: matrix("w1"),
        b1: vector("b1"),
        w2: matrix("w2"),
        b2: vector("b2"),
        norm1: norm("norm1"),
        norm2: norm("norm2"),
        normFirst: inputs.flag("normFirst"),
        epsilon,
      });
      return one("encode", encoder, x, options);
    },
  },
  "window-attention": {
    plan: (inputs) => {
      // Both forms have the same result.
      inputs.plain("form");
      const [query, key, value] = inputs.matrices("query", "key", "value");
      if (query.shape[0] !== key.shape[0]) return null;
      const window = Math.floor((inputs.number("window") ?? 0) / 2);
      const options = { window, causal: inputs.flag("causal") };
      const [dilation = 1, globals = []] = [inputs.number("dilation"), inputs.shaped("globals", null)];
      if (dilation === 1 && globals.length === 0) return one("attention", query, key, value, options);
      // What is no position, the f64 engine names.
      if (!globals.every((position) => Number.isInteger(position) && position >= 0)) return null;
      return one("windowAttention", query, key, value, { ...options, dilation, globals: Uint32Array.from(globals) });
    },
  },
  "lsh-attention": {
    usual: { rotationKind: "given", repeatedKeys: "each-time", epsilon: 1e-6, selfScore: -1e5, futureScore: -1e9 },
    plan: (inputs) => {
      const shape = inputs.shape("rotations");
      const [heads = 0, width = 0, rounds = 0, half = 0] = shape;
      if (shape.length !== 4 || heads !== (inputs.number("heads") ?? 1)) return null;
      const turned = turnRotations(inputs.numbers("rotations") ?? new Float32Array(), shape);
      const rotations = inputs.upload([heads * rounds * width, half], turned);
      const [x, wQueryKey, wValue] = inputs.matrices("x", "wQueryKey", "wValue");
      const chunkLength = inputs.number("chunkLength") ?? 0;
      const options = { heads, rounds, chunkLength, factors: [2 * half], causal: inputs.flag("causal") };
      return {
        work: estimate("hashAttention", [{ shape: [x.shape[0], wQueryKey.shape[1]] }, wValue], options),
        run: async (ops) => {
          const queryKey = inputs.own(await ops.product(x, wQueryKey));
          const value = inputs.own(await ops.product(x, wValue));
          return ops.hashAttention(queryKey, value, rotations, options);
        },
      };
    },
  },
  "gcn-layer": {
    usual: {
      selfLoops: true,
      loopRule: "where-missing",
      degree: "in",
      normalization: "symmetric",
      direction: "source-to-target",
    },
    plan: (inputs) => {
      const graph = inputs.graph("graph");
      const options = { bias: inputs.shaped("b", null), relu: inputs.plain("activation") === "relu" };
      return graph && one("convolve", graph, ...inputs.matrices("x", "w"), options);
    },
  },
  "gcn-network": {
    usual: { selfLoops: true },
    plan: (inputs) => {
      const [layers = 0, depth = 0, width = 0] = inputs.shape("next.w");
      if (layers === 0 && (inputs.has("next.w") || inputs.has("next.b"))) return null;
      const graph = inputs.graph("graph");
      if (!graph) return null;
      const [matrices, biases] = [inputs.shaped("next.w", null, null, null), inputs.shaped("next.b", layers, width)];
      const weights = [inputs.matrix("w")];
      for (let layer = 0; layer < layers; layer++) {
        weights.push(inputs.upload([depth, width], layerOf(matrices, layer, depth * width) ?? new Float32Array()));
      }
      const [x, first] = [inputs.matrix("x"), inputs.shaped("b", null)];
      const bends = inputs.plain("activation") !== "none";
      return {
        work: weights.reduce((sum, w, layer) => {
          const hidden = { shape: [x.shape[0], w.shape[0]] };
          return sum + estimate("convolve", [graph, layer === 0 ? x : hidden, w]);
        }, 0),
        run: async (ops) => {
          let hidden = x;
          for (const [layer, w] of weights.entries()) {
            const bias = layer === 0 ? first : layerOf(biases, layer - 1, width);
            hidden = inputs.own(await ops.convolve(graph, hidden, w, { relu: bends && layer < layers, bias }));
          }
          return hidden;
        },
      };
    },
  },
  "mean-aggregation-layer": {
    usual: { direction: "source-to-target" },
    plan: (inputs) => {
      const activation = inputs.plain("activation") ?? "none";
      if (activation !== "none" && activation !== "relu") return null;
      const graph = inputs.graph("graph", { selfLoops: false, mean: true });
      if (!graph) return null;
      const [x, wNeighbor] = inputs.matrices("x", "wNeighbor");
      const options = { bias: inputs.shaped("b", null), relu: activation === "relu" };
      return inputs.has("wSelf")
        ? one("aggregate", graph, x, wNeighbor, inputs.matrix("wSelf"), options)
        : one("convolve", graph, x, wNeighbor, options);
    },
  },
  "personalized-pagerank-propagation": {
    usual: { selfLoops: true },
    plan: (inputs) => {
      const [alpha = 0.1, steps = 10] = [inputs.number("alpha"), inputs.number("steps")];
      // What is out of range, the f64 engine names.
      if (!(alpha >= 0 && alpha <= 1 && steps >= 1 && steps <= MAX_ROUNDS && Number.isInteger(steps))) return null;
      const graph = inputs.graph("graph");
      const x = inputs.matrix("x");
      return (
        graph && {
          work: steps * estimate("restart", [graph, x]),
          run: async (ops) => {
            let state = x;
            for (let step = 0; step < steps; step++) {
              const before = state;
              state = inputs.own(await ops.restart(graph, before, x, { alpha }));
              if (before !== x) before.dispose();
            }
            return state;
          },
        }
      );
    },
  },
  "gat-layer": {
    usual: { combine: "concat", selfLoops: true, direction: "source-to-target", activation: "none" },
    plan: (inputs) => {
      if (inputs.shape("attentionSource")[0] !== (inputs.number("heads") ?? 1)) return null;
      const graph = inputs.graph("graph");
      const operands = inputs.matrices("x", "w", "attentionSource", "attentionTarget");
      return graph && one("attendToNeighbors", graph, ...operands, inputs.number("negativeSlope"));
    },
  },
  "layer-norm": {
    plan: (inputs) => {
      const [gamma, beta] = [inputs.shaped("gamma", null), inputs.shaped("beta", null)];
      const epsilon = inputs.number("epsilon");
      return isTooSmall(epsilon) ? null : one("layerNorm", inputs.matrix("x"), { gamma, beta, epsilon });
    },
  },
  "feed-forward": {
    usual: { activation: "relu" },
    plan: (inputs) => {
      const [x, w1, w2] = inputs.matrices("x", "w1", "w2");
      return one("feedForward", x, { w1, b1: inputs.shaped("b1", null), w2, b2: inputs.shaped("b2", null) });
    },
  },
};

/** Whether the fast engine has a kernel for an algorithm. */
export const hasKernel = (id: string): boolean => Object.hasOwn(KERNELS, id);

/** Makes a run of an algorithm ready; null when the f64 engine has to see to it, or knows inputs that no kernel knows. */
export function planOf(id: string, inputs: FastInputs): Plan | null {
  const kernel = KERNELS[id];
  const { usual = {} } = kernel ?? {};
  const isUsual = (name: string): boolean => Object.hasOwn(usual, name) && usual[name] === inputs.plain(name);
  try {
    const unusual = inputs.names().filter((name) => !isUsual(name));
    if (inputs.isGivenTwice || unusual.some((name) => Object.hasOwn(usual, name))) return null;
    const plan = kernel?.plan(inputs) ?? null;
    return unusual.every((name) => inputs.wasRead(name)) ? plan : null;
  } catch {
    // Whatever does not fit, the f64 engine names by the caller's own names.
    return null;
  }
}

/** Whether every number is finite: the difference of another from itself is NaN. A loop, as a function for each number would take longer than the kernel. */
function areFinite(data: Float64Array): boolean {
  let differences = 0;
  for (let i = 0; i < data.length; i++) differences += (data[i] as number) - (data[i] as number);
  return differences === 0;
}

/** Computes a run by an engine's operations; null when the f64 engine has to see to it. */
export async function runFast(plan: Plan, inputs: FastInputs, ops: Ops): Promise<Record<string, Tensor> | null> {
  try {
    const output = await plan.run(ops);
    if (!output) return null;
    // Not by `from`, which takes number by number and tens of times as long.
    const data = new Float64Array(inputs.own(output).read());
    // What outgrew f32, f64 may still hold.
    return areFinite(data) ? { output: { shape: [...output.shape], data } } : null;
  } catch {
    // As above.
    return null;
  }
}
