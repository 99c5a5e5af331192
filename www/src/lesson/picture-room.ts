/**
 * Whether the picture of a step can be read below its tables. Where it would be too small for that, tables and picture take turns in their room, and a button
 * for each says which is shown. Pure; lengths are in rem.
 */
import type { Trace, TraceStep } from "../library.ts";
import type { PictureSpec } from "../pictures/spec.ts";
import { mostRows } from "./stage-layout.ts";

/** A row of a table with small cells, and what stands above and below the rows: names, and the legend. */
const ROW = 1.6;
const AROUND = 6.25;
/** A stage is at least so high. */
const LOWEST = 12.5;
/** The buttons that choose one of several pictures, where they stand above it: beside a stage of one line there is room for them beside it. */
const BUTTONS = 2.25;

/** The least height of what is about as high as wide, with names around it, such as a plane with arrows. */
const SQUARE = 13;
/** The least height of curves, whose names have the size of the page's text then: lower, they would be narrower too, and their numbers too small to be read. */
const CURVES = 13.75;
/** The least height of what is wide however low it is: a line over positions. */
const WIDE = 8;
/** The least height of a word of a column, and of a bar, and what the title above them takes. */
const WORD = 1.4;
const BAR = 1.2;
const TITLE = 1.25;

/** Returns the least height at which the names in a picture can be read. */
export function leastHeight(picture: PictureSpec, steps: ReadonlyMap<string, TraceStep>): number {
  switch (picture.kind) {
    case "arcs":
    case "flow": {
      const words = Math.max(...(steps.get(picture.step)?.shape.slice(-2) ?? [1]));
      return words * WORD + (picture.kind === "arcs" && picture.heads ? TITLE : 0);
    }
    case "bars": {
      const [{ step, along }] = picture.sets;
      const shape = steps.get(step)?.shape ?? [];
      return TITLE + BAR * (shape[along ?? shape.length - 1] ?? 1);
    }
    case "curves":
      return CURVES;
    case "timeline":
    case "tree":
      return WIDE;
    default:
      return SQUARE;
  }
}

/** Whether all pictures that suit a step can be read below the tables of its run, which stand in so many lines, in a room of a height: its steps stand in one room. */
export function sharesRoom(
  pictures: readonly PictureSpec[],
  trace: Trace,
  steps: ReadonlyMap<string, TraceStep>,
  height: number,
  lines: number,
): boolean {
  if (pictures.length === 0) return true;
  const tables = lines * Math.max(LOWEST, mostRows(trace) * ROW + AROUND);
  const buttons = pictures.length > 1 && lines > 1 ? BUTTONS : 0;
  return height - tables - buttons >= Math.max(...pictures.map((picture) => leastHeight(picture, steps)));
}
