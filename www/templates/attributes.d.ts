/**
 * What the tags of the elements take in a template. Frameworks set properties where an element has them, and write attributes where it is rendered on a
 * server: text is JSON in both, so that what a server has to write is given as text.
 */
import type {
  AttographAttention,
  AttographElement,
  AttographExercise,
  AttographFailure,
  AttographFigure,
  AttographPoll,
  AttographScene,
  FigureInputs,
  FigureTensor,
} from "./elements.js";

/** A number, or its text as it stands in a tag. */
type Count = number | `${number}` | undefined;
type Word = string | null | undefined;

export interface EveryElement {
  theme?: "light" | "dark" | null | undefined;
  page?: Word;
  fit?: boolean | undefined;
  bare?: boolean | undefined;
  idle?: boolean | undefined;
  stop?: Count;
}

export interface FigureAttributes extends EveryElement {
  algorithm?: Word;
  step?: Word;
  to?: Word;
  cell?: Word;
  picture?: Word;
  controls?: "none" | "player" | "inputs" | "all" | null | undefined;
  inputs?: FigureInputs | string | null | undefined;
  names?: Readonly<Record<string, readonly string[]>> | string | null | undefined;
}

export interface SceneAttributes extends EveryElement {
  lesson?: Word;
  scene?: Word;
  answer?: boolean | undefined;
  bar?: boolean | undefined;
}

export interface ExerciseAttributes extends EveryElement {
  exercise?: Word;
  seed?: Word;
  difficulty?: "easy" | "medium" | "hard" | null | undefined;
  inputs?: FigureInputs | string | null | undefined;
  names?: Readonly<Record<string, readonly string[]>> | string | null | undefined;
}

export interface PollAttributes extends EveryElement {
  poll?: Word;
  questions?: object | string | null | undefined;
}

export interface LabAttributes extends EveryElement {
  state?: Word;
}

export interface AttentionAttributes extends EveryElement {
  weights?: FigureTensor | string | null | undefined;
  tokens?: readonly string[] | string | null | undefined;
  keys?: readonly string[] | string | null | undefined;
  layer?: Count;
  head?: Count;
  picture?: "arcs-columns" | "arcs-line" | "pattern" | null | undefined;
  cell?: Word;
}

/** The attributes of each element, by its tag. */
export interface ElementAttributes {
  "attograph-figure": FigureAttributes;
  "attograph-scene": SceneAttributes;
  "attograph-exercise": ExerciseAttributes;
  "attograph-poll": PollAttributes;
  "attograph-attention": AttentionAttributes;
  /* labs: LabAttributes */
}

/** The element of each tag. */
export interface Elements {
  "attograph-figure": AttographFigure;
  "attograph-scene": AttographScene;
  "attograph-exercise": AttographExercise;
  "attograph-poll": AttographPoll;
  "attograph-attention": AttographAttention;
  /* labs: import("./elements.js").AttographLab */
}

/** What is sent with each event, by its name. */
export interface ElementEvents {
  "ag-change": Readonly<Record<string, unknown>>;
  "ag-answer": Readonly<Record<string, unknown>>;
  "ag-error": AttographFailure;
}

/** Listeners to the events, as attributes whose names begin with this. */
export type Listeners<Prefix extends string> = {
  [Name in keyof ElementEvents as `${Prefix}${Name}`]?: ((event: CustomEvent<ElementEvents[Name]>) => void) | undefined;
};

/** Any of the elements. */
export type AnyElement = Elements[keyof Elements];
export type { AttographElement };
