/** Which exercises and derivations there are, and which part of the library has each; the build asks the library. */
import generated from "../../generated/practice.json";
import type { Topic } from "../library.ts";

export interface ExerciseContent {
  readonly id: string;
  readonly file: Topic;
  readonly algorithms: readonly [string];
}

export interface DerivationContent {
  readonly id: string;
  readonly file: Topic;
}

const contents = generated as unknown as {
  readonly exercises: ExerciseContent[];
  readonly derivations: DerivationContent[];
};

export const EXERCISES: readonly ExerciseContent[] = contents.exercises;
export const DERIVATIONS: readonly DerivationContent[] = contents.derivations;

export function findExercise(id: string | null): ExerciseContent | null {
  return EXERCISES.find((exercise) => exercise.id === id) ?? null;
}

export function findDerivation(id: string | null): DerivationContent | null {
  return DERIVATIONS.find((derivation) => derivation.id === id) ?? null;
}
