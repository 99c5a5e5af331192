/** The labs that are finished, in the order of the course. */
export const LAB_IDS: readonly string[] = ["morph", "graph", "positions", "depth", "patterns", "hash", "symmetry"];
