import { literal } from "lit/static-html.js";
import { besides, type Kind, keyOf, RANKS } from "../kind.ts";

/** `<ag-tree>`: the parts of a sequence, and to which of them a token attends. */
export interface TreeSpec {
  readonly kind: "tree";
  /** The step with the first token of each node and the one after its last, such as `partition.spans`. */
  readonly spans: string;
  /** The step with the pairs of a token and a node, such as `partition.pairs`. */
  readonly pairs: string;
  /** The weights: of each token and node, or of each pair. */
  readonly weights?: string;
  /** The token where none is chosen. */
  readonly row?: number;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly tree: TreeSpec;
  }
}

export const kind: Kind<TreeSpec> = {
  tag: literal`ag-tree`,
  rank: RANKS.named,
  /** The parts of a partition are drawn with the weights of the form in which they were computed. */
  suits: (step, steps) => {
    const name = keyOf(step);
    if (name !== "partition.spans" && name !== "partition.pairs") return [];
    const [spans, pairs] = ["partition.spans", "partition.pairs"].map((each) => besides(step, each, steps));
    if (!spans || !pairs) return [];
    const weights = [...steps.keys()].find((id) => /(?:^|\/)(?:attention|pair)\.weights$/.test(id));
    return [{ kind: "tree", spans: spans.id, pairs: pairs.id, ...(weights === undefined ? {} : { weights }) }];
  },
};
