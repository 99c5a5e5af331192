/**
 * `attograph/elements`: figures, scenes, exercises, polls and labs for any page. Importing the module defines the elements; what each is made of is
 * loaded with the first of its kind.
 */

/** What each element has. */
export interface AttographElement extends HTMLElement {
  /** `light` or `dark`; by default the color scheme of what is around it. Attribute `theme`. */
  theme: string | null;
  /** Where the page of Attograph is; links lead there, and are hidden without it. Attribute `page`. */
  page: string | null;
  /** Whether the element has a room of its own, in which everything fits, from `--ag-zoom` down to `--ag-zoom-least`. Attribute `fit`. */
  fit: boolean;
  /**
   * Whether what a slide says itself is left out: the names of a figure's step; the title and the text of a scene, which with the answer shows the sentence to remember
   * in place of the question; the title of a poll and what only a reader does; all of an exercise but what is given and the first two steps. Attribute `bare`.
   */
  bare: boolean;
  /** Whether nothing is loaded until the attribute is taken away. Attribute `idle`. */
  idle: boolean;
  /** How far a lecturer's keys have gone through what is shown, from 0 to what `stops()` says. Attribute `stop`. */
  stop: number;
  /**
   * Returns how many keys of a clicker lead through what is shown: the steps of a figure up to `to`, the answer of a scene, the answers of a poll and the
   * evidence for each statement. Draws nothing.
   */
  stops(): Promise<number>;
  /** Fulfilled when the contents are drawn, or what is wrong is said. */
  readonly ready: Promise<void>;
}

/** A tensor as nested arrays, or with its shape. */
export type FigureTensor =
  | ArrayLike<number>
  | readonly (readonly number[])[]
  | readonly (readonly (readonly number[])[])[]
  | readonly (readonly (readonly (readonly number[])[])[])[]
  | { readonly shape: readonly number[]; readonly data: ArrayLike<number> };

export interface FigureGraph {
  /** The number of nodes. */
  readonly nodes: number;
  readonly edges: readonly (readonly [number, number])[];
  /** `false` by default. */
  readonly directed?: boolean;
  /** One for each edge. */
  readonly weights?: readonly number[] | null;
}

export type FigureInput = number | boolean | string | FigureTensor | FigureGraph | null;
export interface FigureInputs {
  readonly [name: string]: FigureInput | FigureInputs;
}

/** `<attograph-figure>`: a step of an algorithm as a picture, its table or its graph, with the arithmetic of each number. */
export interface AttographFigure extends AttographElement {
  /** The id of the algorithm. */
  algorithm: string | null;
  /** The id of the step; by default the one at which the algorithm's page opens. */
  step: string | null;
  /** The id of the last step to which `stop` goes; by default none. */
  to: string | null;
  /** The cell whose arithmetic is open, such as `0,2,1`. */
  cell: string | null;
  /** `table`, `graph`, or the kind of a picture; by default the best that there is. */
  picture: string | null;
  /** `none` (default), `player`, `inputs` or `all`. */
  controls: string | null;
  /** Inputs instead of the example's; the attribute is JSON. */
  inputs: FigureInputs | null;
  /** Names of positions by axis instead of the example's, such as `{ node: ["Ann", "Ben"] }`; the attribute is JSON. */
  names: Readonly<Record<string, readonly string[]>> | null;
  /** The step that is shown, and the cell whose arithmetic is open; null before there is one. */
  readonly shown: { readonly step: string; readonly cell: readonly number[] | null } | null;
  /** Goes to a step by its id, or by so many steps. Returns whether there is one. */
  go(to: string | number): boolean;
  /** Opens the arithmetic of a cell of the step that is shown, or closes it. Returns whether there is such a cell. */
  choose(index: readonly number[] | null): boolean;
}

/** `<attograph-scene>`: a scene of a unit. */
export interface AttographScene extends AttographElement {
  /** The id of the unit, such as `self-attention`. */
  lesson: string | null;
  /** The id of the scene; by default the unit's first page. */
  scene: string | null;
  /** Whether the answer is shown. */
  answer: boolean;
  /** Whether there is a bar with the other scenes of the unit. */
  bar: boolean;
}

/** `<attograph-exercise>`: an exercise, marked while it is filled in. Its `id`, or `exercise`, names it. */
export interface AttographExercise extends AttographElement {
  exercise: string | null;
  seed: string | null;
  /** `easy` (default), `medium` or `hard`. */
  difficulty: string | null;
  /** Inputs in the place of drawn ones; the attribute is JSON. */
  inputs: FigureInputs | null;
  /** Names of what these inputs count, by axis, such as `{ node: ["Ann", "Ben"] }`; the attribute is JSON. */
  names: Readonly<Record<string, readonly string[]>> | null;
}

/** `<attograph-poll>`: a poll with the evidence for each statement. Its `id`, or `poll`, names it. */
export interface AttographPoll extends AttographElement {
  poll: string | null;
  /** Polls of your own, as `attograph/questions.schema.json` describes them, or their JSON; without `poll` the first one is shown. */
  questions: object | string | null;
}

/** `<attograph-lab-hash>` and the like: a lab. */
export interface AttographLab extends AttographElement {
  /** The address of the lab on the page in some state. */
  state: string | null;
}

/** `<attograph-attention>`: the attention of a model, whose weights are given. */
export interface AttographAttention extends AttographElement {
  /** The weights: layers × heads × queries × keys, or without the first one or two axes; the attribute is JSON. */
  weights: FigureTensor | null;
  /** The tokens of the queries and, without `keys`, of the keys; the attribute is JSON, or words with spaces between them. */
  tokens: readonly string[] | null;
  /** The tokens of the keys, where they are others. */
  keys: readonly string[] | null;
  /** The layer that is shown, from 0. */
  layer: number;
  /** The head that is shown, from 0. */
  head: number;
  /** `arcs-columns`, `arcs-line` or `pattern`; by default lines for few tokens and pixels for many. */
  picture: string | null;
  /** The query and the key of the chosen weight, such as `2,0`. */
  cell: string | null;
}

/** What went wrong: an attribute, or the library. */
export interface AttographFailure {
  readonly attribute: string | null;
  readonly code: string;
  readonly message: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "attograph-figure": AttographFigure;
    "attograph-scene": AttographScene;
    "attograph-exercise": AttographExercise;
    "attograph-poll": AttographPoll;
    "attograph-attention": AttographAttention;
    /* labs: AttographLab */
  }
  interface HTMLElementEventMap {
    /** Another step, scene, exercise or state is shown. */
    "ag-change": CustomEvent<Readonly<Record<string, unknown>>>;
    /** The reader has answered a question, filled in a number, or chosen a statement. */
    "ag-answer": CustomEvent<Readonly<Record<string, unknown>>>;
    /** What the attributes ask for cannot be shown. */
    "ag-error": CustomEvent<AttographFailure>;
  }
}
