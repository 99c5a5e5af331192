import type { StepData } from "../../trace-types.js";

/** The letters of each axis of an index: `i(hk)` has the axes `i` and `hk`. */
export function axesOf(index: string): string[] {
  return [...index.matchAll(/\(([^)]*)\)|./g)].map(([axis, merged]) => merged ?? axis);
}

/** All letters of an index, in order. */
export const lettersOf = (index: string): string[] => [...index.replace(/[()]/g, "")];

/** An index with a shape. */
export interface Indexed {
  readonly index: string;
  readonly shape: readonly number[];
}

/** The step of a trace with an id. */
export type StepOf = (id: string) => StepData | undefined;

/**
 * Writes an axis that several letters share with one letter, if these letters occur nowhere but together: `id,d(hk)->i(hk)` is a product of matrices,
 * `id,dh->ih`.
 */
export function foldedOf(indices: readonly string[]): string[] {
  const axes = indices.flatMap(axesOf);
  const merged = [...new Set(axes.filter((axis) => axis.length > 1))];
  const whole = merged.filter((group) =>
    axes.every((axis) => axis === group || ![...axis].some((letter) => group.includes(letter))),
  );
  return indices.map((index) => whole.reduce((text, group) => text.replaceAll(`(${group})`, group[0] ?? ""), index));
}

/**
 * Returns the length of each letter of a step: from the axes that one letter names, and then from the rest of an axis that several share. `known` has those
 * that neither gives.
 */
export function lengthsOf(parts: readonly Indexed[], known: ReadonlyMap<string, number>): Map<string, number> {
  const lengths = new Map(known);
  const axes = parts.flatMap(({ index, shape }) =>
    axesOf(index).map((letters, axis): [string, number] => [letters, shape[axis] ?? 1]),
  );
  for (const [letters, length] of axes) if (letters.length === 1) lengths.set(letters, length);
  for (const [letters, length] of axes) {
    const open = [...letters].filter((letter) => !lengths.has(letter));
    const rest = [...letters].reduce((product, letter) => product * (lengths.get(letter) ?? 1), 1);
    if (open.length === 1 && open[0]) lengths.set(open[0], rest === 0 ? 0 : length / rest);
  }
  return lengths;
}

/** The numbers as the arguments of a function: `2, 3`. */
export const listed = (numbers: readonly number[]): string => numbers.join(", ");

/** A shape as a tuple: `(2, 3)`, `(4,)`, `()`. */
export const tuple = (shape: readonly number[]): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${listed(shape)})`;
