/** How many lines of what a question is about are in sight with the answer. */
import { expect, test } from "vitest";
import { linesLeft } from "./set-up.ts";

test("a text has all its lines where there is room for all, else as many as there is room for, and one in any case", () => {
  expect(linesLeft(100, 20, 0)).toBeNull();
  expect(linesLeft(100, 20, -30)).toBeNull();
  expect(linesLeft(100, 20, 1)).toBe(4);
  expect(linesLeft(100, 20, 40)).toBe(3);
  expect(linesLeft(100, 20, 41)).toBe(2);
  expect(linesLeft(100, 20, 400)).toBe(1);
  expect(linesLeft(20, 20, 400)).toBeNull();
});
