import { expect, test } from "vitest";
import { POLLS } from "./contents.ts";
import { statementLetter } from "./statement-letter.ts";

test("statements are lettered by their places, those too that their source numbers", () => {
  for (const { id, options } of POLLS) {
    const letters = options.map((option) => statementLetter(options, option));
    expect(letters, id).toEqual([..."abcdefghij"].slice(0, options.length));
  }
});

test("a statement keeps the name that a lecturer gave it", () => {
  expect(statementLetter(["first", "second"], "second")).toBe("second");
});
