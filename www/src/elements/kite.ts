/** The graph that tests draw, and the box that they draw it in. */
import type { Edge } from "./graph-points.ts";

export const box = { width: 360, height: 240, margin: 24 };
export const kite: Edge[] = [
  [0, 1],
  [1, 2],
  [1, 3],
  [2, 3],
  [3, 4],
  [3, 5],
  [4, 5],
];
