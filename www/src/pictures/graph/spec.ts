import { literal } from "lit/static-html.js";
import { type Kind, RANKS } from "../kind.ts";

/** `<ag-graph-picture>`: a step on the graph of its run. */
export interface GraphSpec {
  readonly kind: "graph";
  readonly step: string;
  /** The node whose incoming numbers are shown where none is chosen. */
  readonly into?: number;
  /** Whether what other nodes receive is asked for by no question: it is drawn before the answer as well. */
  readonly others?: "known";
  /** A step with a number for each node, which stand at the nodes where the drawn step has one for each pair. */
  readonly nodes?: string;
  /** The step with the number of each node that its neighbors receive, and it itself by its loop: as often as the numbers of the drawn step change, these travel along the edges. */
  readonly sends?: string;
  /**
   * Whether the nodes have the colors of these numbers, which stand at them, where the step has one for each pair; by default where nodes send that are
   * no neighbors.
   */
  readonly row?: boolean;
  /** Whether a node is as large as its number, without its sign. */
  readonly sized?: boolean;
  /** The number at which the colors of nodes are full, so that they are the same in every run; by default the largest that is shown. */
  readonly full?: number;
  /** The number at which lines are widest, so that widths are the same in every run; by default the largest that is drawn. A larger one takes its place. */
  readonly widest?: number;
  /** Whether the scales of colors, of sizes and of widths stand below it. */
  readonly legend?: boolean;
  /** Whether a number of a line is written only while the line or one of its ends is pointed to, for there is little room. */
  readonly sparse?: boolean;
  /** Whether the number of a node stands in its circle, below its name: where nodes are near to each other on all sides, as on a grid. */
  readonly inside?: boolean;
  /** Whether lines are the edges alone, without the numbers of pairs that the step reads and the loops of these. */
  readonly plain?: boolean;
  /** The places of the nodes, from 0 to 1 across and down, where they say something, such as those of pixels. */
  readonly places?: readonly (readonly [across: number, down: number])[];
  /** The input that is this graph: its nodes are dragged to other places, and where it is `edited`, nodes and edges are added and removed. */
  readonly input?: string;
  readonly edited?: boolean;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly graph: GraphSpec;
  }
}

export const kind: Kind<GraphSpec> = {
  tag: literal`ag-graph-picture`,
  rank: RANKS.named,
  fillsWidth: true,
  /** The page shows the graph of a run beside the picture of a step. */
  suits: () => [],
};
