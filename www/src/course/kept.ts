/** The reader's guesses, kept in the browser's storage: a scene that was answered is answered after a reload. */
import * as v from "valibot";
import type { Guess } from "./facts.ts";

const KEY = "attograph-course";

const stored = v.record(v.string(), v.union([v.string(), v.pipe(v.number(), v.finite()), v.array(v.number())]));

let guesses: Record<string, Guess> | null = null;

function read(): Record<string, Guess> {
  if (guesses) return guesses;
  try {
    guesses = v.parse(stored, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    // Unreadable or without storage: guesses last until the page is closed.
    guesses = {};
  }
  return guesses;
}

const nameOf = (unit: string, scene: string) => `${unit}/${scene}`;

/** Returns the guess that was committed for a scene; null where there is none. */
export function guessOf(unit: string, scene: string): Guess | null {
  return read()[nameOf(unit, scene)] ?? null;
}

/** Keeps a guess, or forgets it (null). */
export function keepGuess(unit: string, scene: string, guess: Guess | null): void {
  const { [nameOf(unit, scene)]: _, ...others } = read();
  guesses = guess === null ? others : { ...others, [nameOf(unit, scene)]: guess };
  try {
    localStorage.setItem(KEY, JSON.stringify(guesses));
  } catch {
    // Full or refused: as above.
  }
}
