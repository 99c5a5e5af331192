/** What the picture of an image draws, from the steps of a trace. Pure: it reads cells and computes nothing that is shown. */
import type { TraceStep } from "../../elements/events.ts";
import { type ShownCell, shownCell } from "../base/marks.ts";
import { type PictureView, valueAt } from "../picture.ts";
import type { ImageSpec } from "./spec.ts";

/** One square: a pixel, a patch or a token. */
export interface ImageSquare {
  readonly row: number;
  readonly column: number;
  readonly cell: ShownCell;
  /** Red, green and blue of a pixel from 0 to 1; null for other squares. */
  readonly shade: readonly [number, number, number] | null;
  readonly hidden: boolean;
  /** The pixels of a visible patch, row by row; empty for other squares. */
  readonly pixels: readonly PatchPixel[];
  /** The patch or the window that the square is in; null where it is one of its own. */
  readonly group: number | null;
  /** The number of the patch or token. */
  readonly place: number;
  /** The places to which the square may attend; null where that is not said. */
  readonly sees: readonly number[] | null;
}

/** A pixel of a patch. */
export interface PatchPixel {
  readonly cell: ShownCell;
  /** Black is 0, white 1. */
  readonly shade: number;
}

export interface DrawnImage {
  readonly what: "pixels" | "mask" | "windows";
  readonly rows: number;
  readonly columns: number;
  readonly squares: readonly ImageSquare[];
  readonly groups: number;
  /** Whether visible patches show their pixels, which leaves no room for the numbers of patches. */
  readonly painted?: boolean;
}

const count = (length: number): number[] => Array.from({ length }, (_, at) => at);

/** Returns the width of a grid with this many squares: as asked, or as a square. */
function columnsOf(squares: number, asked: number | undefined): number {
  return Math.max(1, asked ?? Math.ceil(Math.sqrt(squares)));
}

/** Returns how light a number of a step is: its smallest number is black, its largest white. */
function sharesOf({ data }: TraceStep): (value: number) => number {
  const [low, high] = data.reduce<readonly [number, number]>(
    ([least, most], value) =>
      Number.isFinite(value) ? [Math.min(least, value), Math.max(most, value)] : [least, most],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return (value) => (high > low ? (value - low) / (high - low) : 0.5);
}

/** Returns the pixels of each patch; of patches that are no square, none. */
function patchPixels(tokens: TraceStep | undefined): (patch: number) => readonly PatchPixel[] {
  const length = tokens?.shape.at(-1) ?? 0;
  if (!tokens || !Number.isInteger(Math.sqrt(length))) return () => [];
  const share = sharesOf(tokens);
  return (patch) =>
    count(length).map((pixel) => {
      const cell = shownCell(tokens, [patch, pixel]);
      return { cell, shade: share(cell.value) };
    });
}

function pixels(image: TraceStep, patches: TraceStep | undefined, view: PictureView): DrawnImage {
  const [channels = 0, rows = 0, columns = 0] = image.shape;
  const shown = Math.min(view.slices.channel ?? 0, Math.max(0, channels - 1));
  const share = sharesOf(image);
  // A patch has as many features as pixels in all its channels.
  const side = patches ? Math.round(Math.sqrt((patches.shape.at(-1) ?? 0) / Math.max(1, channels))) : 0;
  const across = side > 0 ? Math.floor(columns / side) : 0;
  const squares = count(rows).flatMap((row) =>
    count(columns).map((column): ImageSquare => {
      const shade = [0, 1, 2].map((channel) =>
        share(valueAt(image, [channels === 3 ? channel : shown, row, column])),
      ) as [number, number, number];
      const group = side > 0 ? Math.floor(row / side) * across + Math.floor(column / side) : null;
      return {
        row,
        column,
        cell: shownCell(image, [shown, row, column]),
        shade,
        hidden: false,
        pixels: [],
        group,
        place: row * columns + column,
        sees: null,
      };
    }),
  );
  return { what: "pixels", rows, columns, squares, groups: patches?.shape[0] ?? 0 };
}

function masked(mask: TraceStep, tokens: TraceStep | undefined, { columns: asked }: ImageSpec): DrawnImage {
  const length = mask.shape.at(-1) ?? 0;
  const columns = columnsOf(length, asked);
  const pixelsOf = patchPixels(tokens);
  const squares = count(length).map((place): ImageSquare => {
    const cell = shownCell(mask, [place]);
    const hidden = cell.value === 1;
    return {
      row: Math.floor(place / columns),
      column: place % columns,
      cell,
      shade: null,
      hidden,
      pixels: hidden ? [] : pixelsOf(place),
      group: null,
      place,
      sees: null,
    };
  });
  const painted = tokens !== undefined;
  return { what: "mask", rows: Math.ceil(length / columns), columns, squares, groups: 0, painted };
}

function windowed(windows: TraceStep, visible: TraceStep | undefined, { columns: asked }: ImageSpec): DrawnImage {
  const [groups = 0, places = 0] = windows.shape;
  const columns = columnsOf(groups * places, asked);
  const squares = count(groups)
    .flatMap((group) =>
      count(places).map((place): ImageSquare => {
        const cell = shownCell(windows, [group, place]);
        const seen = (other: number) => !visible || valueAt(visible, [group, place, other]) === 1;
        return {
          row: Math.floor(cell.value / columns),
          column: cell.value % columns,
          cell,
          shade: null,
          hidden: false,
          pixels: [],
          group,
          place: cell.value,
          sees: count(places).flatMap((other) => (seen(other) ? [valueAt(windows, [group, other])] : [])),
        };
      }),
    )
    .sort((one, other) => one.place - other.place);
  return { what: "windows", rows: Math.ceil((groups * places) / columns), columns, squares, groups };
}

/** Returns what is drawn: windows, a mask or pixels, whichever of these the options name and the run has; null where it has none. */
export function drawnImage(view: PictureView, spec: ImageSpec): DrawnImage | null {
  const step = (id: string | undefined) => (id === undefined ? undefined : view.steps.get(id));
  const [windows, mask, image] = [step(spec.windows), step(spec.mask), step(spec.image)];
  if (windows) return windowed(windows, step(spec.windowMask), spec);
  if (mask) return masked(mask, step(spec.tokens), spec);
  return image ? pixels(image, step(spec.patches), view) : null;
}

/** Returns by how many quarters of a turn, clockwise, an image was turned to become another one; 0 where it was not. */
export function quartersBetween(before: DrawnImage, after: DrawnImage): number {
  const { rows: side, columns, what } = after;
  if (what !== "pixels" || before.what !== what || side !== columns || side !== before.rows || side !== before.columns)
    return 0;
  const shadeAt = ({ squares }: DrawnImage, row: number, column: number) => squares[row * side + column]?.shade?.join();
  let turned = after.squares.map(({ row, column }) => shadeAt(before, row, column));
  const now = after.squares.map(({ shade }) => shade?.join());
  for (let quarters = 0; quarters < 4; quarters += 1) {
    if (turned.every((shade, at) => shade === now[at])) return quarters;
    const last = turned;
    turned = after.squares.map(({ row, column }) => last[(side - 1 - column) * side + row]);
  }
  return 0;
}
