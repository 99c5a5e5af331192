import { describe, expect, it } from "vitest";
import { beatsOf, momentsOf, unitOf } from "./beats.ts";
import { SPEEDS } from "./speed.ts";

/** A result of different numbers. */
const shaped = (shape: readonly number[]) => {
  const cells = shape.reduce((count, length) => count * length, 1);
  return { shape: [...shape], data: Float64Array.from({ length: cells }, (_, at) => at) };
};

const total = (beats: readonly { readonly milliseconds: number }[]) =>
  beats.reduce((sum, { milliseconds }) => sum + milliseconds, 0);

describe("the beats of a step", () => {
  it("show every cell once, in order", () => {
    for (const shape of [[], [1], [3, 4], [2, 3, 3], [6, 6], [9, 9], [200], [64, 64], [8, 64, 64]]) {
      let shown = 0;
      for (const { from, to } of beatsOf(shaped(shape), "normal")) {
        expect(from).toBe(shown);
        expect(to).toBeGreaterThan(from);
        shown = to;
      }
      expect(shown).toBe(shape.reduce((count, length) => count * length, 1));
    }
    expect(beatsOf(shaped([0, 4]), "normal")).toEqual([]);
  });

  it("take about a second for the first cells of a small result, and never more than ten for all", () => {
    const [first, second] = beatsOf(shaped([3, 4]), "normal");
    expect(first?.milliseconds).toBe(1000);
    expect(second?.milliseconds).toBeGreaterThan(800);
    for (const speed of SPEEDS) {
      for (const shape of [
        [3, 4],
        [8, 8],
        [64, 64],
        [8, 128, 128],
      ]) {
        expect(total(beatsOf(shaped(shape), speed))).toBeLessThanOrEqual(10_000.001);
      }
    }
    expect(total(beatsOf(shaped([3, 4]), "fast"))).toBeLessThan(total(beatsOf(shaped([3, 4]), "normal")));
    expect(total(beatsOf(shaped([3, 4]), "normal"))).toBeLessThan(total(beatsOf(shaped([3, 4]), "slow")));
  });

  it("show a row of one number as fast as a single cell, and tell the first of its cells", () => {
    const data = Float64Array.from([...[0.25, 0.25, 0.25], ...[0.1, 0.8, 0.1], ...[0, 0, 0]]);
    const beats = beatsOf({ shape: [3, 3], data }, "normal");
    expect(beats.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 9],
    ]);
    const [first, second] = beats;
    expect(first?.milliseconds).toBe(1000);
    expect(second?.milliseconds).toBe(1000);
    const moments = first ? momentsOf(first, 2) : [];
    expect(moments.map(({ cell, filled, told }) => [cell, filled, told])).toEqual([
      [0, 0, 1],
      [0, 0, 2],
      [2, 3, null],
    ]);
    expect(beatsOf({ shape: [3], data: data.slice(0, 3) }, "normal")).toHaveLength(3);
  });

  it("show a large matrix row by row, and as many rows at a time as can be seen", () => {
    expect([unitOf([3, 4]), unitOf([8, 8]), unitOf([9, 9]), unitOf([200])]).toEqual([1, 1, 9, 1]);
    for (const { from, to, milliseconds } of beatsOf(shaped([8, 128, 128]), "fast")) {
      expect((to - from) % 128).toBe(0);
      expect(milliseconds).toBeGreaterThan(5);
    }
  });
});

describe("the moments of a beat", () => {
  it("tell the terms of a cell one after another before its result", () => {
    const moments = momentsOf({ from: 4, to: 5, milliseconds: 1000 }, 3);
    expect(moments.map(({ told, filled }) => [told, filled])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
      [null, 5],
    ]);
    expect(moments.every(({ cell }) => cell === 4)).toBe(true);
    expect(total(moments)).toBeCloseTo(1000);
  });

  it("are one where there is no time for terms, or no term, or a row", () => {
    expect(momentsOf({ from: 0, to: 1, milliseconds: 100 }, 3)).toHaveLength(1);
    expect(momentsOf({ from: 0, to: 1, milliseconds: 1000 }, 0)).toHaveLength(1);
    expect(momentsOf({ from: 8, to: 16, milliseconds: 1000 }, 3)).toEqual([
      { cell: 15, filled: 16, told: null, milliseconds: 1000 },
    ]);
  });
});
