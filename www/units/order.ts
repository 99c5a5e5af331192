/** The units that are finished, in the order of the course. */
export const UNIT_IDS: readonly string[] = [
  "sequences",
  "self-attention",
  "scaling",
  "heads",
  "layers",
  "positions",
  "pretraining",
  "graphs",
  "graph-attention",
  "graph-networks",
  "node-positions",
  "depth",
  "long-inputs",
  "hashing",
];
