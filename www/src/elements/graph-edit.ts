/** Changes to a graph. Each returns the new graph, or the problem and no change. Pure. */
import type { Edge } from "./graph-points.ts";

export interface Graph {
  readonly nodes: number;
  readonly edges: readonly Edge[];
  /** One number for each edge, or null. */
  readonly weights: readonly number[] | null;
  readonly directed: boolean;
}

export type GraphProblem =
  | { readonly code: "duplicate-edge"; readonly source: number; readonly target: number }
  | { readonly code: "out-of-range"; readonly node: number }
  | { readonly code: "too-few-nodes" }
  | { readonly code: "too-many-nodes"; readonly most: number };

export type Changed =
  | { readonly ok: true; readonly graph: Graph }
  | { readonly ok: false; readonly problem: GraphProblem };

export const MOST_NODES = 40;

const no = (problem: GraphProblem): Changed => ({ ok: false, problem });

/** Whether two edges join the same nodes; in a directed graph in the same direction. */
function same([a, b]: Edge, [c, d]: Edge, directed: boolean): boolean {
  return (a === c && b === d) || (!directed && a === d && b === c);
}

function check(graph: Graph, edge: Edge, except: number): GraphProblem | null {
  const [source, target] = edge;
  for (const node of edge) {
    if (!Number.isInteger(node) || node < 0 || node >= graph.nodes) return { code: "out-of-range", node };
  }
  const taken = graph.edges.some((other, at) => at !== except && same(edge, other, graph.directed));
  return taken ? { code: "duplicate-edge", source, target } : null;
}

export function addEdge(graph: Graph, edge: Edge, weight = 1): Changed {
  const problem = check(graph, edge, -1);
  if (problem) return no(problem);
  const weights = graph.weights && [...graph.weights, weight];
  return { ok: true, graph: { ...graph, edges: [...graph.edges, edge], weights } };
}

/** Returns the first two different nodes without an edge; null where all are joined. */
export function freePair(graph: Graph): Edge | null {
  const { nodes, directed } = graph;
  for (let source = 0; source < nodes; source += 1) {
    for (let target = directed ? 0 : source + 1; target < nodes; target += 1) {
      const pair: Edge = [source, target];
      if (source !== target && !isTaken(graph, pair)) return pair;
    }
  }
  return null;
}

export function isTaken({ edges, directed }: Graph, pair: Edge): boolean {
  return edges.some((edge) => same(edge, pair, directed));
}

export function changeEdge(graph: Graph, at: number, edge: Edge): Changed {
  const problem = check(graph, edge, at);
  if (problem) return no(problem);
  return { ok: true, graph: { ...graph, edges: graph.edges.map((other, place) => (place === at ? edge : other)) } };
}

export function removeEdge(graph: Graph, at: number): Changed {
  const kept = (_: unknown, place: number) => place !== at;
  return {
    ok: true,
    graph: { ...graph, edges: graph.edges.filter(kept), weights: graph.weights?.filter(kept) ?? null },
  };
}

export function changeWeight(graph: Graph, at: number, weight: number): Changed {
  const weights = graph.edges.map((_, place) => (place === at ? weight : (graph.weights?.[place] ?? 1)));
  return { ok: true, graph: { ...graph, weights } };
}

/** Removes a node with its edges; the nodes after it are called by the number before. */
export function removeNode(graph: Graph, node: number): Changed {
  if (graph.nodes <= 1) return no({ code: "too-few-nodes" });
  const kept = (at: number) => !graph.edges[at]?.includes(node);
  const edges = graph.edges
    .filter((_, at) => kept(at))
    .map(([source, target]): Edge => [source - (source > node ? 1 : 0), target - (target > node ? 1 : 0)]);
  const weights = graph.weights?.filter((_, at) => kept(at)) ?? null;
  return { ok: true, graph: { ...graph, nodes: graph.nodes - 1, edges, weights } };
}

/** Sets the number of nodes; edges of removed nodes are removed. */
export function changeNodes(graph: Graph, nodes: number): Changed {
  if (nodes < 1) return no({ code: "too-few-nodes" });
  if (nodes > MOST_NODES) return no({ code: "too-many-nodes", most: MOST_NODES });
  const stays = graph.edges.map(([source, target]) => source < nodes && target < nodes);
  const kept = (_: unknown, place: number) => stays[place] === true;
  return {
    ok: true,
    graph: { ...graph, nodes, edges: graph.edges.filter(kept), weights: graph.weights?.filter(kept) ?? null },
  };
}
