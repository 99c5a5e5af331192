/** What is pointed to in a graph is found in tables, and what is pointed to in a table in others. */
import { expect, test } from "vitest";
import type { TraceStep } from "../library.ts";
import type { GraphValue } from "../state/state.ts";
import { linkedCells, nodesOf } from "./linked.ts";

const graph: GraphValue = { nodes: 3, edges: [[0, 1]], directed: false, weights: null };
const step = (axes: readonly string[], shape: readonly number[]) =>
  ({
    id: axes.join(),
    axes,
    shape,
    data: new Float64Array(shape.reduce((one, other) => one * other, 1)),
  }) as unknown as TraceStep;
const [shares, turned, heads, features, words] = [
  step(["target", "source"], [3, 3]),
  step(["source", "target"], [3, 3]),
  step(["head", "target", "source"], [2, 3, 3]),
  step(["node", "feature"], [3, 2]),
  step(["place", "feature"], [3, 2]),
] as const;

test("a cell of a table for pairs is of the node that receives and the one that sends, a row of a table of nodes is of one", () => {
  expect(nodesOf(graph, shares, [2, 1])).toEqual({ pairs: [[2, 1]] });
  expect(nodesOf(graph, turned, [2, 1])).toEqual({ pairs: [[1, 2]] });
  expect(nodesOf(graph, heads, [1, 2, 0])).toEqual({ pairs: [[2, 0]] });
  expect(nodesOf(graph, features, [2, 1])).toEqual({ node: 2 });
  expect(nodesOf(graph, words, [2, 1])).toBeNull();
});

test("a line is found as the cells of its pairs, of the part that is shown, and a node as its row", () => {
  const both = {
    pairs: [
      [1, 0],
      [0, 1],
    ],
  } as const;
  expect(linkedCells(graph, shares, both, {})).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(linkedCells(graph, turned, { pairs: [[1, 0]] }, {})).toEqual([[0, 1]]);
  expect(linkedCells(graph, heads, { pairs: [[1, 0]] }, { head: 1 })).toEqual([[1, 1, 0]]);
  expect(linkedCells(graph, shares, { node: 1 }, {})).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
  expect(linkedCells(graph, features, { node: 1 }, {})).toEqual([
    [1, 0],
    [1, 1],
  ]);
  expect(linkedCells(graph, features, both, {})).toEqual([]);
  expect(linkedCells(graph, words, { node: 1 }, {})).toEqual([]);
});
