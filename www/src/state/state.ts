/** The state of the page. Everything that is shown is computed from it. */
import type { Language } from "./language.ts";

export interface TensorValue {
  readonly shape: readonly number[];
  readonly data: readonly number[];
  /** The reader's names, for each axis; null where an axis has none. Without the list, the names are those of the example. */
  readonly names?: readonly (readonly string[] | null)[];
}

export interface GraphValue {
  readonly nodes: number;
  readonly edges: readonly (readonly [number, number])[];
  readonly directed: boolean;
  /** One weight for each edge, or null where every weight is 1. */
  readonly weights: readonly number[] | null;
  /** One name for each node, where it has brought them; null where it is the reader's, but has none. */
  readonly names?: readonly string[] | null;
}

/** The reader's value of an input; null removes an optional input. */
export type InputValue = number | boolean | string | TensorValue | GraphValue | null;

/** Inputs by name; `attention.wQuery` is one name. */
export type Inputs = Readonly<Record<string, InputValue>>;

/** One number of a trace. */
export interface CellRef {
  readonly step: string;
  readonly index: readonly number[];
}

/** The first piece of the addresses of algorithms' pages. */
export const ALGORITHMS = "algorithms";

/** The list of all algorithms, in the place of the id of one. */
export const EVERY_ALGORITHM = "";

/** The sections other than the algorithms. */
export const SECTIONS = ["units", "labs", "exercises", "polls", "errata", "engines", "syllabus"] as const;
export type Section = (typeof SECTIONS)[number];

/** The difficulties of exercises, from the easiest. */
export const DIFFICULTIES = ["easy", "medium", "hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export interface Practice {
  readonly section: Section;
  /** The id of the open entry; null is the section's list. */
  readonly id: string | null;
  readonly difficulty: Difficulty;
  /** Whether the worked solution, or the answer of a scene, is shown. */
  readonly solution: boolean;
  /** The scene of a unit; absent or null on its first page. */
  readonly scene?: string | null;
  /** Whether the scene's run is shown step by step. */
  readonly steps?: boolean;
}

/** The way back from the result, which a lesson shows behind its run: the gradient of what it is told to make larger. */
export interface Backward {
  /** The one number of the result whose gradient it is; null for the sum of all. */
  readonly at: readonly number[] | null;
  /** Whether softmax and normalization are gone back through step by step, not by their closed forms. */
  readonly every: boolean;
}

/** The place in the page, all of which is part of the address. */
export interface Place {
  /** The algorithm whose page it is, or {@link EVERY_ALGORITHM}; null is the home, or a section. */
  readonly algorithm: string | null;
  /** The place in a section; null outside of the sections. */
  readonly practice: Practice | null;
  /** Position in the trace from 0; null is the step at which the lesson opens. */
  readonly step: number | null;
  /** The selected cell, followed by the cells that were opened from it; the last one is shown. */
  readonly trail: readonly CellRef[];
  /** Inputs that differ from the lesson's own. */
  readonly changes: Inputs;
  readonly seed: number;
  readonly view: View;
  /** The words of the sentence on the home; null are those that it begins with. */
  readonly words: readonly string[] | null;
  /** What the home computes. */
  readonly front: Front;
  /** The way back behind the run of an algorithm; null where only the run is shown. */
  readonly backward: Backward | null;
}

/** `present`: in large type, for a projector; `presenter`: the same place with notes, for whoever speaks; `print`: the sheet for paper. */
export const VIEWS = ["explore", "present", "presenter", "print"] as const;
export type View = (typeof VIEWS)[number];
export const FRONTS = ["sentence", "graph"] as const;
export type Front = (typeof FRONTS)[number];
export type Theme = "auto" | "light" | "dark";

export interface History {
  readonly past: readonly Inputs[];
  readonly future: readonly Inputs[];
  /** The gesture of the newest entry, as long as that can still grow. */
  readonly gesture?: number;
}

export interface PageState extends Place {
  readonly language: Language;
  readonly theme: Theme;
  /** Undo and redo of the inputs, for each visited lesson. */
  readonly histories: Readonly<Record<string, History>>;
  /** Changed inputs of previous lessons, which are restored on return. */
  readonly kept: Readonly<Record<string, Inputs>>;
}

export const NO_CHANGES: Inputs = Object.freeze({});

/** The largest seed of the page: 64 times as many seeds of the library are still whole numbers that JavaScript represents exactly. */
export const LARGEST_SEED = 99_999_999_999_999;

/** Parses a seed that was typed or is part of an address; null where it is invalid. */
export function readSeed(text: string): number | null {
  const seed = Number(text);
  return /^\d{1,14}$/.test(text) && seed <= LARGEST_SEED ? seed : null;
}

/** Returns the seed after `seed`; 0 after the largest. */
export function nextSeed(seed: number): number {
  return seed >= LARGEST_SEED ? 0 : seed + 1;
}

export const HOME: Place = {
  algorithm: null,
  practice: null,
  step: null,
  trail: [],
  changes: NO_CHANGES,
  seed: 1,
  view: "explore",
  words: null,
  front: "sentence",
  backward: null,
};

export function initialState(language: Language, theme: Theme): PageState {
  return { ...HOME, language, theme, histories: {}, kept: {} };
}

/** Returns a key of an algorithm's page, or of an entry of a section. */
export function placeKey({ algorithm, practice }: Pick<Place, "algorithm" | "practice">): string {
  return practice ? `${practice.section}/${practice.id ?? ""}` : `${ALGORITHMS}/${algorithm ?? ""}`;
}

export function isTensor(value: InputValue | undefined): value is TensorValue {
  return typeof value === "object" && value !== null && "data" in value;
}

export function isGraph(value: InputValue | undefined): value is GraphValue {
  return typeof value === "object" && value !== null && "edges" in value;
}
