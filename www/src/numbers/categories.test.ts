import { describe, expect, it } from "vitest";
import {
  CATEGORY_COLORS,
  categoryChannels,
  categoryColor,
  categoryCss,
  categoryDashes,
  categoryInk,
  type Theme,
} from "./categories.ts";
import { type Channels, contrast, inkOn, luminance } from "./color.ts";

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes 2009, severity 1, for linear channels: no deficiency, protan, deutan, tritan. */
const VISIONS: readonly (readonly [Triple, Triple, Triple])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

const times = (matrix: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple => {
  const [first, second, third] = matrix.map(([a, b, c]) => a * x + b * y + c * z);
  return [first ?? 0, second ?? 0, third ?? 0];
};
const map = (triple: Triple, change: (part: number) => number): Triple => [
  change(triple[0]),
  change(triple[1]),
  change(triple[2]),
];
const linear = (channels: Channels): Triple =>
  map(channels, (channel) => (channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4));

/** Oklab (Ottosson 2020), in which equal distances look about equally different. */
function oklab(color: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    map(cones, Math.cbrt),
  );
}

const categories = Array.from({ length: CATEGORY_COLORS }, (_, category) => category);
const PAPER: Readonly<Record<Theme, Channels>> = { light: [253, 252, 249], dark: [23, 25, 29] };

describe.each(["light", "dark"] as const)("the colors of categories in the %s theme", (theme) => {
  it.each(["every", "protan", "deutan", "tritan"])("differ for %s vision", (name) => {
    const vision = VISIONS[["every", "protan", "deutan", "tritan"].indexOf(name)];
    if (!vision) throw new Error(`no matrix for ${name}`);
    const seen = categories.map((category) => {
      const color = times(vision, linear(categoryChannels(category, theme)));
      return oklab(map(color, (channel) => Math.min(1, Math.max(0, channel))));
    });
    for (const [at, one] of seen.entries()) {
      for (const other of seen.slice(0, at)) {
        expect(Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])).toBeGreaterThan(0.08);
      }
    }
  });

  it("stand out from the paper, and carry text", () => {
    for (const category of categories) {
      const color = luminance(categoryChannels(category, theme));
      expect(contrast(color, luminance(PAPER[theme]))).toBeGreaterThanOrEqual(3);
      const ink = inkOn(categoryChannels(category, theme));
      expect(contrast(color, ink === "#000" ? 0 : 1)).toBeGreaterThanOrEqual(4.5);
      expect(categoryInk(category)).toContain(ink);
    }
  });
});

describe("a category", () => {
  it("has a color of each theme", () => {
    expect(categoryCss(0)).toBe("light-dark(#304b83, #5a70f5)");
    expect(new Set(categories.map((category) => categoryColor(category, "dark"))).size).toBe(CATEGORY_COLORS);
  });

  it("beyond the last color has that of an earlier one, and a dashed line", () => {
    expect(categoryColor(CATEGORY_COLORS, "light")).toBe(categoryColor(0, "light"));
    expect(categoryDashes(0)).toBe("");
    expect(categoryDashes(CATEGORY_COLORS - 1)).toBe("");
    expect(categoryDashes(CATEGORY_COLORS, 2)).toBe("6 4");
    expect(categoryDashes(2 * CATEGORY_COLORS)).not.toBe(categoryDashes(CATEGORY_COLORS));
  });
});
