/**
 * Where the nodes of a lab's graph are, as an address has it: a row with the number of a node and its place in thousandths, for each node that was moved; for all
 * nodes once the graph was drawn by hand, since its layout would have them elsewhere. Pure.
 */
import { type Spot, type Spots, WHOLE } from "../elements/graph-spots.ts";
import { type InputValue, isTensor, type TensorValue } from "../state/state.ts";

/** The name of the places of nodes among the inputs of a state. */
export const PLACES = "places";
/** The numbers of a row. */
const ROW = 3;

export function writeSpots(spots: Spots): TensorValue {
  const rows = [...spots].sort(([one], [other]) => one - other);
  return { shape: [rows.length, ROW], data: rows.flatMap(([node, { x, y }]) => [node, x, y]) };
}

/** Returns null where a value is no list of nodes in their order, each with a place in the drawing. */
export function readSpots(value: InputValue, nodes: number): Spots | null {
  if (!isTensor(value) || value.shape.length !== 2 || value.shape[1] !== ROW) return null;
  const spots = new Map<number, Spot>();
  let before = -1;
  for (let at = 0; at < value.data.length; at += ROW) {
    const [node = -1, x = -1, y = -1] = value.data.slice(at, at + ROW);
    const placed = [x, y].every((share) => Number.isInteger(share) && share >= 0 && share <= WHOLE);
    if (!Number.isInteger(node) || node <= before || node >= nodes || !placed) return null;
    spots.set(node, { x, y });
    before = node;
  }
  return spots.size > 0 ? spots : null;
}
