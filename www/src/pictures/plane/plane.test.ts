import { describe, expect, it } from "vitest";
import {
  angleOf,
  arcPath,
  around,
  arrowShape,
  coordinateText,
  extentOf,
  footOn,
  frameOf,
  niceStep,
  steadyExtent,
  ticksBetween,
  turnBetween,
} from "./plane.ts";

const numbersIn = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number);

describe("the part of the plane that is shown", () => {
  it("has the origin and every point, up to the next grid lines", () => {
    expect(
      extentOf([
        { x: 1.2, y: 0.3 },
        { x: -0.6, y: 0.9 },
      ]),
    ).toEqual({
      left: -1,
      right: 1.5,
      bottom: -0.5,
      top: 1,
      tick: 0.5,
    });
  });

  it("is never empty, and takes no notice of what is not finite", () => {
    const { left, right, bottom, top, tick } = extentOf([{ x: Number.NaN, y: Number.POSITIVE_INFINITY }]);
    expect([left, right, bottom, top]).toEqual([-tick, tick, -tick, tick]);
  });

  it("has at most ten grid lines in each direction", () => {
    for (const size of [1e-6, 0.003, 0.7, 1, 1.01, 19, 2048, 1e9]) {
      const { left, right, tick } = extentOf([
        { x: size, y: -size / 3 },
        { x: -size, y: 0 },
      ]);
      expect(left).toBeLessThanOrEqual(-size);
      expect(right).toBeGreaterThanOrEqual(size);
      expect(ticksBetween(left, right, tick).length).toBeLessThanOrEqual(11);
      expect(ticksBetween(left, right, tick)).toContain(0);
    }
  });

  it("stays while points move within it, grows at once, and shrinks only when little of it is used", () => {
    const large = extentOf([
      { x: 2, y: 2 },
      { x: -2, y: -2 },
    ]);
    const half = extentOf([
      { x: 1, y: 1 },
      { x: -1, y: -1 },
    ]);
    const small = extentOf([{ x: 0.2, y: 0.2 }]);
    expect(steadyExtent(half, large)).toBe(large);
    expect(steadyExtent(large, half)).toBe(large);
    expect(steadyExtent(small, large)).toBe(small);
    expect(steadyExtent(half, null)).toBe(half);
  });
});

describe("steps of a grid", () => {
  it.each([
    [0.11, 0.2],
    [0.2, 0.2],
    [3, 5],
    [70, 100],
    [0, 1],
    [Number.NaN, 1],
  ])("of at least %d are %d apart", (least, step) => {
    expect(niceStep(least)).toBeCloseTo(step, 12);
  });

  it("are written without rounding errors", () => {
    expect(ticksBetween(-0.3, 0.3, 0.1)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  });
});

describe("the frame", () => {
  const extent = extentOf([
    { x: 2, y: 1 },
    { x: -1, y: 0 },
  ]);
  const frame = frameOf(extent, 400, { margin: 20 });

  it("has the same unit in both directions, and y upward", () => {
    const [origin, right, up] = [frame.at({ x: 0, y: 0 }), frame.at({ x: 1, y: 0 }), frame.at({ x: 0, y: 1 })];
    expect(right.x - origin.x).toBeCloseTo(frame.unit, 10);
    expect(origin.y - up.y).toBeCloseTo(frame.unit, 10);
  });

  it("leads back from the screen to the plane", () => {
    const back = frame.from(frame.at({ x: 0.37, y: -0.82 }));
    expect(back.x).toBeCloseTo(0.37, 12);
    expect(back.y).toBeCloseTo(-0.82, 12);
  });

  it("keeps every shown point within its margin, also where its height is bounded", () => {
    for (const tallest of [150, 300, 1000]) {
      const bounded = frameOf(extent, 400, { margin: 20, tallest });
      for (const corner of [
        { x: extent.left, y: extent.bottom },
        { x: extent.right, y: extent.top },
      ]) {
        const { x, y } = bounded.at(corner);
        expect(x).toBeGreaterThanOrEqual(20 - 1e-9);
        expect(x).toBeLessThanOrEqual(380 + 1e-9);
        expect(y).toBeGreaterThanOrEqual(20 - 1);
        expect(y).toBeLessThanOrEqual(bounded.height - 19);
      }
      expect(bounded.height).toBeLessThanOrEqual(Math.max(tallest, 60));
    }
  });
});

describe("an arrow", () => {
  it("ends exactly at its tip, and its shaft within its head", () => {
    const { shaft, head } = arrowShape({ x: 10, y: 10 }, { x: 110, y: 10 }, 3);
    expect(numbersIn(head).slice(0, 2)).toEqual([110, 10]);
    expect(numbersIn(shaft)[2]).toBeLessThan(110);
    expect(numbersIn(shaft)[2]).toBeGreaterThan(90);
  });

  it("of almost no length is left out", () => {
    expect(arrowShape({ x: 5, y: 5 }, { x: 5.2, y: 5 }, 3)).toEqual({ shaft: "", head: "" });
    expect(arrowShape({ x: 5, y: 5 }, { x: Number.NaN, y: 5 }, 3)).toEqual({ shaft: "", head: "" });
  });
});

describe("angles", () => {
  it("turn the shorter way", () => {
    expect(turnBetween(0.9 * Math.PI, -0.9 * Math.PI)).toBeCloseTo(0.2 * Math.PI, 12);
    expect(turnBetween(-0.9 * Math.PI, 0.9 * Math.PI)).toBeCloseTo(-0.2 * Math.PI, 12);
    expect(turnBetween(1, 2)).toBeCloseTo(1, 12);
  });

  it("go counterclockwise on the screen, whose y goes down", () => {
    const up = around({ x: 0, y: 0 }, Math.PI / 2, 10);
    expect(up.y).toBeCloseTo(-10, 12);
    expect(angleOf({ x: 0.6, y: -0.8 })).toBeCloseTo(-0.9272952180016122, 12);
  });

  it("of more than a turn wind outward", () => {
    const once = numbersIn(arcPath({ x: 0, y: 0 }, 20, 0, Math.PI));
    expect(Math.hypot(once.at(-2) ?? 0, once.at(-1) ?? 0)).toBeCloseTo(20, 1);
    const twice = numbersIn(arcPath({ x: 0, y: 0 }, 20, 0, 4 * Math.PI));
    expect(Math.hypot(twice.at(-2) ?? 0, twice.at(-1) ?? 0)).toBeCloseTo(30, 1);
  });
});

describe("the foot of a perpendicular", () => {
  it("lies on the line, at a right angle", () => {
    const [spot, line] = [
      { x: 1.2, y: 0.3 },
      { x: 0.8, y: 0.6 },
    ];
    const foot = footOn(spot, line);
    if (!foot) throw new Error("no foot");
    expect(foot.x * line.y - foot.y * line.x).toBeCloseTo(0, 12);
    expect((spot.x - foot.x) * line.x + (spot.y - foot.y) * line.y).toBeCloseTo(0, 12);
    expect(footOn(spot, { x: 0, y: 0 })).toBeNull();
  });
});

it("a coordinate is sent with two decimals, and never as a negative zero", () => {
  expect([0.005, -0.004, 1.239, -2].map(coordinateText)).toEqual(["0.01", "0", "1.24", "-2"]);
});
