import { describe, expect, it } from "vitest";
import { crossings, type Joint, ordered } from "./order.ts";

function count(rows: readonly (readonly number[])[], joints: readonly Joint[]): number {
  const below = new Map<number, number[]>();
  for (const [one, other] of joints) below.set(one, [...(below.get(one) ?? []), other]);
  return crossings(rows, below);
}

describe("the order within rows", () => {
  it("stays as it is where nothing crosses", () => {
    const rows = [
      [2, 0, 1],
      [3, 4],
    ];
    expect(
      ordered(rows, [
        [2, 3],
        [0, 4],
      ]),
    ).toEqual(rows);
  });

  it("removes crossings, and keeps every thing in its row", () => {
    const rows = [
      [0, 1, 2],
      [3, 4, 5],
      [6, 7],
    ];
    const joints: Joint[] = [
      [0, 5],
      [1, 4],
      [2, 3],
      [3, 7],
      [5, 6],
    ];
    expect(count(rows, joints)).toBe(4);
    const better = ordered(rows, joints);
    expect(count(better, joints)).toBe(0);
    expect(better.map((row) => [...row].sort())).toEqual(rows);
  });

  it("leaves one crossing where no order has none", () => {
    const joints: Joint[] = [
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
    ];
    expect(
      count(
        ordered(
          [
            [0, 1],
            [2, 3],
          ],
          joints,
        ),
        joints,
      ),
    ).toBe(1);
  });
});
