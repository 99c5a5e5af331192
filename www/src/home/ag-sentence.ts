import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { CellPlace, ElementEvents } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import { styleProperties } from "../elements/style-properties.ts";
import { type LessonModel, lessonModel, settle } from "../lesson/model.ts";
import type { Pane } from "../lesson/panes.ts";
import { domainsOf } from "../lesson/scale.ts";
import type { Lab } from "../library.ts";
import { categoryCss } from "../numbers/categories.ts";
import { labelOf } from "../numbers/labels.ts";
import { drawPicture } from "../pictures/draw.ts";
import type { Language } from "../state/language.ts";
import type { Action } from "../state/reducer.ts";
import { HOME, initialState } from "../state/state.ts";
import { Store } from "../state/store.ts";
import { t } from "../text.ts";
import { ALGORITHM, FIRST, SENTENCE, sentenceLesson, WORDS } from "./sentence.ts";

const WEIGHTS = "attention.weights";

const PANES: ReadonlySet<Pane> = new Set<Pane>(["stage", "arithmetic", "player"]);

/** A sentence whose words can be exchanged: who listens to whom, the step's numbers, and what each was computed from. */
@customElement("ag-sentence")
export class SentenceElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** Null is the sentence that it begins with. */
  @property({ attribute: false }) words: readonly string[] | null = null;
  @property({ attribute: false }) choose!: (words: readonly string[]) => void;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: Language;

  /** The number that is being played: its lines are those of its word. */
  @state() private played: CellPlace | null = null;

  /** The word whose lines are drawn: that of a number that is played or chosen, until another one is. Between two steps that are played, none is. */
  #listening = FIRST;

  /** Which step and which number are shown; the words are the page's. */
  #store: Store | null = null;

  get #sentence(): readonly string[] {
    return this.words ?? SENTENCE;
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.#store) return;
    const { place } = settle(this.lab, { ...HOME, algorithm: ALGORITHM }, sentenceLesson(this.#sentence));
    this.#store = new Store({ ...initialState(this.language, "auto"), ...place });
    this.#store.subscribe(() => this.requestUpdate());
  }

  readonly #dispatch = (action: Action): void => this.#store?.dispatch(action);

  protected override render(): TemplateResult {
    const state = this.#store?.state;
    const model = state ? lessonModel(this.lab, state, sentenceLesson(this.#sentence)) : null;
    if (!state || !model) return html``;
    return html`
      <div class="words" role="group" aria-label=${t("home.words")}>${this.#sentence.map((word, at) => this.#word(word, at))}</div>
      ${this.#arcs(model)}
      <ag-lesson
        .language=${this.language}
        .lab=${this.lab}
        .state=${state}
        .model=${model}
        .dispatch=${this.#dispatch}
        .panes=${PANES}
        @ag-played=${({ detail }: CustomEvent<ElementEvents["ag-played"]>) => {
          this.played = detail.cell;
        }}
      ></ag-lesson>
    `;
  }

  #word(word: string, at: number): TemplateResult {
    const change = (event: Event) => {
      const { value } = event.currentTarget as HTMLSelectElement;
      this.choose(this.#sentence.map((one, position) => (position === at ? value : one)));
    };
    return html`<select class="word" lang="en" aria-label=${t("home.word", { position: at + 1 })} @change=${change} ${styleProperties({ "--word": categoryCss(at) })}>
      ${WORDS.map((one) => html`<option value=${one} .selected=${one === word}>${one}</option>`)}
    </select>`;
  }

  /** Who listens to whom. A number that is chosen there is taken apart below. */
  #arcs(model: LessonModel): TemplateResult {
    const { steps, trail, trace, labels } = model;
    const cell = this.played ?? trail.at(-1);
    const listening = cell && steps.get(cell.step)?.axes[0] === "query" ? cell.index[0] : undefined;
    this.#listening = listening ?? this.#listening;
    return html`<div class="sentence-arcs" @ag-select=${this.#open} @ag-cursor=${this.#listen}>${drawPicture(
      { kind: "arcs", step: WEIGHTS, mode: "columns", query: this.#listening },
      {
        steps,
        labels: (step, axis, position) => labelOf(labels, step.axes[axis], position),
        domains: domainsOf(trace.steps),
        slices: {},
        selected: cell?.step === WEIGHTS ? cell : null,
        lit: [],
      },
    )}</div>`;
  }

  /** Shows a weight and what it was computed from. */
  #show(index: readonly number[]): void {
    const position = this.#model?.trace.steps.findIndex(({ id }) => id === WEIGHTS) ?? -1;
    if (position < 0) return;
    if (this.#model?.player.position !== position) this.#dispatch({ type: "step", position });
    this.#dispatch({ type: "select", cell: { step: WEIGHTS, index: [...index] } });
  }

  get #model(): LessonModel | null {
    return this.#store && lessonModel(this.lab, this.#store.state, sentenceLesson(this.#sentence));
  }

  readonly #open = ({ detail }: CustomEvent<CellPlace>): void => this.#show(detail.index);

  /** Another word is to listen: to the same word as the one before. */
  readonly #listen = ({ detail }: CustomEvent<{ readonly position: number }>): void => {
    const before = this.#model?.trail.at(-1);
    const heard = before?.step === WEIGHTS ? (before.index[1] ?? 0) : 1;
    this.#show([detail.position, heard]);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-sentence": SentenceElement;
  }
}
