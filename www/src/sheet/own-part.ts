/** Exercises on a lecturer's inputs in a sheet: they come from the address of an exercise, and go into one. */
import type { SheetPart } from "attograph/sheet";
import type { Lab } from "../library.ts";
import { findExercise } from "../practice/contents.ts";
import { isOwn, ownChanges, refusalOf } from "../practice/own-inputs.ts";
import { nested } from "../state/inputs.ts";
import { decodePlace } from "../state/link.ts";
import { namesOn, withNames } from "../state/names.ts";
import { type Inputs, type InputValue, isGraph, isTensor, NO_CHANGES } from "../state/state.ts";

export type ExercisePart = Extract<SheetPart, { kind: "exercise" }>;

/** Returns the exercise of an address with the inputs that it has; null where it is not the address of one that can be done. */
export function exerciseIn(lab: Lab, address: string): ExercisePart | null {
  const hash = /#.*$/.exec(address.trim())?.[0] ?? "";
  const { practice, seed, changes } = decodePlace(hash, []).place;
  if (practice?.section !== "exercises" || !findExercise(practice.id) || practice.id === null) return null;
  if (refusalOf(lab, practice, seed, changes)) return null;
  const { id, difficulty } = practice;
  const part = { kind: "exercise", id, difficulty, seeds: [seed, seed] } as const;
  return isOwn(changes) ? { ...part, own: nested(changes), names: namesIn(changes) } : part;
}

/** Returns what the reader has named of each input. */
function namesIn(changes: Inputs): NonNullable<ExercisePart["names"]> {
  const named = Object.entries(changes).flatMap(([name, value]) => {
    const names = Array.from(
      { length: isTensor(value) ? value.shape.length : 1 },
      (_, axis) => namesOn(value, axis) ?? null,
    );
    return names.some((one) => one !== null) ? [[name, names] as const] : [];
  });
  return Object.fromEntries(named);
}

const changesOfParts = new WeakMap<ExercisePart, Inputs>();

/** Returns the own inputs of a part with their names, as an address has them. Throws the library's error where the exercise cannot be done on them. */
export function changesOf(lab: Lab, part: ExercisePart): Inputs {
  if (part.own === undefined) return NO_CHANGES;
  const known = changesOfParts.get(part);
  if (known) return known;
  const { id, difficulty, seeds, own, names = {} } = part;
  const changes: Record<string, InputValue> = { ...ownChanges(lab, { id, difficulty, seed: seeds[0], own }) };
  for (const [name, axes] of Object.entries(names)) {
    for (const [axis, given] of axes.entries()) {
      const value = changes[name];
      if (given && (isTensor(value) || isGraph(value))) changes[name] = withNames(value, axis, given);
    }
  }
  changesOfParts.set(part, changes);
  return changes;
}
