import { expect, it } from "vitest";
import { fitted, widest, widthOf } from "./lettering.ts";

it("a name that is too wide is cut, and says so", () => {
  expect(fitted("cat", 3)).toBe("cat");
  expect(fitted("encyclopedia", 4)).toMatch(/^ency.*…$/);
  expect(widthOf(fitted("encyclopedia", 4))).toBeLessThanOrEqual(4);
  expect(fitted("W", 0.1)).toBe("W…");
});

it("letters of Korean are wider than those of English", () => {
  expect(widthOf("고양이")).toBe(3);
  expect(widthOf("cat")).toBeLessThan(3);
  expect(widest(["a", "고양이", "cat"])).toBe(3);
  expect(widest([])).toBe(0);
});
