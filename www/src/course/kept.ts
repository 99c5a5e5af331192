/** The reader's guesses, kept in the browser's storage: a scene that was answered is answered after a reload. */
import * as v from "valibot";
import type { Guess } from "./answers.ts";
import type { Question } from "./scene.ts";

const KEY = "attograph-course";

const stored = v.record(v.string(), v.unknown());
type Stored = v.InferOutput<typeof stored>;

const number = v.pipe(v.number(), v.finite());
const cell = v.array(v.pipe(v.number(), v.integer(), v.minValue(0)));

/** What was committed since the page was opened, for a browser without storage; null is forgotten. */
const own = new Map<string, Guess | null>();

/** Reads the storage anew each time: another window may have written to it. */
function read(): Stored {
  try {
    return v.parse(stored, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    // Unreadable or without storage.
    return {};
  }
}

/** Whether a guess was committed for one of a unit's scenes. */
export const hasGuesses = (unit: string): boolean =>
  [...Object.keys(read()), ...own.keys()].some((name) => name.startsWith(`${unit}/`));

const nameOf = (unit: string, scene: string) => `${unit}/${scene}`;

/** Returns the guess that was committed for a scene; null where there is none, or none that answers its question as it is asked now. */
export function guessOf(unit: string, scene: string, question: Question): Guess | null {
  const name = nameOf(unit, scene);
  const guess = read()[name] ?? own.get(name) ?? null;
  switch (question.kind) {
    case "choose":
      return typeof guess === "string" && Object.hasOwn(question.options, guess) ? guess : null;
    case "number":
      return v.is(number, guess) ? guess : null;
    case "cell":
      return v.is(cell, guess) && guess.length === question.among.length ? guess : null;
  }
}

/** Keeps a guess, or forgets it (null); those of other scenes stay as they are. */
export function keepGuess(unit: string, scene: string, guess: Guess | null): void {
  const name = nameOf(unit, scene);
  own.set(name, guess);
  const { [name]: _, ...others } = read();
  try {
    localStorage.setItem(KEY, JSON.stringify(guess === null ? others : { ...others, [name]: guess }));
  } catch {
    // Full or refused: the guess lasts until the page is closed.
  }
}
