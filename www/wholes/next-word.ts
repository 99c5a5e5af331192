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
  ".",
];

/** What it has learned of each word, a row each; a word is guessed by the same rows. */
export const table = tensor(
  [11, 4],
  [
    -0.01, -0.29, -0.35, 0.94, -0.11, -0.39, -0.44, 1.04, 0.52, -2.82, 0.06, -1.29, 1.38, -0.4, 1.41, -1.52, 1.05, 1.46,
    -1.6, 0.05, 1.05, 1.46, -1.61, 0.05, 1.71, 1.8, -0.5, 0.37, -1.18, 3.44, 0.35, -0.52, -2.74, 0.61, 1.77, -1.22,
    -2.24, 2.51, -1, 2.47, -1.17, -0.45, 2.33, 3.5,
  ],
);

/** What it has learned of each place in a sentence. */
export const positions = tensor(
  [5, 4],
  [
    -0.16, -0.6, 0.11, -0.47, 1.1, 0.5, 0.26, -0.06, -0.16, 0.27, 1.13, 0.16, -1.38, 0.84, 0.44, 0.63, -1.29, 0.48,
    0.35, 0.18,
  ],
);

/** Its layer. */
export const layer: Inputs = {
  heads: 2,
  causal: true,
  "attention.wQuery": tensor(
    [4, 4],
    [0, -0.21, 0.42, -0.05, 0.35, 0.53, 0.8, -0.29, 0.19, 0.89, 0.71, 0.33, 0.54, -0.27, 1.28, -0.38],
  ),
  "attention.wKey": tensor(
    [4, 4],
    [0.23, -0.08, 0.62, -0.56, 0.36, -0.09, -0.17, 0.01, 0.02, 1.36, 0.01, 0.22, 0.32, 0.1, -0.89, 0.01],
  ),
  "attention.wValue": tensor(
    [4, 4],
    [0.13, 0.03, -0.02, 0.57, 0.21, 0.25, 0.5, 0.83, -1.03, 0.68, 0.56, -0.41, 0.33, 1.05, 1.05, 1.18],
  ),
  "attention.wOutput": tensor(
    [4, 4],
    [0.17, -0.4, 0.75, -1.73, 0.4, -0.87, -0.8, 0.65, -0.15, 0.77, -0.47, 0.91, 0.44, 0.64, -1.51, 0.19],
  ),
  w1: tensor(
    [4, 6],
    [
      0.05, 0.85, -0.62, 0.9, 0.91, -0.18, -0.33, 1.07, 0.31, 0.17, -0.69, -0.81, -1.63, -0.23, -0.62, 0.16, -0.82, 0.1,
      1.51, 0.43, -0.48, -0.78, 0.46, 0.12,
    ],
  ),
  w2: tensor(
    [6, 4],
    [
      0.56, -0.64, 1.14, -0.22, -0.71, -0.14, -0.12, -0.38, 0.01, -0.09, -0.63, 0.68, -0.11, 0.8, -0.25, 1.03, 0.42,
      0.83, 1.12, -0.55, 0.4, 0.8, -0.23, -0.24,
    ],
  ),
  b1: tensor([6], [0.11, 0.09, 0.25, 0.2, -0.18, -0.01]),
  b2: tensor([4], [0.23, 0.06, -0.48, 0.19]),
};
