/** The color of a number in both themes. */
import { categoryChannels, type Theme } from "./categories.ts";
import { type Channels, channelsOf, css, type Domain, inkOn, isColorless, positionOf, rampOf } from "./color.ts";

/** A color as a style property, with black or white for text on it; both follow the theme that is in effect. */
export interface Paint {
  readonly ground: string;
  readonly ink: string;
}

/** Returns red, green and blue in one theme; null for a number without a color. */
export function channelsIn(value: number, domain: Domain, theme: Theme): Channels | null {
  if (domain.kind !== "category") return channelsOf(value, domain, theme);
  return Number.isInteger(value) && value >= 0 ? categoryChannels(value, theme) : null;
}

/** Returns the four bytes of a pixel of an image as one number, with which images are painted faster. Every processor that browsers run on has the lowest byte first. */
export function pixelOf(red: number, green: number, blue: number, opacity = 255): number {
  return ((opacity << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

const PACKED = new WeakMap<readonly Channels[], Uint32Array>();

/** Returns what gives each number its pixel, and `none` to one without a color. The pixels of a ramp are made once: an image has many more numbers than a ramp has colors. */
export function pixelsIn(domain: Domain, theme: Theme, none: number): (value: number) => number {
  const ramp = rampOf(domain, theme);
  if (!ramp)
    return (value) => {
      const channels = channelsIn(value, domain, theme);
      return channels ? pixelOf(...channels) : none;
    };
  const pixels = PACKED.get(ramp) ?? Uint32Array.from(ramp, (channels) => pixelOf(...channels));
  PACKED.set(ramp, pixels);
  const last = pixels.length - 1;
  return (value) =>
    isColorless(value, domain) ? none : (pixels[Math.round(positionOf(value, domain) * last)] as number);
}

const PAINTS = new Map<string, Paint>();

/** Returns the color for style properties; null for a number without a color. */
export function paintOf(value: number, domain: Domain): Paint | null {
  const light = channelsIn(value, domain, "light");
  const dark = channelsIn(value, domain, "dark");
  if (!light || !dark) return null;
  const key = `${light} ${dark}`;
  const known = PAINTS.get(key);
  if (known) return known;
  const both = (one: string, other: string) => (one === other ? one : `light-dark(${one}, ${other})`);
  const paint = { ground: both(css(light), css(dark)), ink: both(inkOn(light), inkOn(dark)) };
  PAINTS.set(key, paint);
  return paint;
}
