import { describe, expect, it } from "vitest";
import { layOut, neighborsOf } from "./graph-layout.ts";
import type { Edge } from "./graph-points.ts";
import { box, kite } from "./kite.ts";

describe("a layout", () => {
  it("of the same graph is the same, to the last bit", () => {
    expect(layOut(6, kite, box)).toEqual(layOut(6, kite, box));
  });

  it.each([
    [1, []],
    [2, [[0, 1]]],
    [5, []],
    [6, kite],
    [
      3,
      [
        [0, 0],
        [0, 1],
        [0, 1],
      ],
    ],
    [30, Array.from({ length: 29 }, (_, at) => [0, at + 1] as const)],
  ] as [number, Edge[]][])("of %d nodes keeps them apart and inside the box", (count, edges) => {
    const points = layOut(count, edges, box);
    expect(points).toHaveLength(count);
    for (const [at, { x, y }] of points.entries()) {
      expect(x).toBeGreaterThanOrEqual(box.margin - 1e-6);
      expect(x).toBeLessThanOrEqual(box.width - box.margin + 1e-6);
      expect(y).toBeGreaterThanOrEqual(box.margin - 1e-6);
      expect(y).toBeLessThanOrEqual(box.height - box.margin + 1e-6);
      for (const other of points.slice(at + 1)) expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(12);
    }
  });

  it("has joined nodes nearer than strangers, on the whole", () => {
    const points = layOut(6, kite, box);
    const mean = (wanted: boolean) => {
      const lengths: number[] = [];
      for (let one = 0; one < 6; one += 1) {
        for (let other = one + 1; other < 6; other += 1) {
          const [a, b] = [points[one], points[other]];
          if (a && b && neighborsOf(one, kite).includes(other) === wanted)
            lengths.push(Math.hypot(a.x - b.x, a.y - b.y));
        }
      }
      return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    };
    expect(mean(true)).toBeLessThan(mean(false));
  });
});
