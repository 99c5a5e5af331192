import { describe, expect, it } from "vitest";
import { cellCount, contains, indexAt, offsetOf, placeOf, planeOf } from "./shape.ts";

describe("a table of a tensor", () => {
  it.each([
    { shape: [], lay: {} },
    { shape: [4], lay: {} },
    { shape: [4], lay: { vertical: true } },
    { shape: [2, 3], lay: {} },
    { shape: [2, 3], lay: { transposed: true } },
    { shape: [3, 2, 4], lay: {} },
    { shape: [3, 2, 4], lay: { transposed: true } },
    { shape: [2, 2, 2, 3], lay: {} },
  ])("shows every cell of $shape exactly once over all slices, laid out as $lay", ({ shape, lay }) => {
    const plane = planeOf(shape, lay);
    const seen = new Set<number>();
    const slices = cellCount(shape.slice(0, plane.leading));
    for (let number = 0; number < slices; number += 1) {
      let rest = number;
      const slice: number[] = [];
      for (let axis = plane.leading - 1; axis >= 0; axis -= 1) {
        slice.unshift(rest % (shape[axis] ?? 1));
        rest = Math.floor(rest / (shape[axis] ?? 1));
      }
      for (let row = 0; row < plane.rows; row += 1) {
        for (let column = 0; column < plane.columns; column += 1) {
          const index = indexAt(plane, slice, row, column);
          expect(contains(shape, index)).toBe(true);
          expect(placeOf(plane, slice, index)).toEqual([row, column]);
          seen.add(offsetOf(shape, index));
        }
      }
    }
    expect(seen.size).toBe(cellCount(shape));
  });

  it("has the columns of a transposed matrix as rows", () => {
    expect(planeOf([2, 3], { transposed: true })).toMatchObject({ rows: 3, columns: 2, rowAxis: 1, columnAxis: 0 });
    expect(indexAt(planeOf([5, 2, 3], { transposed: true }), [4], 2, 1)).toEqual([4, 1, 2]);
  });

  it("does not find a cell of another slice", () => {
    expect(placeOf(planeOf([2, 3, 3]), [1], [0, 1, 1])).toBeNull();
  });
});

it("an index outside of the shape names no cell", () => {
  expect(contains([2, 3], [1, 2])).toBe(true);
  expect(contains([2, 3], [2, 0])).toBe(false);
  expect(contains([2, 3], [1])).toBe(false);
  expect(contains([2, 3], [0, -1])).toBe(false);
});
