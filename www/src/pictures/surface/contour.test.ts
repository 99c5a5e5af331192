import { describe, expect, it } from "vitest";
import { contour, type Grid, levelsBetween } from "./contour.ts";

const places = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * at) / (count - 1));
const over = (xs: readonly number[], ys: readonly number[], height: (x: number, y: number) => number): Grid => ({
  xs,
  ys,
  height: (i, j) => height(xs[i] ?? Number.NaN, ys[j] ?? Number.NaN),
});

describe("contour lines", () => {
  it("of a plane are straight, and where the plane has that height", () => {
    const [line = [], ...others] = contour(
      over(places(0, 3, 4), places(-1, 2, 7), (x, y) => 2 * x + y),
      2.5,
    );
    expect(others).toEqual([]);
    expect(line.length).toBeGreaterThan(4);
    for (const { x, y } of line) expect(2 * x + y).toBeCloseTo(2.5, 12);
  });

  it("of a bowl go around it, and close", () => {
    const lines = contour(
      over(places(-2, 2, 41), places(-2, 2, 41), (x, y) => x * x + y * y),
      1,
    );
    expect(lines).toHaveLength(1);
    const [line = []] = lines;
    expect(line[0]).toEqual(line.at(-1));
    for (const { x, y } of line) expect(Math.hypot(x, y)).toBeCloseTo(1, 2);
  });

  it("of a saddle are two lines that do not cross", () => {
    const saddle = over([-1, 1], [-1, 1], (x, y) => x * y);
    for (const level of [0.5, -0.5]) {
      const lines = contour(saddle, level);
      expect(lines).toHaveLength(2);
      for (const line of lines) {
        const [first = { x: 0, y: 0 }, last = { x: 0, y: 0 }] = [line[0], line.at(-1)];
        // Each cuts off one corner, high ones for a high line.
        expect(Math.sign((first.x + last.x) * (first.y + last.y))).toBe(Math.sign(level));
      }
    }
  });

  it("of a height that is nowhere are none", () => {
    expect(
      contour(
        over([0, 1], [0, 1], () => 3),
        4,
      ),
    ).toEqual([]);
  });
});

it("levels are round numbers between the lowest and the highest, from below", () => {
  expect(levelsBetween(0, 42, 6)).toEqual([0.5, 1, 2, 5, 10, 20]);
  expect(levelsBetween(3, 42, 9)).toEqual([5, 10, 20]);
  expect(levelsBetween(0, 0, 6)).toEqual([]);
});
