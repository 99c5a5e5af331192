/** Names that the reader gives positions of an input's axes, such as tokens, nodes and features. They are a part of the input's value, so that they go where it goes. */
import { type GraphValue, type InputValue, isGraph, isTensor, type TensorValue } from "./state.ts";

/** The most characters of a name. */
export const LONGEST_NAME = 100;

/** Returns the names of an axis; null where an axis has none, undefined where the value says nothing about names. */
export function namesOn(value: InputValue | undefined, axis: number): readonly string[] | null | undefined {
  if (isGraph(value)) return axis === 0 ? value.names : undefined;
  return isTensor(value) ? value.names && (value.names[axis] ?? null) : undefined;
}

/** Returns a value with other names on an axis: of a graph, its nodes. Without a name a position has its number. */
export function withNames<T extends TensorValue | GraphValue>(value: T, axis: number, names: readonly string[]): T {
  if (isGraph(value)) {
    const all = Array.from({ length: value.nodes }, (_, node) => names[node] || String(node + 1));
    return { ...value, names: all };
  }
  const { shape, names: before } = value as TensorValue;
  const given = names.slice(0, shape[axis] ?? 0).map((name, at) => name || String(at + 1));
  return { ...value, names: shape.map((_, at) => (at === axis ? given : (before?.[at] ?? null))) };
}

/** Reads names that commas or new lines separate. */
export function readNames(text: string): string[] {
  const names = text.split(/[,\n]/).map((name) => name.trim().slice(0, LONGEST_NAME));
  while (names.at(-1) === "") names.pop();
  return names;
}

/** Returns the names of a graph's nodes once one is removed, or the last ones, or others are added: these are called by the first numbers that are free. Pure. */
export function namesAfter(names: readonly string[], nodes: number, removed: number | null): readonly string[] {
  const kept = names.filter((_, node) => node !== removed).slice(0, nodes);
  for (let number = kept.length + 1; kept.length < nodes; number += 1) {
    if (!kept.includes(String(number))) kept.push(String(number));
  }
  return kept;
}
