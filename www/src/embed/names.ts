/** Names of positions as a page gives them: lists of words by axis. */

import type { CatalogEntry, Trace } from "../library.ts";
import type { Labels } from "../numbers/labels.ts";
import { type Inputs, isGraph, isTensor } from "../state/state.ts";
import { parsed } from "./json.ts";
import { AttributeProblem, GivenProblem, nearest } from "./problem.ts";

const ATTRIBUTE = "names";

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === "string");

/** Returns the names by axis. Axes that no step of the algorithm has are refused. */
export function readNames(value: unknown, { steps }: Pick<CatalogEntry, "steps">): Labels {
  const given = parsed(ATTRIBUTE, value);
  const axes = [...new Set(steps.flatMap((step) => step.axes as readonly string[]))];
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new GivenProblem(ATTRIBUTE, "given.names", {});
  const named = Object.entries(given).map(([axis, words]) => {
    // A graph names its nodes, also where no step of the algorithm has such an axis.
    const known = [...new Set([...axes, "node"])];
    if (!known.includes(axis)) throw new AttributeProblem(ATTRIBUTE, axis, nearest(axis, known));
    if (!isWords(words)) throw new GivenProblem(ATTRIBUTE, "given.words", { axis });
    return [axis, { names: words }];
  });
  return Object.fromEntries(named);
}

/** Returns inputs that have no names of the example: those that they bring, or none. */
export function withOwnNames(inputs: Inputs): Inputs {
  const named = Object.entries(inputs).map(([name, value]) => {
    if (isTensor(value)) return [name, { ...value, names: value.names ?? value.shape.map(() => null) }] as const;
    return [name, isGraph(value) ? { ...value, names: value.names ?? null } : value] as const;
  });
  return Object.fromEntries(named);
}

/** Refuses names of positions that a run does not have. */
export function expectPositions(names: Labels, { steps }: Pick<Trace, "steps">, nodes: number | null): void {
  for (const [axis, given] of Object.entries(names)) {
    const found = "names" in given ? given.names.length : 0;
    const sizes = steps.flatMap(({ axes, shape }) => axes.flatMap((own, at) => (own === axis ? [shape[at] ?? 0] : [])));
    // A graph names its nodes, also where no step has such an axis.
    const expected = Math.max(...sizes, axis === "node" ? (nodes ?? 0) : 0);
    if (expected > 0 && found > expected)
      throw new GivenProblem(ATTRIBUTE, "given.positions", { axis, found, expected });
  }
}
