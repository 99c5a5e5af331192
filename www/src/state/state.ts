/** What the page is showing. Everything else is computed from it. */
import type { Language } from "./language.ts";

export interface TensorValue {
  readonly shape: readonly number[];
  readonly data: readonly number[];
}

export interface GraphValue {
  readonly nodes: number;
  readonly edges: readonly (readonly [number, number])[];
  readonly directed: boolean;
  /** One weight an edge, or null where every edge counts 1. */
  readonly weights: readonly number[] | null;
}

/** One input as the reader set it; null takes an optional input away. */
export type InputValue = number | boolean | string | TensorValue | GraphValue | null;

/** Inputs by name; a name with dots, such as `params.wQuery`, is one name. */
export type Inputs = Readonly<Record<string, InputValue>>;

/** One number of a trace. */
export interface CellRef {
  readonly step: string;
  readonly index: readonly number[];
}

/** What there is beside the lessons. */
export const SECTIONS = ["exercises", "polls", "errata", "engines"] as const;
export type Section = (typeof SECTIONS)[number];

/** How hard an exercise is, from the easiest on. */
export const DIFFICULTIES = ["easy", "medium", "hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export interface Practice {
  readonly section: Section;
  /** What is open in the section; null is its list. */
  readonly id: string | null;
  readonly difficulty: Difficulty;
  /** Whether the worked solution is shown, as a lesson is. */
  readonly solution: boolean;
}

/** Where the reader is; all of it stands in the address. */
export interface Place {
  /** Null is the home, unless something is practiced. */
  readonly lesson: string | null;
  /** Null where nothing is practiced. */
  readonly practice: Practice | null;
  /** Null is the lesson's first part. */
  readonly part: string | null;
  /** Position in the trace from 0; null is where the part opens. */
  readonly step: number | null;
  /** The selected cell, then the cells that were opened from it; the last one is shown. */
  readonly trail: readonly CellRef[];
  /** Only what differs from the part's own inputs. */
  readonly changes: Inputs;
  readonly seed: number;
  readonly view: View;
}

export type View = "explore" | "present";
export type Theme = "auto" | "light" | "dark";

export interface History {
  readonly past: readonly Inputs[];
  readonly future: readonly Inputs[];
}

export interface PageState extends Place {
  readonly language: Language;
  readonly theme: Theme;
  /** Undo and redo of the inputs, for each part that was visited. */
  readonly histories: Readonly<Record<string, History>>;
  /** Changed inputs of parts that were left, so that coming back finds them. */
  readonly kept: Readonly<Record<string, Inputs>>;
}

export const NO_CHANGES: Inputs = Object.freeze({});

/** The largest seed of the page: 64 seeds of the library for each still are whole numbers that JavaScript represents exactly. */
export const LARGEST_SEED = 99_999_999_999_999;

/** Reads a seed as it is typed or stands in an address; null where it is none. */
export function readSeed(text: string): number | null {
  const seed = Number(text);
  return /^\d{1,14}$/.test(text) && seed <= LARGEST_SEED ? seed : null;
}

/** The seed after `seed`; after the largest comes 0. */
export function nextSeed(seed: number): number {
  return seed >= LARGEST_SEED ? 0 : seed + 1;
}

export const HOME: Place = {
  lesson: null,
  practice: null,
  part: null,
  step: null,
  trail: [],
  changes: NO_CHANGES,
  seed: 1,
  view: "explore",
};

export function initialState(language: Language, theme: Theme): PageState {
  return { ...HOME, language, theme, histories: {}, kept: {} };
}

/** Names a part across lessons. */
export function partKey(place: Pick<Place, "lesson" | "part">): string {
  return `${place.lesson ?? ""}/${place.part ?? ""}`;
}

export function isTensor(value: InputValue | undefined): value is TensorValue {
  return typeof value === "object" && value !== null && "data" in value;
}

export function isGraph(value: InputValue | undefined): value is GraphValue {
  return typeof value === "object" && value !== null && "edges" in value;
}
