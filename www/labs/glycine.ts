import { graph } from "../src/state/values.ts";

/** Glycine, without nodes for its hydrogens. */
export const glycine = {
  graph: graph(5, [
    [0, 1],
    [1, 2],
    [2, 3],
    [2, 4],
  ]),
  names: ["NH₂", "CH₂", "C", "O", "OH"],
} as const;
