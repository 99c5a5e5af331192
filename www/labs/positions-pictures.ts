/** What the lab Positions shows of an encoding or of a bias: pictures, numbers, and what they say. */

import type { LabSaying } from "../src/labs/lab.ts";
import type { Fact, Given, Reading, Shown } from "../src/stage/stage.ts";
import { at, encodingOf, there, wayOf } from "./positions-runs.ts";

/** Of more columns, a selection is drawn as curves. */
const MOST_LINES = 8;
/** Rows with at most so many numbers are tables. */
const MOST_DIGITS = 16;

export const cell = (run: string, step: string, ...index: readonly number[]): Reading => ({ run, step, index });

/** The numbers of all encodings. */
export const FACTS: Readonly<Record<string, Fact>> = {
  length: cell("pair", "vectors.lengths", 0),
  product: cell("pair", "vectors.products", 0, 0),
  productFirst: cell("first", "vectors.products", 0, 0),
  cosine: cell("pair", "vectors.cosines", 0, 0),
  angle: cell("pair", "vectors.degrees", 0, 0),
  distance: cell("pair", "vectors.distances", 0, 0),
  distanceFirst: cell("first", "vectors.distances", 0, 0),
};
export const LISTED = ["distance", "distanceFirst", "product", "productFirst", "length", "angle"];

const steady = { same: ["distance", "distanceFirst"] } as const;
export const SAYINGS: readonly LabSaying[] = [
  { id: "first", when: { same: ["position", "zero"] } },
  { id: "steady", when: { all: [steady, { same: ["product", "productFirst"] }] } },
  { id: "growing", when: steady },
  { id: "uneven" },
];

/** Returns columns to draw as lines, spread over the width: of pairs the first alone, since the second is the same wave, a quarter ahead. */
function linesOf(width: number, paired: boolean): readonly number[] {
  const stride = paired ? 2 : 1;
  const all = width / stride;
  const count = Math.min(all, paired ? MOST_LINES / 2 : MOST_LINES);
  return Array.from({ length: count }, (_, line) => stride * Math.floor((line * all) / count));
}

/** The pictures of an encoding. */
export function picturesOf(given: Given): readonly Shown[] {
  const run = given.choice("encoding");
  const { step, paired } = wayOf(given);
  const [, width = 1] = encodingOf(given).shape;
  const hand = 2 * given.number("hand");
  const waves: Shown = {
    picture: { kind: "curves", steps: [step], along: 0, lines: linesOf(width, paired), cursor: at(given) },
    run,
    caption: "columns",
  };
  const rows: Shown = { picture: { kind: "pattern", step }, run, caption: "rows" };
  const clock: Shown = {
    picture: {
      kind: "arrows",
      sets: [{ step: "vectors.x" }, { step: "vectors.y" }],
      columns: [hand, hand + 1],
      reach: 1,
    },
    run: "pair",
    caption: "hand",
  };
  const felt: Shown = {
    picture: { kind: "bars", sets: [{ step: "gradient/vectors.x", row: 0 }] },
    run: "felt",
    caption: "felt",
  };
  return [
    waves,
    ...(paired ? [clock] : []),
    { picture: { kind: "pattern", step: "vectors.products" }, run: "pairs", caption: "products" },
    ...(width > 1 ? [rows] : []),
    {
      picture: { kind: "curves", steps: ["vectors.products"], along: 1, lines: [0], cursor: there(given) },
      run: "row",
      caption: "similarity",
    },
    ...(width > 1 && width <= MOST_DIGITS ? [felt] : []),
    {
      picture: { kind: "curves", steps: ["vectors.apart"], along: 0, cursor: at(given) },
      run: "pairs",
      caption: "steps",
    },
    ...(run === "sinusoidal" ? shiftOf(width) : []),
  ];
}

/** The matrix, PE_p, PE_p · M, PE_{p + k}, and the difference of the last two; of wide rows the matrix alone, since the numbers say the rest. */
function shiftOf(width: number): readonly Shown[] {
  const scale = { run: "moved", step: "attention.key" };
  const rows: readonly Shown[] = [
    { table: "attention.query", run: "moved", caption: "before", scale, wide: true },
    { table: "attention.formed", run: "moved", caption: "moved", scale, wide: true },
    { table: "attention.key", run: "moved", caption: "there", scale, wide: true },
    { table: "vectors.differences", run: "missed", caption: "missed", scale, from: scale, wide: true },
  ];
  return [
    { picture: { kind: "pattern", step: "position.shift-matrix" }, run: "shift", caption: "matrix" },
    ...(width > MOST_DIGITS ? [] : rows),
  ];
}

/** The pictures of a bias. */
export function biasPicturesOf(given: Given): readonly Shown[] {
  const run = given.choice("encoding");
  const { step } = wayOf(given);
  const shared: Shown = {
    picture: { kind: "bars", sets: [{ step: "gradient/relative-position.table" }] },
    run: "shared",
    caption: "shared",
  };
  return [
    { picture: { kind: "pattern", step }, run, caption: "bias" },
    {
      picture: {
        kind: "curves",
        steps: [step],
        along: run === "alibi" ? 2 : 1,
        lines: [at(given)],
        cursor: there(given),
      },
      run,
      caption: "biasRow",
    },
    ...(run === "t5" ? [shared] : []),
  ];
}

/** The numbers of a bias. */
export function biasFactsOf(given: Given): Readonly<Record<string, Fact>> {
  const run = given.choice("encoding");
  const { step } = wayOf(given);
  const head = run === "alibi" ? [given.number("head") - 1] : [];
  return {
    bias: cell(run, step, ...head, at(given), there(given)),
    biasFirst: cell(run, step, ...head, 0, given.number("offset")),
    biasBack: cell(run, step, ...head, there(given), at(given)),
  };
}
