/** The graph of a lab: it is drawn where its picture is, and pasted, dropped or read from a file. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { PasteDetail } from "../elements/events.ts";
import { graphTools } from "../lesson/graph-tools.ts";
import { isFileDrag, Pasted } from "../lesson/pasted.ts";
import { problemText } from "../lesson/problem-text.ts";
import { problemOf } from "../library.ts";
import { type GraphValue, isGraph } from "../state/state.ts";
import { language, t, useWords } from "../text.ts";
import type { LabRuns } from "./lab-runs.ts";
import { GRAPH, type LabState, otherValues } from "./lab-state.ts";

export interface GraphToolsView {
  readonly graph: GraphValue;
  /** Whether it cannot be changed, since two runs differ in it. */
  readonly fixed: boolean;
  readonly nameOf: (node: number) => string;
  /** Takes another graph; returns why it is refused. */
  readonly change: (graph: GraphValue) => string | null;
}

/** Returns why the library refuses what a state shows; null where it does not. */
export function refusalOf(runs: LabRuns, state: LabState): string | null {
  const { inputs, values } = state;
  const other = otherValues(runs.spec, state);
  try {
    for (const each of other ? [values, other] : [values]) {
      const setting = { values: each, inputs };
      for (const { run } of runs.specAt(setting).shown) runs.at(setting, run);
    }
    return null;
  } catch (error) {
    return problemText(problemOf(error));
  }
}

export class LabGraph implements ReactiveController {
  editing = false;
  /** Why the last change was refused. */
  #problem = "";
  readonly #pasted = new Pasted();

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  hostConnected(): void {}

  /** Another lab is entered. */
  enter(): void {
    this.editing = false;
    this.#problem = "";
  }

  /** Takes another graph, or says why it is refused. */
  take(graph: GraphValue, change: GraphToolsView["change"]): void {
    const refused = change(graph);
    this.#problem = refused === null ? "" : t("ui.refused", { reason: refused });
    // Controls return to the values in use.
    this.host.requestUpdate();
  }

  tools({ graph, fixed, nameOf, change }: GraphToolsView): TemplateResult {
    if (fixed) return html`<p class="fine">${t("labs.frame.graphFixed")}</p>`;
    const said = this.#pasted.describe(GRAPH, graph);
    return html`<section
      class="lab-graph"
      aria-label=${t("labs.frame.graph")}
      @ag-paste=${(event: CustomEvent<PasteDetail>) => this.#paste(event.detail, change)}
      @dragover=${(event: DragEvent) => isFileDrag(event) && event.preventDefault()}
      @drop=${this.#drop}
    >
      ${graphTools({
        graph,
        editing: this.editing,
        problem: this.#problem,
        toggle: this.#toggle,
        change: (next) => this.take(next, change),
      })}
      <button type="button" data-action="paste-graph" @click=${() => this.#openPaste()}>${t("labs.frame.pasteGraph")}</button>
      <ag-paste
        .input=${GRAPH}
        .wanted=${{ kind: "graph", directed: graph.directed }}
        .label=${t("labs.frame.graph")}
        .nameOfNode=${nameOf}
        .text=${t}
      ></ag-paste>
      ${said === null ? nothing : html`<p class="fine pasted">${said}</p>`}
      <p class="fine">${t(this.editing ? "labs.frame.graphDraws" : "labs.frame.graphMoves")}</p>
    </section>`;
  }

  readonly #toggle = async (): Promise<void> => {
    await import("../elements/graph-editor.ts");
    this.editing = !this.editing;
    this.#problem = "";
    this.host.requestUpdate();
  };

  #paste(detail: PasteDetail, change: GraphToolsView["change"]): void {
    if (!isGraph(detail.value)) return;
    this.#pasted.mark(detail);
    this.take(detail.value, change);
  }

  /** The texts of the dialog are loaded with it. */
  async #openPaste(file?: File): Promise<void> {
    await Promise.all([
      import("../elements/paste.ts"),
      useWords(language(), ["message-passing"], "import").catch(() => undefined),
    ]);
    this.host.querySelector<HTMLElement & { open(file?: File): void }>("ag-paste")?.open(file);
  }

  readonly #drop = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    // The dialog takes what is dropped on it.
    if (!file || event.defaultPrevented) return;
    event.preventDefault();
    void this.#openPaste(file);
  };
}
