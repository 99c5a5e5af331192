/** The lab Positions: encodings of positions, and biases of scores, by their waves, steps, products and shifts. */

import type { LabContent } from "../src/labs/lab.ts";
import type { Control, Values } from "../src/stage/stage.ts";
import { biasFactsOf, biasPicturesOf, cell, FACTS, LISTED, picturesOf, SAYINGS } from "./positions-pictures.ts";
import { at, BACK, BIASES, COMPARISONS, from, HEADS, SHIFTS, there, WAYS } from "./positions-runs.ts";

const LENGTHS = [8, 16, 32, 64] as const;
const WIDTHS = [2, 4, 8, 16, 32, 64] as const;
const BASES = [1, 2, 10, 100, 1000, 10_000, 100_000] as const;
const LAST = 63;

const CONTROLS: readonly Control[] = [
  { kind: "choice", id: "encoding", choices: Object.keys(WAYS), start: "sinusoidal" },
  { kind: "stops", id: "width", stops: WIDTHS, start: 8 },
  { kind: "stops", id: "base", stops: BASES, start: 10_000 },
  { kind: "stops", id: "length", stops: LENGTHS, start: 32 },
  { kind: "slider", id: "position", from: 0, to: LAST, step: 1, start: 3 },
  { kind: "slider", id: "offset", from: 1, to: LAST, step: 1, start: 1 },
  { kind: "slider", id: "hand", from: 0, to: 31, step: 1, start: 0 },
  { kind: "slider", id: "head", from: 1, to: HEADS, step: 1, start: 1 },
  { kind: "seed", id: "draw", start: 1 },
];

/** The pictures for a room, by their captions. */
const PRESENTED = ["columns", "products", "similarity", "bias", "biasRow"];
const PRESENTED_BESIDE = ["products", "bias"];

/** The controls that always matter. */
const ALWAYS = ["encoding", "length", "position", "offset"];

/** The ends of the sliders: both positions are within the sequence, and the hand is one of those that there are. */
function endsOf(values: Values): Readonly<Record<string, number>> {
  const last = Number(values.length) - 1;
  return {
    position: last - Number(values.offset),
    offset: last - Number(values.position),
    hand: Number(values.width) / 2 - 1,
  };
}

/** The controls that matter for some values. */
function controlsAt(values: Values): readonly Control[] {
  const ids = new Set([...ALWAYS, ...(WAYS[String(values.encoding)]?.follows ?? [])]);
  const ends = endsOf(values);
  return CONTROLS.filter(({ id }) => ids.has(id)).map((control) =>
    control.kind === "slider" ? { ...control, to: ends[control.id] ?? control.to } : control,
  );
}

/** The values with all positions within the sequence. */
function settle(values: Values): Values {
  const last = Number(values.length) - 1;
  const offset = Math.min(Number(values.offset), last);
  const position = Math.min(Number(values.position), last - offset);
  const hand = Math.min(Number(values.hand), Number(values.width) / 2 - 1);
  return { ...values, offset, position, hand };
}

export const lab: LabContent = {
  controls: CONTROLS,
  inputs: {},
  runs: { ...WAYS, ...COMPARISONS, ...SHIFTS, ...BACK },
  labels: () => ({
    position: from(0),
    feature: from(0),
    frequency: from(0),
    digit: from(0),
    vector: from(0),
    "other-vector": from(0),
    pair: from(0),
    query: from(0),
    key: from(0),
    row: from(0),
  }),
  settle,
  varies: (given) => {
    const run = given.choice("encoding");
    const places = {
      zero: { is: 0 },
      position: { is: at(given) },
      offset: { is: given.number("offset") },
      there: { is: there(given) },
    };
    const controls = controlsAt(given.values);
    if (Object.hasOwn(BIASES, run)) {
      return {
        controls,
        runs: [run, ...(run === "t5" ? ["shared"] : [])],
        shown: biasPicturesOf(given),
        facts: { ...biasFactsOf(given), ...places },
        listed: ["bias", "biasFirst", "biasBack"],
        says: [{ id: run }],
        slices: { head: given.number("head") - 1 },
      };
    }
    const shifted = run === "sinusoidal";
    const missed = {
      missed: { ...cell("missed", "vectors.distances", 0, 0), from: { run: "moved", step: "attention.key" } },
    };
    return {
      controls,
      runs: [run, "felt", ...Object.keys(COMPARISONS), ...(shifted ? Object.keys(SHIFTS) : [])],
      shown: picturesOf(given),
      facts: { ...FACTS, ...(shifted && missed), ...places },
      listed: [...LISTED, ...(shifted ? ["missed"] : [])],
      says: SAYINGS,
    };
  },
  moves: (given, axis, place) => {
    if (axis === "position" || axis === "pair") return { control: "position", value: place };
    if (axis !== "other-vector" && axis !== "key") return null;
    return place > at(given) ? { control: "offset", value: place - at(given) } : null;
  },
  experiments: [
    { id: "binary", state: { position: 3, "other.encoding": "binary" } },
    { id: "base", state: { base: 100, position: 3, "other.base": 10_000 } },
    { id: "alike", state: { base: 1, length: 64, position: 3, offset: 44 } },
    { id: "width", state: { width: 64, length: 64, position: 20, offset: 3, "other.width": 8 } },
    { id: "biases", state: { encoding: "alibi", position: 8, offset: 4, "other.encoding": "t5" } },
  ],
  shown: [],
  facts: {},
  listed: [],
  says: [],
  presented: (given, compared) => {
    const all = Object.hasOwn(BIASES, given.choice("encoding")) ? biasPicturesOf(given) : picturesOf(given);
    const wanted = compared ? PRESENTED_BESIDE : PRESENTED;
    return {
      controls: ["encoding", "base", "position", "offset"],
      shown: all.filter(({ caption = "" }) => wanted.includes(caption)),
    };
  },
  source: "Vaswani et al. 2017, section 3.5; Su et al. 2021; Press et al. 2022; Raffel et al. 2020, section 2.1",
};
