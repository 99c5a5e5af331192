import { tensor } from "../src/state/values.ts";
import { compares, type Examples, named, shows, soft } from "./example.ts";
import { longSentence, sentence } from "./things.ts";

/** Positions, columns and pairs of columns are counted from 0, as in the formulas. */
const fromZero = { from: 0 };
const waves = { position: fromZero, feature: fromZero, frequency: fromZero };
/** Ten words, whose third is “grey”. */
const longer = named("the", "small", "grey", "cat", "that", "lives", "here", "drinks", "cold", "milk");
const head = fromZero;

export const examples: Examples = {
  "index-position": {
    algorithm: "index-position",
    inputs: { length: 5 },
    labels: { position: longSentence },
    start: { step: "position.positions", cell: [4] },
    claims: [shows("position.positions", [0], 0), shows("position.positions", [4], 4)],
  },
  "normalized-index-position": {
    algorithm: "normalized-index-position",
    inputs: { length: 5 },
    labels: { position: longSentence },
    start: { step: "position.normalized", cell: [1] },
    claims: [shows("position.normalized", [1], 0.2)],
    presets: [
      {
        id: "longer",
        inputs: { length: 10 },
        labels: { position: longer },
        start: { step: "position.normalized", cell: [2] },
        claims: [shows("position.normalized", [2], 0.2), shows("position.normalized", [1], 0.1)],
      },
    ],
  },
  "binary-position": {
    algorithm: "binary-position",
    inputs: { length: 8, digits: 3 },
    labels: { position: fromZero },
    start: { step: "position.binary", cell: [4, 0] },
    claims: [
      shows("position.binary", [3, 0], 0),
      shows("position.binary", [3, 2], 1),
      shows("position.binary", [4, 0], 1),
      shows("position.binary", [4, 2], 0),
    ],
  },
  "learned-position-embedding": {
    algorithm: "learned-position-embedding",
    inputs: { table: tensor([5, 2], [0.8, -0.3, -0.5, 0.9, 0.7, -0.2, 0.1, 0.6, -0.9, -0.4]), length: 4 },
    labels: { position: sentence, row: fromZero },
    start: { step: "learned-position.embedding", cell: [2, 0] },
    random: { table: soft },
    claims: [
      shows("learned-position.embedding", [2, 0], 0.7),
      compares("learned-position.embedding", [2, 0], "equals", [2, 0], "learned-position.table"),
    ],
  },
  "sinusoidal-encoding": {
    algorithm: "sinusoidal-encoding",
    exercise: "sinusoidal-encoding-steps",
    inputs: { length: 8, width: 4, base: 100 },
    labels: waves,
    start: { step: "position.encoding", cell: [3, 0] },
    claims: [
      shows("position.frequencies", [0], 1),
      shows("position.frequencies", [1], 0.1),
      shows("position.encoding", [3, 0], 0.14),
      shows("position.encoding", [3, 2], 0.3),
    ],
  },
  "sinusoidal-shift": {
    algorithm: "sinusoidal-shift",
    inputs: { width: 4, shift: 3, base: 100 },
    labels: { frequency: fromZero, feature: fromZero },
    start: { step: "position.shift-matrix", cell: [0, 1] },
    claims: [
      shows("position.shift-angles", [0], 3),
      shows("position.shift-angles", [1], 0.3),
      shows("position.shift-matrix", [2, 2], 0.96),
      shows("position.shift-matrix", [0, 2], 0),
    ],
  },
  "plane-rotation": {
    algorithm: "plane-rotation",
    inputs: { angle: 30 },
    labels: { feature: fromZero, direction: fromZero },
    start: { step: "plane.rotation", cell: [1, 0] },
    claims: [
      shows("plane.rotation", [0, 0], 0.87),
      shows("plane.rotation", [1, 0], 0.5),
      shows("plane.rotation", [0, 1], -0.5),
      shows("plane.rotation", [1, 1], 0.87),
    ],
  },
  "rotary-encoding": {
    algorithm: "rotary-encoding",
    inputs: { x: tensor([4, 2], [1, 0, 1, 0, 1, 0, 1, 0]) },
    labels: { position: fromZero },
    start: { step: "rotary.rotated", cell: [1, 0] },
    random: { x: soft },
    claims: [shows("rotary.rotated", [1, 0], 0.54), shows("rotary.rotated", [1, 1], 0.84)],
  },
  "alibi-bias": {
    algorithm: "alibi-bias",
    inputs: { length: 5, heads: 4 },
    labels: { query: longSentence, key: longSentence, head },
    start: { step: "alibi.bias", cell: [0, 0, 4] },
    claims: [
      shows("alibi.bias", [0, 0, 1], -0.25),
      shows("alibi.bias", [0, 0, 4], -1),
      shows("alibi.bias", [3, 0, 4], -0.016),
    ],
  },
  "relative-position-bias": {
    algorithm: "relative-position-bias",
    inputs: { length: 5, table: tensor([5], [-0.4, 0.3, 0.5, 0.1, -0.2]) },
    labels: { query: longSentence, key: longSentence, row: fromZero },
    start: { step: "relative-position.bias", cell: [0, 2] },
    random: { table: soft },
    claims: [
      shows("relative-position.bias", [1, 0], 0.3),
      shows("relative-position.bias", [0, 1], 0.1),
      shows("relative-position.bias", [0, 2], -0.2),
      compares("relative-position.bias", [0, 2], "equals", [0, 4]),
      compares("relative-position.bias", [1, 0], "equals", [4, 3]),
    ],
  },
};
