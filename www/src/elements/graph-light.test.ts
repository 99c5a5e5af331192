import { describe, expect, it } from "vitest";
import { lightAround, sameLit } from "./graph-light.ts";

const edges = [
  [0, 1],
  [2, 1],
  [2, 3],
  [1, 1],
] as const;

describe("light", () => {
  it("goes from a node to its edges and neighbors, in both directions", () => {
    expect(lightAround({ node: 1 }, edges)).toEqual({ nodes: [1, 0, 2], edges: [0, 1, 3] });
    expect(lightAround({ node: 3 }, edges)).toEqual({ nodes: [3, 2], edges: [2] });
    expect(lightAround({ node: 4 }, edges)).toEqual({ nodes: [4], edges: [] });
  });
  it("goes from an edge to its ends, which are one for a loop", () => {
    expect(lightAround({ edge: 1 }, edges)).toEqual({ nodes: [2, 1], edges: [1] });
    expect(lightAround({ edge: 3 }, edges)).toEqual({ nodes: [1], edges: [3] });
  });
  it("is the same when the same things are lit, whatever holds them", () => {
    expect(sameLit({ nodes: [1], edges: [] }, { nodes: [1], edges: [] })).toBe(true);
    expect(sameLit({ nodes: [1], edges: [2] }, { nodes: [1], edges: [] })).toBe(false);
  });
});
