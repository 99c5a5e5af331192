import { describe, expect, it } from "vitest";
import {
  addEdge,
  type Changed,
  changeEdge,
  changeNodes,
  changeWeight,
  freePair,
  type Graph,
  MOST_NODES,
  removeEdge,
  removeNode,
} from "./graph-edit.ts";

const graph: Graph = {
  nodes: 4,
  edges: [
    [0, 1],
    [1, 2],
    [2, 3],
  ],
  weights: [5, 6, 7],
  directed: false,
};
const changed = (result: Changed): Graph => {
  if (!result.ok) throw new Error(result.problem.code);
  return result.graph;
};
const refused = (result: Changed) => (result.ok ? null : result.problem);

describe("an edge", () => {
  it("is added at the end with weight 1", () => {
    expect(changed(addEdge(graph, [0, 3]))).toMatchObject({ edges: [...graph.edges, [0, 3]], weights: [5, 6, 7, 1] });
    expect(changed(addEdge({ ...graph, weights: null }, [0, 3])).weights).toBeNull();
  });
  it("is not added twice, in either direction of an undirected graph", () => {
    expect(refused(addEdge(graph, [1, 0]))).toEqual({ code: "duplicate-edge", source: 1, target: 0 });
    expect(changed(addEdge({ ...graph, directed: true }, [1, 0])).edges).toHaveLength(4);
    expect(refused(addEdge({ ...graph, directed: true }, [0, 1]))).toMatchObject({ code: "duplicate-edge" });
  });
  it("needs nodes that exist", () => {
    expect(refused(addEdge(graph, [0, 4]))).toEqual({ code: "out-of-range", node: 4 });
    expect(refused(addEdge(graph, [-1, 0]))).toEqual({ code: "out-of-range", node: -1 });
    expect(refused(addEdge(graph, [0.5, 0]))).toEqual({ code: "out-of-range", node: 0.5 });
  });
  it("may be a loop, once", () => {
    const looped = changed(addEdge(graph, [2, 2]));
    expect(looped.edges.at(-1)).toEqual([2, 2]);
    expect(refused(addEdge(looped, [2, 2]))).toEqual({ code: "duplicate-edge", source: 2, target: 2 });
  });
  it("that is not there yet is found, where there is one", () => {
    expect(freePair(graph)).toEqual([0, 2]);
    expect(freePair({ ...graph, directed: true })).toEqual([0, 2]);
    expect(freePair({ nodes: 2, edges: [[0, 1]], weights: null, directed: true })).toEqual([1, 0]);
    expect(freePair({ nodes: 2, edges: [[1, 0]], weights: null, directed: false })).toBeNull();
    expect(freePair({ nodes: 1, edges: [], weights: null, directed: false })).toBeNull();
  });
  it("can be changed into another, but not into one that is there", () => {
    expect(changed(changeEdge(graph, 1, [1, 3])).edges[1]).toEqual([1, 3]);
    expect(changed(changeEdge(graph, 1, [2, 1])).edges[1]).toEqual([2, 1]);
    expect(refused(changeEdge(graph, 1, [0, 1]))).toMatchObject({ code: "duplicate-edge" });
  });
  it("is removed with its weight", () => {
    expect(changed(removeEdge(graph, 1))).toMatchObject({
      edges: [
        [0, 1],
        [2, 3],
      ],
      weights: [5, 7],
    });
  });
  it("gets its own weight", () => {
    expect(changed(changeWeight(graph, 2, -0.5)).weights).toEqual([5, 6, -0.5]);
    expect(changed(changeWeight({ ...graph, weights: null }, 0, 3)).weights).toEqual([3, 1, 1]);
  });
});

describe("the number of nodes", () => {
  it("takes the edges of the nodes that go", () => {
    expect(changed(changeNodes(graph, 3))).toMatchObject({
      nodes: 3,
      edges: [
        [0, 1],
        [1, 2],
      ],
      weights: [5, 6],
    });
    expect(changed(changeNodes(graph, 5)).edges).toEqual(graph.edges);
  });
  it("has bounds", () => {
    expect(refused(changeNodes(graph, 0))).toEqual({ code: "too-few-nodes" });
    expect(refused(changeNodes(graph, MOST_NODES + 1))).toEqual({ code: "too-many-nodes", most: MOST_NODES });
  });
  it("leaves the graph it came from as it was", () => {
    changeNodes(graph, 1);
    expect(graph.edges).toHaveLength(3);
  });
});

describe("a node that is removed", () => {
  it("takes its edges along, and the nodes after it move up", () => {
    expect(changed(removeNode(graph, 1))).toEqual({ ...graph, nodes: 3, edges: [[1, 2]], weights: [7] });
    expect(changed(removeNode(graph, 3)).edges).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });
  it("is not the last one", () => {
    expect(refused(removeNode({ ...graph, nodes: 1, edges: [], weights: null }, 0))).toEqual({ code: "too-few-nodes" });
  });
});
