/** Weights of a model of 4 numbers a word that guesses the next word, learned from 20 sentences. `node scripts/next-word.mjs` writes this file. */
import type { Inputs } from "../src/state/state.ts";
import { tensor } from "../src/state/values.ts";

/** The words that it knows. */
export const WORDS: readonly string[] = [
  "the",
  "every",
  "cat",
  "dog",
  "drinks",
  "spills",
  "chases",
  "cold",
  "milk",
  "tea",
];

/** What it has learned of each word, a row each; a word is guessed by the same rows. */
export const table = tensor(
  [10, 4],
  [
    0.15, -0.46, -0.42, 1.11, -0.19, -1.07, -0.77, 1.31, 0.98, -1.63, -0.05, -1.76, 1.88, -0.8, -0.99, -1.04, 0.3, 1.6,
    -1.18, -0.3, 0.65, 1.98, -1.06, 0.46, 0.65, 1.76, 0.03, -0.74, -1.17, 1.8, 1.12, 0.2, -1.42, -0.59, 1.31, -0.63,
    -1.55, 1.08, -0.31, 2.44,
  ],
);

/** What it has learned of each place in a sentence. */
export const positions = tensor(
  [5, 4],
  [
    0.12, -0.92, -0.03, -0.37, 0.79, 0.84, 0.09, -0.28, 0.04, -0.18, 1.35, 0.23, -0.97, 0.14, 0.25, 0.56, -0.52, 0.86,
    0.16, -0.01,
  ],
);

/** Its layer. */
export const layer: Inputs = {
  heads: 2,
  causal: true,
  "attention.wQuery": tensor(
    [4, 4],
    [-0.04, 0, -0.07, 0.43, -0.37, 0.6, 0.8, -0.28, 0.32, 1.19, 0.43, 0.42, -0.04, -0.48, 1.32, -0.32],
  ),
  "attention.wKey": tensor(
    [4, 4],
    [0.06, 0.13, 0.68, -0.63, 0.14, -0.36, 0.08, 0.11, 0.09, 1.64, 0.2, 0.48, 0.42, -0.31, -0.84, 0.11],
  ),
  "attention.wValue": tensor(
    [4, 4],
    [0.15, 0.03, -0.13, 0.99, 0.07, -0.09, 0.06, 0.33, -1.11, 0.79, 0.03, -0.87, 0.21, 0.85, 1.12, 0.87],
  ),
  "attention.wOutput": tensor(
    [4, 4],
    [0.09, 0.41, 0.17, -2.02, 0.02, -0.67, -0.61, 0.79, 0.06, 0.49, -0.53, 0.91, -0.4, 0.81, -1.19, 0.19],
  ),
  w1: tensor(
    [4, 6],
    [
      0.22, 0.46, -0.12, 1.25, 0.79, -0.28, -1.64, 1.73, 0.22, -0.32, -0.16, -1.74, -0.64, 1.06, -0.38, -0.03, -0.72,
      0.34, 1.7, -0.09, -0.76, -0.52, 0.11, 0.02,
    ],
  ),
  w2: tensor(
    [6, 4],
    [
      0.74, -0.49, 1, -0.76, -0.96, -0.94, 0.12, -0.06, -0.44, 0.88, 0.11, 0.56, 0.48, 0.98, -0.22, 0.16, 0.87, 0.28,
      0.3, 0.11, 1.68, 0.37, -1.1, -0.11,
    ],
  ),
  b1: tensor([6], [-0.06, 0.12, 0.08, 0.1, -0.26, 0.15]),
  b2: tensor([4], [0.32, -0.04, -0.42, 0.02]),
};
