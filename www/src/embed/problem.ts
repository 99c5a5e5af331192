/** Why an element cannot show what its attributes ask for. */
import { mostAlike } from "attograph/nearest";
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

/** Data of an attribute that cannot be shown. Its key is that of its text, `embed.<key>`; the last part is also its code. */
export class GivenProblem extends Error {
  constructor(
    readonly attribute: string,
    readonly key: string,
    readonly params: Readonly<Record<string, string | number>>,
  ) {
    super(`${attribute}: ${key}`);
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

/** Returns the known values that are most like a value. */
export const nearest = (value: string, known: readonly string[]): readonly string[] => mostAlike(value, known, LISTED);

/** Throws an {@link AttributeProblem} unless a value is among the known ones. */
export function expectKnown(
  attribute: string,
  value: string | null,
  known: readonly string[],
): asserts value is string {
  if (value === null || !known.includes(value))
    throw new AttributeProblem(attribute, value, nearest(value ?? "", known));
}
