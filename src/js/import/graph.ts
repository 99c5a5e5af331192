import { type Place, refused, tooLarge } from "./place.js";
import { type Format, type Imported, MOST } from "./types.js";

/** An edge between names. */
export interface NamedEdge {
  readonly source: string;
  readonly target: string;
  readonly weight: number | undefined;
  readonly place: Place;
}

/** The largest number that is taken for the number of a node. */
const LARGEST_NUMBER = 100_000;

/**
 * Builds a graph from edges between names. Without a list of names, nodes are found in the edges.
 */
export function graphOf(
  format: Format,
  list: readonly NamedEdge[],
  given: { names?: readonly string[]; directed: boolean },
): Extract<Imported, { kind: "graph" }> {
  if (list.length > MOST) throw tooLarge("edges", list.length, MOST);
  const names = given.names ?? namesIn(list);
  const numbers = new Map(names.map((name, number) => [name, number]));
  if (numbers.size !== names.length)
    throw refused(format, { line: 1, column: 1 }, "each node once", "one of them twice");
  const numberIn = (name: string, place: Place): number => {
    const number = numbers.get(name);
    if (number === undefined) throw refused(format, place, "a node that is listed", name);
    return number;
  };
  const edges = list.map(({ source, target, place }): [number, number] => [
    numberIn(source, place),
    numberIn(target, place),
  ]);
  const weighted = list.some(({ weight }) => weight !== undefined);
  const weights = weighted ? { weights: list.map(({ weight }) => weight ?? 1) } : {};
  return { kind: "graph", format, graph: { nodes: names.length, edges, directed: given.directed, ...weights }, names };
}

/** Nodes that are all numbers from 0, or from 1, are all numbers up to the largest one; other numbers are ordered, and names as they first occur. */
function namesIn(list: readonly NamedEdge[]): string[] {
  const found = [...new Set(list.flatMap(({ source, target }) => [source, target]))];
  const numbers = found.map((name) => (/^(?:0|[1-9]\d{0,5})$/.test(name) ? Number(name) : Number.NaN));
  if (numbers.some(Number.isNaN)) return found;
  const [smallest, largest] = numbers.reduce(
    ([least, most], number) => [Math.min(least, number), Math.max(most, number)],
    [Number.POSITIVE_INFINITY, -1],
  );
  if (smallest > 1 || largest > LARGEST_NUMBER) return numbers.sort((one, other) => one - other).map(String);
  return Array.from({ length: largest + 1 - smallest }, (_, place) => String(smallest + place));
}
