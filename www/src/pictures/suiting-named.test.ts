import { expect, it } from "vitest";
import type { TraceStep } from "../elements/events.ts";
import { picturesOf } from "./suiting.ts";

const step = (id: string, axes: string[], shape: number[]) => ({ id, axes, shape, data: [] }) as unknown as TraceStep;
const map = (...steps: TraceStep[]) => new Map(steps.map((each) => [each.id, each]));

it("outputs of attention are drawn with the weights and values of their own part", () => {
  const output = step("layer[0]/attention.output", ["query", "value-feature"], [4, 2]);
  const value = step("layer[0]/attention.value", ["key", "value-feature"], [4, 2]);
  const weights = step("layer[0]/attention.weights", ["query", "key"], [4, 4]);
  const other = step("attention.value", ["key", "value-feature"], [4, 2]);
  expect(picturesOf(output, map(other, output, value, weights))[0]).toMatchObject({
    kind: "arrows",
    mean: { weights: weights.id, values: value.id, output: output.id },
  });
  expect(picturesOf(output, map(output))).toEqual([{ kind: "arrows", sets: [{ step: output.id }] }]);
});

it("rotated rows are drawn with what they were and their angles", () => {
  const [before, angles, after] = [
    step("rotary.features", ["position", "feature"], [3, 2]),
    step("position.angles", ["position", "frequency"], [3, 1]),
    step("rotary.rotated", ["position", "feature"], [3, 2]),
  ];
  expect(picturesOf(after, map(before, angles, after))[0]).toMatchObject({
    kind: "arrows",
    turn: { before: before.id, after: after.id, angles: angles.id },
  });
});

it("rows of more than two features, and more rows than can be told apart, are no arrows", () => {
  for (const shape of [[4, 3], [13, 2], [2]]) {
    const given = step("x", ["token", "feature"].slice(-shape.length), shape);
    expect(picturesOf(given, map(given)).filter(({ kind }) => kind === "arrows")).toEqual([]);
  }
});

it("buckets of rows of two features are drawn on the circle, along the directions that were used", () => {
  const points = step("lsh.query-key", ["head", "position", "feature"], [1, 4, 2]);
  const given = step("lsh.rotations", ["head", "feature", "round", "direction"], [1, 2, 2, 2]);
  const orthogonal = { ...given, id: "lsh.orthogonal" } as TraceStep;
  const buckets = step("lsh.buckets", ["head", "round", "position"], [1, 2, 4]);
  const wheel = { kind: "wheel", points: points.id, buckets: buckets.id };
  expect(picturesOf(buckets, map(points, given, buckets))[0]).toEqual({ ...wheel, directions: given.id });
  expect(picturesOf(buckets, map(points, given, orthogonal, buckets))[0]).toEqual({
    ...wheel,
    directions: orthogonal.id,
  });
  const wide = step("lsh.query-key", ["head", "position", "feature"], [1, 4, 8]);
  expect(picturesOf(buckets, map(wide, given, buckets)).some(({ kind }) => kind === "wheel")).toBe(false);
});

it("a sort by bucket is drawn with its buckets and the length of its chunks", () => {
  const [buckets, order, position, width] = [
    step("lsh.buckets", ["head", "round", "position"], [1, 2, 4]),
    step("lsh.sort-order", ["head", "sorted-place"], [1, 8]),
    step("lsh.position", ["head", "sorted-place"], [1, 8]),
    step("lsh.chunk-length", [], []),
  ];
  const sorting = { kind: "sorting", order: position.id, buckets: buckets.id, chunk: width.id };
  for (const of of [order, position]) {
    const [first] = picturesOf(of, map(buckets, order, position, width));
    expect(first).toEqual(sorting);
  }
  expect(picturesOf(order, map(order)).some(({ kind }) => kind === "sorting")).toBe(false);
});

it("a partition is a tree, with the weights of its form", () => {
  const spans = step("partition.spans", ["node", "end"], [3, 2]);
  const pairs = step("partition.pairs", ["pair", "end"], [4, 2]);
  const dense = step("dense/attention.weights", ["query", "key"], [2, 3]);
  const tree = { kind: "tree", spans: spans.id, pairs: pairs.id };
  expect(picturesOf(pairs, map(spans, pairs, dense))[0]).toEqual({ ...tree, weights: dense.id });
  expect(picturesOf(spans, map(spans, pairs))[0]).toEqual(tree);
});

it("windows over an image that is not square are as wide as the image", () => {
  const height = { ...step("swin.height", [], []), data: [2] } as unknown as TraceStep;
  const windows = {
    ...step("swin.partition", ["window", "place"], [2, 4]),
    data: new Array(8).fill(0),
  } as unknown as TraceStep;
  expect(picturesOf(windows, map(height, windows))[0]).toEqual({ kind: "image", windows: windows.id, columns: 4 });
  const mask = step("autoencoder.mask", ["patch"], [9]);
  expect(picturesOf(mask, map(mask))[0]).toEqual({ kind: "image", mask: mask.id });
  const tokens = (features: number) => step("autoencoder.tokens", ["patch", "feature"], [9, features]);
  expect(picturesOf(mask, map(mask, tokens(4)))[0]).toEqual({
    kind: "image",
    mask: mask.id,
    tokens: "autoencoder.tokens",
  });
  expect(picturesOf(mask, map(mask, tokens(3)))[0]).toEqual({ kind: "image", mask: mask.id });
});
