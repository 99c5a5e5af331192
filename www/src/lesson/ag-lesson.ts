import { html, type LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { CellPlace, EditDetail, ElementEvents, GraphPlace } from "../elements/events.ts";
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
import { drawing } from "./drawing.ts";
import { tryCell } from "./edits.ts";
import { exampleBar } from "./example-bar.ts";
import { tryFitting } from "./fitting.ts";
import { cellsOfEdge, cellsOfNode } from "./graph-view.ts";
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
import { noticeText } from "./problem-text.ts";
import { sampleOf } from "./sample.ts";
import { domainsOf } from "./scale.ts";
import { beginStep, uncover } from "./sight.ts";
import { sliceOf, stage } from "./stage.ts";
import { restoreStage, resultHasFallen, shrinkStage } from "./stage-room.ts";
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
  /** The cell of the stage under the pointer or with the focus. */
  @state() private hovered: CellRef | null = null;
  /** The cell that is highlighted in the arithmetic. */
  @state() private pointed: CellRef | null = null;
  @state() private pointedPlace: GraphPlace | null = null;
  @state() private slices: Readonly<Record<string, number>> = {};
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

  /** Whether the step's matrices did not fit next to each other with large cells. */
  @state() private compact: boolean = false;

  #domains: ReturnType<typeof domainsOf> = new Map();

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("resize", this.#resized);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("resize", this.#resized);
  }

  readonly #resized = () => {
    this.compact = false;
    this.requestUpdate();
  };

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("model") as LessonModel | undefined;
    if (!changed.has("model") || !this.model) return;
    if (this.mapped) void import("../map/ag-map.ts");
    if (this.model.part.graph !== undefined) void import("../elements/graph-editor.ts");
    if (before?.trace !== this.model.trace) {
      this.#domains = domainsOf(this.model.trace.steps);
      this.cellError = null;
      this.optionErrors = {};
    }
    if (before?.part !== this.model.part) this.visited = new Set();
    if (before?.step.id !== this.model.step.id || before.part !== this.model.part) {
      this.visited = new Set([...this.visited, this.model.step.id]);
      this.picture = 0;
      this.hovered = null;
      this.pointed = null;
      this.pointedPlace = null;
      this.cellError = null;
      this.compact = false;
    }
    const shown = this.model.trail.at(-1);
    if (shown) this.#showSlicesOf(shown);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get("model") as LessonModel | undefined;
    const shown = this.model.trail.at(-1);
    if (before && before.step.id !== this.model.step.id)
      beginStep(this.querySelector(".story"), this.querySelector(".stage-frame"));
    if (shown && before && before.trail.at(-1) !== shown && this.model.step.id === shown.step)
      void this.#uncover(shown);
    if (changed.has("model") || changed.has("state")) restoreStage(this);
    if (!NARROW.matches && !this.cellError) void this.#fit();
  }

  /** Keeps the chosen number visible when the arithmetic opens over it. */
  async #uncover({ step, index }: CellRef): Promise<void> {
    const matrix = this.querySelector<LitElement>(`.stage ag-matrix.result[data-step-id="${step}"]`);
    await matrix?.updateComplete;
    const cell = matrix?.renderRoot.querySelector(`[data-cell="${index.join()}"]`);
    if (cell) uncover(cell, this.querySelector(".inspector"));
  }

  /**
   * Makes the cells small when the result has wrapped below the operands; if that is not enough, shrinks the whole stage while presenting, where
   * scrolling is impractical.
   */
  async #fit(): Promise<void> {
    if (!(await resultHasFallen(this))) return;
    if (!this.compact) this.compact = true;
    else if (this.state.view === "present") shrinkStage(this);
  }

  protected override render(): TemplateResult {
    const { model, state } = this;
    const shown = model.trail.at(-1);
    const shownCell = cellOf(this.lab, model, shown);
    const light = this.hovered ?? shown;
    const lightCell = this.hovered ? cellOf(this.lab, model, this.hovered) : shownCell;
    const reads = light ? (model.steps.get(light.step)?.reads ?? []) : [];
    const graph = this.#graph();
    const stageView = {
      model,
      sample: sampleOf(this.lab, model),
      domains: this.#domains,
      marks: this.#withPointed(marksOf(lightCell, reads), graph),
      selected: shown,
      pointed: this.pointed,
      slices: this.slices,
      compact: NARROW.matches || this.compact,
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
          <div class="stage-frame" @ag-hover=${this.#hover}>${stage(stageView)}</div>
          ${legend(model.step, this.#domains.get(model.step.id) ?? null)}
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
          graph
            ? drawing({
                model,
                graph,
                domains: this.#domains,
                slices: this.slices,
                ref: light ?? null,
                cell: lightCell,
                hover: this.#hoverPlace,
                select: (place) => this.#selectPlace(graph, place),
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
        lit: this.hovered ? [this.hovered] : [],
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
          ? html`<button type="button" class="close" aria-label=${t("ui.closeInspector")} @click=${this.#close}>×</button>
              <ag-inspector
                .trail=${model.trail}
                .cell=${cell}
                .steps=${model.steps}
                .labels=${this.#labels}
                .text=${t}
              ></ag-inspector>`
          : html`<p class="hint">${t("ui.pickCell")}</p>`
      }
    </section>`;
  }

  #graph(): GraphValue | null {
    const { part, changes } = this.model;
    const value = part.graph === undefined ? undefined : currentInputs(part, changes)[part.graph];
    return isGraph(value) ? value : null;
  }

  /** Also marks the cells of the node or edge that is highlighted in the drawing. */
  #withPointed(
    marks: ReadonlyMap<string, readonly Mark[]>,
    graph: GraphValue | null,
  ): ReadonlyMap<string, readonly Mark[]> {
    const place = this.pointedPlace;
    if (!place || !graph) return marks;
    const marked = new Map<string, readonly Mark[]>();
    for (const step of this.#staged()) {
      const cells =
        "node" in place
          ? cellsOfNode(step, place.node)
          : cellsOfEdge(graph, step, place.edge, sliceOf(step, this.slices));
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
    if (event.detail.step !== "") this.dispatch({ type: "select", cell: event.detail });
  };

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

  readonly #hover = (event: CustomEvent<CellPlace | null>) => {
    this.hovered = event.detail?.step ? event.detail : null;
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

  readonly #hoverPlace = (place: GraphPlace | null) => {
    this.pointedPlace = place;
  };

  #selectPlace(graph: GraphValue, place: GraphPlace): void {
    const { step } = this.model;
    const cells =
      "node" in place
        ? cellsOfNode(step, place.node)
        : cellsOfEdge(graph, step, place.edge, sliceOf(step, this.slices));
    const slice = sliceOf(step, this.slices);
    const index = cells.find((cell) => slice.every((position, axis) => cell[axis] === position)) ?? cells[0];
    if (index) this.dispatch({ type: "select", cell: { step: step.id, index } });
  }

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
