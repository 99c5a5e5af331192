/** What the picture of an image draws, from the steps of a trace. Pure: it reads cells and computes nothing that is shown. */
import type { TraceStep } from "../elements/events.ts";
import type { ShownCell } from "./arrows-model.ts";
import { type PictureView, valueAt } from "./picture.ts";
import type { ImageSpec } from "./plane-spec.ts";

/** One square: a pixel, a patch or a token. */
export interface ImageSquare {
  readonly row: number;
  readonly column: number;
  readonly cell: ShownCell;
  /** Red, green and blue of a pixel from 0 to 1; null for other squares. */
  readonly shade: readonly [number, number, number] | null;
  readonly hidden: boolean;
  /** The patch or the window that the square is in; null where it is one of its own. */
  readonly group: number | null;
  /** The number of the patch or token. */
  readonly place: number;
  /** The places to which the square may attend; null where that is not said. */
  readonly sees: readonly number[] | null;
}

export interface DrawnImage {
  readonly what: "pixels" | "mask" | "windows";
  readonly rows: number;
  readonly columns: number;
  readonly squares: readonly ImageSquare[];
  readonly groups: number;
}

const cellOf = (step: TraceStep, index: readonly number[]): ShownCell => ({
  step: step.id,
  index,
  value: valueAt(step, index),
});

const count = (length: number): number[] => Array.from({ length }, (_, at) => at);

/** Returns the width of a grid with this many squares: as asked, or as a square. */
function columnsOf(squares: number, asked: number | undefined): number {
  return Math.max(1, asked ?? Math.ceil(Math.sqrt(squares)));
}

function pixels(image: TraceStep, patches: TraceStep | undefined, view: PictureView): DrawnImage {
  const [channels = 0, rows = 0, columns = 0] = image.shape;
  const shown = Math.min(view.slices.channel ?? 0, Math.max(0, channels - 1));
  const finite = [...image.data].filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const share = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
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
        cell: cellOf(image, [shown, row, column]),
        shade,
        hidden: false,
        group,
        place: row * columns + column,
        sees: null,
      };
    }),
  );
  return { what: "pixels", rows, columns, squares, groups: patches?.shape[0] ?? 0 };
}

function masked(mask: TraceStep, { columns: asked }: ImageSpec): DrawnImage {
  const length = mask.shape.at(-1) ?? 0;
  const columns = columnsOf(length, asked);
  const squares = count(length).map((place): ImageSquare => {
    const cell = cellOf(mask, [place]);
    return {
      row: Math.floor(place / columns),
      column: place % columns,
      cell,
      shade: null,
      hidden: cell.value === 1,
      group: null,
      place,
      sees: null,
    };
  });
  return { what: "mask", rows: Math.ceil(length / columns), columns, squares, groups: 0 };
}

function windowed(windows: TraceStep, sight: TraceStep | undefined, { columns: asked }: ImageSpec): DrawnImage {
  const [groups = 0, places = 0] = windows.shape;
  const columns = columnsOf(groups * places, asked);
  const squares = count(groups)
    .flatMap((group) =>
      count(places).map((place): ImageSquare => {
        const cell = cellOf(windows, [group, place]);
        const seen = (other: number) => !sight || valueAt(sight, [group, place, other]) === 1;
        return {
          row: Math.floor(cell.value / columns),
          column: cell.value % columns,
          cell,
          shade: null,
          hidden: false,
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
  if (mask) return masked(mask, spec);
  return image ? pixels(image, step(spec.patches), view) : null;
}
