import { describe, expect, it } from "vitest";
import { arrowKey, graphOf, sourceOf } from "./graph.ts";
import { layOut, type MapLayout } from "./layout.ts";
import { moved, wayOf } from "./moves.ts";
import { pathOf } from "./path.ts";
import { rowsOf } from "./ranks.ts";
import type { MapStep } from "./trivial.ts";

const NONE: ReadonlySet<string> = new Set();
const ENDS = { entries: NONE, exits: NONE };

function step(id: string, reads: readonly string[] = []): MapStep {
  return {
    id,
    shape: [2],
    op: reads.length === 0 ? "given" : "map",
    reads: reads.map((read) => ({ step: read, index: "" })),
  };
}

/** A residual path around a part, which reads a weight of its own. */
const STEPS = [
  step("x"),
  step("y"),
  step("block/w"),
  step("block/a", ["x", "block/w"]),
  step("block/b", ["block/a"]),
  step("sum", ["x", "y", "block/b"]),
];

function mapOf(open: readonly string[], flow: "down" | "right" = "down") {
  const graph = graphOf(sourceOf(STEPS), new Set(open), NONE);
  const size = { width: 100, height: 40 };
  return {
    graph,
    layout: layOut({ graph, flow, sizeOf: () => size, titleOf: () => ({ width: 80, height: 30 }) }),
  };
}

const place = (layout: MapLayout, key: string) => {
  const found = layout.boxes.get(key) ?? layout.frames.get(key);
  if (!found) throw new Error(`${key} has no place`);
  return found;
};

describe("the rows of the map", () => {
  it("have each item below all that it reads, and what reads nothing right above its first reader", () => {
    const links = [
      { from: "x", to: "a" },
      { from: "a", to: "b" },
      { from: "w", to: "b" },
    ];
    expect([...rowsOf(["x", "a", "w", "b"], links, ENDS)]).toEqual([
      ["x", 0],
      ["a", 1],
      ["w", 1],
      ["b", 2],
    ]);
  });

  it("have what comes from outside above all, and what goes there below all", () => {
    const links = [
      { from: "in", to: "b" },
      { from: "a", to: "b" },
      { from: "a", to: "out" },
    ];
    const rows = rowsOf(["in", "a", "b", "out"], links, { entries: new Set(["in"]), exits: new Set(["out"]) });
    expect(Object.fromEntries(rows)).toEqual({ in: 0, a: 1, b: 2, out: 3 });
  });
});

describe("the layout of the map", () => {
  it("leads an arrow through the border of an open part, straight down", () => {
    const { layout } = mapOf(["block"]);
    const frame = place(layout, "block");
    const way = layout.ways.get(arrowKey({ from: "x", to: "block/a" })) ?? [];
    expect(way.some(({ y }) => y === frame.y)).toBe(true);
    const out = layout.ways.get(arrowKey({ from: "block/b", to: "sum" })) ?? [];
    expect(out.some(({ y }) => y === frame.y + frame.height)).toBe(true);
  });

  it("leads an arrow past a part without touching it", () => {
    const { layout } = mapOf(["block"]);
    const frame = place(layout, "block");
    const way = layout.ways.get(arrowKey({ from: "x", to: "sum" })) ?? [];
    const beside = way.filter(({ y }) => y > frame.y && y < frame.y + frame.height);
    expect(beside.every(({ x }) => x < frame.x || x > frame.x + frame.width)).toBe(true);
    expect(way.some(({ y }) => y <= frame.y)).toBe(true);
  });

  it("keeps the inside of a part when another opens", () => {
    const steps = [...STEPS, step("other/a", ["sum"]), step("other/b", ["other/a"])];
    const inside = (open: readonly string[]) => {
      const graph = graphOf(sourceOf(steps), new Set(open), NONE);
      const size = { width: 100, height: 40 };
      const layout = layOut({ graph, flow: "down", sizeOf: () => size, titleOf: () => size });
      const frame = place(layout, "block");
      return ["block/w", "block/a", "block/b"].map((key) => [
        place(layout, key).x - frame.x,
        place(layout, key).y - frame.y,
      ]);
    };
    expect(inside(["block", "other"])).toEqual(inside(["block"]));
  });

  it("flows to the right with the coordinates exchanged", () => {
    const { layout } = mapOf([], "right");
    expect(place(layout, "x").x + 100).toBeLessThanOrEqual(place(layout, "block").x);
    expect(place(layout, "block").x + 100).toBeLessThanOrEqual(place(layout, "sum").x);
    expect(layout.width).toBeGreaterThan(layout.height);
  });
});

describe("the keys of the map", () => {
  const { graph, layout } = mapOf(["block"]);

  it("follow the flow", () => {
    expect([wayOf("ArrowDown", "down"), wayOf("ArrowDown", "right")]).toEqual(["with", "after"]);
    expect([wayOf("ArrowRight", "down"), wayOf("ArrowRight", "right")]).toEqual(["after", "with"]);
    expect(wayOf("x", "down")).toBeNull();
  });

  it("lead along arrows, into a part by its title, and out of it", () => {
    expect(moved("block/a", "with", graph, layout)).toBe("block/b");
    expect(moved("block/b", "with", graph, layout)).toBe("sum");
    expect(["x", "block/w"]).toContain(moved("block/a", "against", graph, layout));
    expect(moved("block/w", "against", graph, layout)).toBe("block");
    expect(moved("block", "with", graph, layout)).toBe("block/w");
    expect(moved("block", "against", graph, layout)).toBeNull();
    expect([moved("sum", "first", graph, layout), moved("x", "last", graph, layout)]).toEqual(["x", "sum"]);
    expect(moved("sum", "with", graph, layout)).toBeNull();
  });
});

describe("a path", () => {
  it("leaves and arrives along the flow, and ends where the head begins", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 20 },
      { x: 10, y: 40 },
    ];
    expect(pathOf(points, "down", 5)).toBe("M0 0C0 10 10 10 10 20L10 35");
    expect(
      pathOf(
        [
          { x: 0, y: 0 },
          { x: 20, y: 10 },
        ],
        "right",
      ),
    ).toBe("M0 0C10 0 10 10 20 10");
    expect(pathOf([], "down")).toBe("");
  });
});
