/**
 * Colors of data: viridis for weights from 0 to 1, red to blue around 0 for signed values.
 *
 * Exactly 0 (a masked key, a pair without an edge) has no color, so that it differs from small numbers, in the light and in the dark theme.
 */
import { rgb } from "d3-color";
import { interpolateRdBu, interpolateViridis } from "d3-scale-chromatic";

/** The domain of a color scale. `max` is its largest magnitude. */
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

// The ends of RdBu are too dark to recognize red and blue; a tenth is cut off at both.
const RAMPS = {
  weights: ramp(interpolateViridis),
  signed: ramp((position) => interpolateRdBu(0.1 + 0.8 * position)),
};

/** Returns the position of a value on its scale, from 0 to 1, clamped. */
export function positionOf(value: number, domain: Domain): number {
  const share = domain.max > 0 ? value / domain.max : 0;
  const position = domain.kind === "weights" ? share : (share + 1) / 2;
  return Math.min(1, Math.max(0, position));
}

/** Returns the color of a value, or null for a value without one: not finite, or exactly 0. */
export function channelsOf(value: number, domain: Domain): Channels | null {
  if (!Number.isFinite(value) || value === 0) return null;
  return RAMPS[domain.kind][Math.round(positionOf(value, domain) * (STEPS - 1))] ?? null;
}

/** Returns the color in CSS notation. */
export function css([red, green, blue]: Channels): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** Returns the relative luminance (WCAG 2). */
export function luminance(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two luminances (WCAG 2), from 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Returns black or white, whichever has more contrast with the color. */
export function inkOn(channels: Channels): "#000" | "#fff" {
  const ground = luminance(channels);
  return contrast(ground, 0) >= contrast(ground, 1) ? "#000" : "#fff";
}

/** Returns a scale for the numbers: weights where all are from 0 to 1 and at least one is a fraction, signed values otherwise. */
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
