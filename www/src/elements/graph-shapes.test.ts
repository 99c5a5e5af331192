import { describe, expect, it } from "vitest";
import {
  apart,
  besides,
  edgeShape,
  edgeWidth,
  freeSide,
  freestAngle,
  hasOpposite,
  loopShape,
  nameSize,
  radiusFor,
} from "./graph-shapes.ts";

const plainEdge = { radius: 10, directed: false, bent: false, width: 2, unit: 1 };
const numbers = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

describe("the line of an edge", () => {
  it("leaves one circle and meets the other", () => {
    const [x, y, , , endX, endY] = numbers(edgeShape({ x: 0, y: 0 }, { x: 100, y: 0 }, plainEdge).line);
    expect([x, y]).toEqual([10, 0]);
    expect(endX).toBeCloseTo(89, 5);
    expect(endY).toBeCloseTo(0, 5);
  });
  it("has a head that ends at the target's circle, when directed", () => {
    const shape = edgeShape({ x: 0, y: 0 }, { x: 0, y: 100 }, { ...plainEdge, directed: true });
    expect(numbers(shape.head).slice(0, 2)).toEqual([0, 89]);
    expect(numbers(shape.line)[5]).toBeLessThan(89);
    expect(edgeShape({ x: 0, y: 0 }, { x: 0, y: 100 }, plainEdge).head).toBe("");
  });
  it("bends to the other side than the opposite edge", () => {
    const [a, b] = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ];
    const there = edgeShape(a, b, { ...plainEdge, bent: true }).middle;
    const back = edgeShape(b, a, { ...plainEdge, bent: true }).middle;
    // The line ends a little before the circle of its target.
    expect(there.x).toBeCloseTo(49.5, 0);
    expect(there.y * back.y).toBeLessThan(0);
  });
});

describe("two opposite arrows", () => {
  const ends = [
    { x: 0, y: 0 },
    { x: 90, y: 0 },
  ] as const;
  const [a, b] = ends;
  it.each([1, 3.5, 6.5])("leave each other in sight, %s wide", (width) => {
    const arrow = { radius: 20, directed: true, bent: true, width, unit: 1 };
    const [there, back] = [edgeShape(a, b, arrow), edgeShape(b, a, arrow)];
    const lowest = Math.max(...there.course.map(({ y }) => y));
    const [corners, others] = [there.corners, back.course].map((points) => points.map(({ y }) => y));
    // The one is below the line between the nodes, the other above it.
    expect(lowest).toBeGreaterThan(0);
    expect(Math.min(...(corners ?? []))).toBeGreaterThan(Math.max(...(others ?? [])) + width / 2);
    // Two such arrows of a third node, at an angle of 60°, are not reached.
    expect(lowest + width / 2).toBeLessThan(45 * Math.tan(Math.PI / 6));
  });
  it("change places where there is more room on the other side for a number", () => {
    const arrow = { radius: 20, directed: true, bent: true, width: 2, unit: 1 };
    const turn = freeSide(a, b, [{ x: 45, y: 60 }]);
    expect(turn).toBe(-1);
    expect(edgeShape(a, b, { ...arrow, turn }).middle.y).toBeLessThan(0);
    expect(edgeShape(b, a, { ...arrow, turn }).middle.y).toBeGreaterThan(0);
    expect(freeSide(a, b, [{ x: 45, y: -60 }])).toBe(1);
    expect(freeSide(a, b, [])).toBe(1);
  });
});

describe("a number beside a line", () => {
  it("stands on either side and touches it", () => {
    const ends = { source: { x: 0, y: 0 }, target: { x: 0, y: 100 } };
    expect(besides({ x: 0, y: 50 }, { ...ends, half: 20, high: 8 }).map(({ x, y }) => [x, y])).toEqual([
      [20, 50],
      [-20, 50],
    ]);
  });
});

describe("a loop", () => {
  const center = { x: 50, y: 50 };
  it("stands above its node where nothing else is", () => {
    const shape = loopShape(center, { radius: 10, angle: freestAngle([Math.PI / 2]) });
    expect(shape.middle.x).toBeCloseTo(50, 9);
    expect(shape.middle.y).toBeLessThan(40);
    expect(numbers(shape.line).every(Number.isFinite)).toBe(true);
  });
  it("leaves where there is most room", () => {
    expect(freestAngle([-Math.PI / 2, Math.PI / 2, 0])).toBeCloseTo(-Math.PI, 9);
    expect(loopShape(center, { radius: 10, angle: freestAngle([-Math.PI / 2, 0, Math.PI / 2]) }).middle.x).toBeLessThan(
      40,
    );
  });
});

describe("the width of an edge", () => {
  it("grows with the magnitude of its weight", () => {
    const [none, half, all] = [0, -0.5, 1].map((weight) => edgeWidth(weight, 1));
    expect(none).toBeLessThan(half ?? 0);
    expect(half).toBeLessThan(all ?? 0);
  });
  it("is the same everywhere without weights", () => {
    expect(edgeWidth(null, 5)).toBe(edgeWidth(null, 0));
  });
});

describe("an opposite edge", () => {
  it("is the one with the ends exchanged; a loop is not its own", () => {
    expect(hasOpposite([0, 1], [[1, 0]])).toBe(true);
    expect(hasOpposite([0, 1], [[0, 1]])).toBe(false);
    expect(hasOpposite([2, 2], [[2, 2]])).toBe(false);
  });
});

describe("the names of nodes", () => {
  it("have one size, in which the longest fits into its circle", () => {
    expect(nameSize(["A", "B"], 20)).toBe(19);
    const long = nameSize(["A", "Harbor"], 20);
    expect(long).toBeLessThan(19);
    expect(long).toBe(nameSize(["Harbor"], 20));
    expect(nameSize(["Harbor"], 40)).toBeCloseTo(2 * long, 9);
    expect(nameSize(["", ""], 20)).toBe(19);
  });
  it("ask for larger circles where they are long", () => {
    expect(radiusFor(["A", "Ann"], 17, 24)).toBe(17);
    const wished = radiusFor(["Ann", "cats"], 17, 24);
    expect(wished).toBeGreaterThan(17);
    expect(nameSize(["Ann", "cats"], wished)).toBeCloseTo(16, 9);
    expect(radiusFor(["a very long name"], 17, 24)).toBe(24);
  });
});

describe("numbers on lines", () => {
  it("move apart where they would touch, and stay otherwise", () => {
    const far = [
      { x: 0, y: 0, half: 10 },
      { x: 100, y: 0, half: 10 },
    ];
    expect(apart(far, 8)).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]);
    const [right, left] = apart(
      [
        { x: 12, y: 3, half: 10 },
        { x: 0, y: 0, half: 10 },
      ],
      8,
    );
    expect((right?.x ?? 0) - (left?.x ?? 0)).toBeCloseTo(24, 9);
    expect((right?.x ?? 0) + (left?.x ?? 0)).toBeCloseTo(12, 9);
    expect(
      apart(
        [
          { x: 0, y: 0, half: 10 },
          { x: 5, y: 20, half: 10 },
        ],
        8,
      )[1],
    ).toEqual({ x: 5, y: 20 });
  });
  it("have other places on the line, between its ends", () => {
    const { middle, aside } = edgeShape({ x: 0, y: 0 }, { x: 100, y: 0 }, plainEdge);
    // It is seen from 10 to 89.
    expect(middle.x).toBeCloseTo(49.5, 9);
    const [near, far, ...more] = aside.map(({ x }) => x);
    expect(near).toBeCloseTo(10 + 0.42 * 79, 9);
    expect(far).toBeCloseTo(10 + 0.58 * 79, 9);
    expect(Math.min(...more)).toBeGreaterThan(25);
    expect(Math.max(...more)).toBeLessThan(75);
  });
  it("stand beside the head of an arrow, not below it", () => {
    const arrow = { ...plainEdge, directed: true, width: 6.5 };
    const { middle, aside, corners } = edgeShape({ x: 0, y: 0 }, { x: 80, y: 0 }, arrow);
    const from = Math.min(...corners.map(({ x }) => x));
    expect(from).toBeLessThan(60);
    // The middle of what is seen, which begins at 10.
    expect(middle.x).toBeCloseTo((10 + from) / 2, 0);
    for (const { x } of aside) expect(x).toBeLessThan(from);
  });
});
