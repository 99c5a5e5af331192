/** In which order rows and columns change places. */
import { expect, test } from "vitest";
import { turnsOf } from "./order.ts";

test("of two rows that change places, the second sets out when the first is nearly there, and below it; what stays has no turn", () => {
  const [the, milk, drinks, cat] = turnsOf([0, 3, 2, 1]);
  expect([the, drinks]).toEqual([null, null]);
  expect(milk?.delay).toBe(0);
  expect(cat?.delay).toBeGreaterThanOrEqual((milk?.duration ?? 0) / 2);
  expect(cat?.below).toBeGreaterThan(milk?.below ?? 0);
});

test("many go one after the other, each at its own time and height, and all are there soon", () => {
  const turns = turnsOf([5, 4, 3, 2, 1, 0]).flatMap((turn) => turn ?? []);
  expect(new Set(turns.map(({ delay }) => delay)).size).toBe(6);
  expect(new Set(turns.map(({ below }) => below)).size).toBe(6);
  expect(Math.max(...turns.map(({ delay, duration }) => delay + duration))).toBeLessThan(1500);
});
