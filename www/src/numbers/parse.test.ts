import { describe, expect, it } from "vitest";
import { parseNumber } from "./parse.ts";

describe("a typed number", () => {
  it.each([
    ["3", 3],
    [" -3 ", -3],
    ["−3", -3],
    ["+2.5", 2.5],
    ["2,5", 2.5],
    [".5", 0.5],
    ["1e-3", 0.001],
    ["1.5E2", 150],
    ["3/8", 0.375],
    ["-1 / 4", -0.25],
  ])("%s is %d", (text, value) => {
    expect(parseNumber(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["", "empty"],
    ["  ", "empty"],
    ["abc", "not-a-number"],
    ["1.2.3", "not-a-number"],
    ["1/2/3", "not-a-number"],
    ["/2", "not-a-number"],
    ["0x10", "not-a-number"],
    ["NaN", "not-a-number"],
    ["1/0", "division-by-zero"],
    ["-∞", "infinite"],
    ["−∞", "infinite"],
    ["Infinity", "infinite"],
    ["1e999", "infinite"],
  ])("%s is refused as %s", (text, code) => {
    expect(parseNumber(text)).toEqual({ ok: false, code });
  });
});
