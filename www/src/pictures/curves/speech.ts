/** The words of curves: what they are called, what their axes are, and how each line runs. */
import type { Lookup } from "../../elements/lookup.ts";
import { formatCell } from "../../numbers/format.ts";
import { axisOf, symbolOf } from "../base/place.ts";
import type { PictureView } from "../picture.ts";
import { type Line, lineAxis } from "./lines.ts";
import { isDrawn } from "./shape.ts";
import type { CurvesSpec } from "./spec.ts";

/** What is drawn, and the place of each position. */
export interface Said {
  readonly lines: readonly Line[];
  readonly options: CurvesSpec;
  readonly view: PictureView;
  readonly text: Lookup;
  readonly places: readonly number[];
}

/** Returns the name of the picture. */
export function nameOf(said: Said): string {
  const { lines, options, text } = said;
  const [first] = lines;
  if (!first) return "";
  const names = valueTitle(said);
  const along = options.called === undefined ? axisOf(text, first.step, options.along) : axisTitle(said);
  const rows = lineTitle(said);
  return rows === ""
    ? text("pictures.curves.name", { names, along })
    : text("pictures.curves.rows", { names, along, rows });
}

/** Returns how each line runs: its ends, and where it is lowest and highest. */
export function toldOf(said: Said): string {
  const { lines, options, text } = said;
  return lines
    .map(({ name, values }) => {
      const drawn = values
        .map((value, at) => ({ value, at }))
        .filter(({ value }) => isDrawn(value, options.logY ?? false));
      const [first] = drawn;
      const last = drawn.at(-1);
      if (!first || !last) return text("pictures.curves.empty", { name });
      const high = drawn.reduce((one, other) => (other.value > one.value ? other : one));
      const low = drawn.reduce((one, other) => (other.value < one.value ? other : one));
      return text("pictures.curves.line", {
        name,
        first: formatCell(first.value),
        last: formatCell(last.value),
        low: formatCell(low.value),
        lowAt: placeName(said, low.at),
        high: formatCell(high.value),
        highAt: placeName(said, high.at),
      });
    })
    .join(" ");
}

/** Returns the name of a position from left to right. */
export function placeName({ lines, options, view, places }: Said, position: number): string {
  if (options.places !== undefined) return formatCell(places[position] ?? Number.NaN);
  const step = lines[0]?.step;
  return step ? view.labels(step, options.along, position) : String(position);
}

/** Returns what runs from left to right. */
export function axisTitle({ lines, options, view, text }: Said): string {
  const given = options.places === undefined ? undefined : view.steps.get(options.places);
  if (given) return symbolOf(given);
  if (options.called !== undefined) return text(`pictures.curves.called.${options.called}`);
  const step = lines[0]?.step;
  return step ? axisOf(text, step, options.along) : "";
}

/** Returns what the heights are. */
export function valueTitle({ lines, options }: Said): string {
  return options.heights ?? [...new Set(lines.map(({ step }) => symbolOf(step)))].join(", ");
}

/** A name that says nothing without what it counts. */
const NUMBER = /^\d+$/;

/** Returns what the lines are; empty where each step is one, and where a single line has a name that says it. */
export function lineTitle({ lines, options, text }: Said): string {
  const [first] = lines;
  const step = first?.step;
  if (options.lines?.length === 1 && !NUMBER.test(first?.name ?? "")) return "";
  const rowAxis = step ? lineAxis(step, options) : null;
  return step && rowAxis !== null ? axisOf(text, step, rowAxis) : "";
}
