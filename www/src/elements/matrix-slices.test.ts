import { expect, it } from "vitest";
import { sliceFor } from "./matrix-slices.ts";

it("shows the wanted slice, else the one before, else the first", () => {
  expect(sliceFor([3, 4, 4], [2, 1, 1], [0])).toEqual([2]);
  expect(sliceFor([3, 4, 4], [], [1])).toEqual([1]);
  expect(sliceFor([3, 4, 4], [], [])).toEqual([0]);
  expect(sliceFor([3, 4, 4], [5, 0, 0], [1])).toEqual([0]);
  expect(sliceFor([2, 3, 4, 4], [1], [0, 2])).toEqual([1, 2]);
  expect(sliceFor([4, 4], [1, 1], [1])).toEqual([]);
  expect(sliceFor([], [], [])).toEqual([]);
});
