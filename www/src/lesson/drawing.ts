/** The graph of a lesson, drawn next to its matrices. */
import { html, nothing, type TemplateResult } from "lit";
import type { GraphPlace } from "../elements/events.ts";
import type { Arc } from "../elements/graph-arcs.ts";
import type { GraphPlaces } from "../elements/graph-layout.ts";
import type { Cell } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import type { CellRef, GraphValue } from "../state/state.ts";
import { t } from "../text.ts";
import { positionsOn } from "./graph-axes.ts";
import { type GraphTools, graphTools } from "./graph-tools.ts";
import { arcsOf, type Drawn, lightOf, nodeMarksOf, nodeOf } from "./graph-view.ts";
import { labelsOf } from "./labels.ts";
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

export function drawing(view: DrawingView): TemplateResult {
  const { graph } = view.drawn;
  return html`<section
    class="drawing"
    aria-label=${t("ui.graph")}
    @ag-graph-hover=${(event: CustomEvent<GraphPlace | null>) => view.hover(event.detail)}
    @ag-graph-select=${(event: CustomEvent<GraphPlace>) => view.select(event.detail)}
  >
    ${view.tools?.editing ? editor(view, view.tools) : plainDrawing(view)}
    ${view.tools ? graphTools({ ...view.tools, graph }) : nothing}
  </section>`;
}

function plainDrawing(view: DrawingView): TemplateResult {
  const { model, drawn, arcs, domains, ref, cell } = view;
  const { graph, step } = drawn;
  return html`<ag-graph
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
    .places=${view.places}
    .text=${t}
  ></ag-graph>`;
}

/** The same drawing, in the same places, whose edges can be drawn and removed. */
function editor(view: DrawingView, tools: Omit<GraphTools, "graph">): TemplateResult {
  const { model, drawn, arcs, domains, ref, cell } = view;
  const { graph, step } = drawn;
  return html`<ag-graph-editor
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
    .places=${view.places}
    .text=${t}
    @ag-graph-change=${(event: CustomEvent<Pick<GraphValue, "nodes" | "edges" | "weights">>) => {
      const { nodes, edges, weights } = event.detail;
      tools.change({ ...graph, nodes, edges, weights });
    }}
  ></ag-graph-editor>`;
}

export { arcsOf };
