import { describe, expect, it } from "vitest";
import { MOST_NUMBERS, parseNumber, parseTensor } from "./parse.ts";

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

describe("a pasted table", () => {
  const matrix = { ok: true, shape: [2, 3], data: [1, 2.5, -3, 4, 5, 6] };
  it.each([
    ["spaces", "1 2.5 -3\n4 5 6"],
    ["aligned spaces", "  1   2.5  -3\n  4   5     6  "],
    ["tabs", "1\t2.5\t-3\r\n4\t5\t6\r\n"],
    ["commas", "1,2.5,-3\n4,5,6"],
    ["commas and spaces", "1, 2.5, -3\n4, 5, 6"],
    ["commas at row ends", "1,2.5,-3,\n4,5,6,"],
    ["semicolons and decimal commas", "1;2,5;-3\n4;5;6"],
    ["spaces and decimal commas", "1 2,5 -3\n4 5 6"],
    ["tabs and decimal commas", "1\t2,5\t-3\n4\t5\t6"],
    ["JSON", "[[1, 2.5, -3],\n [4, 5, 6]]"],
    ["JSON with a last comma", "[[1, 2.5, -3], [4, 5, 6],]"],
    ["a true minus", "1 2.5 −3\n4 5 6"],
    ["empty lines around", "\n\n1 2.5 -3\n4 5 6\n\n"],
  ])("is read with %s", (_, text) => {
    expect(parseTensor(text)).toEqual(matrix);
  });

  it("of integers cut by commas alone is not a table of decimals", () => {
    expect(parseTensor("1,2\n3,4")).toEqual({ ok: true, shape: [2, 2], data: [1, 2, 3, 4] });
  });

  it("takes the rank that is asked for", () => {
    expect(parseTensor("1 2 3", 1)).toEqual({ ok: true, shape: [3], data: [1, 2, 3] });
    expect(parseTensor("1\n2\n3", 1)).toEqual({ ok: true, shape: [3], data: [1, 2, 3] });
    expect(parseTensor("1 2 3", 2)).toEqual({ ok: true, shape: [1, 3], data: [1, 2, 3] });
    expect(parseTensor("[1, 2]", 2)).toEqual({ ok: true, shape: [1, 2], data: [1, 2] });
    expect(parseTensor("1 2\n3 4\n\n5 6\n7 8", 3)).toEqual({
      ok: true,
      shape: [2, 2, 2],
      data: [1, 2, 3, 4, 5, 6, 7, 8],
    });
    expect(parseTensor("[[[1],[2]]]", 3)).toEqual({ ok: true, shape: [1, 2, 1], data: [1, 2] });
    expect(parseTensor("3/8", 0)).toEqual({ ok: true, shape: [], data: [0.375] });
  });
});

describe("a pasted text that is refused says where and why", () => {
  it.each([
    ["nothing", " \n ", null, { code: "empty", line: 1, column: 1 }],
    ["a word", "1 2\n3 x4", null, { code: "not-a-number", line: 2, column: 3, token: "x4" }],
    ["a word after a tab", "1\t2\n3\tfour", null, { code: "not-a-number", line: 2, column: 3, token: "four" }],
    ["a gap between commas", "1,,3", null, { code: "empty", line: 1, column: 3 }],
    ["a gap at the front", ",2", null, { code: "empty", line: 1, column: 1 }],
    ["infinity", "1 inf", null, { code: "infinite", line: 1, column: 3, token: "inf" }],
    ["a long row", "1 2\n3 4 5", null, { code: "ragged", line: 2, expected: 2, found: 3 }],
    ["a short row", "1 2 3\n4 5", null, { code: "ragged", line: 2, expected: 3, found: 2 }],
    ["a short JSON row", "[[1,2],\n [3]]", null, { code: "ragged", line: 2, column: 2, expected: 2, found: 1 }],
    ["a number beside a list", "[[1,2], 3]", null, { code: "ragged", line: 1, column: 9 }],
    ["uneven depth", "[[[1,2]],[[1]]]", null, { code: "ragged" }],
    ["an open bracket", "[[1,2],[3,4]", null, { code: "unclosed" }],
    ["a word in JSON", '[["a"]]', null, { code: "not-a-number", line: 1, column: 3, token: '"a"' }],
    ["a second list", "[1,2] [3]", null, { code: "unexpected", line: 1, column: 7 }],
    ["two numbers without a comma", "[1 2]", null, { code: "unexpected", line: 1, column: 4 }],
    [
      "brackets deeper than any tensor",
      "[".repeat(20_000),
      null,
      { code: "too-deep", line: 1, column: 9, expected: 8 },
    ],
    ["a table where a list is wanted", "1 2\n3 4", 1, { code: "wrong-rank", expected: 1, found: 2 }],
  ])("%s", (_, text, rank, problem) => {
    const parsed = parseTensor(text, rank);
    expect(parsed.ok).toBe(false);
    expect(parsed).toMatchObject({ problem });
  });

  it("a file", () => {
    const text = "1 ".repeat(MOST_NUMBERS + 1);
    expect(parseTensor(text)).toMatchObject({ ok: false, problem: { code: "too-large", found: MOST_NUMBERS + 1 } });
  });
});
