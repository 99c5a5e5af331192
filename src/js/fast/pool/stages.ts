import type { PartName } from "../codes.js";
import type { Operands, Options } from "../fields.js";
import type { OperationName, SharedOperations } from "../ops.js";
import { type Cuts, cutEvenly, cutQueries, type Visible } from "./cuts.js";
import { type PoolGraph, PoolHandle, type PoolHandles, type PoolTensor } from "./handle.js";
import type { Workers } from "./workers.js";

/** The operations that workers share. */
export type SharedName = keyof SharedOperations<PoolHandles, unknown>;

/** A step of an operation: every worker computes some rows of its result. The second operand of a later stage is the result of the one before. */
export interface Stage {
  readonly name: OperationName | PartName;
  /** Which rows are whose. */
  readonly cuts: Cuts;
  /** Whether the left factor is split in the same way, so that each worker takes all rows that it has. */
  readonly isSplit?: boolean;
}

const evenly = (name: Stage["name"], rows: number, workers: Workers): Stage => ({
  name,
  cuts: cutEvenly(rows, workers.size),
});

const onTargets = (name: Stage["name"], graph: PoolGraph, workers: Workers): Stage => ({
  name,
  cuts: PoolHandle.placeIn(workers, graph).cuts ?? [],
});

type Split<Operands> = (operands: Operands, workers: Workers, options: Visible) => readonly Stage[];

const product: Split<[left: PoolTensor]> = ([left], workers) => {
  const { cuts } = PoolHandle.placeIn(workers, left);
  return [cuts ? { name: "product", cuts, isSplit: true } : evenly("product", left.shape[0], workers)];
};

const attention: Split<[query: PoolTensor, key: PoolTensor]> = ([query, key], workers, options) => [
  { name: "attention", cuts: cutQueries(query.shape[0], key.shape[0], options, workers.size) },
];

const propagate: Split<[graph: PoolGraph]> = ([graph], workers) => [onTargets("propagate", graph, workers)];

/** In the order that one engine chooses. */
const convolve: Split<[graph: PoolGraph, x: PoolTensor, w: PoolTensor]> = ([graph, x, w], workers) =>
  x.shape[1] <= w.shape[1]
    ? [onTargets("convolve", graph, workers)]
    : [evenly("transform", graph.nodes, workers), onTargets("propagate", graph, workers)];

const attendToNeighbors: Split<[graph: PoolGraph]> = ([graph], workers) => [
  evenly("transformForAttention", graph.nodes, workers),
  onTargets("listen", graph, workers),
];

const STAGES = { product, attention, propagate, convolve, attendToNeighbors } satisfies Record<SharedName, unknown>;

/** The names of the operations that workers share. */
export const SHARED = Object.keys(STAGES) as SharedName[];

/** Returns how workers share an operation. */
export const stagesOf = (
  name: SharedName,
  operands: Operands<PoolHandle>,
  workers: Workers,
  options: Options = {},
): readonly Stage[] => (STAGES[name] as Split<unknown>)(operands, workers, options as unknown as Visible);
