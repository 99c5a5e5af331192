/** The graph of a run as a drawing. */
import { html, nothing, type TemplateResult } from "lit";
import type { Lesson } from "../lesson/lesson.ts";
import "../elements/graph.ts";
import { labelsOf } from "../numbers/labels.ts";
import { type Inputs, isGraph } from "../state/state.ts";
import { t } from "../text.ts";

export function graphFigure({ graph: name, labels }: Lesson, inputs: Inputs): TemplateResult | typeof nothing {
  const value = name === undefined ? undefined : inputs[name];
  if (!isGraph(value)) return nothing;
  return html`<figure class="print-graph"><ag-graph
    .nodes=${labelsOf(labels, "node", value.nodes)}
    .edges=${value.edges}
    .directed=${value.directed}
    .weights=${value.weights}
    .text=${t}
  ></ag-graph></figure>`;
}
