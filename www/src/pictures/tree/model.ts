/** What the picture of a tree draws, from the steps of a trace. Pure: it reads cells and computes nothing that is shown. */
import type { TraceStep } from "../../elements/events.ts";
import { type ShownCell, shownCell } from "../base/marks.ts";
import { type PictureView, valueAt } from "../picture.ts";
import type { TreeSpec } from "./spec.ts";

/** A part of the sequence. */
export interface TreeNode {
  readonly node: number;
  readonly level: number;
  /** The first token, and the one after the last. */
  readonly ends: readonly [ShownCell, ShownCell];
  readonly parent: number | null;
  readonly children: readonly number[];
}

/** That a token attends to a node. */
export interface Attended {
  readonly node: number;
  /** The pair's second end, whose number is the node. */
  readonly pair: ShownCell;
  readonly weight: ShownCell | null;
}

export interface DrawnTree {
  readonly nodes: readonly TreeNode[];
  readonly levels: number;
  readonly length: number;
  /** The token whose nodes are shown. */
  readonly token: number;
  readonly attended: readonly Attended[];
}

/** Returns the nodes; a level ends where the next node begins at the first token again. */
export function nodesOf(spans: TraceStep): TreeNode[] {
  let level = -1;
  const listed = Array.from({ length: spans.shape[0] ?? 0 }, (_, node) => {
    const ends = [shownCell(spans, [node, 0]), shownCell(spans, [node, 1])] as const;
    if (ends[0].value === 0) level += 1;
    return { node, level, ends };
  });
  const parentOf = ({ level: own, ends }: (typeof listed)[number]) =>
    listed.find(
      (other) =>
        other.level === own + 1 && other.ends[0].value <= ends[0].value && other.ends[1].value >= ends[1].value,
    )?.node ?? null;
  const parents = listed.map(parentOf);
  return listed.map((each, at) => ({
    ...each,
    parent: parents[at] ?? null,
    children: listed.flatMap(({ node }) => (parents[node] === each.node ? [node] : [])),
  }));
}

/** Returns the token that a chosen cell is of: of its weights or pairs, or a leaf of the tree. */
function chosenToken(view: PictureView, steps: readonly (TraceStep | undefined)[], length: number): number | null {
  const [spans, pairs, weights] = steps;
  for (const cell of [view.selected, ...view.lit]) {
    const [first] = cell?.index ?? [];
    if (!cell || first === undefined) continue;
    if (cell.step === spans?.id && first < length) return first;
    if (cell.step === pairs?.id) return valueAt(pairs, [first, 0]);
    if (cell.step === weights?.id) return weights.shape.length > 1 ? first : pairs ? valueAt(pairs, [first, 0]) : null;
  }
  return null;
}

/** Returns the tree; null where the run does not have its steps. `token`: the one that is pointed to here. */
export function drawnTree(view: PictureView, spec: TreeSpec, token: number | null): DrawnTree | null {
  const [spans, pairs] = [view.steps.get(spec.spans), view.steps.get(spec.pairs)];
  const weights = spec.weights === undefined ? undefined : view.steps.get(spec.weights);
  if (!spans || !pairs) return null;
  const nodes = nodesOf(spans);
  const length = nodes.filter(({ level }) => level === 0).length;
  const own = token ?? chosenToken(view, [spans, pairs, weights], length) ?? spec.row ?? 0;
  const shown = Math.max(0, Math.min(length - 1, own));
  const attended = Array.from({ length: pairs.shape[0] ?? 0 }, (_, pair) => pair).flatMap((pair): Attended[] => {
    if (valueAt(pairs, [pair, 0]) !== shown) return [];
    const end = shownCell(pairs, [pair, 1]);
    const index = weights && weights.shape.length > 1 ? [shown, end.value] : [pair];
    return [{ node: end.value, pair: end, weight: weights ? shownCell(weights, index) : null }];
  });
  return { nodes, levels: (nodes.at(-1)?.level ?? -1) + 1, length, token: shown, attended };
}
