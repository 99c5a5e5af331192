/** Points of a drawing, and edges between nodes by their numbers. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Edge = readonly [source: number, target: number];
