import { expect, test } from "vitest";
import { type DrawnImage, type ImageSquare, quartersBetween } from "./model.ts";

const imageOf = (rows: readonly (readonly number[])[]): DrawnImage => ({
  what: "pixels",
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  groups: 0,
  squares: rows.flatMap((shades, row) =>
    shades.map((shade, column) => ({ row, column, shade: [shade, shade, shade] }) as unknown as ImageSquare),
  ),
});

test("an image is another one that was turned, or is not", () => {
  const image = imageOf([
    [0, 1],
    [2, 3],
  ]);
  const clockwise = imageOf([
    [2, 0],
    [3, 1],
  ]);
  const mirrored = imageOf([
    [1, 0],
    [3, 2],
  ]);
  expect(quartersBetween(image, image)).toBe(0);
  expect(quartersBetween(image, clockwise)).toBe(1);
  expect(quartersBetween(clockwise, image)).toBe(3);
  expect(
    quartersBetween(
      imageOf(
        [
          [0, 1],
          [2, 3],
        ]
          .toReversed()
          .map((row) => row.toReversed()),
      ),
      image,
    ),
  ).toBe(2);
  expect(quartersBetween(image, mirrored)).toBe(0);
  expect(quartersBetween(imageOf([[0, 1]]), imageOf([[0, 1]]))).toBe(0);
});
