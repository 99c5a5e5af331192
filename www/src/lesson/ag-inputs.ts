import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import type { PasteDetail } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import type { Wanted } from "../elements/paste-types.ts";
import type { CatalogInput, Lab, Problem, TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import { labelsOf } from "../numbers/labels.ts";
import { currentInputs } from "../state/inputs.ts";
import { withNames } from "../state/names.ts";
import { type Action, historyOf } from "../state/reducer.ts";
import {
  type InputValue,
  isGraph,
  isTensor,
  LARGEST_SEED,
  nextSeed,
  type PageState,
  readSeed,
} from "../state/state.ts";
import { language, t, useWords } from "../text.ts";
import { additionOf, additions } from "./additions.ts";
import { caption } from "./caption.ts";
import { tryFitting } from "./fitting.ts";
import { heatWhenLoaded, waiting } from "./heat.ts";
import { axesOf, type NamedAxis } from "./labels.ts";
import type { LessonModel } from "./model.ts";
import { namesFields } from "./names-fields.ts";
import { inputLabel } from "./options.ts";
import { isFileDrag, Pasted } from "./pasted.ts";
import { randomValues } from "./random-values.ts";
import { newTensor, type Values, withLetter } from "./resize.ts";
import { agree } from "./run.ts";
import { sizeSteppers } from "./size-steppers.ts";
import { hasHeat } from "./stage-layout.ts";
import type { TableView } from "./table-view.ts";

export interface CellError {
  readonly input: string;
  readonly index: readonly number[];
  readonly message: string;
}

/** All inputs of the algorithm, which can be edited, pasted, drawn, resized, filled at random, and restored. */
@customElement("ag-inputs")
export class InputsElement extends LightElement {
  protected override readonly aside = true;
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) state!: PageState;
  @property({ attribute: false }) model!: LessonModel;
  @property({ attribute: false }) domains!: ReadonlyMap<string, Domain>;
  /** A cell whose new value was refused. */
  @property({ attribute: false }) error: CellError | null = null;
  @property({ attribute: false }) dispatch!: (action: Action) => void;
  @property({ attribute: false }) language!: string;
  /** The message of the last action. */
  @state() private message: { readonly text: string; readonly refused: boolean; readonly large?: Problem } | null =
    null;

  /** The input that is chosen in the list of those that can be added. */
  @state() private addition: string | null = null;

  readonly #pasted = new Pasted();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("language") && !this.#pasted.isEmpty) void this.#loadTexts().then(() => this.requestUpdate());
  }

  protected override render(): TemplateResult {
    const { entry } = this.model;
    const history = historyOf(this.state);
    const changed = Object.keys(this.model.changes).length > 0;
    const tensors = entry.inputs.filter(({ kind }) => kind === "tensor");
    const values = this.#values();
    // Without numbers that could be typed over, there are the options alone, whose changes can be undone.
    const any = tensors.length > 0 || entry.inputs.some(({ kind }) => kind === "graph");
    return html`
      ${
        any
          ? html`<header class="inputs-head">
              <h2>${t("ui.inputs")}</h2>
              <p>${t(tensors.length > 0 ? "ui.inputsLead" : "ui.inputsLeadGraph")}</p>
            </header>`
          : nothing
      }
      <div class="toolbar" role="toolbar" aria-label=${t("ui.inputs")}>
        ${
          any
            ? html`<label class="seed">${t("ui.seed")}
                  <input type="number" min="0" step="1" max=${LARGEST_SEED} .value=${live(String(this.state.seed))} @change=${this.#reseed} />
                </label>
                <button type="button" data-action="random" @click=${() => this.#fill(nextSeed(this.state.seed))}>${t("ui.random")}</button>`
            : nothing
        }
        ${this.#traveler("undo", history.past.length > 0)}
        ${this.#traveler("redo", history.future.length > 0)}
        ${this.#traveler("reset", changed)}
      </div>
      <p class=${this.message?.refused ? "message problem" : "message"} role="status">${this.message?.text ?? ""}</p>
      ${
        this.message?.large
          ? html`<ag-large-run .problem=${this.message.large} .language=${this.language} @ag-wait=${this.#wait}></ag-large-run>`
          : nothing
      }
      ${sizeSteppers({
        entry,
        values,
        drawn: Boolean(this.model.lesson.graph),
        resize: (letter, size) => this.#take(withLetter(entry, this.#values(), letter, size)),
      })}
      ${namesFields(axesOf(entry, this.model.lesson, this.model.changes), this.model.labels, this.#rename)}
      <div class="input-list" @ag-paste=${this.#paste}>
        ${entry.inputs.filter(({ kind, name }) => kind === "graph" && isGraph(values[name])).map((input) => this.#graph(input))}
        ${repeat(
          tensors.filter(({ name }) => name in values),
          ({ name }) => name,
          (input) => this.#tensor(input),
        )}
      </div>
      ${additions({
        inputs: tensors.filter(({ name }) => !(name in values)),
        chosen: this.addition,
        choose: (name) => {
          this.addition = name;
        },
        add: (input) => this.#exchange(input, newTensor(entry, input, values)),
      })}
    `;
  }

  /** Stays in the page when there is nothing to do, so that the focus is not lost. */
  #traveler(type: "undo" | "redo" | "reset", possible: boolean): TemplateResult {
    return html`<button
      type="button"
      data-action=${type}
      aria-disabled=${possible ? "false" : "true"}
      @click=${() => possible && this.#travel(type)}
    >${t(`ui.${type}`)}</button>`;
  }

  #values(): Record<string, Exclude<InputValue, null>> {
    return currentInputs(this.model.lesson, this.model.changes);
  }

  #stepOf(input: CatalogInput): TraceStep | undefined {
    return this.model.trace.steps.find((step) => step.input === input.name);
  }

  /** The numbers of an input: with digits, or, of many, without. */
  #table(view: Pick<TableView, "step" | "rowLabels" | "columnLabels" | "domain" | "error">): TemplateResult {
    const { step, rowLabels, columnLabels, domain, error } = view;
    const large = hasHeat([step]);
    const heat = heatWhenLoaded(large, () => this.requestUpdate());
    const title = caption(step.symbol);
    if (large) return heat?.alone({ ...view, editable: true, selected: null, caption: title }) ?? waiting("", title);
    return html`<ag-matrix
      editable
      size="small"
      .step=${step}
      .rowLabels=${rowLabels}
      .columnLabels=${columnLabels}
      .domain=${domain}
      .error=${error}
    >${title}</ag-matrix>`;
  }

  #tensor(input: CatalogInput): TemplateResult | typeof nothing {
    const step = this.#stepOf(input);
    // What is one tensor for all layers has a step in each; it is listed if the reader gave it.
    if (!step) return input.name in this.model.changes ? this.#section(input, this.#extent(input)) : nothing;
    const { labels } = this.model;
    const rank = step.shape.length;
    const error = this.error?.input === input.name ? this.error : null;
    const table = this.#table({
      step,
      rowLabels: rank < 2 ? [] : labelsOf(labels, step.axes[rank - 2], step.shape[rank - 2] ?? 0),
      columnLabels: rank < 1 ? [] : labelsOf(labels, step.axes[rank - 1], step.shape[rank - 1] ?? 0),
      domain: this.domains.get(step.id) ?? null,
      error,
    });
    return this.#section(input, table);
  }

  /** The lengths of the axes of an input without a table. */
  #extent({ name }: CatalogInput): TemplateResult {
    const value = this.#values()[name];
    return html`<p class="fine">${isTensor(value) ? value.shape.join(" × ") : ""}</p>`;
  }

  #section(input: CatalogInput, shown: TemplateResult): TemplateResult {
    const label = inputLabel(input.name);
    return html`<section class="input" data-input=${input.name} aria-label=${label} @dragover=${this.#drag} @drop=${(event: DragEvent) => this.#drop(input, event)}>
      <h3>${label}</h3>
      ${shown}
      <div class="input-actions">
        <button type="button" aria-label=${t("ui.pasteInto", { input: label })} @click=${() => this.#openPaste(input)}>${t("ui.paste")}</button>
        ${
          input.required
            ? nothing
            : html`<button type="button" aria-label=${t("ui.remove", { input: label })} @click=${() => this.#exchange(input, null)}>${t("ui.removeShort")}</button>`
        }
        ${this.#dialog(input, { kind: "tensor", rank: input.axes.length })}
      </div>
      ${this.#mark(input)}
    </section>`;
  }

  /** A graph, which is drawn and edited in the drawing beside the steps, and can be read here. */
  #graph(input: CatalogInput): TemplateResult {
    const label = inputLabel(input.name);
    const graph = this.#values()[input.name];
    return html`<section class="input" data-input=${input.name} aria-label=${label} @dragover=${this.#drag} @drop=${(event: DragEvent) => this.#drop(input, event)}>
      <h3>${label}</h3>
      <div class="input-actions">
        <button type="button" aria-label=${t("ui.pasteInto", { input: label })} @click=${() => this.#openPaste(input)}>${t("ui.paste")}</button>
        ${this.#dialog(input, { kind: "graph", directed: isGraph(graph) && graph.directed })}
      </div>
      ${this.#mark(input)}
    </section>`;
  }

  #dialog(input: CatalogInput, wanted: Wanted): TemplateResult {
    return html`<ag-paste
      .input=${input.name}
      .wanted=${wanted}
      .label=${inputLabel(input.name)}
      .text=${t}
    ></ag-paste>`;
  }

  /** What a pasted value was, until it is changed. */
  #mark({ name }: CatalogInput): TemplateResult | typeof nothing {
    const said = this.#pasted.describe(name, this.#values()[name]);
    return said === null ? nothing : html`<p class="fine pasted">${said}</p>`;
  }

  /** Applies values if the library accepts them, else shows why not. */
  #take(values: Values, seed?: number): void {
    const { lab, model } = this;
    const result = tryFitting(lab, model.lesson, model.entry, model.changes, values);
    if (!result.ok) {
      const text = t("ui.refused", { reason: result.message });
      this.message = result.problem?.run ? { text, refused: true, large: result.problem } : { text, refused: true };
      if (result.problem?.run) void import("../large/ag-large-run.ts");
      // The controls return to the values in use.
      this.requestUpdate();
      return;
    }
    const fitted = result.fitted ?? [];
    const named = fitted.map((name) => inputLabel(name)).join(", ");
    this.message = fitted.length > 0 ? { text: t("ui.fitted", { inputs: named }), refused: false } : null;
    if (seed !== undefined) this.dispatch({ type: "seed", seed });
    this.dispatch({ type: "edit", changes: result.changes });
  }

  readonly #wait = (event: Event): void => {
    event.stopPropagation();
    const run = this.message?.large?.run;
    if (!run?.waits) return;
    agree(this.model.lesson, run.waits);
    this.message = null;
    this.dispatch({ type: "edit", changes: run.changes });
  };

  /** Adds or removes an input. This removes the button too, so the focus moves to its counterpart. */
  async #exchange(input: CatalogInput, value: InputValue): Promise<void> {
    this.#take({ [input.name]: value });
    await new Promise((done) => requestAnimationFrame(done));
    const counterpart = value === null ? additionOf(input.name) : `[data-input="${input.name}"] .input-actions button`;
    this.querySelector<HTMLElement>(counterpart)?.focus();
  }

  #fill(seed: number): void {
    this.#take(randomValues(this.lab, this.model, this.#values(), seed), seed);
  }

  readonly #reseed = (event: Event) => {
    const field = event.currentTarget as HTMLInputElement;
    const seed = readSeed(field.value);
    if (seed !== null) this.#fill(seed);
    else this.requestUpdate();
  };

  #travel(type: "undo" | "redo" | "reset"): void {
    this.message = null;
    this.dispatch({ type });
  }

  async #openPaste(input: CatalogInput, file?: File): Promise<void> {
    await Promise.all([import("../elements/paste.ts"), this.#loadTexts()]);
    const dialogs = this.querySelectorAll<HTMLElement & { input: string; open(file?: File): void }>("ag-paste");
    for (const dialog of dialogs) if (dialog.input === input.name) dialog.open(file);
  }

  /** The texts of the dialog are loaded with it, and again in another language. */
  async #loadTexts(): Promise<void> {
    await useWords(language(), [this.model.lesson.algorithm], ["import"]).catch(() => undefined);
  }

  readonly #drag = (event: DragEvent) => {
    if (isFileDrag(event)) event.preventDefault();
  };

  #drop(input: CatalogInput, event: DragEvent): void {
    const file = event.dataTransfer?.files[0];
    // The dialog takes what is dropped on it.
    if (!file || event.defaultPrevented) return;
    event.preventDefault();
    void this.#openPaste(input, file);
  }

  /** Names an axis of an input; the input has the numbers that it had. */
  readonly #rename = ({ input, at }: NamedAxis, names: readonly string[]): void => {
    const value = this.#values()[input];
    if (isTensor(value) || isGraph(value)) this.#take({ [input]: withNames(value, at, names) });
  };

  readonly #paste = (event: CustomEvent<PasteDetail>) => {
    const { input, value } = event.detail;
    this.#pasted.mark(event.detail);
    this.#take({ [input]: value });
  };
}
