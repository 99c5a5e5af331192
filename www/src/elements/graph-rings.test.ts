import { describe, expect, it } from "vitest";
import { layOut } from "./graph-layout.ts";
import type { Edge, Point } from "./graph-points.ts";
import { ringsOf } from "./graph-rings.ts";
import { kite } from "./kite.ts";

const box = { width: 500, height: 320, margin: 30 };
const ring = (first: number, count: number): Edge[] =>
  Array.from({ length: count }, (_, at) => [first + at, first + ((at + 1) % count)]);
/** A ring of six with two others joined to it, as in toluene, and a tail. */
const toluene: Edge[] = [...ring(0, 6), [0, 6], [6, 7], [3, 8]];
/** Two rings with an edge in common, as in naphthalene. */
const naphthalene: Edge[] = [...ring(0, 6), [0, 6], [6, 7], [7, 8], [8, 9], [9, 5]];

const distance = (one: Point | undefined, other: Point | undefined) =>
  Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0));

/** How far sides and corners of a polygon are from those of a regular one, as a share of its side. */
function uneven(corners: readonly (Point | undefined)[]): number {
  const { length } = corners;
  const center = {
    x: corners.reduce((sum, one) => sum + (one?.x ?? 0), 0) / length,
    y: corners.reduce((sum, one) => sum + (one?.y ?? 0), 0) / length,
  };
  const sides = corners.map((one, at) => distance(one, corners[(at + 1) % length]));
  const radii = corners.map((one) => distance(one, center));
  const spread = (all: readonly number[]) => Math.max(...all) - Math.min(...all);
  return Math.max(spread(sides), spread(radii)) / Math.min(...sides);
}

describe("the rings of a graph", () => {
  it("are the shortest ways around, each once", () => {
    expect(ringsOf(9, toluene).map((one) => [...one].sort())).toEqual([[0, 1, 2, 3, 4, 5]]);
    expect(ringsOf(10, naphthalene)).toHaveLength(2);
  });

  it("are not the triangles among friends, nor what is too long", () => {
    expect(ringsOf(6, kite)).toEqual([]);
    expect(ringsOf(12, ring(0, 12))).toEqual([]);
    expect(ringsOf(3, ring(0, 3))).toEqual([]);
    expect(ringsOf(9, [...ring(0, 6), ...ring(6, 3)])).toHaveLength(2);
    expect(
      ringsOf(4, [
        [0, 0],
        [0, 1],
        [1, 2],
      ]),
    ).toEqual([]);
  });

  it.each([
    ["alone", 6, ring(0, 6), [[0, 1, 2, 3, 4, 5]]],
    ["with others joined to it", 9, toluene, [[0, 1, 2, 3, 4, 5]]],
    [
      "of three beside one of six",
      9,
      [...ring(0, 6), ...ring(6, 3)],
      [
        [0, 1, 2, 3, 4, 5],
        [6, 7, 8],
      ],
    ],
  ] as [string, number, Edge[], number[][]][])("are regular polygons: %s", (_, count, edges, rings) => {
    const points = layOut(count, edges, box);
    for (const one of rings) expect(uneven(one.map((node) => points[node]))).toBeLessThan(1e-6);
  });

  it("are regular where two have an edge in common", () => {
    const points = layOut(10, naphthalene, box);
    for (const one of [
      [0, 1, 2, 3, 4, 5],
      [0, 6, 7, 8, 9, 5],
    ])
      expect(uneven(one.map((node) => points[node]))).toBeLessThan(0.01);
  });
});
