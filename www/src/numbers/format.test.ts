import { describe, expect, it } from "vitest";
import { cellParts, formatCell, formatFull, isRounded, plain, widthInDigits } from "./format.ts";

describe("a cell", () => {
  it.each([
    [45, "45"],
    [-45, "−45"],
    [0, "0"],
    [-0, "0"],
    [1234, "1234"],
    [38416, "38\u202f416"],
    [-1234567, "−1\u202f234\u202f567"],
    [0.5, "0.5"],
    [-0.25, "−0.25"],
    [0.125, "0.125"],
    [1 / 3, "0.333"],
    [2.9996, "3.00"],
    [0.49999, "0.500"],
    [22.5, "22.5"],
    [122.5, "123"],
    [999.7, "1.00·10³"],
    [1234.5, "1.23·10³"],
    [0.00333333, "0.00333"],
    [1.15e-17, "1.15·10⁻¹⁷"],
    [-1.1547e-17, "−1.15·10⁻¹⁷"],
    [5e-324, "5·10⁻³²⁴"],
    [3e20, "3·10²⁰"],
    [Number.NEGATIVE_INFINITY, "−∞"],
    [Number.POSITIVE_INFINITY, "∞"],
    [Number.NaN, "NaN"],
  ])("shows %d as %s", (value, text) => {
    expect(formatCell(value)).toBe(text);
  });

  it("keeps a trailing zero only where digits were left out", () => {
    expect(formatCell(0.5)).toBe("0.5");
    expect(formatCell(0.5 + 1e-9)).toBe("0.500");
  });

  it("is cut at the decimal sign", () => {
    expect(cellParts(-12.5)).toEqual({ whole: "−12", fraction: ".5", kind: "finite" });
    expect(cellParts(7)).toEqual({ whole: "7", fraction: "", kind: "finite" });
    expect(cellParts(3e20)).toEqual({ whole: "3", fraction: "·10²⁰", kind: "finite" });
    expect(cellParts(Number.NaN).kind).toBe("nan");
    expect(cellParts(Number.NEGATIVE_INFINITY).kind).toBe("infinite");
  });

  it("is wider with more digits behind the decimal sign", () => {
    expect(widthInDigits("")).toBe(0);
    expect(widthInDigits("−2")).toBeGreaterThan(widthInDigits("22"));
    expect(widthInDigits(".5")).toBeLessThan(widthInDigits(".50"));
  });
});

describe("all digits", () => {
  it("are the shortest that read back to the same number", () => {
    expect(formatFull(0.1 + 0.2)).toBe("0.30000000000000004");
    expect(formatFull(-1.1547005383792516e-17)).toBe("−1.1547005383792516·10⁻¹⁷");
    expect(formatFull(1e21)).toBe("1·10²¹");
    expect(formatFull(-12345.678901)).toBe("−12\u202f345.678901");
  });

  it("survive copying bit for bit", () => {
    for (const value of [0.1 + 0.2, -1e-300, 1e21, -0, Math.PI, Number.NEGATIVE_INFINITY, Number.NaN]) {
      expect(Object.is(Number(plain(value)), value)).toBe(true);
    }
  });

  it("tell whether the cell was rounded", () => {
    expect(isRounded(0.5)).toBe(false);
    expect(isRounded(45)).toBe(false);
    expect(isRounded(1 / 3)).toBe(true);
    expect(isRounded(Number.NEGATIVE_INFINITY)).toBe(false);
  });
});
