import { describe, expect, it } from "vitest";
import type { TraceStep } from "../../elements/events.ts";
import type { PictureView } from "../picture.ts";
import { chunksOf, placesSeen, runsOf, sortedRounds } from "./model.ts";

const step = (id: string, axes: string[], shape: number[], data: number[]) =>
  ({ id, axes, shape, data }) as unknown as TraceStep;

// Three tokens in two rounds: buckets 1 0 1, then 0 1 0.
const buckets = step("lsh.buckets", ["head", "round", "position"], [1, 2, 3], [1, 0, 1, 0, 1, 0]);
const order = step("lsh.position", ["head", "sorted-place"], [1, 6], [1, 0, 2, 0, 2, 1]);
const width = step("lsh.chunk-length", [], [], [2]);

const view: PictureView = {
  steps: new Map([buckets, order, width].map((each) => [each.id, each])),
  labels: (_, axis, position) => (axis === 2 ? ["a", "b", "c"][position] : String(position)) ?? "",
  domains: new Map(),
  slices: {},
  selected: null,
  lit: [],
};
const spec = { kind: "sorting", order: order.id, buckets: buckets.id, chunk: width.id } as const;

describe("the picture of a sort", () => {
  it("has each round's tokens in sorted order, with the cells that say so", () => {
    const [first, second] = sortedRounds(view, spec) ?? [];
    expect(first?.tokens.map(({ name, bucket, place }) => [name, bucket, place])).toEqual([
      ["b", 0, 0],
      ["a", 1, 1],
      ["c", 1, 2],
    ]);
    expect(second?.tokens.map(({ cell }) => cell.index)).toEqual([
      [0, 3],
      [0, 4],
      [0, 5],
    ]);
    expect(second?.tokens[2]?.bucketCell).toEqual({ step: "lsh.buckets", index: [0, 1, 1] });
  });

  it("cuts chunks through all rounds, and groups places by bucket", () => {
    const [first, second] = sortedRounds(view, spec) ?? [];
    expect(first?.chunks).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 3 },
    ]);
    expect(second?.chunks).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 3 },
    ]);
    expect(first && runsOf(first).map(({ from, to, first: { bucket } }) => [from, to, bucket])).toEqual([
      [0, 1, 0],
      [1, 3, 1],
    ]);
    expect(chunksOf(0, 0, 4)).toEqual([]);
  });

  it("says which places a token is compared with: its windows, in every round", () => {
    // Chunks of two places, each compared with itself only.
    const window = step("lsh.window", ["chunk", "key"], [3, 2], [0, 1, 2, 3, 4, 5]);
    const windowed = { ...view, steps: new Map([...view.steps, [window.id, window]]) };
    const seen = (token: number | null, of: PictureView = windowed) =>
      [...placesSeen(of, { ...spec, window: window.id }, sortedRounds(of, spec) ?? [], token)].sort();
    // Token b stands at place 0 of the first round and at place 5 of all, token a at 1 and 3.
    expect(seen(1)).toEqual([0, 1, 4, 5]);
    expect(seen(0)).toEqual([0, 1, 2, 3]);
    expect(seen(null)).toEqual([]);
    expect(seen(0, view)).toEqual([]);
  });

  it("is absent where the run does not sort", () => {
    expect(sortedRounds(view, { ...spec, order: "absent" })).toBeNull();
  });
});
