/** The topics of the catalog, in the order of their dependence. */
export const TOPICS = [
  "attention",
  "position",
  "sequence",
  "transformer",
  "graph",
  "sparse",
  "vision",
  "loss",
  "learning",
  "pretraining",
] as const;
