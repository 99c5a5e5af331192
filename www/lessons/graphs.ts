import { graph } from "./lesson.ts";

/** The graph of CMU 11-785 with its seven different edges: A-B, B-C, B-D, C-D, D-E, D-F and E-F. */
export const lectureGraph = graph(6, [
  [0, 1],
  [1, 2],
  [1, 3],
  [2, 3],
  [3, 4],
  [3, 5],
  [4, 5],
]);

const byName = { names: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"] };

/** Axes of a graph lesson that count nodes. */
export const nodeLabels = { node: byName, source: byName, target: byName };
