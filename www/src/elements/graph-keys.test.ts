import { describe, expect, it } from "vitest";
import { edgeAfterKey, endAfterKey, nodeAfterKey } from "./graph-keys.ts";
import { layOut } from "./graph-layout.ts";
import type { Edge } from "./graph-points.ts";
import { box, kite } from "./kite.ts";

describe("arrow keys", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 5, y: 0 },
    { x: 0, y: 10 },
  ];
  it("lead to the neighbor in their direction before a nearer stranger", () => {
    expect(nodeAfterKey("ArrowRight", 0, points, [[0, 1]])).toBe(1);
    expect(nodeAfterKey("ArrowRight", 0, points, [])).toBe(2);
    expect(nodeAfterKey("ArrowDown", 0, points, [])).toBe(3);
  });
  it("stay where nothing lies that way, and leave other keys alone", () => {
    expect(nodeAfterKey("ArrowUp", 0, points, [])).toBe(0);
    expect(nodeAfterKey("PageDown", 0, points, [])).toBeNull();
    expect(nodeAfterKey("End", 0, points, [])).toBe(3);
  });
  it("reach every node of a drawing from the first, together with Home and End", () => {
    const drawn = layOut(6, kite, box);
    const reached = new Set([0]);
    const queue = [0];
    for (let from = queue.pop(); from !== undefined; from = queue.pop()) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]) {
        const to = nodeAfterKey(key, from, drawn, kite);
        if (to !== null && !reached.has(to)) {
          reached.add(to);
          queue.push(to);
        }
      }
    }
    expect(reached.size).toBe(6);
  });
});

describe("Shift and the arrow keys", () => {
  // A cross: the middle, then the ends at the top, to the right and below.
  const points = [
    { x: 0, y: 0 },
    { x: 0, y: -10 },
    { x: 10, y: 0 },
    { x: 0, y: 10 },
  ];
  const cross: Edge[] = [
    [0, 3],
    [1, 0],
    [0, 2],
  ];
  it("walk around the edges of a node, clockwise from the top", () => {
    expect(edgeAfterKey("ArrowRight", 0, null, points, cross)).toBe(1);
    expect(edgeAfterKey("ArrowRight", 0, 1, points, cross)).toBe(2);
    expect(edgeAfterKey("ArrowDown", 0, 2, points, cross)).toBe(0);
    expect(edgeAfterKey("ArrowRight", 0, 0, points, cross)).toBe(1);
    expect(edgeAfterKey("ArrowLeft", 0, 1, points, cross)).toBe(0);
    expect(edgeAfterKey("ArrowUp", 0, null, points, cross)).toBe(0);
  });
  it("reach every edge of a drawing, loops and repeated edges too", () => {
    const edges: Edge[] = [...kite, [3, 3], [1, 0]];
    const drawn = layOut(6, edges, box);
    const reached = new Set<number | null>();
    for (let node = 0; node < 6; node += 1) {
      let edge: number | null = null;
      for (let times = 0; times < edges.length; times += 1) {
        edge = edgeAfterKey("ArrowRight", node, edge, drawn, edges);
        reached.add(edge);
      }
    }
    expect([...reached].sort()).toEqual(edges.map((_, at) => at));
  });
  it("do nothing where a node has no edges, and other keys do nothing", () => {
    expect(edgeAfterKey("ArrowRight", 0, null, points, [])).toBeNull();
    expect(edgeAfterKey("Home", 0, null, points, cross)).toBeNull();
  });
});

describe("an arrow key on an edge", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 2 },
  ];
  it("leads to the end that lies its way", () => {
    expect(endAfterKey("ArrowRight", [0, 1], points)).toBe(1);
    expect(endAfterKey("ArrowRight", [1, 0], points)).toBe(1);
    expect(endAfterKey("ArrowLeft", [0, 1], points)).toBe(0);
    expect(endAfterKey("ArrowUp", [0, 1], points)).toBe(0);
    expect(endAfterKey("Enter", [0, 1], points)).toBeNull();
  });
});
