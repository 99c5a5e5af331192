/** Descriptions of nodes and edges for assistive technology. */
import { formatCell } from "../numbers/format.ts";
import { neighborsOf } from "./graph-layout.ts";
import type { Edge } from "./graph-points.ts";
import type { Lookup } from "./lookup.ts";

interface Named {
  readonly nodes: readonly string[];
  readonly edges: readonly Edge[];
  /** The node's number as it is written, if it has one. */
  readonly number: string | undefined;
}

export function nodeName({ nodes }: Pick<Named, "nodes">, node: number): string {
  return nodes[node] ?? String(node + 1);
}

export function edgeName(
  text: Lookup,
  graph: Pick<Named, "nodes"> & { readonly directed: boolean },
  [source, target]: Edge,
): string {
  const names = { source: nodeName(graph, source), target: nodeName(graph, target) };
  return text(graph.directed ? "elements.graph.arc" : "elements.graph.edge", names);
}

export function spokenEdge(text: Lookup, name: string, weight: number | null): string {
  return weight === null ? name : text("elements.graph.weight", { edge: name, weight: formatCell(weight) });
}

export function spokenNode(text: Lookup, graph: Named, node: number): string {
  const names = neighborsOf(node, graph.edges).map((other) => nodeName(graph, other));
  const neighbors =
    names.length > 0 ? text("elements.graph.joined", { names: names.join(", ") }) : text("elements.graph.alone");
  const said = text("elements.graph.node", { name: nodeName(graph, node), neighbors });
  const { number } = graph;
  return number === undefined ? said : `${said}, ${text("elements.graph.value", { value: number })}`;
}
