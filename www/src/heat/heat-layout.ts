/** Where the parts of a heat map lie: its cells, and the names of its rows and columns around them. */

import { PatternNames } from "../matrix/names.ts";
import { WHOLE } from "../matrix/viewport.ts";
import type { Plane } from "../numbers/shape.ts";
import { type HeatRoom, type HeatShape, heatShape } from "./heat-shape.ts";
import { metricsNow } from "./metrics.ts";

/** The space beside a map on a narrow screen: for the names of rows, and the margins of the page. */
const BESIDE = 96;
/** The size for which `PatternNames` has its lengths. */
const TYPE = 14;
/** The room above a map in multiples of the size of the names. */
const HEAD = 2.4;

export interface HeatLayout {
  readonly shape: HeatShape;
  /** The names of rows and columns as they are drawn, and their type size. */
  readonly names: unknown;
  readonly type: number;
  /** The room beside the cells, and above them. */
  readonly left: number;
  readonly top: number;
  /** The part of the room above that is above the names of columns. */
  readonly above: number;
}

/** What the places and sizes depend on. */
export interface HeatContents {
  readonly plane: Plane;
  /** The names of rows and of columns, as the table lies. */
  readonly labels: { readonly rows: readonly string[]; readonly columns: readonly string[] };
  readonly size: HeatRoom["size"];
  readonly span: number;
  readonly share: number;
  /** Whether the names are omitted. */
  readonly bare: boolean;
}

/** Returns how much room there is for a map. */
export function roomOf(size: HeatRoom["size"], span: number): HeatRoom {
  const { type, width } = metricsNow();
  return { size, span, type, most: width - BESIDE };
}

/** Returns the sizes and names for contents, in a window as it is now. */
export function heatLayout({ plane, labels, size, span, share, bare }: HeatContents): HeatLayout {
  const { rows, columns, rowAxis, columnAxis } = plane;
  const room = roomOf(size, span);
  const shape = heatShape({ rows, columns }, { ...room, share });
  const name = (axis: number | null, names: readonly string[], at: number) =>
    axis === null || bare ? "" : (names[at] ?? String(at + 1));
  const words = new PatternNames(
    (row) => name(rowAxis, labels.rows, row),
    (column) => name(columnAxis, labels.columns, column),
    { rows, columns, width: Math.max(room.most, columns * shape.across), unit: metricsNow().small / TYPE },
  );
  const { across, down } = shape;
  // The cells of a list are longer than wide.
  const frame = { rows, columns, cell: columns === 1 ? down : across, width: columns * across, height: rows * down };
  // The names of columns take as much room above all maps, so that rows beside each other are at the same height.
  const above = bare ? -words.top : Math.max(0, words.size * HEAD - words.top);
  return {
    shape,
    names: words.render(frame, WHOLE),
    ...{ type: words.size, left: words.left, top: above + words.top, above },
  };
}
