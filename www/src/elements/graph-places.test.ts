import { describe, expect, it } from "vitest";
import { layOut } from "./graph-layout.ts";
import { GraphPlaces, placesFor, standing } from "./graph-places.ts";
import type { Edge } from "./graph-points.ts";
import { pointOf, type Spot, spotOf } from "./graph-spots.ts";
import { box, kite } from "./kite.ts";

/** The kite without its first node. */
const rest = kite.filter((ends) => !ends.includes(0)).map(([one, other]): Edge => [one - 1, other - 1]);

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
    expect(places.of(7, kite, box)).toEqual(after);
    expect(places.of(6, kite, box)).toEqual(before);
  });

  it("are where a node was moved, and those of the others when one is removed", () => {
    const places = new GraphPlaces();
    const before = places.of(6, kite, box);
    const moved = new Map([[2, spotOf({ x: 54, y: 60 }, box)]]);
    expect(places.of(6, kite, box, { moved })).toEqual(
      before.map((point, at) => (at === 2 ? { x: 54, y: 60 } : point)),
    );
    places.remove(0);
    expect(places.of(6, kite, box, { moved }), "the graph has it still").toHaveLength(6);
    const left = places.of(5, rest, box, { moved: new Map([[1, spotOf({ x: 54, y: 60 }, box)]]) });
    expect(left).toEqual([before[1], { x: 54, y: 60 }, ...before.slice(3)]);
    expect(places.of(5, rest, box), "a move is taken back").toEqual(before.slice(1));
  });

  it("keep the place of a node that was added while others are moved", () => {
    const places = new GraphPlaces();
    places.of(6, kite, box);
    const [added] = places.of(7, kite, box).slice(6);
    const moved = new Map([[1, spotOf({ x: 180, y: 120 }, box)]]);
    expect(places.of(7, kite, box, { moved })[6]).toEqual(added);
    const onTop = new Map([[6, spotOf({ x: 36, y: 24 }, box)]]);
    expect(places.of(7, kite, box, { moved: onTop })[6]).toEqual({ x: 36, y: 24 });
  });

  it("are laid out anew for another graph with one node more", () => {
    const places = new GraphPlaces();
    places.of(6, kite, box);
    const path: Edge[] = [0, 1, 2, 3, 4, 5].map((node) => [node, node + 1]);
    expect(places.of(7, path, box)).toEqual(layOut(7, path, box));
  });

  it("outlast a size without room, in which a new node finds none", () => {
    const more: Edge[] = [...kite, [0, 5]];
    const places = new GraphPlaces();
    places.of(6, kite, box);
    const before = places.of(6, more, box);
    const tight = { ...box, width: 40 };
    places.of(6, more, tight);
    expect(places.of(6, more, box)).toEqual(before);
    expect(places.of(7, more, tight)).toHaveLength(7);
    const wide = new GraphPlaces();
    wide.of(6, kite, box);
    wide.of(6, more, box);
    expect(places.of(7, more, box)).toEqual(wide.of(7, more, box));
  });

  it("are laid out anew for another graph, and depend on no size of before", () => {
    const places = new GraphPlaces();
    places.of(6, kite, box);
    const wide = { ...box, width: 720 };
    expect(places.of(6, kite, wide)).toEqual(layOut(6, kite, wide));
    const more: Edge[] = [...kite, [0, 5]];
    expect(places.of(6, more, wide)).toEqual(layOut(6, kite, wide));
    expect(places.of(6, more, box)).toEqual(layOut(6, kite, box));
    const other: Edge[] = [
      [0, 5],
      [1, 4],
      [2, 3],
    ];
    expect(places.of(6, other, box)).toEqual(layOut(6, other, box));
  });

  it("are those of the graph itself where nothing is drawn, whatever was drawn before", () => {
    const places = new GraphPlaces();
    const more: Edge[] = [...kite, [0, 5]];
    const itself = { steady: false };
    expect(places.of(6, kite, box, itself)).toEqual(layOut(6, kite, box));
    expect(places.of(6, more, box)).toEqual(layOut(6, kite, box));
    expect(places.of(6, more, box, itself)).toEqual(layOut(6, more, box));
    places.remove(0);
    expect(places.of(5, rest, box)).not.toEqual(layOut(5, rest, box));
    expect(places.of(5, rest, box, itself)).toEqual(layOut(5, rest, box));
    expect(places.of(6, kite, box, itself)).toEqual(layOut(6, kite, box));
  });

  it("need no layout where all are given", () => {
    const moved = new Map(Array.from({ length: 6 }, (_, node) => [node, { x: 100 * node, y: 50 * node }] as const));
    const places = new GraphPlaces();
    const itself = { steady: false };
    expect(places.of(6, kite, box, { moved, ...itself })).toEqual(
      [...moved.values()].map((spot) => pointOf(spot, box)),
    );
    // One of them less, and the layout is that of the graph.
    moved.delete(2);
    expect(places.of(6, kite, box, { moved, ...itself })[2]).toEqual(layOut(6, kite, box)[2]);
    expect(places.of(6, kite, box, itself)).toEqual(layOut(6, kite, box));
  });

  it("are one for all drawings with one key", () => {
    const key = {};
    expect(placesFor(key)).toBe(placesFor(key));
    expect(placesFor(key)).not.toBe(placesFor({}));
  });
});

describe("where the nodes of a drawn graph stand", () => {
  const points = layOut(6, kite, box);
  const spots = points.map((point) => spotOf(point, box));
  const listed = (found: ReadonlyMap<number, Spot>) => {
    expect([...found.keys()]).toEqual(Array.from({ length: found.size }, (_, node) => node));
    return [...found.values()];
  };

  it("is where they stood, in thousandths of the drawing", () => {
    expect(listed(standing({ points, box }, 6))).toEqual(spots);
  });

  it("is where they stood without the node that is removed, or the last ones", () => {
    expect(listed(standing({ points, box }, 5, { removed: 2 }))).toEqual(spots.filter((_, node) => node !== 2));
    expect(listed(standing({ points, box }, 4))).toEqual(spots.slice(0, 4));
  });

  it("is a free place for each new node", () => {
    const found = listed(standing({ points, box }, 8)).map((spot) => pointOf(spot, box));
    expect(found).toHaveLength(8);
    for (const [at, { x, y }] of found.entries()) {
      if (at >= 6)
        for (const other of found.slice(0, at)) expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(30);
    }
    const places = new GraphPlaces();
    places.of(6, kite, box);
    expect(found[6]).toEqual(places.of(7, kite, box)[6]);
  });
});

describe("a node that is added where it is asked for", () => {
  const wanted = { x: 90, y: 120 };

  it("stands there, and the others where they stood", () => {
    const points = layOut(6, kite, box);
    const found = standing({ points, box }, 7, { added: wanted });
    expect(found.get(6)).toEqual(spotOf(wanted, box));
    expect(found.get(5)).toEqual(spotOf(points[5] ?? wanted, box));
  });

  it("is one: the next takes a free place", () => {
    const places = new GraphPlaces();
    const before = places.of(6, kite, box);
    places.add(spotOf(wanted, box));
    const after = places.of(7, kite, box);
    expect(after.slice(0, 6)).toEqual(before);
    expect(spotOf(after[6] ?? { x: 0, y: 0 }, box)).toEqual(spotOf(wanted, box));
    expect(places.of(7, kite, box)).toEqual(after);
    expect(spotOf(places.of(8, kite, box)[7] ?? wanted, box)).not.toEqual(spotOf(wanted, box));
  });
});

describe("a place as a share of a drawing", () => {
  it("is a whole number of thousandths within it", () => {
    expect(spotOf({ x: 123.4, y: 100 }, box)).toEqual({ x: 343, y: 417 });
    expect(spotOf({ x: -5, y: 300 }, box)).toEqual({ x: 0, y: 1000 });
    expect(pointOf({ x: 343, y: 417 }, box)).toEqual({ x: 123.48, y: 100.08 });
  });
});
