import { expect, it } from "vitest";
import { markedSlices, sliceFor } from "./matrix-slices.ts";

it("shows the wanted slice, else the one before, else the first", () => {
  expect(sliceFor([3, 4, 4], [2, 1, 1], [0])).toEqual([2]);
  expect(sliceFor([3, 4, 4], [], [1])).toEqual([1]);
  expect(sliceFor([3, 4, 4], [], [])).toEqual([0]);
  expect(sliceFor([3, 4, 4], [5, 0, 0], [1])).toEqual([0]);
  expect(sliceFor([2, 3, 4, 4], [1], [0, 2])).toEqual([1, 2]);
  expect(sliceFor([4, 4], [1, 1], [1])).toEqual([]);
  expect(sliceFor([], [], [])).toEqual([]);
});

it("says which slices hold marked cells", () => {
  const marked = [{ index: [0, 1, 0, 0] }, { index: [0, 0, 0, 0] }, { index: [1, 2, 0, 0] }];
  expect([...markedSlices(marked, 0)]).toEqual([0, 1]);
  expect([...markedSlices(marked, 1)]).toEqual([1, 0, 2]);
});
