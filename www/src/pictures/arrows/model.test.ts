import { describe, expect, it } from "vitest";
import type { TraceStep } from "../../elements/events.ts";
import type { PictureView } from "../picture.ts";
import { drawnArrows } from "./model.ts";

const step = (id: string, axes: string[], shape: number[], data: number[]) =>
  ({ id, axes, shape, data, op: "given", reads: [] }) as unknown as TraceStep;

const values = step("v", ["key", "feature"], [3, 2], [1, 0, 0, 1, -1, 0]);
const weights = step("w", ["query", "key"], [2, 3], [0.5, 0.25, 0.25, 0.1, 0.2, 0.7]);
const output = step("o", ["query", "feature"], [2, 2], [0.25, 0.25, -0.6, 0.2]);
const heads = step("h", ["head", "query", "feature"], [2, 1, 3], [1, 2, 3, 4, 5, 6]);

const view = (more: Partial<PictureView> = {}): PictureView => ({
  steps: new Map([values, weights, output, heads].map((each) => [each.id, each])),
  labels: (_, __, position) => `n${position}`,
  domains: new Map(),
  slices: {},
  selected: null,
  lit: [],
  ...more,
});

const mean = { kind: "arrows", sets: [], mean: { weights: "w", values: "v", output: "o", row: 0 } } as const;

describe("arrows", () => {
  it("are the rows of a step, with the cells of both coordinates", () => {
    const { arrows } = drawnArrows(view(), { kind: "arrows", sets: [{ step: "v", symbol: "v", input: "value" }] });
    expect(arrows.map(({ spot, name, symbol, input }) => ({ ...spot, name, symbol, input }))).toEqual([
      { x: 1, y: 0, name: "n0", symbol: "v", input: "value" },
      { x: 0, y: 1, name: "n1", symbol: "v", input: "value" },
      { x: -1, y: 0, name: "n2", symbol: "v", input: "value" },
    ]);
    expect(arrows[2]?.cells.map(({ index }) => index)).toEqual([
      [2, 0],
      [2, 1],
    ]);
  });

  it("have the color of their row, or the one that their set has", () => {
    const colors = (set: { step: string; category?: number }) =>
      drawnArrows(view(), { kind: "arrows", sets: [set] }).arrows.map(({ category }) => category);
    expect(colors({ step: "v" })).toEqual([0, 1, 2]);
    expect(colors({ step: "v", category: 4 })).toEqual([4, 4, 4]);
  });

  it("lie between axes that are named where their columns are", () => {
    const spec = { kind: "arrows", sets: [{ step: "v" }] } as const;
    const labels: PictureView["labels"] = (_, axis, position) =>
      (axis === 1 ? ["animal", "drink"][position] : "") ?? "";
    expect(drawnArrows(view({ labels }), spec).axes).toEqual(["animal", "drink"]);
    expect(drawnArrows(view({ labels: (_, __, position) => String(position + 1) }), spec).axes).toEqual(["", ""]);
  });

  it("are of the shown head and of the chosen columns", () => {
    const { arrows } = drawnArrows(view({ slices: { head: 1 } }), {
      kind: "arrows",
      sets: [{ step: "h" }],
      columns: [2, 0],
    });
    expect(arrows.map(({ spot }) => spot)).toEqual([{ x: 6, y: 4 }]);
    expect(arrows[0]?.cells[0].index).toEqual([1, 0, 2]);
  });

  it("leave out steps, rows and columns that the run does not have", () => {
    const spec = { kind: "arrows", sets: [{ step: "absent" }, { step: "v", rows: [2, 3] }] } as const;
    expect(drawnArrows(view(), spec).arrows.map(({ row }) => row)).toEqual([2]);
    expect(drawnArrows(view(), { ...spec, columns: [0, 2] }).arrows).toEqual([]);
  });
});

describe("a mean", () => {
  it("gives each value the weight of the row, and adds the output's arrow", () => {
    const { arrows, mean: drawn } = drawnArrows(view(), mean);
    expect(arrows.map(({ step: of, weight }) => [of, weight?.value ?? null])).toEqual([
      ["v", 0.5],
      ["v", 0.25],
      ["v", 0.25],
      ["o", null],
    ]);
    expect(drawn?.output?.spot).toEqual({ x: 0.25, y: 0.25 });
  });

  it("follows a cell that is chosen or pointed to in its weights or outputs", () => {
    const chosen = drawnArrows(view({ selected: { step: "w", index: [1, 2] } }), mean);
    expect(chosen.mean?.row).toBe(1);
    expect(chosen.arrows[2]?.weight).toEqual({ step: "w", index: [1, 2], value: 0.7 });
    expect(drawnArrows(view({ lit: [{ step: "o", index: [1, 0] }] }), mean).mean?.output?.spot).toEqual({
      x: -0.6,
      y: 0.2,
    });
    expect(drawnArrows(view({ selected: { step: "v", index: [1, 0] } }), mean).mean?.row).toBe(0);
  });

  it("never makes the output movable, and its values only where they are an input", () => {
    const movable = {
      ...mean,
      sets: [
        { step: "v", input: "value" },
        { step: "o", input: "output" },
      ],
    };
    expect(drawnArrows(view(), movable).arrows.map(({ input }) => input)).toEqual(["value", "value", "value", null]);
  });
});

describe("a pair", () => {
  it("has the product of its rows, and follows a chosen product", () => {
    const pair = { one: { step: "o", row: 0 }, other: { step: "v", row: 1 }, product: "w" };
    const spec = { kind: "arrows", sets: [], pair } as const;
    expect(drawnArrows(view(), spec).pair?.product).toEqual({ step: "w", index: [0, 1], value: 0.25 });
    const chosen = drawnArrows(view({ selected: { step: "w", index: [1, 2] } }), spec).pair;
    expect([chosen?.one.row, chosen?.other.row, chosen?.product?.value]).toEqual([1, 2, 0.7]);
  });
});

describe("a turn", () => {
  it("joins the rows before and after, with the angle of their columns", () => {
    const before = step("before", ["position", "feature"], [2, 4], [1, 0, 1, 0, 1, 0, 1, 0]);
    const after = step("after", ["position", "feature"], [2, 4], [1, 0, 1, 0, 0, 1, 1, 0]);
    const angles = step("angles", ["position", "frequency"], [2, 2], [0, 0, 1.5, 0.1]);
    const steps = new Map([before, after, angles].map((each) => [each.id, each]));
    const turn = { before: "before", after: "after", angles: "angles" };
    const drawn = (columns: readonly [number, number]) =>
      drawnArrows(view({ steps }), { kind: "arrows", sets: [], turn, columns }).turns.map(({ angle }) => angle?.value);
    expect(drawn([0, 1])).toEqual([0, 1.5]);
    expect(drawn([2, 3])).toEqual([0, 0.1]);
    expect(drawn([1, 3])).toEqual([0, 0.1]);
  });
});
