/** Names of the rows and columns of a matrix. */
import type { Labels, LessonPart } from "../../lessons/lesson.ts";
import { sameInputs } from "../state/reducer.ts";
import type { Inputs } from "../state/state.ts";

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

function subscript(number: number): string {
  return [...String(number)].map((digit) => SUBSCRIPTS[Number(digit)]).join("");
}

/** Returns the name of one position of an axis, such as `x₂`, `D` or `5`. */
export function labelOf(rules: Labels, axis: string | undefined, position: number): string {
  const rule = axis === undefined ? undefined : rules[axis];
  if (!rule) return String(position + 1);
  if ("names" in rule) return rule.names[position] ?? String(position + 1);
  if ("prefix" in rule) return rule.prefix + subscript(rule.from + position);
  return String(rule.from + position);
}

/** Returns the names of all positions of an axis. */
export function labelsOf(rules: Labels, axis: string | undefined, length: number): string[] {
  return Array.from({ length }, (_, position) => labelOf(rules, axis, position));
}

/** Returns the names that hold where a step is shown: the part's own, those of the preset that is chosen, and those of the step's place. */
export function labelsAt(part: LessonPart, changes: Inputs, step: string): Labels {
  const chosen = part.presets?.find(({ inputs }) => sameInputs(inputs, changes));
  const here = step.split("/").map((segment) => part.within?.[segment]);
  return Object.assign({}, part.labels, chosen?.labels, ...here);
}
