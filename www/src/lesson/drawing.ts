/** The graph of a lesson, drawn next to its matrices. */
import { nothing, type TemplateResult } from "lit";
import { html, literal } from "lit/static-html.js";
import "../elements/graph.ts";
import type { GraphDetail, GraphPlace } from "../elements/events.ts";
import type { Arc } from "../elements/graph-arcs.ts";
import { positionsOn } from "../elements/graph-axes.ts";
import type { GraphPlaces } from "../elements/graph-places.ts";
import {
  arcsOf,
  cellOfNode,
  cellsOfArc,
  cellsOfNode,
  type Drawn,
  isOutward,
  lightOf,
  nodeMarksOf,
  nodeOf,
} from "../elements/graph-view.ts";
import type { Cell, TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import { labelsOf } from "../numbers/labels.ts";
import { namesAfter } from "../state/names.ts";
import type { CellRef, GraphValue } from "../state/state.ts";
import { t } from "../text.ts";
import { type GraphTools, graphTools } from "./graph-tools.ts";
import type { Mark } from "./marks.ts";
import type { LessonModel } from "./model.ts";

export interface DrawingView {
  readonly model: LessonModel;
  readonly drawn: Drawn;
  readonly arcs: readonly Arc[];
  readonly places: GraphPlaces;
  readonly domains: ReadonlyMap<string, Domain>;
  /** The cell under the pointer or opened, and its arithmetic. */
  readonly ref: CellRef | null;
  readonly cell: Cell | null;
  readonly hover: (place: GraphPlace | null) => void;
  readonly select: (place: GraphPlace) => void;
  /** Null where the graph cannot be changed. */
  readonly tools: Omit<GraphTools, "graph"> | null;
}

/** Returns what the drawing shows. `place`: what the pointer is at in the drawing. */
export function drawnOf(
  { steps, step }: LessonModel,
  graph: GraphValue,
  {
    ref,
    place,
    slices,
  }: {
    readonly ref: CellRef | null;
    readonly place: GraphPlace | null;
    readonly slices: Readonly<Record<string, number>>;
  },
): Drawn {
  const own = ref ? steps.get(ref.step) : undefined;
  const cell = own && ref ? { step: own, index: ref.index } : null;
  const into = place && "node" in place ? place.node : nodeOf(graph, own, ref?.index ?? []);
  return { graph, steps, step, at: (one) => positionsOn(one, cell, slices), into };
}

/** Returns the cells of some steps that belong to a node or a line of the drawing. */
export function marksAt(
  drawn: Drawn,
  arcs: readonly Arc[],
  place: GraphPlace,
  steps: readonly TraceStep[],
): ReadonlyMap<string, readonly Mark[]> {
  const arc = "edge" in place ? arcs[place.edge] : undefined;
  const cellsOf = (step: TraceStep) => {
    if ("node" in place) return cellsOfNode(drawn.graph, step, place.node);
    return arc ? cellsOfArc(drawn.graph, step, arc, drawn.at(step)) : [];
  };
  return new Map(steps.map((step) => [step.id, cellsOf(step).map((index) => ({ index, role: 0 }))]));
}

/** Returns the cell that a click on a node or a line chooses. */
export function cellAt(drawn: Drawn, arcs: readonly Arc[], place: GraphPlace): CellRef | null {
  return "node" in place ? cellOfNode(drawn, place.node) : (arcs[place.edge]?.mark ?? null);
}

export function drawing(view: DrawingView): TemplateResult {
  const { graph } = view.drawn;
  return html`<section
    class="drawing"
    aria-label=${t("ui.graph")}
    @ag-graph-hover=${(event: CustomEvent<GraphPlace | null>) => view.hover(event.detail)}
    @ag-graph-select=${(event: CustomEvent<GraphPlace>) => view.select(event.detail)}
  >
    ${drawnGraph(view)}
    ${view.tools ? graphTools({ ...view.tools, graph }) : nothing}
  </section>`;
}

/** The graph, or its editor: the same drawing, in the same places, whose edges can be drawn and removed. */
function drawnGraph({ model, drawn, arcs, places, domains, ref, cell, tools }: DrawingView): TemplateResult {
  const { graph, step } = drawn;
  const tag = tools?.editing ? literal`ag-graph-editor` : literal`ag-graph`;
  return html`<${tag}
    .nodes=${labelsOf(model.labels, "node", graph.nodes)}
    .edges=${graph.edges}
    .directed=${graph.directed}
    .weights=${graph.weights}
    .arcs=${arcs}
    .nodeMarks=${nodeMarksOf(drawn)}
    .domain=${domains.get(step.id) ?? null}
    .active=${lightOf(drawn, arcs, ref, cell)}
    .cell=${ref}
    .into=${drawn.into}
    .outward=${isOutward(drawn)}
    .places=${places}
    .text=${t}
    @ag-graph-change=${(event: CustomEvent<GraphDetail>) => {
      const { nodes, edges, weights } = event.detail;
      const names = namesOfEdited(model, graph, event.detail);
      tools?.change({ ...graph, nodes, edges, weights, ...(names && { names }) });
    }}
  ></${tag}>`;
}

/** The names of the nodes of an edited graph; undefined where they are those of the example, or numbers. */
function namesOfEdited(model: LessonModel, graph: GraphValue, { nodes, removed }: GraphDetail) {
  if (graph.names === null) return undefined;
  const before = graph.names ?? (removed === null ? null : labelsOf(model.labels, "node", graph.nodes));
  return before ? namesAfter(before, nodes, removed) : undefined;
}

export { GraphPlaces } from "../elements/graph-places.ts";
export { arcsOf };
