import { describe, expect, it } from "vitest";
import {
  type Channels,
  channelsOf,
  contrast,
  css,
  domainFor,
  inkOn,
  lowEndOf,
  luminance,
  positionOf,
} from "./color.ts";
import { paintOf, pixelsIn } from "./paint.ts";

const weights = { kind: "weights", max: 1 } as const;
const signed = { kind: "signed", max: 10 } as const;

const colored = (value: number, domain: typeof weights | typeof signed): Channels => {
  const channels = channelsOf(value, domain);
  if (!channels) throw new Error(`no color for ${value}`);
  return channels;
};

describe("the scale", () => {
  it("puts weights from 0 to 1 and signed values around the middle", () => {
    expect(positionOf(0.25, weights)).toBe(0.25);
    expect(positionOf(0, signed)).toBe(0.5);
    expect(positionOf(-10, signed)).toBe(0);
    expect(positionOf(99, signed)).toBe(1);
  });

  it("gets lighter with a larger weight", () => {
    let before = -1;
    for (let step = 1; step <= 20; step += 1) {
      const now = luminance(colored(step / 20, weights));
      expect(now).toBeGreaterThan(before);
      before = now;
    }
  });

  it("is red below zero, blue above, and pale near zero", () => {
    const [red, , blueOfRed] = colored(-9, signed);
    const [redOfBlue, , blue] = colored(9, signed);
    expect(red).toBeGreaterThan(blueOfRed);
    expect(blue).toBeGreaterThan(redOfBlue);
    expect(luminance(colored(1e-9, signed))).toBeGreaterThan(0.8);
  });

  it("does not glow near zero in the dark theme, and gets lighter away from it", () => {
    const dark = (value: number) => luminance(channelsOf(value, signed, "dark") ?? [255, 255, 255]);
    const paper = luminance([23, 25, 29]);
    for (const value of [1e-9, -1e-9, 0.05, -0.05]) expect(contrast(dark(value), paper)).toBeLessThan(1.35);
    for (const sign of [1, -1]) {
      for (let step = 1; step < 10; step += 1) expect(dark(sign * (step + 1))).toBeGreaterThan(dark(sign * step));
    }
    const [red, , blueOfRed] = channelsOf(-9, signed, "dark") ?? [0, 0, 0];
    const [redOfBlue, , blue] = channelsOf(9, signed, "dark") ?? [0, 0, 0];
    expect(red).toBeGreaterThan(blueOfRed);
    expect(blue).toBeGreaterThan(redOfBlue);
  });

  it("gives no color to what has none", () => {
    expect(channelsOf(0, weights)).toBeNull();
    expect(channelsOf(-0, signed)).toBeNull();
    expect(channelsOf(Number.NEGATIVE_INFINITY, signed)).toBeNull();
    expect(channelsOf(Number.NaN, weights)).toBeNull();
  });

  it("counts from 0 on: the −1 of no path has no color, in no way of painting", () => {
    const counts = domainFor([-1, 0, 1, 7], { id: "graph/graph.distances", shape: [2, 2] });
    expect(counts).toEqual({ kind: "counts", max: 7 });
    expect(channelsOf(-1, counts)).toBeNull();
    expect(paintOf(-1, counts)).toBeNull();
    expect(pixelsIn(counts, "light", 12)(-1)).toBe(12);
    expect(channelsOf(7, counts)).toEqual(channelsOf(10, signed));
    expect([lowEndOf(counts, true), lowEndOf(signed, true), lowEndOf(signed, false)]).toEqual([0, -10, 0]);
  });
});

describe("text on a color", () => {
  it("reaches a contrast of 4.5 on every color of both scales", () => {
    for (let step = 0; step <= 255; step += 1) {
      const value = ((step + 0.5) / 256) * 20 - 10;
      const grounds = [
        channelsOf((step + 1) / 256, weights),
        channelsOf(value, signed),
        channelsOf(value, signed, "dark"),
      ];
      for (const ground of grounds) {
        if (!ground) throw new Error("no color");
        const ink = inkOn(ground) === "#000" ? 0 : 1;
        expect(contrast(luminance(ground), ink)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("knows the extremes", () => {
    expect(contrast(luminance([255, 255, 255]), luminance([0, 0, 0]))).toBeCloseTo(21, 10);
    expect(inkOn([255, 255, 255])).toBe("#000");
    expect(inkOn([0, 0, 0])).toBe("#fff");
    expect(css([1, 2, 3])).toBe("rgb(1 2 3)");
  });
});

describe("a scale that fits", () => {
  it("has the palette that the step is declared to have, whatever its numbers are", () => {
    const step = (id: string) => ({ id, shape: [2] });
    expect(domainFor([0.2, 0.8], step("attention.weights"))).toEqual({ kind: "weights", max: 1 });
    expect(domainFor([0, 1], step("layers[0]/attention.weights"))).toEqual({ kind: "weights", max: 1 });
    expect(domainFor([0.2, 0.8], step("attention.value"))).toEqual({ kind: "signed", max: 0.8 });
    expect(domainFor([3, 1], step("lsh.buckets"))).toEqual({ kind: "category", max: 1 });
    // Distances of equal vectors are 0 but for rounding; an input as small as that is none of these.
    expect(domainFor([0, 3e-17], step("vectors.distances")).max).toBe(1);
    expect(domainFor([0, 3e-17, 0.5], step("vectors.distances")).max).toBe(0.5);
    expect(domainFor([0, 3e-17], step("attention.value")).max).toBe(3e-17);
    expect(domainFor([3], { id: "attention.width", shape: [] })).toEqual({ kind: "plain", max: 1 });
  });
  it("is signed without a step", () => {
    expect(domainFor([0.2, 0.8])).toEqual({ kind: "signed", max: 0.8 });
    expect(domainFor([3, Number.NEGATIVE_INFINITY, -45])).toEqual({ kind: "signed", max: 45 });
    expect(domainFor([])).toEqual({ kind: "signed", max: 1 });
  });
});

describe("the paint of a number", () => {
  it("names a category by its color, also 0", () => {
    const category = { kind: "category", max: 1 } as const;
    expect(paintOf(0, category)?.ground).toBe("light-dark(rgb(48 75 131), rgb(90 112 245))");
    expect(paintOf(3, category)?.ground).not.toBe(paintOf(4, category)?.ground);
    expect(paintOf(-1, category)).toBeNull();
  });
  it("is none for a single number, and the same in both themes for a weight", () => {
    expect(paintOf(3, { kind: "plain", max: 1 })).toBeNull();
    expect(paintOf(0.5, weights)?.ground).not.toContain("light-dark");
    expect(paintOf(5, signed)?.ground).toContain("light-dark");
  });
});
