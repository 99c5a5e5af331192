import { describe, expect, it } from "vitest";
import type { Arc } from "./graph-arcs.ts";
import { distanceFrom, edgesAround, runsThrough } from "./graph-courses.ts";
import { type Circles, type LineShape, lineShapes, numberSpots } from "./graph-lines.ts";
import type { Edge } from "./graph-points.ts";

const RADIUS = 20;
const size = { width: 300, height: 200 };

/** A node somewhere in the drawing, joined to one in its middle and to itself. */
function drawn(x: number, y: number) {
  const points = [
    { x, y },
    { x: size.width / 2, y: size.height / 2 },
  ];
  const circles: Circles = { points, radii: [RADIUS, RADIUS], least: RADIUS, unit: 1, written: 1, size };
  const edges: Edge[] = [[0, 1]];
  const arcs: Arc[] = [
    { source: 0, target: 0, arrow: false, edge: null, mark: null, back: null },
    { source: 0, target: 1, arrow: false, edge: 0, mark: null, back: null },
  ];
  return { points, circles, arcs, shapes: lineShapes(arcs, [1, 1], edges, circles) };
}

describe("the number of a line that passes over a third node", () => {
  it("covers none of the three", () => {
    const points = [
      { x: 30, y: 100 },
      { x: 150, y: 100 },
      { x: 270, y: 100 },
    ];
    const circles: Circles = { points, radii: [26, 26, 26], least: 26, unit: 1, written: 1, size };
    const arc: Arc = { source: 2, target: 0, arrow: true, edge: null, mark: null, back: null };
    const [shape] = lineShapes([arc], [1], [], circles);
    if (!shape) throw new Error("there is no line");
    const [spot] = numberSpots([{ arc, shape, text: "0.157" }], circles, []);
    for (const { x, y } of points) {
      const across = Math.max(0, Math.abs(x - (spot?.x ?? 0)) - 20);
      expect(Math.hypot(across, y - (spot?.y ?? 0))).toBeGreaterThan(26);
    }
  });
});

describe("the numbers of short lines", () => {
  it("stand beside them, and not over each other", () => {
    const points = [
      { x: 150, y: 100 },
      { x: 220, y: 100 },
      { x: 80, y: 100 },
    ];
    const circles: Circles = { points, radii: [RADIUS, RADIUS, RADIUS], least: RADIUS, unit: 1, written: 1, size };
    const arcs = [1, 2].map((source): Arc => ({ source, target: 0, arrow: true, edge: null, mark: null, back: null }));
    const shapes = lineShapes(arcs, [1, 1], [], circles);
    const written = arcs.flatMap((arc, at) => (shapes[at] ? [{ arc, shape: shapes[at], text: "0.466" }] : []));
    const spots = numberSpots(written, circles, []);
    for (const [at, spot] of spots.entries()) {
      if (!spot) throw new Error(`the number of line ${at} is not written`);
      const { middle, width } = written[at]?.shape ?? { middle: spot, width: 0 };
      const [across, down] = [Math.abs(middle.x - spot.x) - 20, Math.abs(middle.y - spot.y) - 8];
      expect(Math.max(across, down)).toBeGreaterThanOrEqual(width / 2 - 1e-9);
    }
    const [one, other] = spots;
    const apart = Math.max(
      Math.abs((one?.x ?? 0) - (other?.x ?? 0)) - 40,
      Math.abs((one?.y ?? 0) - (other?.y ?? 0)) - 16,
    );
    expect(apart).toBeGreaterThanOrEqual(0);
  });
});

describe("the number of a wide line", () => {
  const spotOf = (length: number, values: Parameters<typeof numberSpots>[2] = []) => {
    const points = [
      { x: 100, y: 100 },
      { x: 100 + 2 * RADIUS + length, y: 100 },
    ];
    const circles: Circles = { points, radii: [RADIUS, RADIUS], least: RADIUS, unit: 1, written: 1, size };
    const arc: Arc = { source: 0, target: 1, arrow: false, edge: 0, mark: null, back: null };
    const [shape] = lineShapes([arc], [1], [[0, 1]], circles);
    if (!shape) throw new Error("there is no line");
    const [spot] = numberSpots([{ arc, shape, text: "1" }], circles, values);
    return { shape, away: Math.abs((spot?.y ?? 0) - 100) };
  };

  it("stands beside it: on it, what is seen of the line between digits would be read with them", () => {
    for (const length of [30, 90]) {
      const { shape, away } = spotOf(length);
      expect(away).toBeGreaterThanOrEqual(8 + shape.width / 2 - 1e-9);
    }
  });

  it("stands on it where there is no room beside it", () => {
    const beside = [-1, 1].map((side) => ({ half: 200, x: 160, y: 100 + 18 * side }));
    expect(spotOf(90, beside).away).toBeLessThan(1);
  });
});

describe("the numbers of lines between crowded circles", () => {
  it("stand further away before they cover a name", () => {
    const radius = 24;
    const points = [
      { x: 53, y: 173 },
      { x: 233, y: 174 },
      { x: 156, y: 155 },
      { x: 276, y: 99 },
      { x: 82, y: 97 },
      { x: 143, y: 99 },
    ];
    const circles: Circles = {
      points,
      radii: points.map(() => radius),
      least: radius,
      unit: 1,
      written: 1,
      size: { width: 306, height: 226 },
    };
    const arcs = [1, 2, 3, 4, 5].map(
      (source): Arc => ({ source, target: 0, arrow: true, edge: null, mark: null, back: null }),
    );
    const shapes = lineShapes(
      arcs,
      arcs.map(() => 0.3),
      [],
      circles,
    );
    const written = arcs.flatMap((arc, at) => (shapes[at] ? [{ arc, shape: shapes[at], text: "0.149" }] : []));
    const spots = numberSpots(written, circles, [], shapes);
    expect(spots).toHaveLength(5);
    for (const spot of spots) {
      if (!spot) throw new Error("a number is not written");
      for (const { x, y } of points) {
        const [across, down] = [Math.max(0, Math.abs(x - spot.x) - 20), Math.max(0, Math.abs(y - spot.y) - 8)];
        expect(Math.hypot(across, down)).toBeGreaterThan(0.7 * radius);
      }
    }
  });
});

/** Three nodes that hear each other and themselves, as in a drawing of attention. */
const TRIANGLE = [
  { x: 36, y: 90 },
  { x: 112, y: 36 },
  { x: 118, y: 144 },
];

describe("a loop where lines bend", () => {
  it("leaves the heads of arrows in sight", () => {
    const circles: Circles = {
      points: TRIANGLE,
      radii: [18, 18, 18],
      least: 18,
      unit: 1,
      written: 1,
      size: { width: 150, height: 190 },
    };
    const ends = [0, 1, 2].flatMap((source) => [0, 1, 2].map((target) => ({ source, target })));
    const arcs = ends.map((pair): Arc => ({ ...pair, arrow: true, edge: null, mark: null, back: null }));
    const edges: Edge[] = [
      [0, 1],
      [1, 2],
      [0, 2],
    ];
    const shapes = lineShapes(
      arcs,
      arcs.map(() => 0.5),
      edges,
      circles,
    );
    for (const [node, center] of TRIANGLE.entries()) {
      const angle = ({ x, y }: { x: number; y: number }) => Math.atan2(y - center.y, x - center.x);
      const loop = shapes[arcs.findIndex(({ source, target }) => source === node && target === node)];
      for (const [at, { source, target }] of arcs.entries()) {
        if (source === target || (source !== node && target !== node)) continue;
        const touch = shapes[at]?.touches[source === node ? 0 : 1];
        const apart = angle(touch ?? center) - angle(loop?.middle ?? center);
        expect(Math.abs(Math.atan2(Math.sin(apart), Math.cos(apart)))).toBeGreaterThan(0.75);
      }
    }
  });
});

describe.each([
  ["right", size.width - RADIUS - 10, 80],
  ["left", RADIUS + 10, 120],
  ["top", 140, RADIUS + 10],
  ["upper right corner", size.width - RADIUS - 10, RADIUS + 10],
  ["lower right corner", size.width - RADIUS - 17, size.height - RADIUS - 17],
])("a loop at the border, %s", (_, x, y) => {
  const { points, circles, arcs, shapes } = drawn(x, y);
  const [node] = points;

  it("stays within the drawing", () => {
    const { middle } = shapes[0] ?? { middle: { x: -1, y: -1 } };
    expect(middle.x).toBeGreaterThan(0);
    expect(middle.x).toBeLessThan(size.width);
    expect(middle.y).toBeGreaterThan(0);
  });

  it("is whole with its highlight", () => {
    const { course, width } = shapes[0] ?? { course: [], width: 0 };
    const beyond = width / 2 + 3.5;
    expect(course.length).toBeGreaterThan(2);
    for (const point of course) {
      expect(point.x).toBeGreaterThanOrEqual(beyond);
      expect(point.x).toBeLessThanOrEqual(size.width - beyond);
      expect(point.y).toBeGreaterThanOrEqual(beyond);
      expect(point.y).toBeLessThanOrEqual(size.height - beyond);
    }
  });

  it("has a number that covers no name", () => {
    const [arc, shape] = [arcs[0], shapes[0]];
    if (!arc || !shape || !node) throw new Error("there is no loop");
    const text = "0.391";
    const [spot] = numberSpots([{ arc, shape, text }], circles, []);
    const [half, high] = [text.length * 4, 8];
    for (const point of points) {
      const across = Math.max(0, Math.abs(point.x - (spot?.x ?? 0)) - half);
      const down = Math.max(0, Math.abs(point.y - (spot?.y ?? 0)) - high);
      expect(Math.hypot(across, down)).toBeGreaterThan(RADIUS - 0.5);
    }
    expect((spot?.x ?? 0) + half).toBeLessThanOrEqual(size.width);
  });
});

describe("the number of a line among others", () => {
  it("touches no other line where there is such a place", () => {
    // Lines to and from both neighbors bend toward each other: on the inner side the number of one touches those of the other.
    const points = [
      { x: 150, y: 140 },
      { x: 105, y: 60 },
      { x: 195, y: 60 },
    ];
    const circles: Circles = {
      points,
      radii: [20, 20, 20],
      least: 20,
      unit: 1,
      written: 1,
      size: { width: 300, height: 300 },
    };
    const ends: Edge[] = [
      [1, 0],
      [0, 1],
      [2, 0],
      [0, 2],
    ];
    const arcs = ends.map(
      ([source, target]): Arc => ({ source, target, arrow: true, edge: null, mark: null, back: null }),
    );
    const shapes = lineShapes(
      arcs,
      arcs.map(() => 1),
      [],
      circles,
    );
    const [shape] = shapes;
    const [arc] = arcs;
    if (!shape || !arc) throw new Error("there is no line");
    const touched = (drawn: typeof shapes) => {
      const [spot] = numberSpots([{ arc, shape, text: "0.260" }], circles, [], drawn);
      const others = shapes.slice(1).flatMap((one) => one?.course ?? []);
      return others.some(({ x, y }) => Math.abs(x - (spot?.x ?? 0)) < 20 && Math.abs(y - (spot?.y ?? 0)) < 8);
    };
    expect(touched([])).toBe(true);
    expect(touched(shapes)).toBe(false);
  });
});

describe("the number of a line that bends", () => {
  it("stands at the line as it is drawn between the circles", () => {
    const circles: Circles = {
      points: [
        { x: 60, y: 100 },
        { x: 240, y: 100 },
      ],
      radii: [30, 30],
      least: 30,
      unit: 1.3,
      written: 1,
      size,
    };
    const ends: Edge[] = [
      [0, 1],
      [1, 0],
    ];
    const arcs = ends.map(
      ([source, target]): Arc => ({ source, target, arrow: true, edge: null, mark: null, back: null }),
    );
    const shapes = lineShapes(arcs, [1, 1], [], circles);
    const written = arcs.flatMap((arc, at) => (shapes[at] ? [{ arc, shape: shapes[at], text: "0.320" }] : []));
    const spots = numberSpots(written, circles, [], shapes);
    expect(written).toHaveLength(2);
    for (const [at, { shape }] of written.entries()) {
      expect(distanceFrom(shape, shape.middle)).toBeLessThan(0.5);
      const spot = spots[at] ?? { x: 0, y: 0 };
      expect(distanceFrom(shape, spot)).toBeLessThan(8 + shape.width);
    }
  });
});

describe("the numbers of two lines that meet", () => {
  it("are each nearer to their own line than to the other", () => {
    const radius = 29.9;
    // Ann, Ben, Cleo, Dana, Eli and Fay as the course draws them.
    const points = [
      { x: 63, y: 231 },
      { x: 148, y: 155 },
      { x: 213, y: 63 },
      { x: 262, y: 163 },
      { x: 376, y: 167 },
      { x: 316, y: 262 },
    ];
    const circles: Circles = {
      points,
      radii: points.map(() => radius),
      least: radius,
      unit: 1.328,
      written: 1.0625,
      size: { width: 439, height: 325 },
    };
    const edges: Edge[] = [
      ...([0, 1, 3] as const).map((node): Edge => [node, node]),
      ...([0, 2, 3] as const).map((node): Edge => [node, 1]),
      ...([2, 4, 5] as const).map((node): Edge => [node, 3]),
    ];
    const arcs = edges.map(
      ([source, target]): Arc => ({ source, target, arrow: false, edge: null, mark: null, back: null }),
    );
    const shapes = lineShapes(
      arcs,
      arcs.map(() => 5),
      edges,
      circles,
    );
    const written = arcs.flatMap((arc, at) =>
      arc.source === 2 && shapes[at] ? [{ arc, shape: shapes[at], text: "0.289" }] : [],
    );
    const spots = numberSpots(written, circles, [], shapes);
    expect(written).toHaveLength(2);
    for (const [at, { shape }] of written.entries()) {
      const [spot, other] = [spots[at], written[1 - at]?.shape];
      if (!spot || !other) throw new Error("a number or a line is missing");
      expect(distanceFrom(shape, spot)).toBeLessThan(distanceFrom(other, spot) / 1.3);
    }
  });
});

describe("the widths of lines", () => {
  const widthsOf = (numbers: readonly number[], widest?: number) => {
    const circles: Circles = { points: TRIANGLE, radii: [20, 20, 20], least: 20, unit: 1, written: 1, size };
    const ends: Edge[] = [
      [1, 0],
      [2, 0],
    ];
    const arcs = ends.map(
      ([source, target]): Arc => ({ source, target, arrow: true, edge: null, mark: null, back: null }),
    );
    return lineShapes(arcs, numbers, ends, circles, widest === undefined ? {} : { widest }).map((one) => one?.width);
  };

  it("are the same for equal numbers of several drawings that name the number of the widest", () => {
    expect(widthsOf([0.5, 0.4], 1)[0]).toBe(widthsOf([0.5, 0.9], 1)[0]);
    expect(widthsOf([0.5, 0.4])[0]).toBe(widthsOf([0.9, 0.4])[0]);
    expect(widthsOf([2, 0.4], 1)).toEqual(widthsOf([2, 0.4]));
  });
});

describe("the number of a line between numbers of nodes", () => {
  const { circles, arcs, shapes } = drawn(40, 100);
  const [arc, shape] = [arcs[1], shapes[1]];

  it("is not written where each place would cover one of them", () => {
    if (!arc || !shape) throw new Error("the line is not drawn");
    const written = [{ arc, shape, text: "0.408" }];
    const everywhere = { x: size.width / 2, y: size.height / 2, half: size.width };
    const rows = [0, 1, 2, 3, 4, 5, 6].map((row) => ({ ...everywhere, y: 32 * row }));
    expect(numberSpots(written, circles, rows)).toEqual([null]);
    expect(numberSpots(written, circles, [])).not.toEqual([null]);
  });
});

describe("the numbers of arrows into one node", () => {
  const friends: Circles = {
    points: [
      { x: 61, y: 137 },
      { x: 147, y: 68 },
      { x: 154, y: 193 },
    ],
    radii: [29.3, 29.3, 29.3],
    least: 29.3,
    unit: 1.33,
    written: 1.06,
    size: { width: 215, height: 261 },
  };
  const pixels: Circles = {
    ...friends,
    points: [
      { x: 180, y: 40 },
      { x: 43, y: 133 },
      { x: 180, y: 133 },
      { x: 318, y: 133 },
      { x: 180, y: 227 },
    ],
    radii: [29.3, 29.3, 29.3, 29.3, 29.3],
    size: { width: 361, height: 267 },
  };
  const everyPair = [0, 1, 2].flatMap((target) => [0, 1, 2].map((source): Edge => [source, target]));
  const intoMiddle = [0, 1, 3, 4].map((source): Edge => [source, 2]);
  const cases: readonly [string, Circles, readonly Edge[], readonly number[], number][] = [
    [
      "Ann, who receives most from Cleo",
      friends,
      everyPair,
      [0.14, 0.231, 0.629, 0.3, 0.268, 0.489, 0.289, 0.32, 0.391],
      0,
    ],
    [
      "Ben, who receives most from Cleo",
      friends,
      everyPair,
      [0.14, 0.231, 0.629, 0.243, 0.268, 0.489, 0.289, 0.32, 0.391],
      1,
    ],
    [
      "Cleo, who receives most from herself",
      friends,
      everyPair,
      [0.14, 0.231, 0.629, 0.243, 0.268, 0.489, 0.289, 0.32, 0.391],
      2,
    ],
    ["a pixel between two that are near", pixels, intoMiddle, [0.0279, 0.472, 0.472, 0.0279], 2],
  ];

  it.each(cases)("leave heads and other lines in sight: %s", (_, circles, ends, numbers, node) => {
    const arcs = ends.map(
      ([source, target]): Arc => ({ source, target, arrow: source !== target, edge: 0, mark: null, back: null }),
    );
    const shapes = lineShapes(arcs, numbers, ends, circles, { inside: true, numbered: { node, outward: false } });
    const written = arcs.flatMap((arc, at) => {
      const shape = shapes[at];
      return arc.target === node && shape ? [{ arc, shape, text: String(numbers[at]) }] : [];
    });
    const spots = numberSpots(written, circles, [], shapes);
    for (const [at, { shape, text }] of written.entries()) {
      const spot = spots[at];
      if (!spot) throw new Error(`${text} is not written`);
      const digits = { half: 3.6 * circles.written * text.length, high: 4.6 * circles.written };
      const covers = (course: LineShape["course"], width: number) =>
        runsThrough({ course, width }, edgesAround(spot, digits, width, 0));
      for (const other of shapes) {
        if (!other) continue;
        expect(covers([...other.corners, ...other.corners.slice(0, 1)], 0), `${text} covers a head`).toBe(false);
        if (other !== shape) expect(covers(other.course, other.width), `${text} covers a line`).toBe(false);
      }
      const away = (line: LineShape) => distanceFrom(line, spot);
      expect(away(shape)).toBeLessThan(45);
      for (const other of shapes) if (other && other !== shape) expect(away(other)).toBeGreaterThan(away(shape));
    }
  });

  it("run apart from all other arrows between three nodes", () => {
    const arcs = everyPair.map(
      ([source, target]): Arc => ({ source, target, arrow: source !== target, edge: 0, mark: null, back: null }),
    );
    const shapes = lineShapes(
      arcs,
      arcs.map(() => 0.4),
      everyPair,
      friends,
      { inside: true },
    );
    for (const [at, one] of shapes.entries())
      for (const other of shapes.slice(at + 1)) {
        const between = (one?.course ?? []).map((point) => (other ? distanceFrom(other, point) : 0));
        expect(Math.min(...between)).toBeGreaterThan(3);
      }
  });
});
