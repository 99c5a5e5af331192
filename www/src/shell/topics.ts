/** The topics of the catalog, in the order in which they build on each other. */
export const TOPICS = [
  "attention",
  "position",
  "sequence",
  "transformer",
  "graph",
  "sparse",
  "vision",
  "pretraining",
] as const;
