import { expect, test } from "vitest";
import { equals, isTableRounded } from "./equals.ts";

test("numbers with all their digits are equal, others nearly", () => {
  expect(equals(isTableRounded({ data: Float64Array.of(2, 0.5, -12) }))).toBe("=");
  expect(equals(isTableRounded({ data: Float64Array.of(2, 1 / 1.98) }))).toBe("≈");
});
