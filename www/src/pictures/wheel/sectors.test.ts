import { describe, expect, it } from "vitest";
import type { Spot } from "../plane/plane.ts";
import type { WheelRound } from "./model.ts";
import { bucketDirections, sectorsOf, spread } from "./sectors.ts";
import { badgesOf, wheelPlace } from "./shapes.ts";

/** The bucket of a point, as the library finds it: the first of the largest products. */
function bucketOf(point: Spot, directions: readonly Spot[]): number {
  const products = bucketDirections(directions).map(({ x, y }) => x * point.x + y * point.y);
  return products.indexOf(Math.max(...products));
}

const on = (angle: number): Spot => ({ x: Math.cos(angle), y: Math.sin(angle) });

describe("sectors", () => {
  const cases: Record<string, Spot[]> = {
    "two perpendicular directions": [
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ],
    "three directions of different lengths": [
      { x: 1.3, y: 0.2 },
      { x: -0.4, y: 0.9 },
      { x: 0.8, y: 1.1 },
    ],
    "a short direction between long ones": [
      { x: 2, y: 0 },
      { x: 0.3, y: 0.3 },
      { x: 0, y: 2 },
    ],
    "one direction": [{ x: 0.6, y: -0.8 }],
    "two equal directions": [
      { x: 1, y: 0.5 },
      { x: 1, y: 0.5 },
    ],
    "directions of draws": [
      { x: -0.31, y: 1.42 },
      { x: 0.87, y: -0.05 },
      { x: -1.9, y: -0.6 },
      { x: 0.2, y: 0.77 },
    ],
  };
  for (const [name, directions] of Object.entries(cases)) {
    it(`of ${name} hold exactly the points of their bucket`, () => {
      const sectors = sectorsOf(directions);
      for (let part = 0; part < 720; part += 1) {
        const angle = ((part + 0.37) / 720) * 2 * Math.PI - Math.PI;
        const found = sectors.filter(({ from, to }) => {
          const turned = from + ((((angle - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI));
          return turned < to;
        });
        expect(found.map(({ bucket }) => bucket)).toEqual([bucketOf(on(angle), directions)]);
      }
      expect(sectors.reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(2 * Math.PI, 9);
    });
  }

  it("of the curriculum's example: (.6, −.8) lies in that of bucket 3", () => {
    const [first, second] = [
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ];
    const sector = sectorsOf([first, second]).find(({ bucket }) => bucket === 3);
    expect(sector?.from).toBeCloseTo(-0.75 * Math.PI, 12);
    expect(sector?.to).toBeCloseTo(-0.25 * Math.PI, 12);
    expect(bucketOf({ x: 0.6, y: -0.8 }, [first, second])).toBe(3);
  });

  it("are none where all directions are zero", () => {
    expect(sectorsOf([{ x: 0, y: 0 }])).toEqual([]);
    expect(sectorsOf([])).toEqual([]);
  });
});

describe("names around a circle", () => {
  it("keep their angle where there is room", () => {
    expect(spread([0, 1, 2], 0.3)).toEqual([0, 1, 2]);
  });

  it("are moved apart in their order, also across the seam", () => {
    const wishes = [3.1, -3.1, 0.2, 0.21, 0.22];
    const angles = spread(wishes, 0.3);
    const sorted = [...angles].sort((one, other) => one - other);
    for (const [at, angle] of sorted.entries()) {
      const next = sorted[at + 1] ?? (sorted[0] ?? 0) + 2 * Math.PI;
      expect(next - angle).toBeGreaterThan(0.299);
    }
    expect((angles[2] ?? 0) < (angles[3] ?? 0) && (angles[3] ?? 0) < (angles[4] ?? 0)).toBe(true);
  });

  it("share the circle evenly where there is too little room", () => {
    const angles = spread(
      Array.from({ length: 16 }, (_, at) => at / 100),
      1,
    ).sort((one, other) => one - other);
    for (const [at, angle] of angles.slice(0, -1).entries())
      expect((angles[at + 1] ?? 0) - angle).toBeCloseTo((2 * Math.PI) / 16, 1);
  });
});

describe("the numbers of buckets", () => {
  const roundOf = (spots: readonly Spot[]) =>
    ({ sectors: sectorsOf(spots), directions: spots.map((spot, row) => ({ spot, row })) }) as unknown as WheelRound;
  const place = wheelPlace(400, true);

  it("are at all tips where there is room", () => {
    const few = [on(0.3), on(1.9)];
    expect(badgesOf(roundOf(few), place).map(({ bucket }) => bucket)).toEqual([0, 1, 2, 3]);
  });

  it("cover no other, and those that have a sector come first", () => {
    const long = [on(0.2), on(1.4)];
    const short = Array.from({ length: 6 }, (_, at) => ({ x: 0.02 * at + 0.05, y: 0.04 * (at % 3) }));
    const near = { x: 0.97 * Math.cos(0.22), y: 0.97 * Math.sin(0.22) };
    const round = roundOf([near, ...short, ...long]);
    const kept = badgesOf(round, place);
    for (const [at, { spot }] of kept.entries())
      for (const other of kept.slice(at + 1))
        expect(Math.hypot(spot.x - other.spot.x, spot.y - other.spot.y)).toBeGreaterThanOrEqual(18);
    const buckets = kept.map(({ bucket }) => bucket);
    const reached = new Set(round.sectors.map(({ bucket }) => bucket));
    expect(reached.has(0)).toBe(false);
    expect(buckets).toEqual(expect.arrayContaining([...reached]));
    expect(buckets).not.toContain(0);
    expect(kept.length).toBeLessThan(18);
  });
});
