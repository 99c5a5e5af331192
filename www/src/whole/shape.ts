/** Where lanes, blocks and bars of a figure are. Lengths are in pixels. */
import type { TraceStep } from "../library.ts";
import type { Part } from "./whole.ts";

/** The measures that all figures of a picture share. */
export interface Measures {
  /** From lane to lane. */
  readonly pitch: number;
  /** Above the first lane: the path around parts, and symbols. */
  readonly top: number;
  /** Below the last lane's middle. */
  readonly bottom: number;
  /** The width of a cell. */
  readonly cell: number;
  /** Cells that are as wide have digits. */
  readonly digits: number;
  /** Whether each figure names its lanes, because they do not come from the one beside it; the room of the names. */
  readonly named: number;
}

export interface Shape {
  readonly height: number;
  readonly x: number;
  readonly end: number;
  readonly y: (lane: number) => number;
  /** The height of a cell. */
  readonly tall: number;
  /** The middle of the signs of a sum. */
  readonly plus: number;
  readonly crossing: { readonly left: number; readonly right: number } | null;
  readonly blocks: readonly { readonly step: string; readonly x: number; readonly cell: number }[];
  readonly bars: { readonly x: number; readonly top: number; readonly bottom: number; readonly number: number } | null;
}

interface Given {
  readonly part: Part;
  readonly steps: ReadonlyMap<string, TraceStep>;
  readonly lanes: number;
  readonly measures: Measures;
  readonly width: number;
}

/** Room beside blocks. */
const BESIDE = 14;
const BETWEEN = 16;
const PLUS = 32;
/** Room of a share's name and of its number. */
const [NAME, NUMBER] = [58, 40];
/** A bar for each name needs this much. */
const BAR = 15;

const columnsOf = (steps: Given["steps"], id: string): number => steps.get(id)?.shape.at(-1) ?? 1;

const stepsOf = ({ figure }: Part): readonly string[] => ("steps" in figure ? figure.steps : []);

/** Returns the width that the blocks of a part need. */
export function ownWidth({ part, steps, measures }: Pick<Given, "part" | "steps" | "measures">): number {
  const ids = stepsOf(part);
  const columns = ids.reduce((sum, id) => sum + columnsOf(steps, id), 0);
  const sign = part.around === "returns" ? PLUS : 0;
  return 2 * BESIDE + sign + columns * measures.cell + Math.max(0, ids.length - 1) * BETWEEN;
}

export function figureShape({ part, steps, lanes, measures, width }: Given): Shape {
  const { pitch, bottom, named } = measures;
  const x = named;
  const bars = part.figure.kind === "shares";
  const names = bars ? Math.max(...[columnsOf(steps, part.figure.step), 1]) : 0;
  // Below names, a figure of bars is as high as these need.
  const height = named && bars ? names * BAR + 8 : measures.top + (lanes - 1) * pitch + bottom;
  const y = (lane: number) => (named && bars ? height / 2 : measures.top + lane * pitch);
  const need = ownWidth({ part, steps, measures });
  const ids = stepsOf(part);
  const sign = part.around === "returns" ? PLUS : 0;
  const crossing = part.figure.kind === "crossing" ? { left: x, right: width - need + BESIDE } : null;
  // What is wider than its blocks has them in its middle.
  const spare = Math.max(0, width - named - need) / 2;
  let left = crossing ? crossing.right : x + BESIDE + sign + (named ? 0 : spare);
  const blocks = ids.map((step) => {
    const at = left;
    left += columnsOf(steps, step) * measures.cell + BETWEEN;
    return { step, x: at, cell: measures.cell };
  });
  return {
    ...{ height, x, y, crossing, blocks },
    end: width,
    tall: Math.round(pitch * 0.62),
    plus: x + PLUS / 2 + 2 + (named ? 0 : spare),
    bars: bars ? { x: x + 22 + NAME, top: 4, bottom: height - 4, number: NUMBER } : null,
  };
}
