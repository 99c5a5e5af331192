/** The measured computations: an algorithm of the catalog, and inputs of a few sizes. */
import type { Tensor } from "../library.ts";

/** Draws normal numbers with this standard deviation; each tensor has its own seed. */
export type Draw = (shape: readonly number[], seed: number, spread?: number) => Tensor;

export interface Computation {
  readonly id: string;
  readonly algorithm: string;
  /** Tokens, nodes, or rows of a matrix. */
  readonly sizes: readonly [number, ...number[]];
  /** The largest size for which the f64 engines compute everything: above, it would take many seconds, and the compared rows are enough. */
  readonly whole: number;
  inputs(draw: Draw, size: number): Record<string, unknown>;
}

const WIDTH = 64;
/** The standard deviation of initial weights, so that results are about 1. */
const SMALL = 1 / Math.sqrt(WIDTH);
/** The width of a token, divided among several heads. */
const MODEL = 512;
const ROUNDS = 4;
const CHUNK = 64;
/** Each node of the graph has edges to the nodes at these distances after it, on a ring. */
const CHORDS = [1, 7, 31, 97, 211];

export const COMPUTATIONS: readonly [Computation, ...Computation[]] = [
  {
    id: "attention",
    algorithm: "scaled-dot-product-attention",
    sizes: [256, 1024, 4096],
    whole: 1024,
    inputs: (draw, n) => ({ query: draw([n, WIDTH], 1), key: draw([n, WIDTH], 2), value: draw([n, WIDTH], 3) }),
  },
  {
    id: "product",
    algorithm: "feed-forward",
    sizes: [256, 512, 1024],
    whole: 256,
    inputs: (draw, n) => ({
      x: draw([n, n], 1),
      w1: draw([n, n], 2, 1 / Math.sqrt(n)),
      w2: draw([n, n], 3, 1 / Math.sqrt(n)),
    }),
  },
  {
    id: "heads",
    algorithm: "multi-head-attention",
    sizes: [128, 512, 1024],
    whole: 128,
    inputs: (draw, n) => {
      const weights = (seed: number): Tensor => draw([MODEL, MODEL], seed, 1 / Math.sqrt(MODEL));
      const projections = { wQuery: weights(2), wKey: weights(3), wValue: weights(4), wOutput: weights(5) };
      return { x: draw([n, MODEL], 1), heads: MODEL / WIDTH, ...projections };
    },
  },
  {
    id: "convolution",
    algorithm: "gcn-layer",
    sizes: [1000, 5000, 25_000],
    whole: 1000,
    inputs: (draw, n) => ({ graph: ringWithChords(n), x: draw([n, WIDTH], 1), w: draw([WIDTH, 16], 2, SMALL) }),
  },
  {
    id: "hashing",
    algorithm: "lsh-attention",
    sizes: [1024, 4096, 16_384],
    whole: 1024,
    inputs: (draw, n) => ({
      x: draw([n, WIDTH], 1),
      wQueryKey: draw([WIDTH, WIDTH], 2, SMALL),
      wValue: draw([WIDTH, WIDTH], 3, SMALL),
      // One bucket for each chunk.
      rotations: draw([1, WIDTH, ROUNDS, n / CHUNK / 2], 4),
      chunkLength: CHUNK,
    }),
  },
];

function ringWithChords(nodes: number): { readonly nodes: number; readonly edges: readonly (readonly number[])[] } {
  const edges = CHORDS.flatMap((chord) => Array.from({ length: nodes }, (_, node) => [node, (node + chord) % nodes]));
  return { nodes, edges };
}

export function findComputation(id: string | null): Computation {
  return COMPUTATIONS.find((computation) => computation.id === id) ?? COMPUTATIONS[0];
}
