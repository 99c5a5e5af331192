import { expect, it } from "vitest";
import type { TraceStep } from "../../elements/events.ts";
import { pathsShape } from "./shape.ts";
import type { PathsSpec } from "./spec.ts";

const step = (id: string, data: number[]) =>
  [id, { id, axes: ["feature"], shape: [data.length], data, op: "given", reads: [] } as unknown as TraceStep] as const;
const steps = new Map([step("forward", [2, -30]), step("gradient/forward", [1, -0.25, 0])]);
const forward = (at: number) => ({ step: "forward", index: [at] });
const back = (at: number) => ({ step: "gradient/forward", index: [at] });

const spec: PathsSpec = {
  kind: "paths",
  nodes: {
    start: { at: [0, 0], as: "number", cell: forward(0) },
    middle: { at: [1, 0], as: "bend" },
    end: { at: [2, 0], as: "number", cell: forward(1), gradient: back(0) },
    gone: { at: [3, 0], as: "number", cell: { step: "of another run", index: [0] } },
    gate: { at: [1, 0], as: "gate", where: "of another run" },
  },
  links: [
    { from: "start", to: "middle", back: back(0) },
    { from: "middle", to: "end", back: back(1) },
    { from: "start", to: "end", back: back(2) },
    { from: "start", to: "end", back: { step: "of another run", index: [0] } },
    { from: "end", to: "gone", times: forward(0) },
  ],
};

it("bands are as wide as their numbers without their signs, and that of 0 is thin", () => {
  const widths = pathsShape(steps, spec, 400)?.links.map(({ wide }) => wide) ?? [];
  expect(widths).toHaveLength(3);
  expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(4, 10);
  expect(widths[2]).toBeLessThan(widths[1] ?? 0);
  const full = pathsShape(steps, { ...spec, full: 2 }, 400)?.links[0]?.wide;
  expect(full).toBeCloseTo((widths[0] ?? 0) / 2, 10);
});

it("what a run has no step for is not drawn, and without any number there is no picture", () => {
  expect(pathsShape(steps, spec, 400)?.nodes.map(({ id }) => id)).toEqual(["start", "middle", "end"]);
  expect(pathsShape(new Map(), spec, 400)).toBeNull();
});

it("everything is within the drawing, in its columns", () => {
  const { nodes = [], height = 0 } = pathsShape(steps, spec, 400) ?? {};
  for (const { spot, width } of nodes) {
    expect(spot.x - width / 2).toBeGreaterThan(0);
    expect(spot.x + width / 2).toBeLessThan(400);
    expect(spot.y).toBeLessThan(height);
  }
  const [start, middle, end] = nodes.map(({ spot }) => spot.x);
  expect((start ?? 0) + (end ?? 0)).toBeGreaterThan(0);
  expect(middle).toBeGreaterThan(start ?? 0);
});
