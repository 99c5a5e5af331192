import { expect, it } from "vitest";
import type { TraceStep } from "../../elements/events.ts";
import type { PictureView } from "../picture.ts";
import { cellAfterKey, findCell, linesOf } from "./lines.ts";

const step = {
  id: "a.waves",
  symbol: "W",
  axes: ["position", "feature"],
  shape: [3, 2],
  data: Float64Array.from([0, 5, 1, Number.NaN, 4, 2]),
} as unknown as TraceStep;
const view: PictureView = {
  steps: new Map([[step.id, step]]),
  labels: (_, axis, position) => `${axis}:${position}`,
  domains: new Map(),
  slices: {},
  selected: null,
  lit: [],
};
const lines = linesOf({ kind: "curves", steps: [step.id, "absent"], along: 0 }, view);

it("there is a line for each position of the other axis, through the cells of its own", () => {
  expect(lines.map(({ name, values }) => [name, values])).toEqual([
    ["1:0", [0, 1, 4]],
    ["1:1", [5, Number.NaN, 2]],
  ]);
  expect(findCell(lines, { step: step.id, index: [2, 1] }, 0)).toEqual({ line: 1, position: 2 });
  expect(findCell(lines, { step: step.id, index: [3, 1] }, 0)).toBeNull();
  expect(linesOf({ kind: "curves", steps: [step.id], along: 0, lines: [1, 7] }, view)).toHaveLength(1);
  expect(linesOf({ kind: "curves", steps: [step.id], along: 1 }, view)).toHaveLength(3);
});

it("says of each line whether it was measured", () => {
  const both = { ...view, steps: new Map([...view.steps, ["a.law", { ...step, id: "a.law" }]]) };
  const drawn = linesOf({ kind: "curves", steps: ["a.law", step.id], along: 0, lines: [0], measured: [step.id] }, both);
  expect(drawn.map(({ step: { id }, measured }) => [id, measured])).toEqual([
    ["a.law", false],
    ["a.waves", true],
  ]);
});

it("keys lead along a line over what has no number, and from line to line by height", () => {
  const after = (key: string, line: number, position: number) =>
    cellAfterKey(key, lines, { line, position }, false)?.index;
  expect(after("ArrowRight", 1, 0)).toEqual([2, 1]);
  expect(after("ArrowRight", 1, 2)).toEqual([2, 1]);
  expect(after("ArrowLeft", 0, 0)).toEqual([0, 0]);
  expect(after("ArrowUp", 0, 0)).toEqual([0, 1]);
  expect(after("ArrowUp", 1, 2)).toEqual([2, 0]);
  expect(after("ArrowDown", 1, 2)).toEqual([2, 1]);
  expect(after("End", 0, 0)).toEqual([2, 0]);
  expect(after("x", 0, 0)).toBeUndefined();
});
