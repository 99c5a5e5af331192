import { describe, expect, it } from "vitest";
import { levelWidth, sortingShape } from "./shape.ts";

describe("the names above a sort", () => {
  it("stand beside each other where the widest fits", () => {
    const shape = sortingShape(1, 8, 600, 60);
    expect(shape.pitch).toBe(75);
    expect(shape.names).toBe("level");
  });
  it("are upright on a phone, with room for them", () => {
    const [level, upright] = [sortingShape(1, 8, 600, 60), sortingShape(1, 8, 300, 60)];
    expect(upright.names).toBe("upright");
    expect(upright.top - level.top).toBeCloseTo(50, 9);
    expect(sortingShape(1, 8, 300, 500).top).toBe(sortingShape(1, 8, 300, 600).top);
  });
  it("stand beside each other with the width that they ask for, and ask for none that no panel has", () => {
    const width = levelWidth(8, 60);
    expect([sortingShape(1, 8, width, 60).names, sortingShape(1, 8, width - 1, 60).names]).toEqual([
      "level",
      "upright",
    ]);
    expect(levelWidth(64, 60)).toBe(0);
  });
  it("are left out where there are many tokens", () => {
    expect(sortingShape(1, 64, 600, 60).names).toBe("none");
  });
  it("take no height from several rounds, whose lines fall less", () => {
    const heightOf = (rounds: number) => sortingShape(rounds, 8, 400, 40).panel.height;
    expect(heightOf(1) - heightOf(2)).toBe(20);
  });
  it("stand again below the sorted row, above the numbers of buckets, which have their room", () => {
    const [none, level, upright] = [64, 8, 20].map((tokens) => sortingShape(1, tokens, 600, 60));
    const below = [none, level, upright].map((shape) => (shape?.numbers ?? 0) - (shape?.bottom ?? 0));
    expect((below[1] ?? 0) - (below[0] ?? 0)).toBe(20);
    expect((below[2] ?? 0) - (below[0] ?? 0)).toBe(70);
    for (const shape of [none, level, upright])
      expect((shape?.panel.height ?? 0) - (shape?.numbers ?? 0)).toBe((none?.panel.height ?? 0) - (none?.numbers ?? 0));
  });
});
