/**
 * Colors of data: viridis for weights from 0 to 1, red to blue around 0 for signed values.
 *
 * Exactly 0 (a masked key, a pair without an edge) has no color, so that "nothing" differs from "next to nothing", on light paper and on dark.
 */
import { rgb } from "d3-color";
import { interpolateRdBu, interpolateViridis } from "d3-scale-chromatic";

/** What a color stands for. `max` is the largest magnitude of the scale. */
export interface Domain {
  readonly kind: "weights" | "signed";
  readonly max: number;
}

/** Red, green and blue from 0 to 255. */
export type Channels = readonly [number, number, number];

const STEPS = 256;

function ramp(interpolate: (position: number) => string): Channels[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const { r, g, b } = rgb(interpolate(step / (STEPS - 1)));
    return [r, g, b] as const;
  });
}

// The ends of RdBu are so dark that neither red nor blue is seen at once; a tenth is cut off at both.
const RAMPS = {
  weights: ramp(interpolateViridis),
  signed: ramp((position) => interpolateRdBu(0.1 + 0.8 * position)),
};

/** Where a value lies on its scale, from 0 to 1; values beyond the scale take its ends. */
export function positionOf(value: number, domain: Domain): number {
  const share = domain.max > 0 ? value / domain.max : 0;
  const position = domain.kind === "weights" ? share : (share + 1) / 2;
  return Math.min(1, Math.max(0, position));
}

/** The color of a value, or null for a value without one: not finite, or exactly 0. */
export function channelsOf(value: number, domain: Domain): Channels | null {
  if (!Number.isFinite(value) || value === 0) return null;
  return RAMPS[domain.kind][Math.round(positionOf(value, domain) * (STEPS - 1))] ?? null;
}

/** As CSS writes it. */
export function css([red, green, blue]: Channels): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** Relative luminance after WCAG 2. */
export function luminance(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two luminances after WCAG 2, from 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Black or white, whichever reads better on the color. */
export function inkOn(channels: Channels): "#000" | "#fff" {
  const ground = luminance(channels);
  return contrast(ground, 0) >= contrast(ground, 1) ? "#000" : "#fff";
}

/** A scale that fits the numbers: weights where all lie from 0 to 1 and some is a fraction, signed values otherwise. */
export function domainFor(data: ArrayLike<number>): Domain {
  let max = 0;
  let fraction = false;
  let share = true;
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at] ?? 0;
    if (!Number.isFinite(value)) continue;
    max = Math.max(max, Math.abs(value));
    fraction ||= !Number.isInteger(value);
    share &&= value >= 0 && value <= 1;
  }
  return share && fraction ? { kind: "weights", max: 1 } : { kind: "signed", max: max || 1 };
}
