/** Why an element cannot show what its attributes ask for. */

import type { Problem } from "../library.ts";

/** An attribute, or a property, whose value names nothing that there is. */
export class AttributeProblem extends Error {
  constructor(
    readonly attribute: string,
    readonly value: string | null,
    /** The values that there are, the likely ones first. */
    readonly known: readonly string[],
  ) {
    super(`${attribute}=${JSON.stringify(value)} is not known`);
  }
}

/** A run that the library refused. */
export class RefusedRun extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** How many of the known values a message lists. */
const LISTED = 5;

/** How many letters have to be changed, added or removed (Levenshtein 1966). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, own] of [...other].entries())
      next.push(
        Math.min((row[place] ?? 0) + (own === letter ? 0 : 1), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Returns the known values that are most like a value. */
export function nearest(value: string, known: readonly string[]): readonly string[] {
  return [...known].sort((one, other) => distance(value, one) - distance(value, other)).slice(0, LISTED);
}

/** Throws an {@link AttributeProblem} unless a value is among the known ones. */
export function expectKnown(
  attribute: string,
  value: string | null,
  known: readonly string[],
): asserts value is string {
  if (value === null || !known.includes(value))
    throw new AttributeProblem(attribute, value, nearest(value ?? "", known));
}
