import { html, type LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { CellPlace, EditDetail, ElementEvents, GraphPlace } from "../elements/events.ts";
import type { Arc } from "../elements/graph-arcs.ts";
import { GraphPlaces } from "../elements/graph-layout.ts";
import type { AgMatrix } from "../elements/matrix.ts";
import type { CatalogInput, Cell, Lab, TraceStep } from "../library.ts";
import { picturesOf } from "../pictures/suiting.ts";
import { LightElement } from "../shell/light-element.ts";
import type { Action } from "../state/reducer.ts";
import {
  type CellRef,
  type GraphValue,
  type Inputs,
  type InputValue,
  isGraph,
  type PageState,
} from "../state/state.ts";
import { t } from "../text.ts";
import type { CellError } from "./ag-inputs.ts";
import { arcsOf, drawing, drawnOf } from "./drawing.ts";
import { tryCell } from "./edits.ts";
import { exampleBar } from "./example-bar.ts";
import { tryFitting } from "./fitting.ts";
import { cellOfNode, cellsOfArc, cellsOfNode, type Drawn } from "./graph-view.ts";
import { currentInputs } from "./inputs.ts";
import { labelOf } from "./labels.ts";
import { legend } from "./legend.ts";
import { lessonMap } from "./lesson-map.ts";
import { lessonPictures } from "./lesson-pictures.ts";
import { type Mark, marksOf } from "./marks.ts";
import { cellOf, type LessonModel, positionToOpen } from "./model.ts";
import { inputLabel, options, readOption } from "./options.ts";
import { partLinks } from "./part-links.ts";
import { playerBar } from "./player-bar.ts";
import { Pointing } from "./pointing.ts";
import { noticeText } from "./problem-text.ts";
import { sampleOf } from "./sample.ts";
import { domainsOf } from "./scale.ts";
import { beginStep, uncover } from "./sight.ts";
import { isEditable, stage } from "./stage.ts";
import { StageRoom } from "./stage-room.ts";
import { story } from "./story.ts";

const NARROW = window.matchMedia("(max-width: 40rem)");

/** A lesson: story, stage, drawing, arithmetic, filmstrip and inputs of one part. */
@customElement("ag-lesson")
export class LessonElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) state!: PageState;
  @property({ attribute: false }) model!: LessonModel;
  @property({ attribute: false }) dispatch!: (action: Action) => void;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;
  /** The cell that is highlighted in the arithmetic. */
  @state() private pointed: CellRef | null = null;
  @state() private slices: Readonly<Record<string, number>> = {};
  @state() private editingGraph: boolean = false;
  /** Why the last change of the graph was refused. */
  @state() private graphProblem: string = "";
  @state() private cellError: CellError | null = null;
  @state() private optionErrors: Readonly<Record<string, string>> = {};
  /** Further changes that an option caused, and the inputs for which this message is valid. */
  @state() private optionNote: { readonly changes: Inputs; readonly text: string } | null = null;

  /** The steps that were shown, by id. */
  @state() private visited: ReadonlySet<string> = new Set();
  /** Whether the map is open. */
  @state() private mapped: boolean = !NARROW.matches;
  /** The position of the step's picture that is shown. */
  @state() private picture: number = 0;

  readonly #pointing = new Pointing(this);
  readonly #room = new StageRoom(this, () => this.state.view === "present");
  #domains: ReturnType<typeof domainsOf> = new Map();
  #places = new GraphPlaces();

  /** The cell that takes the focus when the arithmetic with the focus is closed. */
  #refocus: CellRef | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("model") as LessonModel | undefined;
    const beforeState = changed.get("state") as PageState | undefined;
    if (changed.has("model") || (beforeState && beforeState.view !== this.state.view)) this.#room.reset();
    if (!changed.has("model") || !this.model) return;
    if (this.mapped) void import("../map/ag-map.ts");
    if (this.model.part.graph !== undefined) void import("../elements/graph.ts");
    if (before?.trace !== this.model.trace) {
      this.#domains = domainsOf(this.model.trace.steps);
      this.graphProblem = "";
      this.cellError = null;
      this.optionErrors = {};
    }
    if (before?.part !== this.model.part) {
      this.visited = new Set();
      this.#places = new GraphPlaces();
      this.editingGraph = false;
    }
    if (before?.step.id !== this.model.step.id || before.part !== this.model.part) {
      this.visited = new Set([...this.visited, this.model.step.id]);
      this.picture = 0;
      this.#pointing.clear();
      this.pointed = null;
      this.cellError = null;
    }
    const shown = this.model.trail.at(-1);
    if (shown) this.#showSlicesOf(shown);
    const inside = this.querySelector(".inspector")?.contains(document.activeElement) === true;
    if (before && inside && !shown) this.#refocus = before.trail.at(-1) ?? null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get("model") as LessonModel | undefined;
    const shown = this.model.trail.at(-1);
    if (before && before.step.id !== this.model.step.id)
      beginStep(this.querySelector(".story"), this.querySelector(".stage-frame"));
    if (shown && before && before.trail.at(-1) !== shown && this.model.step.id === shown.step)
      void this.#uncover(shown);
    if (this.#refocus) void this.#focusCell(this.#refocus);
    this.#refocus = null;
    if (!NARROW.matches && !this.cellError) void this.#room.fit();
  }

  async #focusCell({ step, index }: CellRef): Promise<void> {
    const matrix = this.querySelector<AgMatrix>(`.stage ag-matrix[data-step-id="${step}"]`);
    await matrix?.updateComplete;
    matrix?.focusIndex(index);
  }

  /** Keeps the chosen number visible when the arithmetic opens over it. */
  async #uncover({ step, index }: CellRef): Promise<void> {
    const matrix = this.querySelector<LitElement>(`.stage ag-matrix.result[data-step-id="${step}"]`);
    await matrix?.updateComplete;
    const cell = matrix?.renderRoot.querySelector(`[data-cell="${index.join()}"]`);
    if (cell) uncover(cell, this.querySelector(".inspector"));
  }

  protected override render(): TemplateResult {
    const { model, state } = this;
    const shown = model.trail.at(-1);
    const shownCell = cellOf(this.lab, model, shown);
    const { cell: hovered, place } = this.#pointing;
    const light = hovered ?? shown;
    const lightCell = hovered ? cellOf(this.lab, model, hovered) : shownCell;
    const reads = light ? (model.steps.get(light.step)?.reads ?? []) : [];
    const graph = this.#graph();
    const drawn = graph ? drawnOf(model, graph, { ref: light ?? null, place, slices: this.slices }) : null;
    const arcs = drawn ? arcsOf(drawn) : [];
    const stageView = {
      model,
      sample: sampleOf(this.lab, model),
      domains: this.#domains,
      marks: this.#withPointed(marksOf(lightCell, reads), drawn, arcs),
      selected: shown,
      pointed: this.pointed,
      slices: this.slices,
      room: NARROW.matches ? "small" : this.#room.room,
      once: state.view === "present",
      error: this.cellError,
    };
    return html`
      ${partLinks(model.lesson, state)}
      ${exampleBar(this.lab, model, this.dispatch)}
      <div class="lesson" data-algorithm=${model.part.algorithm}>
        <section class="story" aria-label=${t("ui.story")}>
          ${story(model)}
        </section>
        <div
          class="work"
          @ag-select=${this.#select}
          @ag-slice=${this.#slice}
          @ag-edit=${this.#edit}
          @ag-cursor=${this.#cursor}
        >
          ${model.trace.notices.map(
            (notice) =>
              html`<p class="notice" role="status">${noticeText(notice, (node) => labelOf(model.labels, "node", node))}</p>`,
          )}
          <div class="stage-frame" @ag-hover=${this.#pointing.atCell}>${stage(stageView)}</div>
          ${legend(this.#staged(), this.#domains)}
          ${this.#pictures()}
          ${this.#inspector(shownCell)}
        </div>
        ${lessonMap({
          model,
          visited: this.visited,
          domains: this.#domains,
          language: this.language,
          open: this.mapped,
          go: (position) => this.#go(position),
          toggle: (open) => {
            this.mapped = open;
            if (open) void import("../map/ag-map.ts");
          },
        })}
        ${
          drawn
            ? drawing({
                model,
                drawn,
                arcs,
                places: this.#places,
                domains: this.#domains,
                ref: light ?? null,
                cell: lightCell,
                hover: this.#pointing.atPlace,
                select: (chosen) => this.#selectPlace(drawn, arcs, chosen),
                tools: model.part.fixed
                  ? null
                  : {
                      editing: this.editingGraph,
                      problem: this.graphProblem,
                      toggle: this.#editGraph,
                      change: this.#changeGraph,
                    },
              })
            : nothing
        }
        ${model.part.fixed ? nothing : this.#options()}
        ${playerBar(model, this.#domains, this.language, (position) => this.#go(position))}
        ${model.part.fixed ? nothing : this.#inputs()}
      </div>
    `;
  }

  #pictures(): TemplateResult | typeof nothing {
    const { model } = this;
    return lessonPictures({
      pictures: picturesOf(model.step, model.steps),
      chosen: this.picture,
      view: {
        steps: model.steps,
        labels: this.#labels,
        domains: this.#domains,
        slices: this.slices,
        selected: model.trail.at(-1) ?? null,
        lit: this.#pointing.cell ? [this.#pointing.cell] : [],
      },
      choose: (position) => {
        this.picture = position;
      },
    });
  }

  #options(): TemplateResult {
    const { model } = this;
    return html`<div class="story-options">
      ${options({
        inputs: model.entry.inputs,
        values: currentInputs(model.part, model.changes),
        errors: this.optionErrors,
        note: this.optionNote?.changes === model.changes ? this.optionNote.text : "",
        change: this.#changeOption,
      })}
    </div>`;
  }

  #inputs(): TemplateResult {
    return html`<ag-inputs
      class="inputs"
      .lab=${this.lab}
      .state=${this.state}
      .model=${this.model}
      .domains=${this.#domains}
      .error=${this.cellError}
      .dispatch=${this.dispatch}
      .language=${this.language}
      @ag-edit=${this.#edit}
      @ag-select=${this.#select}
      @ag-slice=${this.#slice}
    ></ag-inputs>`;
  }

  #inspector(cell: Cell | null): TemplateResult {
    const { model } = this;
    const open = model.trail.length > 0;
    return html`<section
      class="inspector"
      data-open=${open ? "true" : "false"}
      aria-label=${t("ui.arithmetic")}
      @ag-open=${this.#open}
      @ag-back=${this.#back}
      @ag-hover=${this.#point}
    >
      ${
        open
          ? html`<ag-inspector
                .trail=${model.trail}
                .cell=${cell}
                .steps=${model.steps}
                .labels=${this.#labels}
                .editable=${(step: TraceStep) => isEditable(model, step)}
                .text=${t}
              ></ag-inspector>
              <button type="button" class="close" aria-label=${t("ui.closeInspector")} @click=${this.#close}>×</button>`
          : html`<p class="hint">${t("ui.pickCell")}</p>`
      }
    </section>`;
  }

  #graph(): GraphValue | null {
    const { part, changes } = this.model;
    const value = part.graph === undefined ? undefined : currentInputs(part, changes)[part.graph];
    return isGraph(value) ? value : null;
  }

  /** Also marks the cells of the node or line that is highlighted in the drawing. */
  #withPointed(
    marks: ReadonlyMap<string, readonly Mark[]>,
    drawn: Drawn | null,
    arcs: readonly Arc[],
  ): ReadonlyMap<string, readonly Mark[]> {
    const { place } = this.#pointing;
    if (!place || !drawn) return marks;
    const arc = "edge" in place ? arcs[place.edge] : undefined;
    const marked = new Map<string, readonly Mark[]>();
    for (const step of this.#staged()) {
      const cells =
        "node" in place
          ? cellsOfNode(drawn.graph, step, place.node)
          : arc
            ? cellsOfArc(drawn.graph, step, arc, drawn.at(step))
            : [];
      marked.set(
        step.id,
        cells.map((index) => ({ index, role: 0 })),
      );
    }
    return marked;
  }

  #staged(): TraceStep[] {
    const { step, steps } = this.model;
    return [step, ...step.reads.flatMap((read) => steps.get(read.step) ?? [])];
  }

  readonly #labels = (step: TraceStep, axis: number, position: number): string =>
    labelOf(this.model.labels, step.axes[axis], position);

  /** Shows the slice of the cell in its table, and the slices that it reads from in the others. */
  #showSlicesOf(cell: CellRef): void {
    const next: Record<string, number> = {};
    const read = cellOf(this.lab, this.model, cell)?.terms.flat() ?? [];
    for (const { step: id, index } of [cell, ...read]) {
      const leading = this.model.steps.get(id)?.axes.slice(0, -2) ?? [];
      for (const [position, axis] of leading.entries()) next[axis] ??= index[position] ?? 0;
    }
    if (Object.entries(next).some(([axis, position]) => position !== this.slices[axis])) {
      this.slices = { ...this.slices, ...next };
    }
  }

  #go(position: number): void {
    if (position !== this.model.player.position) this.dispatch({ type: "step", position });
  }

  readonly #select = (event: CustomEvent<CellPlace>) => {
    if (event.detail.step !== "") this.#choose(event.detail);
  };

  #choose({ step, index }: CellRef): void {
    this.#pointing.rest();
    this.dispatch({ type: "select", cell: { step, index } });
  }

  readonly #open = (event: CustomEvent<CellPlace>) => {
    const cell = { step: event.detail.step, index: event.detail.index };
    this.dispatch({ type: "open", cell, position: positionToOpen(this.model, cell) });
  };

  readonly #back = (event: CustomEvent<{ depth: number }>) => {
    const { depth } = event.detail;
    const cell = this.model.trail[depth];
    if (cell) this.dispatch({ type: "back", depth, position: positionToOpen(this.model, cell) });
  };

  readonly #close = () => {
    this.dispatch({ type: "select", cell: null });
  };

  readonly #point = (event: CustomEvent<CellPlace | null>) => {
    this.pointed = event.detail;
  };

  readonly #slice = (event: CustomEvent<{ step: string; slice: readonly number[] }>) => {
    const step = this.model.steps.get(event.detail.step);
    const leading = step?.axes.slice(0, -2) ?? [];
    this.slices = {
      ...this.slices,
      ...Object.fromEntries(leading.map((axis, at) => [axis, event.detail.slice[at] ?? 0])),
    };
  };

  readonly #cursor = (event: CustomEvent<ElementEvents["ag-cursor"]>) => {
    this.slices = { ...this.slices, [event.detail.axis]: event.detail.position };
  };

  #selectPlace(drawn: Drawn, arcs: readonly Arc[], place: GraphPlace): void {
    const cell = "node" in place ? cellOfNode(drawn, place.node) : (arcs[place.edge]?.mark ?? null);
    if (cell) this.#choose(cell);
  }

  readonly #editGraph = async () => {
    await import("../elements/graph-editor.ts");
    this.editingGraph = !this.editingGraph;
    this.graphProblem = "";
  };

  readonly #changeGraph = (graph: GraphValue) => {
    const { part, entry, changes } = this.model;
    if (part.graph === undefined) return;
    const result = tryFitting(this.lab, part, entry, changes, { [part.graph]: graph });
    if (result.ok) {
      this.graphProblem = "";
      this.dispatch({ type: "edit", changes: result.changes });
    } else this.graphProblem = t("ui.refused", { reason: result.message });
  };

  readonly #edit = (event: CustomEvent<EditDetail>) => {
    event.stopPropagation();
    const { input, index, text } = event.detail;
    const result = tryCell(this.lab, this.model.part, this.model.changes, { input, index, text });
    if (result.ok) {
      this.cellError = null;
      this.dispatch({ type: "edit", changes: result.changes });
    } else this.cellError = { input, index, message: result.message };
  };

  readonly #changeOption = (input: CatalogInput, change: InputValue | { readonly typed: string }) => {
    const value =
      typeof change === "object" && change !== null && "typed" in change ? readOption(input, change.typed) : change;
    if (typeof value === "object" && value !== null && "refused" in value) {
      this.optionErrors = { ...this.optionErrors, [input.name]: value.refused };
      return;
    }
    const result = tryFitting(this.lab, this.model.part, this.model.entry, this.model.changes, { [input.name]: value });
    if (result.ok) {
      this.dispatch({ type: "edit", changes: result.changes });
      const fitted = (result.fitted ?? []).map((name) => inputLabel(name)).join(", ");
      this.optionNote = fitted === "" ? null : { changes: result.changes, text: t("ui.fitted", { inputs: fitted }) };
    } else this.optionErrors = { ...this.optionErrors, [input.name]: t("ui.refused", { reason: result.message }) };
  };
}
