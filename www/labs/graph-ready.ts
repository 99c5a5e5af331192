/** Graphs of the lab Graph to begin with. */
import { named } from "../examples/example.ts";
import { friendship } from "../examples/things.ts";
import type { AxisLabels } from "../src/numbers/labels.ts";
import type { GraphValue } from "../src/state/state.ts";
import { glycine } from "./glycine.ts";

interface Ready {
  readonly graph: GraphValue;
  readonly names: AxisLabels;
}

type Edges = [number, number][];

const letters = named(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** Each node and the next. */
const inRow = (first: number, last: number): Edges =>
  Array.from({ length: last - first }, (_, at) => [first + at, first + at + 1]);

const round = (first: number, last: number): Edges => [...inRow(first, last), [first, last]];

/** Everyone in a group of four. */
const group = (first: number): Edges =>
  [0, 1, 2, 3].flatMap((one) =>
    [0, 1, 2, 3].slice(one + 1).map((other): Edges[number] => [first + one, first + other]),
  );

const ready = (nodes: number, edges: Edges, names: AxisLabels = letters, directed = false): Ready => ({
  graph: { nodes, edges, directed, weights: null },
  names,
});

/** Two rows of four. */
const grid: Edges = [...inRow(0, 3), ...inRow(4, 7), ...[0, 1, 2, 3].map((node): Edges[number] => [node, node + 4])];

export const READY: Readonly<Record<string, Ready>> = {
  lecture: { graph: friendship, names: letters },
  path: ready(7, inRow(0, 6)),
  ring: ready(6, round(0, 5)),
  triangles: ready(6, [...round(0, 2), ...round(3, 5)]),
  star: ready(
    7,
    Array.from({ length: 6 }, (_, at) => [0, at + 1]),
  ),
  groups: ready(8, [...group(0), ...group(4), [3, 4]]),
  grid: ready(8, grid),
  molecule: { graph: glycine.graph, names: named(...glycine.names) },
  /** Who cites whom. */
  citations: ready(
    6,
    [
      [1, 0],
      [2, 0],
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 2],
      [5, 3],
    ],
    letters,
    true,
  ),
};
