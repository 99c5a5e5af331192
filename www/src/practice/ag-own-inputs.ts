import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { PasteDetail } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import type { Wanted } from "../elements/paste-types.ts";
import { UPSTREAM } from "../lesson/asked.ts";
import { axesOf, type NamedAxis } from "../lesson/labels.ts";
import type { Lesson } from "../lesson/lesson.ts";
import { namesFields } from "../lesson/names-fields.ts";
import { inputLabel, options, readOption } from "../lesson/options.ts";
import { Pasted } from "../lesson/pasted.ts";
import type { CatalogEntry, CatalogInput, Exercise, Lab } from "../library.ts";
import { Gestures } from "../stage/gestures.ts";
import { currentInputs } from "../state/inputs.ts";
import { withNames } from "../state/names.ts";
import { type Inputs, type InputValue, isGraph, isTensor, NO_CHANGES, type Practice } from "../state/state.ts";
import { language, t, useWords } from "../text.ts";
import { isOwn, shownLesson, tryOwn } from "./own-inputs.ts";
import { exerciseLesson } from "./solution.ts";

/** The inputs of an exercise that can be one's own: pasted, typed and named here, and part of the address. */
@customElement("ag-own-inputs")
export class OwnInputsElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) practice!: Practice;
  @property({ attribute: false }) seed!: number;
  @property({ attribute: false }) changes!: Inputs;
  @property({ attribute: false }) change!: (changes: Inputs, gesture: number) => void;
  @property({ attribute: false }) exercise!: Exercise;
  @property({ attribute: false }) language!: string;
  /** What became of the last change. */
  @state() private message: { readonly text: string; readonly refused: boolean } | null = null;
  /** Why a typed number is none, by input. */
  @state() private errors: Readonly<Record<string, string>> = {};

  readonly #gestures = new Gestures(this);
  readonly #pasted = new Pasted();

  protected override render(): TemplateResult {
    const own = isOwn(this.changes);
    return html`<details class="own-inputs" ?open=${own} data-own=${own ? "true" : "false"} @toggle=${this.#toggle}>
      <summary>${t(own ? "practice.own.used" : "practice.own.title")}</summary>
      <p class="fine">${t("practice.own.lead")}</p>
      ${this.#fields()}
      ${this.#hidden()}
      <p class=${this.message?.refused ? "message problem" : "message"} role="status">${this.message?.text ?? ""}</p>
      ${own ? html`<button type="button" data-action="drawn" @click=${this.#draw}>${t("practice.own.drawn")}</button>` : nothing}
    </details>`;
  }

  /** The texts of the dialog are loaded with the first look. */
  readonly #toggle = (event: Event): void => {
    if ((event.currentTarget as HTMLDetailsElement).open) void this.#loadTexts().then(() => this.requestUpdate());
  };

  #parts(): { readonly lesson: Lesson; readonly entry: CatalogEntry } {
    const lesson = exerciseLesson(this.lab, this.practice, this.seed);
    const entry = this.lab.catalog.find(({ id }) => id === lesson?.algorithm);
    if (!lesson || !entry) throw new Error("an exercise without an algorithm");
    return { lesson, entry };
  }

  #fields(): TemplateResult {
    const { lesson, entry } = this.#parts();
    const { ownInputs } = this.exercise;
    const values = currentInputs(lesson, this.changes);
    const inputs = entry.inputs.filter(({ name }) => ownInputs.includes(name));
    const pasted = [...inputs.map(({ name }) => name), UPSTREAM].filter(
      (name) => ownInputs.includes(name) && (isTensor(values[name]) || isGraph(values[name])),
    );
    const axes = axesOf(entry, lesson, this.changes).filter(({ input }) => ownInputs.includes(input));
    const { labels } = shownLesson(lesson, entry, this.changes);
    return html`<ul class="own-list" @ag-paste=${this.#paste}>${pasted.map((name) => this.#input(name, values[name]))}</ul>
      ${options({ inputs, values, errors: this.errors, note: "", change: this.#option })}
      ${namesFields(axes, labels, this.#rename)}`;
  }

  #input(name: string, value: InputValue | undefined): TemplateResult {
    const label = name === UPSTREAM ? t("practice.own.upstream") : inputLabel(name);
    const wanted: Wanted = isGraph(value)
      ? { kind: "graph", directed: value.directed }
      : { kind: "tensor", rank: isTensor(value) ? value.shape.length : null };
    const said = this.#pasted.describe(name, value);
    return html`<li data-input=${name}>
      <span class="own-name">${label}</span>
      <span class="fine">${said ?? t(name in this.changes ? "practice.own.yours" : "practice.own.isDrawn")}</span>
      <button type="button" data-action="paste" aria-label=${t("ui.pasteInto", { input: label })} @click=${() => this.#openPaste(name)}>${t("ui.paste")}</button>
      <ag-paste .input=${name} .wanted=${wanted} .label=${label} .text=${t}></ag-paste>
    </li>`;
  }

  /** Which known mistakes these inputs do not tell from the right way. */
  #hidden(): TemplateResult | typeof nothing {
    const hidden = this.exercise.hidden ?? [];
    if (hidden.length === 0) return nothing;
    return html`<p class="fine" data-hidden=${hidden.length}>${t("practice.own.hidden")}</p>
      <ul class="fine">${hidden.map((id) => html`<li>${t(`misconceptions.${id}.name`)}</li>`)}</ul>`;
  }

  async #openPaste(name: string): Promise<void> {
    await Promise.all([import("../elements/paste.ts"), this.#loadTexts()]);
    const dialogs = this.querySelectorAll<HTMLElement & { input: string; open(file?: File): void }>("ag-paste");
    for (const dialog of dialogs) if (dialog.input === name) dialog.open();
  }

  async #loadTexts(): Promise<void> {
    await useWords(language(), [this.exercise.algorithm], ["import"]).catch(() => undefined);
  }

  readonly #paste = (event: CustomEvent<PasteDetail>): void => {
    event.stopPropagation();
    const { input, value } = event.detail;
    this.#pasted.mark(event.detail);
    this.#take({ [input]: value });
  };

  readonly #option = (input: CatalogInput, value: InputValue | { readonly typed: string }): void => {
    const typed = value !== null && typeof value === "object" && "typed" in value;
    const read = typed ? readOption(input, value.typed) : value;
    const { [input.name]: _, ...errors } = this.errors;
    if (read !== null && typeof read === "object" && "refused" in read) {
      this.errors = { ...errors, [input.name]: read.refused };
      return;
    }
    this.errors = errors;
    this.#take({ [input.name]: read });
  };

  readonly #rename = ({ input, at }: NamedAxis, names: readonly string[]): void => {
    const value = currentInputs(this.#parts().lesson, this.changes)[input];
    if (isTensor(value) || isGraph(value)) this.#take({ [input]: withNames(value, at, names) });
  };

  /** Applies values if the exercise can be done on them, else says why not. */
  #take(values: Readonly<Record<string, InputValue>>): void {
    const { lab, practice, seed, changes } = this;
    const result = tryOwn(lab, practice, seed, changes, values);
    if (!result.ok) {
      this.message = { text: t("ui.refused", { reason: result.message }), refused: true };
      // The fields return to the values in use.
      this.requestUpdate();
      return;
    }
    const fitted = (result.fitted ?? []).map((name) => inputLabel(name));
    this.message = fitted.length > 0 ? { text: t("ui.fitted", { inputs: fitted.join(", ") }), refused: false } : null;
    this.change(result.changes, this.#gestures.now);
  }

  readonly #draw = (): void => {
    this.message = null;
    this.change(NO_CHANGES, this.#gestures.now);
  };
}
