import { expect, it } from "vitest";
import type { TraceStep } from "../elements/events.ts";
import { picturesOf } from "./suiting.ts";

const step = (id: string, axes: string[], shape: number[]) => ({ id, axes, shape, data: [] }) as unknown as TraceStep;
const map = (...steps: TraceStep[]) => new Map(steps.map((each) => [each.id, each]));

it("outputs of attention are drawn with the weights and values of their own part", () => {
  const output = step("layer[0]/attention.output", ["query", "value-feature"], [4, 2]);
  const value = step("layer[0]/attention.value", ["key", "value-feature"], [4, 2]);
  const weights = step("layer[0]/attention.weights", ["query", "key"], [4, 4]);
  const other = step("attention.value", ["key", "value-feature"], [4, 2]);
  expect(picturesOf(output, map(other, output, value, weights))[0]).toMatchObject({
    kind: "arrows",
    mean: { weights: weights.id, values: value.id, output: output.id },
  });
  expect(picturesOf(output, map(output))).toEqual([{ kind: "arrows", sets: [{ step: output.id }] }]);
});

it("rotated rows are drawn with what they were and their angles", () => {
  const [before, angles, after] = [
    step("rotary.features", ["position", "feature"], [3, 2]),
    step("position.angles", ["position", "frequency"], [3, 1]),
    step("rotary.rotated", ["position", "feature"], [3, 2]),
  ];
  expect(picturesOf(after, map(before, angles, after))[0]).toMatchObject({
    kind: "arrows",
    turn: { before: before.id, after: after.id, angles: angles.id },
  });
});

it("rows of more than two features, and more rows than can be told apart, are no arrows", () => {
  for (const shape of [[4, 3], [13, 2], [2]]) {
    const given = step("x", ["token", "feature"].slice(-shape.length), shape);
    expect(picturesOf(given, map(given)).filter(({ kind }) => kind === "arrows")).toEqual([]);
  }
});
