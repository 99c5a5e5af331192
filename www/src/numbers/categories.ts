/**
 * Colors of categories: words, nodes, buckets, lines. A category is a number from 0, and its color says which it is, never how large it is.
 *
 * The eight colors differ for every kind of color vision, in the light theme and in the dark one (`categories.test.ts`), and stand out from the paper. From
 * the ninth category on they repeat: a line is then dashed, a dot is a ring, and the name beside a mark always says which it is.
 */
import { type Channels, channelsOfHex, inkOn, type Theme } from "./color.ts";

export type { Theme };

/** The number of colors; category 8 has the color of category 0. */
export const CATEGORY_COLORS = 8;

const COLORS: Readonly<Record<Theme, readonly string[]>> = {
  //      blue       red        green      pink       amber      violet     sky        gray
  light: ["#304b83", "#971d08", "#50a252", "#dc5adb", "#9e5d06", "#8c25bb", "#1e789f", "#5d5d5d"],
  dark: ["#5a70f5", "#c65956", "#82e942", "#fcc0f9", "#cb9317", "#946eab", "#67a6fb", "#ababab"],
};

/** Dashes of a line by how often the colors have repeated, in units of its width; null for a solid one. */
const DASHES = [null, [3, 2], [1, 1.5], [5, 1.5, 1, 1.5]] as const;

const at = <T>(list: readonly T[], category: number): T | undefined =>
  list[Math.max(0, Math.trunc(category)) % list.length];

/** Returns the color of a category in one theme, such as `#304b83`. */
export function categoryColor(category: number, theme: Theme): string {
  return at(COLORS[theme], category) ?? "#5d5d5d";
}

/** Returns red, green and blue of a category's color. */
export function categoryChannels(category: number, theme: Theme): Channels {
  return channelsOfHex(categoryColor(category, theme).slice(1));
}

/** Returns the color for a style property: `light-dark(…)` follows the theme that is in effect. */
export function categoryCss(category: number): string {
  return `light-dark(${categoryColor(category, "light")}, ${categoryColor(category, "dark")})`;
}

/** Returns black or white for text on the color, for a style property. */
export function categoryInk(category: number): string {
  const ink = (theme: Theme) => inkOn(categoryChannels(category, theme));
  return `light-dark(${ink("light")}, ${ink("dark")})`;
}

/** Whether a category has the color of an earlier one: its line is dashed, and its dot is a ring. */
export const isRepeated = (category: number): boolean => category >= CATEGORY_COLORS;

/** Returns the dashes of a category's line for a width: empty for a solid line, otherwise a value of `stroke-dasharray`. */
export function categoryDashes(category: number, width = 1): string {
  const dashes = at(DASHES, Math.floor(Math.max(0, category) / CATEGORY_COLORS));
  return dashes ? dashes.map((part) => part * width).join(" ") : "";
}
