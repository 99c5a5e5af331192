import { describe, expect, it } from "vitest";
import { GROWTH, radiiOf, sharesOf } from "./graph-sizes.ts";

const far = [0, 100, 200].map((x) => ({ x, y: 0 }));

describe("the sizes of nodes", () => {
  it("are the shares of the largest number, without its sign", () => {
    expect(sharesOf([0, -4, 1, Number.NaN, Number.NEGATIVE_INFINITY])).toEqual([0, 1, 0.25, 0, 0]);
    expect(sharesOf([0, 0])).toEqual([0, 0]);
    expect(sharesOf([])).toEqual([]);
    expect(sharesOf([1, -2], 4)).toEqual([0.25, 0.5]);
    expect(sharesOf([1, -2], 1)).toEqual([0.5, 1]);
  });

  it("grow from that of 0 in proportion to the numbers", () => {
    const [none, half, all] = radiiOf(far, 17, [0, 0.5, 1]).radii;
    expect(none).toBe(17);
    expect(all).toBeCloseTo(GROWTH * 17, 12);
    expect(half).toBeCloseTo((17 + GROWTH * 17) / 2, 12);
  });

  it("are all alike without shares, as large as the nearest nodes allow", () => {
    expect(radiiOf(far, 17, [])).toEqual({ least: 17, radii: [17, 17, 17] });
    const near = [...far, { x: 20, y: 0 }];
    for (const radius of radiiOf(near, 17, []).radii) expect(radius).toBeCloseTo(8.8, 12);
  });

  it("leave room for what stands between circles of one size", () => {
    const near = [...far, { x: 20, y: 0 }];
    const least = (between: "numbers" | "arrows" | null, shares: readonly number[] = []) =>
      radiiOf(near, 17, shares, between).least;
    expect(least("arrows")).toBeLessThan(least(null));
    expect(least("numbers")).toBeLessThan(least(null));
    expect(least("arrows", [1, 0, 0, 0])).toBe(least(null, [1, 0, 0, 0]));
    expect(radiiOf(far, 17, [], "arrows").least, "which far ones have").toBe(17);
  });

  it("grow only as far as there is room between any two, in one proportion", () => {
    const near = [...far, { x: 0, y: 60 }];
    const shares = [1, 0.5, 0.25, 1];
    const [first = 0, second = 0, third = 0, fourth = 0] = radiiOf(near, 17, shares).radii;
    expect(first + fourth).toBeCloseTo(45, 12);
    expect(first).toBeGreaterThan(17);
    expect(second - 17).toBeCloseTo((first - 17) / 2, 12);
    expect(third - 17).toBeCloseTo((first - 17) / 4, 12);
    const crowded = [...far, { x: 40, y: 0 }];
    expect(radiiOf(crowded, 17, shares).radii, "not smaller than without sizes").toEqual([17, 17, 17, 17]);
  });
});
