/** Pictures of small runs: what is traced, what is drawn of it, and how many marks that has. A further kind of picture has a file of its own in `cases`. */
import { readdir } from "node:fs/promises";

const files = await readdir(new URL("./cases/", import.meta.url));
const further = await Promise.all(files.sort().map((file) => import(`./cases/${file}`)));

const WORDS = ["the", "cat", "sat", "on", "the", "mat"];

/** Numbers that differ from each other and lie around 0. */
const tensor = (shape, rate, scale = 1) => ({
  shape,
  data: Array.from(
    { length: shape.reduce((count, size) => count * size, 1) },
    (_, at) => scale * Math.sin(1 + at * rate),
  ),
});

const attention = {
  algorithm: "scaled-dot-product-attention",
  inputs: { query: tensor([6, 2], 1.7, 1.6), key: tensor([6, 2], 1.3, 1.4), value: tensor([6, 2], 0.9) },
  names: { query: WORDS, key: WORDS },
};
const causal = { ...attention, inputs: { ...attention.inputs, causal: true } };
const heads = {
  algorithm: "multi-head-attention",
  inputs: {
    x: tensor([6, 4], 2.3),
    heads: 2,
    params: {
      wQuery: tensor([4, 4], 1.1),
      wKey: tensor([4, 4], 2.3),
      wValue: tensor([4, 4], 0.7),
      wOutput: tensor([4, 4], 3.1),
    },
  },
  names: { query: WORDS, key: WORDS },
};
const waves = { algorithm: "sinusoidal-encoding", inputs: { length: 32, width: 8 } };

const recurrence = {
  algorithm: "rnn",
  inputs: { x: tensor([5, 2], 1.2), wInput: tensor([2, 3], 0.8), wHidden: tensor([3, 3], 1.9) },
  names: { time: WORDS },
};

const weights = "attention.weights";
const chosen = { step: weights, index: [2, 1] };

export const CASES = {
  bars: { ...attention, spec: { kind: "bars", sets: [{ step: weights }] }, selected: chosen, marks: 6 },
  "two rows": {
    ...attention,
    spec: {
      kind: "bars",
      sets: [
        { step: weights, row: 0 },
        { step: weights, row: 3 },
      ],
    },
    marks: 12,
  },
  "two runs": {
    ...attention,
    other: causal.inputs,
    spec: {
      kind: "bars",
      sets: [
        { step: weights, row: 1 },
        { step: weights, row: 1, other: true },
      ],
    },
    marks: 6,
  },
  "signed and masked bars": {
    ...causal,
    spec: { kind: "bars", sets: [{ step: "attention.causal", row: 2 }], limit: 5 },
    marks: 5,
  },
  "arcs in columns": {
    ...attention,
    spec: { kind: "arcs", step: weights, mode: "columns" },
    selected: chosen,
    marks: 36,
  },
  "arcs over a line": { ...attention, spec: { kind: "arcs", step: weights, mode: "line", query: 1 }, marks: 36 },
  // 21 pairs are not masked; the shown query has numbers for its 3 masked ones as well.
  "masked arcs": { ...causal, spec: { kind: "arcs", step: weights, mode: "columns" }, selected: chosen, marks: 24 },
  "arcs by head": {
    ...heads,
    spec: { kind: "arcs", step: "multi-head.weights", mode: "columns", heads: [0, 1], query: 4 },
    marks: 72,
  },
  curves: {
    ...waves,
    spec: { kind: "curves", steps: ["position.encoding"], along: 0, lines: [0, 1, 2, 3] },
    marks: 128,
  },
  // 256 points, and a number beside each of the 8 names.
  "curves with a cursor": {
    ...waves,
    spec: { kind: "curves", steps: ["position.encoding"], along: 0, cursor: 7 },
    marks: 264,
  },
  "curves of one line over measured places": {
    ...waves,
    spec: { kind: "curves", steps: ["position.frequencies"], along: 0, places: "position.even-columns", logY: true },
    marks: 4,
  },
  // At each of 4 · 512 points there is a number; those at the cursor are drawn.
  "curves with many points": {
    algorithm: "sinusoidal-encoding",
    inputs: { length: 512, width: 4 },
    spec: { kind: "curves", steps: ["position.sines", "position.cosines"], along: 0, cursor: 100, lines: [0, 1] },
    marks: 9,
  },
  // Five states of three numbers each.
  "a timeline of a recurrence": {
    ...recurrence,
    spec: { kind: "timeline", lanes: [{ step: "rnn.state", rounds: "time", names: "rnn.states" }] },
    marks: 15,
  },
  // Outputs of attention, two numbers each, do not wait for each other.
  "a timeline of attention": {
    ...attention,
    spec: { kind: "timeline", lanes: [{ step: "attention.output" }] },
    marks: 12,
  },
  "pattern of a few words": {
    ...causal,
    spec: { kind: "pattern", step: "attention.causal" },
    selected: { step: "attention.causal", index: [3, 1] },
    canvas: true,
  },
  "pattern of 128 positions": {
    algorithm: "alibi-bias",
    inputs: { length: 128, heads: 2 },
    spec: { kind: "pattern", step: "alibi.bias" },
    slices: { head: 1 },
    canvas: true,
  },
  ...Object.assign({}, ...further.map((module) => module.default)),
};
