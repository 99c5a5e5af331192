/**
 * Colors of data: viridis for weights from 0 to 1, red to blue around 0 for signed values, purple to green around 0 for gradients.
 *
 * Exactly 0 (a masked key, a pair without an edge) has no color, nor has the −1 of a count for none. Signed values near 0 are near the paper, which is pale in the light theme and dark in the
 * dark one, so that nothing glows that is almost nothing.
 */
import ramps from "../../generated/ramps.json";
import { type PaletteKind, paletteOf } from "./palettes.ts";

/** The domain of a color scale. `max` is its largest magnitude. */
export interface Domain {
  readonly kind: PaletteKind;
  readonly max: number;
}

export type Theme = "light" | "dark";

/** Red, green and blue from 0 to 255. */
export type Channels = readonly [number, number, number];

const STEPS = 256;
/** The largest number of gradients, and of distances, that are 0 but for rounding. */
const LEAST = 1e-12;
/** The steps whose numbers are how far others are apart. */
const DISTANCES = ["vectors.apart", "vectors.distances"];
/** The digits of a color. */
const DIGITS = 6;

/** Returns red, green and blue of a color of six hexadecimal digits. */
export function channelsOfHex(digits: string): Channels {
  const color = Number.parseInt(digits, 16);
  return [color >> 16, (color >> 8) & 255, color & 255];
}

/** Reads a ramp that `build/ramps.mjs` has written. */
const read = (colors: string): Channels[] =>
  Array.from({ length: STEPS }, (_, step) => channelsOfHex(colors.slice(step * DIGITS, (step + 1) * DIGITS)));

const DARK_MIDDLE: Channels = [33, 36, 42];
const DARK_RED: Channels = [240, 112, 92];
const DARK_BLUE: Channels = [98, 168, 236];
const DARK_PURPLE: Channels = [196, 140, 222];
const DARK_GREEN: Channels = [104, 190, 118];

/** From one color to the other through the dark paper, for the dark theme. */
function throughDark(low: Channels, high: Channels): Channels[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const position = step / (STEPS - 1);
    const end = position < 0.5 ? low : high;
    const share = Math.abs(2 * position - 1);
    return [mixed(end, 0, share), mixed(end, 1, share), mixed(end, 2, share)];
  });
}

function mixed(end: Channels, channel: 0 | 1 | 2, share: number): number {
  return Math.round(DARK_MIDDLE[channel] + (end[channel] - DARK_MIDDLE[channel]) * share);
}

const WEIGHTS = read(ramps.weights);
const RAMPS = {
  weights: { light: WEIGHTS, dark: WEIGHTS },
  signed: { light: read(ramps.signed), dark: throughDark(DARK_RED, DARK_BLUE) },
  gradient: { light: read(ramps.gradient), dark: throughDark(DARK_PURPLE, DARK_GREEN) },
};

/** Whether a number has no color: 0, none, and what is not finite. */
export const isColorless = (value: number, { kind }: Domain): boolean =>
  !Number.isFinite(value) || value === 0 || (value < 0 && kind === "counts");

/** Returns where a scale begins that is shown for numbers: where none is below 0, as in a mask of 0 and 1, the half above 0 is all that occurs. */
export function lowEndOf({ kind, max }: Domain, isBelow: boolean): number {
  return isBelow && kind !== "weights" && kind !== "counts" ? -max : 0;
}

/** Returns the position of a value on its scale, from 0 to 1, clamped. */
export function positionOf(value: number, domain: Domain): number {
  const share = domain.max > 0 ? value / domain.max : 0;
  const position = domain.kind === "weights" ? share : (share + 1) / 2;
  return Math.min(1, Math.max(0, position));
}

/** Returns the colors of a scale, from its lowest position to its highest; null for a scale without a ramp. */
export function rampOf({ kind }: Domain, theme: Theme): readonly Channels[] | null {
  if (kind === "plain" || kind === "category") return null;
  return RAMPS[kind === "counts" ? "signed" : kind][theme];
}

/** Returns the color of a value on a ramp, or null for a value without one. */
export function channelsOf(value: number, domain: Domain, theme: Theme = "light"): Channels | null {
  const ramp = rampOf(domain, theme);
  if (!ramp || isColorless(value, domain)) return null;
  return ramp[Math.round(positionOf(value, domain) * (ramp.length - 1))] ?? null;
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

/** Returns a scale that fits the numbers of a step; without a step, a signed one. */
export function domainFor(
  data: ArrayLike<number>,
  step?: { readonly id: string; readonly shape: readonly number[] },
): Domain {
  const kind = step ? paletteOf(step.id, step.shape.length) : "signed";
  if (kind === "plain" || kind === "category" || kind === "weights") return { kind, max: 1 };
  let max = 0;
  for (let at = 0; at < data.length; at += 1) {
    // NaN is not larger than anything.
    const magnitude = Math.abs(data[at] as number);
    if (magnitude > max && magnitude !== Number.POSITIVE_INFINITY) max = magnitude;
  }
  // What rounding leaves of gradients and distances that are 0 has no color.
  const rounded = kind === "gradient" || (step !== undefined && DISTANCES.includes(step.id));
  const least = rounded ? LEAST : 0;
  return { kind, max: max > least ? max : 1 };
}
