/** Where the nodes of a lab's graphs are: those of the same graph are at the same places in both runs. */
import { NOWHERE } from "../elements/graph-spots.ts";
import type { GraphDrawing } from "../pictures/picture.ts";
import type { GraphValue } from "../state/state.ts";
import type { LabState } from "./lab-state.ts";

const nameOf = ({ nodes, edges }: GraphValue) => JSON.stringify([nodes, edges]);

export class LabDrawings {
  #first = {};
  #second = {};

  /** Another lab is entered. */
  enter(): void {
    this.#first = {};
    this.#second = {};
  }

  /** `first`: the graph of the first run. */
  of(graph: GraphValue, first: GraphValue, { spots }: LabState): GraphDrawing {
    if (graph === first || nameOf(graph) === nameOf(first)) return { key: this.#first, moved: spots };
    return { key: this.#second, moved: NOWHERE };
  }
}
