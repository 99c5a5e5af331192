import { describe, expect, it } from "vitest";
import { BOX_HEIGHT, sizeOfBox, titleLines } from "./sizes.ts";

const measure = (text: string) => 7 * text.length;
const box = { symbol: "A", label: "4 × 4", shape: [4, 4], part: false };

describe("the title of a box", () => {
  it("is one line where that has room", () => {
    expect(sizeOfBox({ ...box, title: "Row sums" }, measure, "close").height).toBe(BOX_HEIGHT);
  });
  it("has two lines where there is little room, and is not cut", () => {
    const title = "Attention vector, source half";
    const { width, height } = sizeOfBox({ ...box, title }, measure, "close");
    expect(height).toBeGreaterThan(BOX_HEIGHT);
    expect(titleLines(title, measure)).toEqual(["Attention vector,", "source half"]);
    expect(width).toBeGreaterThanOrEqual(measure("Attention vector,") + 20);
    expect(width).toBeLessThan(measure(title));
  });
  it("of one word is one line", () => {
    expect(titleLines("Exponentials", measure)).toEqual(["Exponentials"]);
    expect(sizeOfBox({ ...box, title: "Cross-correlations" }, measure, "close").height).toBe(BOX_HEIGHT);
  });
});
