import { expect, it } from "vitest";
import type { TraceStep } from "../elements/events.ts";
import { picturesOf } from "./suiting.ts";

const step = (id: string, axes: readonly string[], shape: readonly number[]) =>
  ({
    id,
    axes,
    shape,
    data: new Float64Array(shape.reduce((count, size) => count * size, 1)),
    reads: [],
  }) as unknown as TraceStep;
const kinds = (one: TraceStep) => picturesOf(one, new Map([[one.id, one]])).map(({ kind }) => kind);

it.each([
  ["weights of words", "attention.weights", ["query", "key"], [4, 4], ["arcs", "arcs", "bars", "flow"]],
  ["weights of words on others", "attention.weights", ["query", "key"], [2, 5], ["arcs", "bars", "flow"]],
  ["weights on a graph", "gat.weights", ["target", "source"], [4, 4], ["bars", "flow"]],
  ["scores", "attention.scores", ["query", "key"], [4, 4], []],
  ["an encoding", "position.encoding", ["position", "feature"], [32, 8], ["curves", "pattern"]],
  ["a small mask", "dense/sparse.mask", ["query", "key"], [8, 8], ["pattern"]],
  ["biases of heads", "alibi.bias", ["head", "query", "key"], [4, 5, 5], ["curves"]],
  ["biases of distances", "relative-position.bias", ["query", "key"], [5, 5], ["curves"]],
  ["weights of linear attention", "linear.normalized", ["query", "key"], [4, 4], ["arcs", "arcs", "bars", "flow"]],
  ["a large matrix", "window.mask", ["query", "key"], [64, 64], ["pattern"]],
  ["weights of many words", "attention.weights", ["query", "key"], [64, 64], ["pattern", "bars"]],
  ["a schedule", "schedule.rate", ["training-step"], [40], ["curves"]],
  ["states of a recurrence", "rnn.states", ["time", "hidden"], [5, 3], ["timeline"]],
  ["a list", "graph.degree", ["node"], [5], ["bars"]],
  ["a list of names", "masking.corrupted", ["position"], [9], []],
  ["a number", "attention.scale", [], [], []],
  ["one number in a list", "graph.degree", ["node"], [1], []],
] as const)("%s has its pictures", (_, id, axes, shape, expected) => {
  expect(kinds(step(id, axes, shape))).toEqual(expected);
});

it("few heads stand beside each other, of many one is shown", () => {
  const heads = (count: number) =>
    picturesOf(step("attention/multi-head.weights", ["head", "query", "key"], [count, 3, 3]), new Map())[0];
  expect(heads(2)).toMatchObject({ kind: "arcs", heads: [0, 1] });
  expect(heads(12)).not.toHaveProperty("heads");
});

it("a gradient has the pictures of its step that show numbers below 0, and what leads to it has none of them", () => {
  const weights = step("attention.weights", ["query", "key"], [4, 4]);
  const back = (id: string) => ({
    ...step(id, weights.axes, weights.shape),
    gradient: { role: "contraction", of: weights.id, through: "attention.output" },
  });
  const steps = [weights, back("gradient/attention.weights"), back("gradient/attention.weights/local")];
  const all = new Map(steps.map((one) => [one.id, one as TraceStep]));
  const found = (id: string) => picturesOf(all.get(id) as TraceStep, all);
  expect(found("gradient/attention.weights").map(({ kind }) => kind)).toEqual(["arcs", "arcs", "bars"]);
  expect(found("gradient/attention.weights")[0]).toMatchObject({ step: "gradient/attention.weights" });
  expect(found("gradient/attention.weights/local")).toEqual([]);
});
