import { describe, expect, it } from "vitest";
import { formatCell } from "../../numbers/format.ts";
import { widest } from "../../numbers/lettering.ts";
import { barsShape, drawnBars } from "./shape.ts";

const INFINITY = Number.POSITIVE_INFINITY;

describe("bars", () => {
  const { bars, zero, height, middles } = barsShape(["a", "b", "c"], [[0.5], [0.25], [0]], 400);

  it("are as long as their numbers, from 0", () => {
    const [first, second, third] = bars.map(([bar]) => bar);
    expect(first?.x).toBeCloseTo(zero, 10);
    expect((first?.width ?? 0) / (second?.width ?? 1)).toBeCloseTo(2, 10);
    expect(third?.width).toBe(0);
  });

  it("are in the room with their numbers", () => {
    const rows = [[0.5], [0.25], [0]];
    for (const [at, [bar]] of bars.entries()) {
      expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(height);
      expect((bar?.numberX ?? INFINITY) + 15 * widest(rows[at]?.map(formatCell) ?? [])).toBeLessThanOrEqual(400);
    }
    expect(middles).toEqual([...middles].sort((one, other) => one - other));
  });

  it("of equal numbers are equally long in two drawings with one full length, whatever else is drawn", () => {
    const long = (other: number) => barsShape(["a", "b"], [[0.762], [other]], 400, 1).bars[0]?.[0]?.width;
    expect(long(0.0112)).toBe(long(0.18));
  });

  it("that were others have their former length behind them, and both numbers after the longer of the two", () => {
    const drawn = (value: number) => barsShape(["a", "b"], [[value], [0.1]], 400, 4, false, [3.79, 0.1]);
    const [before, after] = [drawn(3.79), drawn(3.58)];
    const [was, other] = after.earlier;
    const bar = after.bars[0]?.[0];
    expect(before.earlier).toEqual([null, null]);
    expect(other).toBeNull();
    expect(was?.width).toBe(before.bars[0]?.[0]?.width);
    expect((bar?.width ?? 0) / (was?.width ?? 1)).toBeCloseTo(3.58 / 3.79, 10);
    expect(was?.numberX).toBeGreaterThan((was?.x ?? INFINITY) + (was?.width ?? 0));
    expect(bar?.numberX).toBeGreaterThan((was?.numberX ?? INFINITY) + 15 * widest(["3.79 →"]));
    expect((bar?.numberX ?? INFINITY) + 15 * widest(["3.58"])).toBeLessThanOrEqual(400);
  });

  it("become longer with their numbers, however many digits a tiny number beside them has", () => {
    const long = (value: number, other: number) => {
      const { bars } = barsShape(["a", "b"], [[value], [other]], 400);
      const [[first] = [], [second] = []] = bars;
      expect((second?.numberX ?? INFINITY) + 15 * widest([formatCell(other)])).toBeLessThanOrEqual(400);
      return first?.width ?? 0;
    };
    expect(long(0.999, 0.00055)).toBeGreaterThan(long(0.981, 0.019) - 1);
    expect(long(0.999, 0.00055)).toBeCloseTo(long(0.999, 0.001), 10);
  });

  it("are long enough to compare in a drawing as narrow as it may be, with numbers on both sides", () => {
    const rows = [[-0.338], [2.04], [-1.02]];
    const { least } = barsShape(["subject", "verb", "object"], rows, 400);
    const narrow = barsShape(["subject", "verb", "object"], rows, least).bars.map(([bar]) => bar?.width ?? 0);
    expect((narrow[1] ?? 0) + (narrow[2] ?? 0)).toBeGreaterThan(90);
  });

  it("of negative numbers extend to the left of 0, with their numbers before them", () => {
    const signed = barsShape(["a", "b"], [[-2], [1]], 400);
    const [[below] = [], [above] = []] = signed.bars;
    expect((below?.x ?? 0) + (below?.width ?? 0)).toBeCloseTo(signed.zero, 10);
    expect(below?.numberAnchor).toBe("end");
    expect(below?.width).toBeCloseTo(2 * (above?.width ?? 0), 10);
  });

  it("of tiny numbers can be seen; those of masked ones have no length", () => {
    const [[tiny] = [], [masked] = [], [none] = []] = barsShape(
      ["a", "b", "c"],
      [[1e-9], [Number.NEGATIVE_INFINITY], [Number.NaN]],
      400,
    ).bars.map((row) => row);
    const long = barsShape(["a", "b"], [[1e-9], [1]], 400).bars[0]?.[0];
    expect(long?.width).toBe(1.5);
    expect(tiny?.width ?? 0).toBeGreaterThan(0);
    expect(masked?.width).toBe(0);
    expect(none?.width).toBe(0);
  });

  it("of two sets stand below each other in one row", () => {
    const pairs = barsShape(
      ["a", "b"],
      [
        [1, 2],
        [3, 4],
      ],
      400,
    );
    const [[one, other] = []] = pairs.bars;
    expect(other?.y).toBeGreaterThanOrEqual((one?.y ?? 0) + (one?.height ?? 0));
    expect(other?.width).toBeCloseTo(2 * (one?.width ?? 0), 10);
  });

  it("leave long names a part of the width only", () => {
    const { nameX } = barsShape(["a very long name of a token that nobody could read"], [[1]], 300);
    expect(nameX).toBe(120);
  });
});

describe("of many numbers", () => {
  it("the largest have bars, in their order", () => {
    expect(drawnBars([1, 5, Number.NaN, 4, Number.NEGATIVE_INFINITY, 5], 3)).toEqual([1, 3, 5]);
    expect(drawnBars([2, 2, 2], 2)).toEqual([0, 1]);
    expect(drawnBars([3, 1], 24)).toEqual([0, 1]);
  });
});
