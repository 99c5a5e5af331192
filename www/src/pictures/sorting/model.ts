/** What the picture of a sort draws, from the steps of a trace. Pure: it reads cells and computes nothing that is shown. */
import type { CellPlace, TraceStep } from "../../elements/events.ts";
import { type PictureView, valueAt } from "../picture.ts";
import type { SortingSpec } from "./spec.ts";

/** A token of a round: where it stands in the sequence, and at which place of the sorted list. */
export interface SortedToken {
  /** The cell that says which token stands at the place. */
  readonly cell: CellPlace;
  readonly token: number;
  /** The place within the round. */
  readonly place: number;
  readonly name: string;
  readonly bucketCell: CellPlace;
  readonly bucket: number;
}

/** A part of the sorted list, from one place of the round to the one after its last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface SortedRound {
  readonly round: number;
  readonly name: string;
  /** In sorted order. */
  readonly tokens: readonly SortedToken[];
  readonly chunks: readonly Span[];
}

/** Returns the rounds of a sort; null where the run does not have its steps. */
export function sortedRounds(view: PictureView, spec: SortingSpec): readonly SortedRound[] | null {
  const [order, buckets] = [view.steps.get(spec.order), view.steps.get(spec.buckets)];
  if (!order || !buckets || order.shape.length !== 2 || buckets.shape.length !== 3) return null;
  const [, rounds = 0, length = 0] = buckets.shape;
  const head = Math.min(view.slices[order.axes[0] ?? ""] ?? 0, Math.max(0, (order.shape[0] ?? 1) - 1));
  const width = (spec.chunk === undefined ? undefined : view.steps.get(spec.chunk)?.data[0]) ?? 0;
  // A sequence that fits into one chunk is sorted in one round, whatever the number of rounds.
  const sorted = Math.min(rounds, Math.floor((order.shape[1] ?? 0) / Math.max(1, length)));
  return Array.from({ length: sorted }, (_, round) => ({
    round,
    name: view.labels(buckets, 1, round),
    tokens: Array.from({ length }, (__, place) => tokenAt(view, { order, buckets }, { head, round, place, length })),
    chunks: chunksOf(width, round * length, length),
  }));
}

function tokenAt(
  view: PictureView,
  { order, buckets }: { readonly order: TraceStep; readonly buckets: TraceStep },
  at: { readonly head: number; readonly round: number; readonly place: number; readonly length: number },
): SortedToken {
  const index = [at.head, at.round * at.length + at.place];
  const token = valueAt(order, index);
  const bucketIndex = [at.head, at.round, token];
  return {
    cell: { step: order.id, index },
    token,
    place: at.place,
    name: view.labels(buckets, 2, token),
    bucketCell: { step: buckets.id, index: bucketIndex },
    bucket: valueAt(buckets, bucketIndex),
  };
}

/** Returns the parts of a round's places that lie in one chunk each; chunks are counted through all rounds. */
export function chunksOf(width: number, first: number, length: number): Span[] {
  if (!(width >= 1) || length === 0) return [];
  const spans: Span[] = [];
  for (let from = Math.floor(first / width) * width; from < first + length; from += width)
    spans.push({ from: Math.max(0, from - first), to: Math.min(length, from + width - first) });
  return spans;
}

/** Returns the sorted places, counted through all rounds, that a token is compared with; none without a token, or where the run has no windows. */
export function placesSeen(
  view: PictureView,
  { window, chunk }: SortingSpec,
  rounds: readonly SortedRound[],
  token: number | null,
): ReadonlySet<number> {
  const windows = window === undefined ? undefined : view.steps.get(window);
  const width = chunk === undefined ? undefined : view.steps.get(chunk)?.data[0];
  if (token === null || !windows || !width) return new Set();
  const own = rounds.flatMap(({ tokens }) => tokens.filter((one) => one.token === token).map(({ cell }) => cell));
  const keys = Array.from({ length: windows.shape[1] ?? 0 }, (_, key) => key);
  return new Set(
    own.flatMap(({ index }) => keys.map((key) => valueAt(windows, [Math.floor((index[1] ?? 0) / width), key]))),
  );
}

/** Returns the parts of a round's places that have one bucket each. */
export function runsOf({ tokens }: SortedRound): (Span & { readonly first: SortedToken })[] {
  const runs: { from: number; to: number; first: SortedToken }[] = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    if (last && last.first.bucket === token.bucket) last.to = token.place + 1;
    else runs.push({ from: token.place, to: token.place + 1, first: token });
  }
  return runs;
}
