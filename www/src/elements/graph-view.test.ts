import { describe, expect, it } from "vitest";
import type { Cell, TraceStep } from "../library.ts";
import type { GraphValue } from "../state/state.ts";
import { positionsOn } from "./graph-axes.ts";
import { arcsOf, cellOfNode, cellsOfArc, cellsOfNode, type Drawn, lightOf, nodeMarksOf, nodeOf } from "./graph-view.ts";

const path: GraphValue = {
  nodes: 3,
  edges: [
    [0, 1],
    [1, 2],
  ],
  directed: false,
  weights: null,
};
const step = (
  id: string,
  axes: readonly string[],
  shape: readonly number[],
  data: readonly number[],
  reads: readonly string[] = [],
) =>
  ({
    id,
    axes,
    shape,
    data: Float64Array.from(data),
    reads: reads.map((read) => ({ step: read })),
  }) as unknown as TraceStep;
const pair = ["target", "source"];
const even = step("even", pair, [3, 3], [0, 2, 0, 2, 0, 4, 0, 4, 0]);
const weights = step("weights", pair, [3, 3], [0.7, 0.3, 0, 0.1, 0.5, 0.4, 0, 0.8, 0.2]);
const dense = step("dense", pair, [3, 3], [0, 1, 9, 1, 0, 1, 7, 1, Number.NEGATIVE_INFINITY]);
const features = step("X", ["source", "feature"], [3, 2], [1, 2, 3, 4, 5, 6]);
const sums = step("H", ["target", "feature"], [3, 2], [3, 4, 17, 22, 12, 16], ["weights", "X"]);
const ends = step("graph.messages", ["message", "end"], [4, 2], [0, 1, 1, 0, 1, 2, 2, 1]);
const carried = step("graph.message-weights", ["message"], [4], [5, 6, 7, 7]);
const all = new Map([even, weights, dense, features, sums, ends, carried].map((each) => [each.id, each]));

const drawn = (shown: TraceStep, more: Partial<Drawn> = {}): Drawn => {
  return { graph: path, steps: all, step: shown, at: (one) => positionsOn(one, null, {}), into: null, ...more };
};
const told = (view: Drawn) =>
  arcsOf(view).map(({ source, target, arrow, edge, mark }) => [source, target, arrow, edge, mark?.value]);

describe("the lines of a drawing", () => {
  it("are one an edge where both directions have the same number", () => {
    expect(told(drawn(even))).toEqual([
      [0, 1, false, 0, 2],
      [1, 2, false, 1, 4],
    ]);
    expect(arcsOf(drawn(even))[1]?.back?.index).toEqual([1, 2]);
  });

  it("are two arcs an edge, each with the number of its own cell, and loops, where the directions differ", () => {
    expect(told(drawn(weights))).toEqual([
      [0, 1, true, 0, 0.1],
      [1, 0, true, 0, 0.3],
      [1, 2, true, 1, 0.8],
      [2, 1, true, 1, 0.4],
      [0, 0, false, null, 0.7],
      [1, 1, false, null, 0.5],
      [2, 2, false, null, 0.2],
    ]);
    expect(arcsOf(drawn(weights)).map(({ mark }) => mark?.index)).toContainEqual([1, 2]);
  });

  it("join the chosen node also with nodes that are no neighbors, where something passes", () => {
    expect(told(drawn(dense)).length).toBe(2);
    expect(told(drawn(dense, { into: 2 })).at(-1)).toEqual([0, 2, true, null, 7]);
  });

  it("show the numbers that a step on nodes reads", () => {
    expect(arcsOf(drawn(sums)).every(({ mark }) => mark?.step === "weights")).toBe(true);
    expect(told(drawn(features))).toEqual([
      [0, 1, false, 0, undefined],
      [1, 2, false, 1, undefined],
    ]);
  });

  it("follow the messages of a step that has a number for each", () => {
    expect(told(drawn(carried))).toEqual([
      [0, 1, true, 0, 5],
      [1, 0, true, 0, 6],
      [1, 2, true, 1, 7],
      [2, 1, true, 1, 7],
    ]);
    expect(told(drawn(features, { graph: { ...path, weights: [5, 7] } }))[0]?.at(-1)).toBe(5);
  });

  it("have one direction in a directed graph", () => {
    const graph = { ...path, directed: true };
    expect(told(drawn(even, { graph }))).toEqual([
      [0, 1, true, 0, 2],
      [1, 2, true, 1, 4],
    ]);
  });
});

describe("the drawing", () => {
  it("lights the nodes and lines that a sum takes from, and leaves out what is multiplied by 0", () => {
    const term = (source: number, weight: number) => [
      { step: "even", index: [0, source], value: weight },
      { step: "X", index: [source, 0], value: 1 },
    ];
    const cell = { op: "contract", terms: [term(0, 0), term(1, 1), term(2, 0)] } as unknown as Cell;
    const view = drawn(even);
    expect(lightOf(view, arcsOf(view), { step: "H", index: [0, 0] }, cell)).toEqual({ nodes: [0, 1], arcs: [0] });
  });

  it("lights the whole row of a number for a pair", () => {
    const view = drawn(weights, { into: 1 });
    const arcs = arcsOf(view);
    const { arcs: lit } = lightOf(view, arcs, { step: "weights", index: [1, 0] }, null);
    expect(lit.map((at) => arcs[at]?.mark?.index)).toEqual([
      [1, 0],
      [1, 2],
      [1, 1],
    ]);
  });

  it("reads one number a node, of the head that is shown", () => {
    const values = (shown: TraceStep, slices = {}) =>
      nodeMarksOf({ graph: path, step: shown, at: (one) => positionsOn(one, null, slices) })?.map(({ value }) => value);
    expect(values(features, { feature: 1 })).toEqual([2, 4, 6]);
    expect(values(even)).toBeUndefined();
    const scores = step("s", ["head", "source"], [2, 3], [1, 2, 3, 4, 5, 6]);
    expect(values(scores, { head: 1 })).toEqual([4, 5, 6]);
    const heads = step("P", ["head", "source", "feature"], [2, 3, 1], [1, 2, 3, 4, 5, 6]);
    expect(values(heads, { head: 1, feature: 7 })).toEqual([4, 5, 6]);
  });

  it("finds the row of a node, the cells of a line, and the cell that a click on a node chooses", () => {
    expect(cellsOfNode(path, even, 1)).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    const [line] = arcsOf(drawn(even));
    const [arc] = arcsOf(drawn(weights));
    if (!line || !arc) throw new Error("no lines");
    expect(cellsOfArc(path, even, line, [0, 0])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(cellsOfArc(path, weights, arc, [0, 0])).toEqual([[1, 0]]);
    expect(cellOfNode(drawn(weights), 2)).toEqual({ step: "weights", index: [2, 1] });
    expect(cellOfNode(drawn(features), 2)).toEqual({ step: "X", index: [2, 0] });
  });

  it("names the node that receives a number", () => {
    expect(nodeOf(path, weights, [2, 0])).toBe(2);
    expect(nodeOf(path, features, [1, 0])).toBe(1);
    expect(nodeOf(path, carried, [1])).toBeNull();
  });

  it("lights the line of a message", () => {
    const view = drawn(carried);
    expect(lightOf(view, arcsOf(view), { step: carried.id, index: [2] }, null)).toEqual({ nodes: [1, 2], arcs: [2] });
  });
});
