import type { Derivation, MarkedDerivation } from "../derivation-types.js";
import type { AttographError, Fact } from "../errors.js";
import type { Exercise, ExerciseEntry, Marked } from "../exercise-types.js";
import type { Erratum, ErratumEntry, PollAnswer, PollEntry } from "../lecture-types.js";
import type { TraceData } from "../trace-types.js";
import type { CatalogEntry, Cell, Notice } from "../types.js";

/** Texts by key, in any depth. */
export interface TextTree {
  readonly [key: string]: TextTree | string;
}

/** Entries by id. */
type ById<Entry> = Readonly<Record<string, Entry>>;

/** All texts of a language. The ids of the library are the keys. */
export interface Texts {
  readonly algorithms: ById<{ readonly title: string; readonly summary: string }>;
  /** By the part of a step's id that follows the last `/`. */
  readonly steps: ById<{ readonly title: string; readonly text: string }>;
  /** Titles by the full name of an input, such as `attention.wQuery`; those of the options of choices under `choices`. */
  readonly inputs: ById<string | ById<string>>;
  /**
   * Of steps of gradients by what they do, with `{of}` and `{through}` for the titles of steps of the run; under `parts` those that serve another one, by the last
   * part of their ids, and under `by-path` the title of one of several ways back.
   */
  readonly gradients: ById<{
    readonly title: string;
    readonly text?: string;
    readonly parts?: ById<{ readonly title: string; readonly text: string }>;
  }>;
  /** What the axes of steps count. */
  readonly axes: ById<string>;
  /** What explains a cell where its equation is not enough: by function, such as `remainder`, and by case, such as `masked-row`. */
  readonly notes: ById<string>;
  /** Sentences with `{facts}`. */
  readonly notices: ById<string>;
  /** Sentences with `{facts}`; under `phrases`, translations of what the library states in English. */
  readonly errors: ById<string | ById<string>>;
  readonly exercises: ById<{ readonly title: string; readonly task: string }>;
  readonly misconceptions: ById<{ readonly name: string; readonly explanation: string; readonly hint: string }>;
  /** What introduces the hints that are a formula or the arithmetic of a cell. */
  readonly hints: ById<string>;
  /** The marks of cells, by kind. */
  readonly marks: ById<string>;
  /** The marks of derivations, by kind. */
  readonly checks: ById<string>;
  /** Whether statements of polls are true, by key. */
  readonly verdicts: ById<string>;
  readonly derivations: ById<{
    readonly title: string;
    readonly task: string;
    readonly conclusion: string;
    readonly symbols: ById<string>;
    readonly entries: ById<{ readonly label: string; readonly hint: string; readonly why: string }>;
    readonly mistakes: ById<{ readonly name: string; readonly explanation: string }>;
  }>;
  /** Where errata and polls are printed: a line, kinds of documents, and the subjects of their parts. */
  readonly sources: { readonly line: string; readonly documents: ById<string>; readonly parts: ById<string> };
  readonly errata: ById<{ readonly title: string; readonly printed: string; readonly formula?: string }>;
  readonly "errata-answers": ById<{ readonly right: string; readonly formula?: string; readonly why?: string }>;
  readonly polls: ById<{ readonly question: string; readonly options: ById<string> }>;
  /** By poll and statement. */
  readonly "poll-answers": ById<
    ById<{
      readonly why: string;
      readonly argument?: string;
      readonly facts: ById<string>;
      readonly readings?: ById<string>;
    }>
  >;
}

type PartOf<Tree> = Tree extends string ? string : { readonly [Key in keyof Tree]?: PartOf<Tree[Key]> };

/** A language of the package, loaded by its name. */
export type LanguageName = "en" | "ko";

/** A language that is not one of the package's, in the shape of `attograph/text/en`. What it lacks is taken from another language. */
export type OwnLanguage = PartOf<Texts> & {
  /** Its tag, such as `fr`. */
  readonly language: string;
};

/** A language of the package, as `attograph/text/en` exports it. */
export interface Language extends Texts {
  readonly language: string;
  /** @internal Joins the texts with results; the first of `languages` that has a text for a key is used. */
  readonly speak: Speak;
}

/** Checks languages and joins their texts with results. */
export type Speak = (languages: readonly unknown[], refuse: Refuse) => Speaker;

/** Makes the errors of the entry that is in use. */
export interface Refuse {
  wrongType(input: string, expected: string, value: unknown): Error;
  nearest(name: string, known: readonly string[]): string | null;
  readonly AttographError: new (code: string, message: string, facts: Readonly<Record<string, Fact>>) => Error;
}

/** The texts of a lab. */
export interface LabText {
  /** The tag of the language that was asked for. */
  readonly language: string;
  /** The keys of the texts that it lacks, such as `polls.S1-P1.question`: they are shown in another language. */
  readonly missing: readonly string[];
  /** Returns a sentence on an error. Unlike its `message`, it counts positions from 1. */
  error(error: AttographError): string;
  /** Returns the text of a key. */
  find(key: string): string | undefined;
}

/** The results with which texts are joined, by kind. */
export interface Joined {
  readonly algorithms: readonly CatalogEntry[];
  readonly trace: TraceData;
  readonly cell: Cell;
  readonly notices: readonly Notice[];
  readonly exercises: readonly ExerciseEntry[];
  readonly exercise: Exercise;
  readonly marked: Marked;
  readonly derivations: readonly Derivation[];
  readonly checked: MarkedDerivation;
  readonly errata: readonly ErratumEntry[];
  readonly erratum: Erratum;
  readonly polls: readonly PollEntry[];
  readonly answer: PollAnswer;
}

/** Returns a result with its texts; `of` is the id of what it belongs to, where the result does not have it. */
export type Join = <Kind extends keyof Joined>(kind: Kind, result: Joined[Kind], of?: string) => Joined[Kind];

/** The texts of a lab, and what joins them with its results. */
export interface Speaker {
  readonly text: LabText;
  readonly join: Join;
}

type Given = LanguageName | OwnLanguage | Language;
type Module = { readonly default: Given };
type Source = Given | Promise<Given | Module> | (() => Given | Promise<Given | Module>);

/**
 * Texts: the name of a language of the package; a language that was imported; a language of your own; a promise of one, such as
 * `import("attograph/text/en")`, or a function that returns one. Of several, each takes what it lacks from the next.
 */
export type TextSource = Source | readonly Source[];
