/** Bands of weights; those of masked pairs, which are 0, are not drawn. */
const WORDS = ["the", "cat", "sat", "on", "the", "mat"];
const rows = (rate) => WORDS.map((_, row) => [0, 1].map((column) => 1.5 * Math.sin(1 + (2 * row + column) * rate)));
const attention = {
  algorithm: "scaled-dot-product-attention",
  inputs: { query: rows(1.7), key: rows(1.3), value: rows(0.9) },
  names: { query: WORDS, key: WORDS },
  spec: { kind: "flow", step: "attention.weights" },
};

export default {
  flow: { ...attention, marks: 36 },
  // The narrow band that is chosen has its number beside it as well.
  "a chosen band of a flow": {
    ...attention,
    selected: { step: "attention.weights", index: [3, 5] },
    marks: 37,
  },
  "masked flow": { ...attention, inputs: { ...attention.inputs, causal: true }, marks: 21 },
};
