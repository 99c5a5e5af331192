/** What has a WebAssembly file of its own: the algorithms of a topic, or exercises with the algorithms that they need. */
export const TOPICS = [
  "attention",
  "transformer",
  "position",
  "graph",
  "graph-attention",
  "sparse",
  "attention-practice",
  "transformer-practice",
  "graph-practice",
  "graph-attention-practice",
  "sparse-practice",
  "hashing-practice",
  "sequence-errata",
  "graph-errata",
  "polls",
  "derivations",
] as const;

/** A part of the library that has a file of its own. */
export type Topic = (typeof TOPICS)[number];
