import { describe, expect, it } from "vitest";
import { type Arc, arcsOfEdges, lightAround, lightInto, markOf, sameLit, shows } from "./graph-arcs.ts";

const edges = [
  [0, 1],
  [2, 1],
  [2, 3],
  [1, 1],
] as const;
const mark = (value: number, ...index: number[]) => ({ step: "s", index, value });
const arc = (source: number, target: number, more: Partial<Arc>): Arc => {
  return { source, target, arrow: true, edge: 0, mark: null, back: null, ...more };
};

describe("light", () => {
  const arcs = arcsOfEdges(edges, false);
  it("goes from a node to its edges and neighbors, in both directions", () => {
    expect(lightAround({ node: 1 }, arcs)).toEqual({ nodes: [1, 0, 2], arcs: [0, 1, 3] });
    expect(lightAround({ node: 3 }, arcs)).toEqual({ nodes: [3, 2], arcs: [2] });
    expect(lightAround({ node: 4 }, arcs)).toEqual({ nodes: [4], arcs: [] });
  });
  it("goes from an edge to its ends, which are one for a loop", () => {
    expect(lightAround({ edge: 1 }, arcs)).toEqual({ nodes: [2, 1], arcs: [1] });
    expect(lightAround({ edge: 3 }, arcs)).toEqual({ nodes: [1], arcs: [3] });
  });
  it("takes only the arcs into a node where each direction has its own number, and of the nodes the one whose numbers they are", () => {
    const two = [arc(0, 1, { mark: mark(0.2, 1, 0) }), arc(1, 0, { mark: mark(0.9, 0, 1) })];
    expect(lightAround({ node: 1 }, two)).toEqual({ nodes: [1], arcs: [0] });
    expect(lightAround({ node: 0 }, two)).toEqual({ nodes: [0], arcs: [1] });
  });
  it("leaves out the neighbors of a node that is asked about, whether its arcs have numbers or not", () => {
    expect(lightInto(1, arcs)).toEqual({ nodes: [1], arcs: [0, 1, 3] });
    expect(lightInto(1, [arc(0, 1, { mark: mark(0.2, 1, 0) })])).toEqual({ nodes: [1], arcs: [0] });
  });
  it("is the same when the same things are lit, whatever holds them", () => {
    expect(sameLit({ nodes: [1], arcs: [] }, { nodes: [1], arcs: [] })).toBe(true);
    expect(sameLit({ nodes: [1], arcs: [2] }, { nodes: [1], arcs: [] })).toBe(false);
  });
});

describe("the number of a line for both directions", () => {
  const both = arc(0, 1, { arrow: false, mark: mark(0.5, 1, 0), back: mark(0.5, 0, 1) });
  it("is the one into the node whose row is shown", () => {
    expect(markOf(both, 1)?.index).toEqual([1, 0]);
    expect(markOf(both, 0)?.index).toEqual([0, 1]);
    expect(markOf(both, null)?.index).toEqual([1, 0]);
  });
  it("is found by either cell", () => {
    expect(shows(both, { step: "s", index: [0, 1] })).toBe(true);
    expect(shows(both, { step: "s", index: [1, 1] })).toBe(false);
    expect(shows(both, null)).toBe(false);
  });
});
