/** In which order rows and columns change places. */
import { expect, test } from "vitest";
import { newAmong, waysOf } from "./order.ts";

test("of two rows that change places, the second sets out when the first is nearly there, and below it, both above what stays, which has no way", () => {
  const [the, milk, drinks, cat] = waysOf([0, 3, 2, 1]);
  expect([the, drinks]).toEqual([null, null]);
  expect(milk?.delay).toBe(0);
  expect(cat?.delay).toBeGreaterThanOrEqual((milk?.duration ?? 0) / 2);
  const heights = [milk, cat].map((way) => way?.stops.map(({ height }) => height) ?? []);
  expect(heights).toEqual([
    [0, 2, 2],
    [0, 1, 1],
  ]);
});

test("of many, one after the other is put to its place above the others, which make room in order; all are there soon", () => {
  const before = [3, 2, 1, 0];
  const ways = waysOf(before).map((way) => way ?? { delay: 0, duration: 0, stops: [] });
  expect(new Set(ways.map(({ duration }) => duration)).size).toBe(1);
  expect(ways[0]?.duration).toBeLessThan(2000);
  // The last comes first, then the one that was before it.
  const placesAfter = (put: number) => ways.map(({ stops }) => stops[2 * put]?.place);
  expect([0, 1, 2, 3].map(placesAfter)).toEqual([
    [3, 2, 1, 0],
    [0, 3, 2, 1],
    [0, 1, 3, 2],
    [0, 1, 2, 3],
  ]);
  // Only what is put lies above the others.
  const heightsDuring = (put: number) => ways.map(({ stops }) => stops[2 * put - 1]?.height);
  expect([1, 2, 3].map(heightsDuring)).toEqual([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
  ]);
  for (const { stops } of ways) expect(stops.map(({ share }) => share)).toEqual([0, 0, 1 / 3, 1 / 3, 2 / 3, 2 / 3, 1]);
  expect(Math.max(...waysOf([5, 4, 3, 2, 1, 0]).map((way) => way?.duration ?? 0))).toBeLessThanOrEqual(1600);
});

test("what is new stands beside what was there before: where anything has gone, nothing is new, but another table", () => {
  expect(newAmong(["animal", "drink", "action"], ["animal", "drink"])).toEqual([2]);
  expect(newAmong(["new", "animal", "new"], ["animal"])).toEqual([0, 2]);
  expect(newAmong(["animal", "drink"], ["animal", "drink"])).toEqual([]);
  expect(newAmong(["animal", "action"], ["animal", "drink"])).toEqual([]);
  expect(newAmong(["animal"], ["animal", "drink"])).toEqual([]);
  expect(newAmong(["animal", "drink"], [])).toEqual([]);
});
