import { describe, expect, it } from "vitest";
import type { Cell, TraceStep } from "../library.ts";
import type { GraphValue } from "../state/state.ts";
import { cellsOfEdge, cellsOfNode, edgeValues, lightOf, nodeValues } from "./graph-view.ts";

const path: GraphValue = {
  nodes: 3,
  edges: [
    [0, 1],
    [1, 2],
  ],
  directed: false,
  weights: null,
};
const step = (id: string, axes: readonly string[], shape: readonly number[], data: readonly number[]) =>
  ({ id, axes, shape, data: Float64Array.from(data) }) as unknown as TraceStep;
const adjacency = step("A", ["target", "source"], [3, 3], [0, 1, 0, 2, 0, 3, 0, 4, 0]);
const features = step("X", ["source", "feature"], [3, 2], [1, 2, 3, 4, 5, 6]);
const sums = step("H", ["target", "feature"], [3, 2], [3, 4, 17, 22, 12, 16]);
const steps = new Map([adjacency, features, sums].map((each) => [each.id, each]));

describe("the drawing", () => {
  it("lights the nodes and edges that a sum takes from, and leaves out what is multiplied by 0", () => {
    const term = (source: number, weight: number) => [
      { step: "A", index: [0, source], value: weight },
      { step: "X", index: [source, 0], value: 1 },
    ];
    const cell = { op: "contract", terms: [term(0, 0), term(1, 1), term(2, 0)] } as unknown as Cell;
    expect(lightOf(path, steps, { step: "H", index: [0, 0] }, cell)).toEqual({ nodes: [0, 1], edges: [0] });
  });

  it("reads one number an edge from a matrix of pairs, in the edge's own direction", () => {
    expect(edgeValues(path, adjacency, [])).toEqual([2, 4]);
    expect(edgeValues(path, features, [])).toBeNull();
  });

  it("reads one number a node from a column", () => {
    expect(nodeValues(features, [0, 1])).toEqual([2, 4, 6]);
    expect(nodeValues(adjacency, [0, 0])).toBeNull();
  });

  it("reads one number a node from the head that is shown", () => {
    const scores = step("s", ["head", "source"], [2, 3], [1, 2, 3, 4, 5, 6]);
    expect(nodeValues(scores, [1, 0])).toEqual([4, 5, 6]);
    const heads = step("P", ["head", "source", "feature"], [2, 3, 1], [1, 2, 3, 4, 5, 6]);
    expect(nodeValues(heads, [1, 0, 7])).toEqual([4, 5, 6]);
  });

  it("finds the row of a node and both cells of an edge", () => {
    expect(cellsOfNode(adjacency, 1)).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(cellsOfEdge(path, adjacency, 1, [])).toEqual([
      [2, 1],
      [1, 2],
    ]);
    expect(cellsOfEdge({ ...path, directed: true }, adjacency, 1, [])).toEqual([[2, 1]]);
  });

  it("lights the edge of a message, which an undirected edge lists twice", () => {
    const messages = step("w", ["message"], [4], [1, 1, 1, 1]);
    const all = new Map([["w", messages]]);
    expect(lightOf(path, all, { step: "w", index: [2] }, null)).toEqual({ nodes: [1, 2], edges: [1] });
    expect(lightOf({ ...path, directed: true }, all, { step: "w", index: [1] }, null).edges).toEqual([1]);
  });
});
