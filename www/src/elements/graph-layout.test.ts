import { describe, expect, it } from "vitest";
import { type Edge, GraphPlaces, layOut, neighborsOf } from "./graph-layout.ts";

const box = { width: 360, height: 240, margin: 24 };
const kite: Edge[] = [
  [0, 1],
  [1, 2],
  [1, 3],
  [2, 3],
  [3, 4],
  [3, 5],
  [4, 5],
];

describe("a layout", () => {
  it("of the same graph is the same, to the last bit", () => {
    expect(layOut(6, kite, box)).toEqual(layOut(6, kite, box));
  });

  it.each([
    [1, []],
    [2, [[0, 1]]],
    [5, []],
    [6, kite],
    [
      3,
      [
        [0, 0],
        [0, 1],
        [0, 1],
      ],
    ],
    [30, Array.from({ length: 29 }, (_, at) => [0, at + 1] as const)],
  ] as [number, Edge[]][])("of %d nodes keeps them apart and inside the box", (count, edges) => {
    const points = layOut(count, edges, box);
    expect(points).toHaveLength(count);
    for (const [at, { x, y }] of points.entries()) {
      expect(x).toBeGreaterThanOrEqual(box.margin - 1e-6);
      expect(x).toBeLessThanOrEqual(box.width - box.margin + 1e-6);
      expect(y).toBeGreaterThanOrEqual(box.margin - 1e-6);
      expect(y).toBeLessThanOrEqual(box.height - box.margin + 1e-6);
      for (const other of points.slice(at + 1)) expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(12);
    }
  });

  it("has joined nodes nearer than strangers, on the whole", () => {
    const points = layOut(6, kite, box);
    const mean = (wanted: boolean) => {
      const lengths: number[] = [];
      for (let one = 0; one < 6; one += 1) {
        for (let other = one + 1; other < 6; other += 1) {
          const [a, b] = [points[one], points[other]];
          if (a && b && neighborsOf(one, kite).includes(other) === wanted)
            lengths.push(Math.hypot(a.x - b.x, a.y - b.y));
        }
      }
      return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    };
    expect(mean(true)).toBeLessThan(mean(false));
  });
});

describe("the places of nodes", () => {
  it("stay where they are when an edge is added or removed", () => {
    const places = new GraphPlaces();
    const before = places.of(6, kite, box);
    expect(before).toEqual(layOut(6, kite, box));
    expect(places.of(6, [...kite, [0, 5]], box)).toEqual(before);
    expect(places.of(6, kite.slice(1), box)).toEqual(before);
  });
  it("leave room for one node more", () => {
    const places = new GraphPlaces();
    const before = places.of(6, kite, box);
    const after = places.of(7, kite, box);
    expect(after.slice(0, 6)).toEqual(before);
    for (const { x, y } of before)
      expect(Math.hypot(x - (after[6]?.x ?? x), y - (after[6]?.y ?? y))).toBeGreaterThan(30);
    expect(places.of(6, kite, box)).toEqual(before);
  });
  it("are where a node was moved, and those of the others when one is removed", () => {
    const places = new GraphPlaces();
    const before = places.of(6, kite, box);
    places.move(2, { x: 50, y: 60 });
    expect(places.of(6, kite, box)).toEqual(before.map((point, at) => (at === 2 ? { x: 50, y: 60 } : point)));
    places.remove(0);
    const left = kite.filter((ends) => !ends.includes(0)).map(([one, other]): Edge => [one - 1, other - 1]);
    expect(places.of(5, left, box).slice(0, 2)).toEqual([before[1], { x: 50, y: 60 }]);
  });
  it("are laid out anew for another graph with one node more", () => {
    const places = new GraphPlaces();
    places.of(6, kite, box);
    const path: Edge[] = [0, 1, 2, 3, 4, 5].map((node) => [node, node + 1]);
    expect(places.of(7, path, box)).toEqual(layOut(7, path, box));
  });
  it("outlast a size without room", () => {
    const more: Edge[] = [...kite, [0, 5]];
    const places = new GraphPlaces();
    places.of(6, kite, box);
    const before = places.of(6, more, box);
    places.of(6, more, { ...box, width: 40 });
    for (const [at, { x, y }] of places.of(6, more, box).entries()) {
      expect(x).toBeCloseTo(before[at]?.x ?? 0, 9);
      expect(y).toBeCloseTo(before[at]?.y ?? 0, 9);
    }
    const tight = new GraphPlaces();
    tight.of(6, kite, { ...box, width: 40 });
    expect(tight.of(6, more, box)).toEqual(layOut(6, more, box));
  });
  it("are laid out anew for another graph, and stretched for another size", () => {
    const places = new GraphPlaces();
    places.of(6, kite, box);
    const wide = { ...box, width: 720 };
    expect(places.of(6, kite, wide)).toEqual(layOut(6, kite, wide));
    const more: Edge[] = [...kite, [0, 5]];
    const added = places.of(6, more, wide);
    const narrow = places.of(6, more, box);
    for (const [at, { x, y }] of narrow.entries()) {
      expect((x - box.margin) / (box.width - 2 * box.margin)).toBeCloseTo(((added[at]?.x ?? 0) - 24) / (720 - 48), 9);
      expect(y).toBeCloseTo(added[at]?.y ?? 0, 9);
    }
    const other: Edge[] = [
      [0, 5],
      [1, 4],
      [2, 3],
    ];
    expect(places.of(6, other, box)).toEqual(layOut(6, other, box));
  });
});
