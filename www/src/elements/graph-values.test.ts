import { describe, expect, it } from "vitest";
import { type Circles, lineShapes } from "./graph-lines.ts";
import type { Edge, Point } from "./graph-points.ts";
import { valueSpots } from "./graph-values.ts";
import { kite } from "./kite.ts";

const LARGE = { width: 300, height: 300 };
const RADIUS = 20;

function drawnOf(points: readonly Point[], edges: readonly Edge[], arrow = false, unit = 1, size = LARGE) {
  const circles: Circles = { points, radii: points.map(() => RADIUS), least: RADIUS, unit, written: unit, size };
  const arcs = edges.map(([source, target], edge) => ({ source, target, arrow, edge, mark: null, back: null }));
  const shapes = lineShapes(
    arcs,
    arcs.map(() => null),
    edges,
    circles,
  );
  const lines = shapes.filter((shape) => shape !== null);
  const spots = valueSpots(
    points.map(() => "0.5"),
    lines,
    circles,
  );
  return { lines, spots };
}

const spotsOf = (points: readonly Point[], edges: readonly Edge[]) => drawnOf(points, edges).spots;

describe("the number of a node", () => {
  it("stands below it where nothing is there", () => {
    const [spot] = spotsOf([{ x: 150, y: 100 }], []);
    expect(spot).toMatchObject({ x: 150, y: 133 });
  });

  it("stands on another side where a line leads down, and where another circle is", () => {
    const [above, below] = spotsOf(
      [
        { x: 150, y: 100 },
        { x: 150, y: 200 },
      ],
      [[0, 1]],
    );
    expect(above?.y).toBeLessThan(100 - RADIUS);
    expect(below?.y).toBeGreaterThan(200 + RADIUS);
    const [beside] = spotsOf(
      [
        { x: 150, y: 60 },
        { x: 150, y: 105 },
      ],
      [],
    );
    expect(beside?.y).toBeLessThan(60);
  });

  it("stands beside bent arrows and loops, not on them, where six nodes have arrows in both directions", () => {
    const points = [
      { x: 45, y: 240 },
      { x: 107, y: 184 },
      { x: 154, y: 115 },
      { x: 190, y: 190 },
      { x: 272, y: 192 },
      { x: 228, y: 264 },
    ];
    const loops = points.map((_, node): Edge => [node, node]);
    const arrows = [...kite, ...kite.map(([one, other]): Edge => [other, one]), ...loops];
    const { lines, spots } = drawnOf(points, arrows, true, 0.7);
    const covered = spots.flatMap(({ x, y, half }, node) =>
      lines.some(({ course }) => course.some((on) => Math.abs(on.x - x) < half && Math.abs(on.y - y) < 5.6))
        ? [node]
        : [],
    );
    expect(covered).toEqual([]);
  });

  it("stands a little further away, not on a loop, where lines take every place at its circle", () => {
    const points = [
      { x: 42, y: 149.1 },
      { x: 83.9, y: 101.5 },
      { x: 115.9, y: 44.2 },
      { x: 140.1, y: 106.6 },
      { x: 196, y: 108.9 },
      { x: 166.4, y: 168.3 },
    ];
    const radii = points.map(() => 20.1);
    const circles: Circles = {
      points,
      radii,
      least: 20.1,
      unit: 1.0625,
      written: 1.0625,
      size: { width: 238, height: 212.5 },
    };
    const edges = [...kite, ...points.map((_, node): Edge => [node, node])];
    const arcs = edges.map(([source, target], edge) => ({
      ...{ source, target, arrow: false, edge, mark: null, back: null },
    }));
    const weights = [0.354, 0.289, 0.224, 0.258, 0.258, 0.258, 0.333, 0.5, 0.25, 0.333, 0.2, 0.333, 0.333];
    const lines = lineShapes(arcs, weights, kite, circles).filter((shape) => shape !== null);
    const texts = ["1.41", "2", "1.73", "2.24", "1.73", "1.73"];
    const covered = valueSpots(texts, lines, circles).flatMap(({ x, y, half }, node) =>
      lines.some(({ course }) => course.some((on) => Math.abs(on.x - x) < half && Math.abs(on.y - y) < 7))
        ? [texts[node]]
        : [],
    );
    expect(covered).toEqual([]);
  });

  it("leaves a ring around its circle in sight", () => {
    const circles: Circles = {
      points: [{ x: 150, y: 100 }],
      radii: [RADIUS],
      least: RADIUS,
      unit: 1,
      written: 1,
      size: LARGE,
    };
    const [plain] = valueSpots(["0.5"], [], circles);
    const [ringed] = valueSpots(["0.5"], [], circles, 0);
    expect((ringed?.y ?? 0) - (plain?.y ?? 0)).toBe(4);
  });

  it("is not cut off at the edge, though it would cover another circle's neighborhood everywhere else", () => {
    const points = [
      { x: 24, y: 150 },
      { x: 24, y: 102 },
      { x: 24, y: 198 },
      { x: 72, y: 150 },
      { x: 66, y: 112 },
      { x: 66, y: 188 },
    ];
    const [spot] = spotsOf(points, [
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
      [0, 5],
    ]);
    expect((spot?.x ?? 0) - (spot?.half ?? 0)).toBeGreaterThanOrEqual(0);
  });

  it("covers no number that stands already", () => {
    const [one, other] = spotsOf(
      [
        { x: 130, y: 100 },
        { x: 175, y: 100 },
      ],
      [],
    );
    const apart = Math.abs((one?.x ?? 0) - (other?.x ?? 0)) >= 24 || Math.abs((one?.y ?? 0) - (other?.y ?? 0)) >= 16;
    expect(apart).toBe(true);
    // Four nodes around a place where all their numbers would have room alone.
    const spots = spotsOf(
      [
        { x: 120, y: 110 },
        { x: 180, y: 110 },
        { x: 120, y: 175 },
        { x: 180, y: 175 },
      ],
      [],
    );
    spots.forEach((spot, at) => {
      for (const next of spots.slice(at + 1))
        expect(Math.abs(spot.x - next.x) >= 24 || Math.abs(spot.y - next.y) >= 16).toBe(true);
    });
  });

  it("is nearer to its own circle than to any other and its number, and leaves these a gap", () => {
    const gaps = (texts: readonly string[], points: readonly Point[], radius: number, unit: number, edges: Edge[]) => {
      const radii = points.map(() => radius);
      const circles: Circles = { points, radii, least: radius, unit, written: unit, size: { width: 250, height: 170 } };
      const arcs = edges.map(([source, target], edge) => ({
        ...{ source, target, arrow: false, edge, mark: null, back: null },
      }));
      const none = arcs.map(() => null);
      const lines = lineShapes(arcs, none, edges, circles).filter((shape) => shape !== null);
      const spots = valueSpots(texts, lines, circles);
      const high = 8 * unit;
      const away = (one: Point, other: Point, wide: number, tall: number) =>
        Math.hypot(Math.max(0, Math.abs(one.x - other.x) - wide), Math.max(0, Math.abs(one.y - other.y) - tall));
      return spots.map((spot, node) => {
        const circlesAway = points.map((center) => away(spot, center, spot.half, high) - radius);
        const numbersAway = spots.map((other) => away(spot, other, spot.half + other.half, 2 * high));
        const others = [...circlesAway, ...numbersAway].filter((_, at) => at % points.length !== node);
        return { own: circlesAway[node] ?? 0, other: Math.min(...others) };
      });
    };
    // A star beside two pairs: its middle has one free side, where a leaf's number would stand as well.
    const star = [
      [66, 95],
      [118, 64],
      [20, 54],
      [41, 107],
      [82, 123],
      [123, 31],
      [145, 69],
      [126, 98],
      [95, 44],
      [35, 27],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    const leaves: Edge[] = [
      [0, 3],
      [0, 4],
      [1, 5],
      [1, 6],
      [1, 7],
      [1, 8],
      [2, 9],
    ];
    // A long number beside a node at the right edge, and one to whose right it would stand.
    const people = [
      [20, 76],
      [75, 76],
      [105, 18],
      [135, 76],
      [204, 32],
      [204, 127],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    const found = [
      ...gaps(["3", "6", "3", "1", "2", "2", "1", "1", "2", "3"], star, 10, 0.6, leaves),
      ...gaps(["0.00365", "0.00271", "0.00117", "−0.00109", "−0.00294", "−0.00294"], people, 17, 0.8, [...kite]),
    ];
    for (const { own, other } of found) {
      expect(other).toBeGreaterThan(0);
      expect(other).toBeGreaterThanOrEqual(own);
    }
  });

  it("makes room for a number that comes later and has no other place", () => {
    const points = [
      { x: 40, y: 80 },
      { x: 90, y: 30 },
      { x: 90, y: 100 },
    ];
    const { spots } = drawnOf(points, [[0, 1]], false, 1, { width: 120, height: 120 });
    const over = spots.flatMap((spot, at) =>
      spots.slice(at + 1).filter((next) => Math.abs(spot.x - next.x) < 24 && Math.abs(spot.y - next.y) < 16),
    );
    expect(over).toEqual([]);
  });

  it("stays in the drawing", () => {
    const [spot] = spotsOf([{ x: 150, y: LARGE.height - RADIUS - 2 }], []);
    expect((spot?.y ?? 0) + 8).toBeLessThanOrEqual(LARGE.height);
  });
});
