import { literal } from "lit/static-html.js";
import type { CellPlace } from "../../elements/events.ts";
import { type Kind, RANKS } from "../kind.ts";

/** `<ag-paths>`: numbers, and the paths between them by which a change reaches a result and a gradient comes back. What a run has no step for is not drawn. */
export interface PathsSpec {
  readonly kind: "paths";
  /** By a name, which the links have. */
  readonly nodes: Readonly<Record<string, PathNode>>;
  readonly links: readonly PathLink[];
  /** The number of the widest band, so that bands of different runs can be compared; by default the largest that is drawn. */
  readonly full?: number;
}

export interface PathNode {
  /** Columns from the left and rows from the top. */
  readonly at: readonly [across: number, down: number];
  /**
   * `number`: a number in a box, and its gradient below it. `part`: a word in a box. `tick`: a place of a band, with its number below it. `gate`: a bar across a
   * band. `loop`: a way past a band through a small box. `bend`: nothing, where links meet; its name
   * stands above the loops.
   */
  readonly as: "number" | "part" | "tick" | "gate" | "loop" | "bend";
  readonly cell?: CellPlace;
  readonly gradient?: CellPlace;
  /** What it is called in formulas. */
  readonly name?: string;
  /** What it is called in words. */
  readonly word?: "attention" | "feedForward";
  /** A step without which the node is not drawn; at a loop, that with which it has a bar. */
  readonly where?: string;
}

/** A link in the direction of the run. */
export interface PathLink {
  readonly from: string;
  readonly to: string;
  /** The number by which a change is multiplied on it; dashed where that is 0. */
  readonly times?: CellPlace;
  /** The gradient that comes back on it, drawn as a band; without a number of its own where `silent`. */
  readonly back?: CellPlace;
  readonly silent?: boolean;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly paths: PathsSpec;
  }
}

export const kind: Kind<PathsSpec> = {
  tag: literal`ag-paths`,
  rank: RANKS.flows,
  fillsWidth: true,
  /** Which numbers lie on a path, no step says of itself. */
  suits: () => [],
};
