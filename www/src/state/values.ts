/** Makes values of inputs. */
import type { GraphValue, TensorValue } from "./state.ts";

/** Returns a matrix from its rows. */
export function matrix(rows: readonly (readonly number[])[]): TensorValue {
  return { shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat() };
}

export function vector(values: readonly number[]): TensorValue {
  return { shape: [values.length], data: values };
}

export function tensor(shape: readonly number[], data: readonly number[]): TensorValue {
  return { shape, data };
}

/** Returns an undirected graph without weights. */
export function graph(nodes: number, edges: GraphValue["edges"]): GraphValue {
  return { nodes, edges, directed: false, weights: null };
}

/** Returns the unit matrix of a size. As keys its rows leave each score as it is, and the weights are the softmax of the queries. */
export function unitMatrix(size: number): TensorValue {
  const places = Array.from({ length: size }, (_, place) => place);
  return matrix(places.map((row) => places.map((column) => (row === column ? 1 : 0))));
}
