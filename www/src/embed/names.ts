/** Names of positions as a page gives them: lists of words by axis. */

import type { CatalogEntry } from "../library.ts";
import type { Labels } from "../numbers/labels.ts";
import { type Inputs, isGraph, isTensor } from "../state/state.ts";
import { parsed } from "./json.ts";
import { AttributeProblem, nearest } from "./problem.ts";

const ATTRIBUTE = "names";

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === "string");

/** Returns the names by axis. Axes that no step of the algorithm has are refused. */
export function readNames(value: unknown, { steps }: Pick<CatalogEntry, "steps">): Labels {
  const given = parsed(value);
  const axes = [...new Set(steps.flatMap((step) => step.axes as readonly string[]))];
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new AttributeProblem(ATTRIBUTE, String(given), ['{ "node": ["Ann", "Ben"] }']);
  const named = Object.entries(given).map(([axis, words]) => {
    // A graph names its nodes, also where no step of the algorithm has such an axis.
    if (axis !== "node" && !axes.includes(axis)) throw new AttributeProblem(ATTRIBUTE, axis, nearest(axis, axes));
    if (!isWords(words)) throw new AttributeProblem(ATTRIBUTE, axis, ['["Ann", "Ben"]']);
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
