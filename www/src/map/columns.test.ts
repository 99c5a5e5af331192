import { describe, expect, it } from "vitest";
import { placeInRows, straighten, type Thing } from "./columns.ts";

const thing = (x: number, width = 100): Thing => ({ x, width, gap: 20 });

describe("things in rows", () => {
  it("are above what they are tied to", () => {
    const [one, other] = [thing(0), thing(300)];
    placeInRows([[one], [other]], [{ one, other, weight: 1 }]);
    expect(one.x).toBeCloseTo(other.x, 3);
  });

  it("keep their order and their distance, however much they are pulled", () => {
    const [left, right, middle] = [thing(0), thing(500), thing(250, 40)];
    const ties = [left, right].map((one) => ({ one, other: middle, weight: 1 }));
    placeInRows([[left, right], [middle]], ties);
    expect(right.x - left.x).toBeCloseTo(120, 3);
    expect(middle.x).toBeCloseTo((left.x + right.x) / 2, 3);
  });

  it("yield to the heavier tie", () => {
    const [top, one, other] = [thing(0), thing(0), thing(200)];
    const ties = [
      { one: top, other: one, weight: 1 },
      { one: top, other, weight: 8 },
    ];
    placeInRows([[top], [one, other]], ties);
    expect(Math.abs(top.x - other.x)).toBeLessThan(Math.abs(top.x - one.x));
    expect(other.x - one.x).toBeGreaterThanOrEqual(119.99);
  });

  it("stay where they are when nothing ties them", () => {
    const alone = thing(42);
    placeInRows([[alone]], []);
    expect(alone.x).toBe(42);
  });

  it("are put on one line where there is room, and on two where something is in between", () => {
    const way = [0, 6, 12].map((x) => ({ x, width: 0, gap: 10 }));
    straighten(
      way.map((piece) => [piece]),
      [way],
      [],
    );
    expect(way.map(({ x }) => x)).toEqual([6, 6, 6]);
    const [left, right] = [thing(-100), thing(200)];
    const bent = [0, 50].map((x) => ({ x, width: 0, gap: 10 }));
    const [first, second] = bent as [Thing, Thing];
    straighten(
      [
        [first, thing(65)],
        [left, second, right],
      ],
      [bent],
      [],
    );
    expect([first.x, second.x]).toEqual([5, 5]);
    const [blocked, free] = [0, 90].map((x) => ({ x, width: 0, gap: 10 })) as [Thing, Thing];
    straighten(
      [
        [blocked, thing(60)],
        [thing(30), free],
      ],
      [[blocked, free]],
      [],
    );
    expect([blocked.x, free.x]).toEqual([0, 90]);
  });

  it("are put above each other where they nearly are", () => {
    const [one, near, far] = [thing(0), thing(9), thing(40)];
    straighten(
      [[one], [near], [far]],
      [],
      [
        { one, other: near, weight: 1 },
        { one: near, other: far, weight: 1 },
      ],
    );
    expect([one.x, near.x, far.x]).toEqual([0, 0, 40]);
  });
});
