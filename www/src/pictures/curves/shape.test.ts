import { describe, expect, it } from "vitest";
import { widest } from "../../numbers/lettering.ts";
import { apart } from "../base/apart.ts";
import { curvesShape, isDrawn, LINE, nearest, tickPositions } from "./shape.ts";

const waves = {
  places: [0, 1, 2, 3],
  values: [
    [0, 1, 0, -1],
    [1, 1, 1, 1],
  ],
  names: ["sin", "one"],
  logX: false,
  logY: false,
};

const points = (path: string) =>
  [...path.matchAll(/([ML])(\S+) ([^ML]+)/g)].map(([, pen, x, y]) => ({ pen, x: Number(x), y: Number(y) }));

describe("curves", () => {
  it("go through their numbers", () => {
    const shape = curvesShape(waves, 600);
    for (const [at, { x, y }] of points(shape.paths[0] ?? "").entries()) {
      expect(x).toBeCloseTo(shape.x(at), 1);
      expect(y).toBeCloseTo(shape.y(waves.values[0]?.[at] ?? Number.NaN), 1);
    }
    expect(shape.y(1)).toBeLessThan(shape.y(-1));
  });

  it("have a gap where there is no number, and where a logarithm has none", () => {
    const gap = curvesShape({ ...waves, values: [[1, Number.NaN, 2, Number.NEGATIVE_INFINITY]] }, 600);
    expect(points(gap.paths[0] ?? "").map(({ pen }) => pen)).toEqual(["M", "M"]);
    const log = curvesShape({ ...waves, values: [[1, 10, 0, 1000]], logY: true }, 600);
    expect(points(log.paths[0] ?? "").map(({ pen }) => pen)).toEqual(["M", "L", "M"]);
    expect(isDrawn(0, true)).toBe(false);
    expect(isDrawn(0, false)).toBe(true);
  });

  it("with logarithms have equal distances for equal ratios", () => {
    const { x, y } = curvesShape(
      { ...waves, places: [16, 32, 64, 128], values: [[1, 4, 16, 64]], logX: true, logY: true },
      600,
    );
    expect(x(32) - x(16)).toBeCloseTo(x(128) - x(64), 8);
    expect(y(4) - y(1)).toBeCloseTo(y(64) - y(16), 8);
  });

  it("have an axis from 0, or from near the lowest number, which is said", () => {
    const near = { ...waves, values: [[0.94, 0.96, 0.99]] };
    const [whole, close] = [curvesShape(near, 600), curvesShape({ ...near, close: true }, 600)];
    expect([whole.y.domain()[0], whole.from]).toEqual([0, null]);
    expect(close.from).toBe(close.y.domain()[0]);
    expect(close.from).toBeGreaterThan(0.9);
    expect(close.y(0.94) - close.y(0.99)).toBeGreaterThan(5 * (whole.y(0.94) - whole.y(0.99)));
    expect(curvesShape({ ...waves, close: true }, 600).from).toBeNull();
  });

  it("have a name’s number below it where both do not fit beside each other, and room for the whole name then", () => {
    const long = { ...waves, values: [[1e6, 2e8]], names: ["attention"] };
    const [narrow, wide] = [curvesShape(long, 360), curvesShape(long, 900)];
    expect([narrow.stacked, wide.stacked]).toEqual([true, false]);
    expect(narrow.nameRoom).toBeGreaterThanOrEqual(widest(["attention"]));
    const falling = curvesShape({ ...long, values: [[2e8, 0]] }, 360);
    expect([falling.stacked, (falling.nameYs[0] ?? 0) + LINE]).toEqual([true, falling.bottom]);
    const many = { ...long, values: Array.from({ length: 8 }, () => [1e6, 2e8]), names: Array(8).fill("attention") };
    expect(curvesShape(many, 360).stacked).toBe(false);
  });

  it("leave a name whole beside the longest of its numbers", () => {
    const fading = { ...waves, values: [[1.8, 0.09, 2.86e-16]], names: ["energy"] };
    for (const width of [300, 460, 900]) {
      const { nameRoom, stacked } = curvesShape(fading, width);
      expect(nameRoom, `${width}`).toBeGreaterThanOrEqual(widest(["energy"]) + (stacked ? 0 : widest([" 2.86·10⁻¹⁶"])));
    }
  });

  it("of one constant number have a scale", () => {
    const shape = curvesShape({ ...waves, values: [[0, 0, 0, 0]] }, 600);
    expect(Number.isFinite(shape.y(0))).toBe(true);
    expect(shape.paths[0]).toMatch(/^M/);
  });

  it("leave room for their names in a narrow place", () => {
    const { left, right, height } = curvesShape(waves, 328);
    expect(right - left).toBeGreaterThan(110);
    expect(right).toBeLessThan(328 - 90);
    expect(height).toBe(220);
  });
});

describe("names at the ends of lines", () => {
  it("stay where they are if they have room", () => {
    expect(apart([10, 60, 200], 20, [0, 300])).toEqual([10, 60, 200]);
  });

  it("move apart, in their order, and stay inside", () => {
    for (const places of [
      [100, 101, 102, 103],
      [0, 0, 0],
      [300, 299, 5, 6],
      [150, 140, 160, 155, 145],
    ]) {
      const moved = apart(places, 20, [0, 300]);
      const order = places.map((_, at) => at).sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
      for (const [rank, at] of order.entries()) {
        const before = order[rank - 1];
        if (before !== undefined) expect((moved[at] ?? 0) - (moved[before] ?? 0)).toBeGreaterThanOrEqual(20 - 1e-9);
        expect(moved[at]).toBeGreaterThanOrEqual(0);
        expect(moved[at]).toBeLessThanOrEqual(300);
      }
    }
  });
});

describe("ticks", () => {
  it("are as many as do not touch", () => {
    const xs = Array.from({ length: 32 }, (_, at) => at * 10);
    const names = xs.map((_, at) => String(at));
    expect(tickPositions(xs, names)).toEqual([0, 5, 10, 15, 20, 25, 30]);
    expect(
      tickPositions(
        xs.map((x) => x * 10),
        names,
      ),
    ).toHaveLength(32);
    expect(tickPositions([0, 1], ["a long name", "another"])).toEqual([0]);
  });

  it("with words that do not fit beside each other stand upright, where their lines fit", () => {
    const words = "the cat that lives here drinks cold milk".split(" ");
    const places = words.map((_, at) => at);
    const told = { ...waves, places, values: [places], names: ["cat"], words };
    const [narrow, wide] = [curvesShape(told, 360), curvesShape(told, 1200)];
    expect([narrow.upright, wide.upright]).toEqual([true, false]);
    const level = Math.ceil(narrow.level);
    expect([curvesShape(told, level).upright, curvesShape(told, level - 20).upright]).toEqual([false, true]);
    expect(wide.level).toBe(0);
    expect(narrow.height).toBeGreaterThan(curvesShape({ ...told, words: [] }, 360).height);
    expect(narrow.bottom - narrow.top).toBe(curvesShape({ ...told, words: [] }, 360).bottom - narrow.top);
    expect(curvesShape({ ...told, words: [] }, 360).upright).toBe(false);
  });

  it("leave the handle of a cursor at the first position free of the axis' numbers", () => {
    for (const handle of [0, 8]) {
      const { left, tickX } = curvesShape({ ...waves, handle }, 360);
      expect(left - tickX).toBeGreaterThan(handle);
      expect(tickX).toBeGreaterThanOrEqual(widest(["−1.0"]) * 15 - 8);
    }
  });

  it("the position nearest to the pointer is found", () => {
    expect(nearest([0, 10, 20], 14)).toBe(1);
    expect(nearest([0, 10, 20], 999)).toBe(2);
    expect(nearest([5], -3)).toBe(0);
  });
});
