import type { Tensor } from "../types.js";
import { attentionWork } from "./gpu/choice.js";
import type { FastTensor } from "./handle.js";
import type { FastInputs } from "./inputs.js";
import { attendByParts } from "./multi-head.js";
import type { Ops } from "./ops.js";
import type { AttentionOptions } from "./options.js";

/** How the fast engine computes an algorithm of the catalog. */
interface Kernel {
  /** What it knows how to take. */
  readonly takes: readonly string[];
  /** What it knows in one form only. */
  readonly usual?: Readonly<Record<string, string | number | boolean>>;
  /** About how many operations that takes. */
  readonly work: (inputs: FastInputs) => number;
  /** Its output; null when the f64 engine has to see to it, which gives notices and says what is wrong. */
  readonly run: (inputs: FastInputs, ops: Ops) => FastTensor | null | Promise<FastTensor | null>;
}

const rows = (inputs: FastInputs, name: string): number => inputs.shape(name)[0] ?? 0;
const columns = (inputs: FastInputs, name: string): number => inputs.shape(name)[1] ?? 0;

/** f32 rounds an ε below this away. */
const SMALLEST_EPSILON = 1e-30;

const ENCODER_PARAMETERS = [
  ...["wQuery", "bQuery", "wKey", "bKey", "wValue", "bValue", "wOutput", "bOutput"].map((name) => `attention.${name}`),
  ...["w1", "b1", "w2", "b2", "norm1.gamma", "norm1.beta", "norm2.gamma", "norm2.beta"],
].map((name) => `params.${name}`);

/** How attention of so many queries to so many keys is computed; null when a query sees none. */
function readSight(inputs: FastInputs, queries: number, keys: number): AttentionOptions | null {
  const causal = inputs.flag("causal");
  const [mask, bias] = [inputs.mask("mask", causal, queries, keys), inputs.shaped("bias", queries, keys)];
  if (mask === null || keys === 0) return null;
  return { heads: inputs.number("heads", 1), causal, ...(mask && { mask }), ...(bias && { bias }) };
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
    takes: ["query", "key", "value", "mask", "bias", "causal"],
    usual: { scale: "d-head", softmaxAxis: "keys" },
    work: (inputs) => attentionWork(rows(inputs, "query"), rows(inputs, "key"), columns(inputs, "query")),
    run: (inputs, ops) => {
      const options = readSight(inputs, rows(inputs, "query"), rows(inputs, "key"));
      return options && ops.attention(inputs.matrix("query"), inputs.matrix("key"), inputs.matrix("value"), options);
    },
  },
  "multi-head-attention": {
    takes: ["x", "heads", "mask", "causal", "params.wQuery", "params.wKey", "params.wValue", "params.wOutput"],
    usual: { scale: "d-head" },
    work: (inputs) => {
      const [n, d] = [rows(inputs, "x"), columns(inputs, "x")];
      return attentionWork(n, n, d) + 8 * n * d * d;
    },
    run: (inputs, ops) => {
      const options = readSight(inputs, rows(inputs, "x"), rows(inputs, "x"));
      if (!options) return null;
      const x = inputs.matrix("x");
      const [query, key] = [inputs.matrix("params.wQuery"), inputs.matrix("params.wKey")];
      const [value, output] = [inputs.matrix("params.wValue"), inputs.matrix("params.wOutput")];
      const projections = { query, key, value, output };
      return ops.multiHeadAttention?.(x, projections, options) ?? attendByParts(ops, x, projections, options);
    },
  },
  "encoder-layer": {
    takes: ["x", "heads", "normFirst", "epsilon", "mask", "causal", ...ENCODER_PARAMETERS],
    usual: { activation: "relu" },
    work: (inputs) => {
      const [n, d] = [rows(inputs, "x"), columns(inputs, "x")];
      return attentionWork(n, n, d) + 8 * n * d * d + 4 * n * d * columns(inputs, "params.w1");
    },
    run: (inputs, ops) => {
      const [sight, epsilon] = [
        readSight(inputs, rows(inputs, "x"), rows(inputs, "x")),
        inputs.number("epsilon", 1e-5),
      ];
      if (!sight || !ops.encode || epsilon < SMALLEST_EPSILON) return null;
      const matrix = (name: string) => inputs.matrix(`params.${name}`);
      const vector = (name: string) => inputs.shaped(`params.${name}`, null);
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
      return ops.encode(encoder, inputs.matrix("x"), sight);
    },
  },
  "window-attention": {
    takes: ["query", "key", "value", "window", "dilation", "globals", "causal", "form"],
    work: (inputs) => {
      const seen = inputs.number("window", 0) + 2 * rows(inputs, "globals");
      return attentionWork(rows(inputs, "query"), seen, columns(inputs, "query"));
    },
    run: (inputs, ops) => {
      const [query, key, value] = ["query", "key", "value"].map((name) => inputs.matrix(name)) as [
        FastTensor,
        FastTensor,
        FastTensor,
      ];
      if (query.shape[0] !== key.shape[0]) return null;
      const window = Math.floor(inputs.number("window", 0) / 2);
      const options = { window, causal: inputs.flag("causal") };
      const [dilation, globals] = [inputs.number("dilation", 1), inputs.shaped("globals", null) ?? []];
      if (dilation === 1 && globals.length === 0) return ops.attention(query, key, value, options);
      // What is no position, the f64 engine names.
      if (!globals.every((position) => Number.isInteger(position) && position >= 0)) return null;
      return ops.windowAttention(query, key, value, { ...options, dilation, globals: Uint32Array.from(globals) });
    },
  },
  "lsh-attention": {
    takes: ["x", "wQueryKey", "wValue", "rotations", "heads", "chunkLength", "causal"],
    usual: { rotationKind: "given", epsilon: 1e-6, selfScore: -1e5, futureScore: -1e9 },
    work: (inputs) => {
      const [n, rounds = 0] = [rows(inputs, "x"), inputs.shape("rotations")[2]];
      return rounds * attentionWork(n, 2 * inputs.number("chunkLength", 0), columns(inputs, "wQueryKey"));
    },
    run: async (inputs, ops) => {
      const shape = inputs.shape("rotations");
      const [heads = 0, width = 0, rounds = 0, half = 0] = shape;
      if (shape.length !== 4 || heads !== inputs.number("heads", 1)) return null;
      const turned = turnRotations(inputs.numbers("rotations") ?? new Float32Array(), shape);
      const rotations = inputs.upload([heads * rounds * width, half], turned);
      const x = inputs.matrix("x");
      const queryKey = inputs.own(await ops.product(x, inputs.matrix("wQueryKey")));
      const value = inputs.own(await ops.product(x, inputs.matrix("wValue")));
      const options = { heads, rounds, chunkLength: inputs.number("chunkLength", 0), factors: [2 * half] };
      return ops.hashAttention(queryKey, value, rotations, { ...options, causal: inputs.flag("causal") });
    },
  },
  "gcn-layer": {
    takes: ["graph", "x", "w", "b"],
    usual: {
      selfLoops: true,
      loopRule: "where-missing",
      degree: "in",
      normalization: "symmetric",
      direction: "source-to-target",
    },
    work: (inputs) => 2 * rows(inputs, "x") * columns(inputs, "x") * columns(inputs, "w"),
    run: (inputs, ops) => {
      const given = inputs.messages("graph");
      if (!given) return null;
      const graph = inputs.graph(given);
      const bias = inputs.shaped("b", null);
      return ops.convolve(graph, inputs.matrix("x"), inputs.matrix("w"), bias && { bias });
    },
  },
  "gcn-network": {
    takes: ["graph", "x", "w", "b", "next.w", "next.b", "activation"],
    usual: { selfLoops: true },
    work: (inputs) => {
      const [layers = 0, width = 0] = inputs.shape("next.w");
      return 2 * rows(inputs, "x") * width * (columns(inputs, "x") + layers * width);
    },
    run: async (inputs, ops) => {
      const given = inputs.messages("graph");
      const [layers = 0, depth = 0, width = 0] = inputs.shape("next.w");
      if (!given || (layers === 0 && (inputs.has("next.w") || inputs.has("next.b")))) return null;
      const graph = inputs.graph(given);
      const [matrices, biases] = [inputs.shaped("next.w", null, null, null), inputs.shaped("next.b", layers, width)];
      const bends = inputs.plain("activation") !== "none";
      const layer = (x: FastTensor, w: FastTensor, bias: Float32Array | undefined, number: number) =>
        ops.convolve(graph, x, w, { relu: bends && number < layers, ...(bias && { bias }) });
      let hidden = await layer(inputs.matrix("x"), inputs.matrix("w"), inputs.shaped("b", null), 0);
      for (let number = 1; number <= layers; number++) {
        const matrix = layerOf(matrices, number - 1, depth * width);
        const w = inputs.upload([depth, width], matrix ?? new Float32Array());
        hidden = await layer(inputs.own(hidden), w, layerOf(biases, number - 1, width), number);
      }
      return hidden;
    },
  },
  "gat-layer": {
    takes: ["graph", "x", "w", "attentionSource", "attentionTarget", "heads", "negativeSlope"],
    usual: { combine: "concat", selfLoops: true, direction: "source-to-target" },
    work: (inputs) => 2 * rows(inputs, "x") * columns(inputs, "x") * columns(inputs, "w"),
    run: (inputs, ops) => {
      const given = inputs.messages("graph");
      if (!given || inputs.shape("attentionSource")[0] !== inputs.number("heads", 1)) return null;
      const graph = inputs.graph(given);
      const [x, w, source, target] = ["x", "w", "attentionSource", "attentionTarget"].map((name) =>
        inputs.matrix(name),
      ) as [FastTensor, FastTensor, FastTensor, FastTensor];
      return ops.attendToNeighbors(graph, x, w, source, target, inputs.number("negativeSlope", 0.2));
    },
  },
  "layer-norm": {
    takes: ["x", "gamma", "beta", "epsilon"],
    work: (inputs) => 8 * rows(inputs, "x") * columns(inputs, "x"),
    run: (inputs, ops) => {
      const [gamma, beta] = [inputs.shaped("gamma", null), inputs.shaped("beta", null)];
      const epsilon = inputs.number("epsilon", 1e-5);
      if (epsilon < SMALLEST_EPSILON) return null;
      return ops.layerNorm(inputs.matrix("x"), { epsilon, ...(gamma && { gamma }), ...(beta && { beta }) });
    },
  },
  "feed-forward": {
    takes: ["x", "w1", "b1", "w2", "b2"],
    usual: { activation: "relu" },
    work: (inputs) => 4 * rows(inputs, "x") * columns(inputs, "x") * columns(inputs, "w1"),
    run: (inputs, ops) => {
      const [b1, b2] = [inputs.shaped("b1", null), inputs.shaped("b2", null)];
      const [w1, w2] = [inputs.matrix("w1"), inputs.matrix("w2")];
      return ops.feedForward(inputs.matrix("x"), { w1, w2, ...(b1 && { b1 }), ...(b2 && { b2 }) });
    },
  },
};

/** Whether the fast engine has a kernel for an algorithm. */
export const hasKernel = (id: string): boolean => Object.hasOwn(KERNELS, id);

/** Whether the fast engine knows how to take all that was given. */
export function suits(id: string, inputs: FastInputs): boolean {
  const kernel = KERNELS[id];
  if (!kernel) return false;
  return inputs.names().every((name) => kernel.takes.includes(name) || kernel.usual?.[name] === inputs.plain(name));
}

/** About how many operations a run takes. */
export const workOf = (id: string, inputs: FastInputs): number => KERNELS[id]?.work(inputs) ?? 0;

/** Runs an algorithm by an engine's operations; null when the f64 engine has to see to it. */
export async function runFast(id: string, inputs: FastInputs, ops: Ops): Promise<Record<string, Tensor> | null> {
  try {
    const output = await KERNELS[id]?.run(inputs, ops);
    if (!output) return null;
    const data = Float64Array.from(inputs.own(output).read());
    // What outgrew f32, f64 may still hold.
    return data.every(Number.isFinite) ? { output: { shape: [...output.shape], data } } : null;
  } catch {
    // Whatever does not fit, the f64 engine names by the caller's own names.
    return null;
  }
}
