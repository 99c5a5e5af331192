import { describe, expect, it } from "vitest";
import type { Domain } from "./color.ts";
import { channelsIn, pixelOf, pixelsIn } from "./paint.ts";

const NONE = pixelOf(1, 2, 3, 4);
const DOMAINS: readonly Domain[] = [
  { kind: "weights", max: 1 },
  { kind: "signed", max: 2.5 },
  { kind: "category", max: 1 },
  { kind: "plain", max: 1 },
];
const NUMBERS = [
  ...Array.from({ length: 2001 }, (_, at) => (at - 1000) / 333),
  ...[0, -0, 1, 3, 9, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e-300, -1e300],
];

describe.each(DOMAINS)("the pixels of a scale: $kind", (domain) => {
  it.each(["light", "dark"] as const)("have the colors of its cells in the %s theme", (theme) => {
    const pixelAt = pixelsIn(domain, theme, NONE);
    for (const value of NUMBERS) {
      const channels = channelsIn(value, domain, theme);
      expect(pixelAt(value), `${value}`).toBe(channels ? pixelOf(...channels) : NONE);
    }
  });
});
