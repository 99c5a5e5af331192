import { describe, expect, it } from "vitest";
import { beginsNumber, cellAfterKey, cellAfterTab } from "./matrix-keys.ts";

describe("keys in a table of 3 rows and 4 columns", () => {
  it.each([
    ["ArrowRight", false, [1, 1], [1, 2]],
    ["ArrowRight", false, [1, 3], [1, 3]],
    ["ArrowLeft", false, [1, 0], [1, 0]],
    ["ArrowUp", false, [0, 2], [0, 2]],
    ["ArrowDown", false, [1, 2], [2, 2]],
    ["ArrowDown", true, [0, 2], [2, 2]],
    ["Home", false, [1, 2], [1, 0]],
    ["End", false, [1, 2], [1, 3]],
    ["Home", true, [1, 2], [0, 0]],
    ["End", true, [1, 2], [2, 3]],
  ] as const)("%s (control: %s) leads from %j to %j", (key, control, from, to) => {
    expect(cellAfterKey(key, control, from, 3, 4)).toEqual(to);
  });

  it("that step through the lesson are left alone", () => {
    for (const key of ["PageUp", "PageDown", "Escape", "a", "Tab"])
      expect(cellAfterKey(key, false, [0, 0], 3, 4)).toBeNull();
  });

  it("Tab goes on in the next row and leaves at the ends", () => {
    expect(cellAfterTab(false, [0, 3], 3, 4)).toEqual([1, 0]);
    expect(cellAfterTab(true, [1, 0], 3, 4)).toEqual([0, 3]);
    expect(cellAfterTab(false, [2, 3], 3, 4)).toBeNull();
    expect(cellAfterTab(true, [0, 0], 3, 4)).toBeNull();
  });

  it("of a number begin to type", () => {
    expect(["7", "-", ".", ",", "−"].every(beginsNumber)).toBe(true);
    expect(["e", "F2", "Enter", " "].some(beginsNumber)).toBe(false);
  });
});
