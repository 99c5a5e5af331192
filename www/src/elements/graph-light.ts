/** Which nodes and edges of a drawing are highlighted together. Pure. */
import type { GraphPlace } from "./events.ts";
import type { Edge } from "./graph-layout.ts";

export interface Lit {
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
}

/** A node with its edges and neighbors, or an edge with its ends. */
export function lightAround(place: GraphPlace, edges: readonly Edge[]): Lit {
  if ("edge" in place) return { nodes: [...new Set(edges[place.edge])], edges: [place.edge] };
  const nodes = new Set([place.node]);
  const joined = edges.flatMap((edge, at) => {
    if (!edge.includes(place.node)) return [];
    for (const end of edge) nodes.add(end);
    return [at];
  });
  return { nodes: [...nodes], edges: joined };
}

export function sameLit(one: Lit, other: Lit): boolean {
  return one.nodes.join() === other.nodes.join() && one.edges.join() === other.edges.join();
}
