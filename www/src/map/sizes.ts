/** The size of a box, from the texts in it: known before anything is drawn, so that nothing moves afterwards. */
import { cellCount } from "../numbers/shape.ts";
import type { Size } from "./geometry.ts";

/** What stands in a box. */
export interface BoxText {
  readonly title: string;
  readonly symbol: string;
  /** The shape, or the value of a single number, or the number of steps. */
  readonly label: string;
  readonly shape: readonly number[];
  readonly part: boolean;
}

/** Returns the width of a text in pixels. */
export type Measure = (text: string, kind: "title" | "symbol" | "label") => number;

/** Where there is little room, miniatures are smaller and stand below the title, which has the whole width. */
export type Spacing = "roomy" | "close";

/** The room of a miniature: the side of a cell, its height and its width at most. The styles set them as `--ag-thumbnail-…`. */
export const MINIATURE = { cell: 7, height: { roomy: 32, close: 20 }, width: { roomy: 44, close: 30 } };
const PADDING = 9;
const GAP = 9;
const HEIGHT = 50;
/** The widths of a box, at least and at most. */
const WIDTHS = { roomy: [72, 208], close: [64, 144] } as const;
const MOST_TILES = 8;

export function sizeOfBox({ title, symbol, label, shape, part }: BoxText, measure: Measure, spacing: Spacing): Size {
  const below = (symbol === "" ? 0 : 1.1 * measure(symbol, "symbol") + 12) + measure(label, "label");
  const name = measure(title, "title") + (part ? 18 : 0);
  const beside = GAP + miniatureWidth(shape, spacing);
  // A title can be cut, what stands below it cannot.
  const needed = Math.ceil(below + beside + 2 * PADDING);
  const width = Math.max(needed, Math.ceil(name + (spacing === "close" ? 0 : beside) + 2 * PADDING));
  const [least, most] = WIDTHS[spacing];
  return { width: Math.max(least, Math.min(width, Math.max(most, needed))), height: HEIGHT };
}

/** The width of `<ag-thumbnail>` for a shape, within {@link MINIATURE}. */
function miniatureWidth(shape: readonly number[], spacing: Spacing): number {
  const rank = shape.length;
  const rows = rank < 2 ? 1 : (shape[rank - 2] ?? 0);
  const columns = rank < 1 ? 1 : (shape[rank - 1] ?? 0);
  const tiles = Math.min(MOST_TILES, cellCount(shape.slice(0, Math.max(0, rank - 2))));
  const cells = Math.max(1, tiles * columns + (tiles - 1) / 2);
  return (
    cells * Math.min(MINIATURE.cell, MINIATURE.height[spacing] / Math.max(1, rows), MINIATURE.width[spacing] / cells)
  );
}

/** The least size of an open part's frame: its title fits. */
export function sizeOfTitle(title: string, measure: Measure): Size {
  return { width: Math.ceil(measure(title, "title")) + 56, height: 34 };
}

/** Measures with a canvas, in the fonts of the map. */
export function canvasMeasure(fonts: Readonly<Record<"title" | "symbol" | "label", string>>): Measure {
  const context = document.createElement("canvas").getContext("2d");
  const known = new Map<string, number>();
  return (text, kind) => {
    const key = `${kind}\n${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (context) context.font = fonts[kind];
    const width = context?.measureText(text).width ?? 0;
    known.set(key, width);
    return width;
  };
}
