import { expect, test } from "vitest";
import { breakingBefore } from "./story.ts";

test("lines break before the signs of formulas, and between words", () => {
  expect(breakingBefore("it is hₜ = xₜ W + b − 1, so − or + are named")).toBe(
    "it is hₜ =\u00a0xₜ W +\u00a0b −\u00a01, so −\u00a0or +\u00a0are named",
  );
  expect(breakingBefore("from −1 to a/b")).toBe("from −1 to a/b");
});
