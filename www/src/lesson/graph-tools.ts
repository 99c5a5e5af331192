/** The controls below a drawing: they turn it into an editor, whose changes show in the same place and in the tables beside it. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { GraphValue } from "../state/state.ts";
import { t } from "../text.ts";

export interface GraphTools {
  readonly graph: GraphValue;
  readonly editing: boolean;
  /** Why the last change was refused; empty where it was not. */
  readonly problem: string;
  readonly toggle: () => void;
  readonly change: (graph: GraphValue) => void;
}

export function graphTools({ graph, editing, problem, toggle, change }: GraphTools): TemplateResult {
  const checked = (event: Event) => (event.currentTarget as HTMLInputElement).checked;
  return html`<div class="drawing-tools">
    ${
      editing
        ? html`<label><input
              type="checkbox"
              .checked=${live(graph.directed)}
              @change=${(event: Event) => change({ ...graph, directed: checked(event) })}
            /> ${t("inputs.directed")}</label>
            <label><input
              type="checkbox"
              .checked=${live(graph.weights !== null)}
              @change=${(event: Event) => change(withWeights(graph, checked(event)))}
            /> ${t("inputs.weighted")}</label>`
        : nothing
    }
    <button type="button" data-action="edit-graph" aria-expanded=${editing ? "true" : "false"} @click=${toggle}>
      ${t(editing ? "ui.graphDone" : "ui.graphEdit")}
    </button>
    <p class="problem" role="status">${problem}</p>
  </div>`;
}

function withWeights(graph: GraphValue, weighted: boolean): GraphValue {
  return { ...graph, weights: weighted ? graph.edges.map(() => 1) : null };
}
