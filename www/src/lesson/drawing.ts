/** The graph of a lesson, drawn next to its matrices. */
import { html, type TemplateResult } from "lit";
import type { GraphPlace } from "../elements/events.ts";
import type { Cell } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import type { CellRef, GraphValue } from "../state/state.ts";
import { t } from "../text.ts";
import { edgeValues, lightOf, nodeValues } from "./graph-view.ts";
import { labelsOf } from "./labels.ts";
import type { LessonModel } from "./model.ts";
import { sliceOf } from "./stage.ts";

export interface DrawingView {
  readonly model: LessonModel;
  readonly graph: GraphValue;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly slices: Readonly<Record<string, number>>;
  /** The cell under the pointer or opened, and its arithmetic. */
  readonly ref: CellRef | null;
  readonly cell: Cell | null;
  readonly hover: (place: GraphPlace | null) => void;
  readonly select: (place: GraphPlace) => void;
}

export function drawing(view: DrawingView): TemplateResult {
  const { model, graph, domains, slices, ref, cell } = view;
  const { step, steps, labels } = model;
  const at = ref?.step === step.id ? ref.index : step.axes.map((axis) => slices[axis] ?? 0);
  return html`<section
    class="drawing"
    aria-label=${t("ui.graph")}
    @ag-graph-hover=${(event: CustomEvent<GraphPlace | null>) => view.hover(event.detail)}
    @ag-graph-select=${(event: CustomEvent<GraphPlace>) => view.select(event.detail)}
  >
    <ag-graph
      .nodes=${labelsOf(labels, "node", graph.nodes)}
      .edges=${graph.edges}
      .directed=${graph.directed}
      .weights=${edgeValues(graph, step, sliceOf(step, slices)) ?? graph.weights}
      .nodeValues=${nodeValues(step, at)}
      .domain=${domains.get(step.id) ?? null}
      .active=${lightOf(graph, steps, ref, cell)}
      .text=${t}
    ></ag-graph>
  </section>`;
}
