/** The list of exercises and derivations, which the build takes from the library. */
import generated from "../../generated/practice.json";

export interface ExerciseContent {
  readonly id: string;
  readonly algorithms: readonly [string];
  /** Whether it asks for gradients. */
  readonly backward?: true;
}

export interface DerivationContent {
  readonly id: string;
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
