/** The bars of a guess and of what it is. */
import { expect, test } from "vitest";
import { barsOf } from "./guessed-number.ts";

test("bars are on one scale, and begin at zero", () => {
  expect(barsOf([1, 4])).toEqual([
    { start: 0, length: 0.25 },
    { start: 0, length: 1 },
  ]);
  expect(barsOf([-1, 3])).toEqual([
    { start: 0, length: 0.25 },
    { start: 0.25, length: 0.75 },
  ]);
  expect(barsOf([-2, -4])).toEqual([
    { start: 0.5, length: 0.5 },
    { start: 0, length: 1 },
  ]);
  expect(barsOf([0, 0])).toEqual([
    { start: 0, length: 0 },
    { start: 0, length: 0 },
  ]);
});
