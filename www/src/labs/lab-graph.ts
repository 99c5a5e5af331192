/** The graph of a lab: it is drawn where its picture is, and pasted, dropped or read from a file. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { ElementEvents, GraphDetail, PasteDetail } from "../elements/events.ts";
import { NOWHERE, type Spots } from "../elements/graph-spots.ts";
import { graphTools } from "../lesson/graph-tools.ts";
import { namesField } from "../lesson/names-fields.ts";
import { isFileDrag, Pasted } from "../lesson/pasted.ts";
import { problemText } from "../lesson/problem-text.ts";
import { problemOf } from "../library.ts";
import type { GraphDrawing } from "../pictures/picture.ts";
import { GRAPH, type StageRuns } from "../stage/runs.ts";
import { namesAfter, withNames } from "../state/names.ts";
import { type GraphValue, isGraph } from "../state/state.ts";
import { language, t, useWords } from "../text.ts";
import type { LabSpec } from "./lab.ts";
import { LabDrawings } from "./lab-drawings.ts";
import { isDrawable, type LabState, MOST_DRAWN, otherValues, withGraph, withSpot } from "./lab-state.ts";

export interface GraphToolsView {
  readonly graph: GraphValue;
  /** Whether it cannot be changed, since two runs differ in it. */
  readonly fixed: boolean;
  readonly nameOf: (node: number) => string;
}

/** The lab whose graph it is. */
export interface GraphOwner {
  readonly state: LabState;
  readonly runs: StageRuns<LabSpec>;
  readonly go: (next: LabState) => void;
}

/** Returns why the library refuses what a state shows; null where it does not. */
function refusalOf(runs: StageRuns<LabSpec>, state: LabState): string | null {
  const { inputs, values } = state;
  const other = otherValues(runs.stage, state);
  try {
    for (const each of other ? [values, other] : [values]) {
      const setting = { values: each, inputs };
      for (const { run } of runs.stageAt(setting).shown) runs.at(setting, run);
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

  readonly #drawings = new LabDrawings();

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly owner: () => GraphOwner,
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  /** Another lab is entered. */
  enter(): void {
    this.editing = false;
    this.#problem = "";
    this.#drawings.enter();
  }

  /** Where the nodes of a run's graph are; `first` is the graph of the first run. */
  drawing(graph: GraphValue, first: GraphValue): GraphDrawing {
    return this.#drawings.of(graph, first, this.owner().state);
  }

  /** A graph was edited where it is drawn: all its nodes stay where they stand, which its layout does not know, and are called as they were. */
  edited(graph: GraphValue, { spots, removed, ...drawn }: GraphDetail, nameOf: (node: number) => string): void {
    const { names, ...rest } = graph;
    const before = names ?? (removed === null ? null : Array.from({ length: graph.nodes }, (_, node) => nameOf(node)));
    const kept = before && namesAfter(before, drawn.nodes, removed);
    this.#take({ ...rest, ...drawn, ...(kept && { names: kept }) }, spots);
  }

  /** A node was moved where it is drawn. */
  moved({ node, spot }: ElementEvents["ag-graph-move"]): void {
    const { state, go } = this.owner();
    go(withSpot(state, node, spot));
  }

  /** Takes another graph, with the places of nodes that are given, or says why the library refuses a run with it. */
  #take(graph: GraphValue, spots: Spots): void {
    const { state, runs, go } = this.owner();
    const next = withGraph(state, graph, spots);
    const refused = isDrawable(graph) ? refusalOf(runs, next) : t("labs.frame.graphTooLarge", MOST_DRAWN);
    if (refused === null) go(next);
    this.#problem = refused === null ? "" : t("ui.refused", { reason: refused });
    // Controls return to the values in use.
    this.host.requestUpdate();
  }

  tools({ graph, fixed, nameOf }: GraphToolsView): TemplateResult {
    if (fixed) return html`<p class="fine">${t("labs.frame.graphFixed")}</p>`;
    const said = this.#pasted.describe(GRAPH, graph);
    return html`<section
      class="lab-graph"
      aria-label=${t("labs.frame.graph")}
      @ag-paste=${(event: CustomEvent<PasteDetail>) => this.#paste(event.detail)}
      @dragover=${(event: DragEvent) => isFileDrag(event) && event.preventDefault()}
      @drop=${this.#drop}
    >
      ${graphTools({
        graph,
        editing: this.editing,
        problem: this.#problem,
        toggle: this.#toggle,
        change: (next) => this.#take(next, this.owner().state.spots),
      })}
      <button type="button" data-action="paste-graph" @click=${() => this.#openPaste()}>${t("labs.frame.pasteGraph")}</button>
      <ag-paste
        .input=${GRAPH}
        .wanted=${{ kind: "graph", directed: graph.directed }}
        .label=${t("labs.frame.graph")}
        .text=${t}
      ></ag-paste>
      ${namesField({
        label: t("ui.naming.nodes"),
        names: Array.from({ length: graph.nodes }, (_, node) => nameOf(node)),
        rename: (names) => this.#take(withNames(graph, 0, names), this.owner().state.spots),
      })}
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

  #paste(detail: PasteDetail): void {
    if (!isGraph(detail.value)) return;
    this.#pasted.mark(detail);
    this.#take(detail.value, NOWHERE);
  }

  /** The texts of the dialog are loaded with it. */
  async #openPaste(file?: File): Promise<void> {
    await Promise.all([
      import("../elements/paste.ts"),
      useWords(language(), ["message-passing"], ["import"]).catch(() => undefined),
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
