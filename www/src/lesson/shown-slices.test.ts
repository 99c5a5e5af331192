import { expect, it } from "vitest";
import type { Cell } from "../library.ts";
import { slicesOf } from "./shown-slices.ts";

const AXES: Readonly<Record<string, readonly string[]>> = {
  colors: ["node"],
  counts: ["node", "direction", "color"],
  weights: ["head", "query", "key"],
};
const axesOf = (step: string) => AXES[step] ?? [];
const cell = (...terms: { step: string; index: number[] }[]) =>
  ({ terms: terms.map((term) => [term]) }) as unknown as Cell;

it("shows the slice that a cell reads from, and of several the one of its own name", () => {
  const counts = [0, 1, 2].map((node) => ({ step: "counts", index: [node, 0, 0] }));
  expect(slicesOf({ step: "colors", index: [1] }, cell(...counts), axesOf)).toEqual({ node: 1 });
  expect(slicesOf({ step: "colors", index: [5] }, cell(...counts), axesOf)).toEqual({ node: 0 });
  expect(slicesOf({ step: "weights", index: [3, 0, 1] }, null, axesOf)).toEqual({ head: 3 });
});
