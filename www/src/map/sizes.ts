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
export type Measure = (text: string, kind: Lettering) => number;

/** Texts in a box: titles of steps, bold ones of parts, and what stands below them. */
export type Lettering = "title" | "part" | "symbol" | "label";

/** Where there is little room, miniatures are smaller and stand below the title, which has the whole width. */
export type Spacing = "roomy" | "close";

/** The room of a miniature: the side of a cell, its height and its width at most. The styles set them as `--ag-thumbnail-…`. */
export const MINIATURE = { cell: 7, height: { roomy: 32, close: 20 }, width: { roomy: 44, close: 30 } };
/** With the border. */
const PADDING = 10;
const GAP = 9;
/** The height of a box whose title is one line. */
export const BOX_HEIGHT = 50;
/** By how much a second line of the title makes it higher; the styles have it in the rows of `.tall`. */
const SECOND_LINE = 14;
/** The widths of a box: at least, at most with a title of one line, and at most. */
const WIDTHS = { roomy: [72, 208, 208], close: [64, 108, 160] } as const;
/** The sign before the title of a part. */
const SIGN = 18;
const MOST_TILES = 8;

export function sizeOfBox({ title, symbol, label, shape, part }: BoxText, measure: Measure, spacing: Spacing): Size {
  const below = (symbol === "" ? 0 : symbolWidth(symbol, measure) + 12) + measure(label, "label");
  const beside = GAP + miniatureWidth(shape, spacing);
  const [least, mostOfOneLine, most] = WIDTHS[spacing];
  // A title can be cut, what stands below it cannot.
  const needed = Math.max(least, Math.ceil(below + beside + 2 * PADDING));
  const around = (spacing === "close" ? 0 : beside) + 2 * PADDING;
  const kind = part ? "part" : "title";
  const widthOf = (line: string, at: number) => Math.ceil(measure(line, kind) + (part && at === 0 ? SIGN : 0) + around);
  const oneLine = widthOf(title, 0);
  const lines = titleLines(title, (line) => measure(line, kind));
  if (lines.length === 1 || oneLine <= Math.max(needed, mostOfOneLine))
    return { width: Math.max(needed, Math.min(oneLine, most)), height: BOX_HEIGHT };
  const twoLines = Math.max(...lines.map(widthOf));
  return { width: Math.max(needed, Math.min(twoLines, most)), height: BOX_HEIGHT + SECOND_LINE };
}

/** About the width of a symbol, which is set as mathematics: signs and names of functions have space around them. */
function symbolWidth(symbol: string, measure: Measure): number {
  const set = symbol.replaceAll("-", "−").replaceAll("Σ", "∑");
  const signs = set.match(/[−+=·/∑√<>,]|tanh|max|min|log|ln|exp|cos|sin/g)?.length ?? 0;
  return 1.1 * measure(set, "symbol") + 6 * signs;
}

/** The two lines of a title of which the longer one is as short as possible; the title where it is one word. */
export function titleLines(title: string, widthOf: (line: string) => number): readonly string[] {
  const words = title.split(" ");
  const splits = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map(widthOf));
  return splits.toSorted((one, other) => longest(one) - longest(other))[0] ?? [title];
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
  return { width: Math.ceil(measure(title, "part")) + 56, height: 34 };
}

/** Measures with a canvas, in the fonts of the map. */
export function canvasMeasure(fonts: Readonly<Record<Lettering, string>>): Measure {
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
