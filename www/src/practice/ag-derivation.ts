import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { LightElement } from "../elements/light-element.ts";
import type { Derivation, DerivationMark, Lab, MarkedDerivation } from "../library.ts";
import { t } from "../text.ts";
import { derivationNotes } from "./derivation-notes.ts";
import { SIGNS } from "./marks.ts";
import type { Progress } from "./progress.ts";
import { elsewhereNotice, storeNotice } from "./store-notice.ts";
import { formulaInLines, sentenceInLines } from "./terms.ts";
import { differences, fitted, newWork, type Work, withAnswer } from "./work.ts";

type Entry = Derivation["entries"][number];

/** The hint that shows the equation. */
const EQUATION_HINT = 2;

/** Whether the equation has nothing but the entry's name on its left: its right side is then an answer. */
const isAnswer = ({ equation: [left] }: Entry): boolean => /^\p{L}$/u.test(left);

/** A derivation by expressions, each of which is compared with the right one as soon as its field loses the focus. */
@customElement("ag-derivation")
export class DerivationElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The id of the derivation. */
  @property({ attribute: false }) derivation!: string;
  @property({ attribute: false }) progress!: Progress;
  @property({ attribute: false }) language!: string;
  @state() private work!: Work;
  @state() private checked!: MarkedDerivation;
  /** The entry that is being edited: its old mark does not apply to the new text. */
  @state() private typing: string | null = null;
  @state() private said: string = "";
  /** The number of entries that another window has changed since this derivation was opened here. */
  @state() private elsewhere = 0;

  /** The caret at which a symbol chosen from the list is inserted. */
  #last: HTMLInputElement | null = null;
  #unsubscribe: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.progress.subscribe(this.#takeIn);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  get #described(): Derivation {
    return this.lab.derivations.find(({ id }) => id === this.derivation) as Derivation;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("derivation")) return;
    const key = { exercise: this.derivation, difficulty: "easy", seed: 1 } as const;
    this.work = this.#fit(this.progress.find(key) ?? newWork(key));
    this.checked = this.#check(this.work);
    this.typing = null;
    this.said = "";
    this.elsewhere = 0;
    this.#last = null;
  }

  #fit(work: Work): Work {
    return fitted(
      work,
      this.#described.entries.map(({ id }) => ({ step: id, cells: 1 })),
    );
  }

  /** Shows changes by another window. */
  readonly #takeIn = () => {
    const kept = this.progress.find(this.work);
    if (!kept) {
      this.requestUpdate();
      return;
    }
    const work = this.#fit(kept);
    const count = differences(this.work, work);
    this.work = work;
    if (count === 0) return;
    this.elsewhere += count;
    this.checked = this.#check(work);
    if (rightOf(this.checked) !== work.right) this.#keep(work);
  };

  #check({ answers }: Work): MarkedDerivation {
    const texts = this.#described.entries.map(({ id }) => [id, answers[id]?.[0] ?? ""]);
    return this.lab.markDerivation(this.derivation, Object.fromEntries(texts));
  }

  protected override render(): TemplateResult {
    const { derivation: id, checked } = this;
    const { entries } = this.#described;
    return html`<article class="exercise derivation">
      <header class="exercise-head">
        <h1>${t(`derivations.${id}.title`)}</h1>
        <p class="task">${sentenceInLines(t(`derivations.${id}.task`))}</p>
        <p class="how">${t(this.#described.matrices ? "practice.howMatrices" : "practice.howDerivation")}</p>
        ${storeNotice(this.progress.problem)}
        ${elsewhereNotice(this.elsewhere)}
      </header>
      ${this.#symbols()}
      <ol class="entries">${entries.map((entry, number) => this.#entry(entry, checked.marks[number]))}</ol>
      <section class="exercise-end" aria-labelledby="end-title">
        <h2 id="end-title">${t("practice.end")}</h2>
        <p class="sum">${
          checked.complete
            ? sentenceInLines(t(`derivations.${id}.conclusion`))
            : t("practice.rightOf", { right: rightOf(checked), count: entries.length })
        }</p>
      </section>
      <p class="unseen" role="status" aria-live="polite">${this.said}</p>
    </article>`;
  }

  /** The symbols of the expressions; each can be inserted at the caret, for symbols without a key. */
  #symbols(): TemplateResult {
    const { id, symbols } = this.#described;
    return html`<section class="symbols" aria-labelledby="symbols-title">
      <h2 id="symbols-title">${t("practice.symbols")}</h2>
      <ul>
        ${symbols.map(({ name, also: all }) => {
          // The same letter in another encoding is not another way to type it.
          const also = all.filter((text) => text.normalize() !== name.normalize());
          return html`<li>
            <button type="button" data-symbol=${name} aria-label=${t("practice.insert", { symbol: name })} @click=${() => this.#insert(name)}>${name}</button>
            <span>${t(`derivations.${id}.symbols.${name}`)}${
              also.length > 0
                ? html` <span class="fine">${t("practice.also", { texts: also.join(", ") })}</span>`
                : nothing
            }</span>
          </li>`;
        })}
      </ul>
    </section>`;
  }

  #entry(entry: Entry, mark: DerivationMark | undefined): TemplateResult {
    const { derivation: id } = this;
    const shown: DerivationMark = !mark || this.typing === entry.id ? { entry: entry.id, kind: "empty" } : mark;
    const sign = signOf(shown);
    const text = this.work.answers[entry.id]?.[0] ?? "";
    const field = `entry-${entry.id}`;
    return html`<li class="entry" data-entry=${entry.id} data-mark=${sign}>
      <label for=${field}>${sentenceInLines(t(`derivations.${id}.entries.${entry.id}.label`))}</label>
      <span class="answer">
        <input
          id=${field}
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-invalid=${sign === "wrong" || sign === "unreadable" ? "true" : "false"}
          aria-describedby=${`${field}-notes`}
          .value=${live(text)}
          @focus=${(event: Event) => {
            this.#last = event.currentTarget as HTMLInputElement;
          }}
          @input=${(event: Event) => this.#type(entry.id, event, false)}
          @blur=${(event: Event) => this.#type(entry.id, event, true)}
          @keydown=${this.#key}
        /><span class="sign" aria-hidden="true">${SIGNS[sign]}</span>
      </span>
      <div class="step-notes" id=${`${field}-notes`}>
        ${derivationNotes(this.#described, shown, text, (this.work.hints[entry.id] ?? 0) >= EQUATION_HINT && !isAnswer(entry) ? entry.equation : null)}
        ${shown.kind === "right" ? html`<p class="why">${sentenceInLines(t(`derivations.${id}.entries.${entry.id}.why`))}</p>` : this.#hints(entry)}
      </div>
    </li>`;
  }

  #hints(entry: Entry): TemplateResult {
    const taken = this.work.hints[entry.id] ?? 0;
    const [left, right] = entry.equation;
    const equation = html`<p>${t("practice.equation")}</p><p class="equation">${formulaInLines(`${left} = ${right}`)}</p>`;
    const levels = [
      html`<p>${sentenceInLines(t(`derivations.${this.derivation}.entries.${entry.id}.hint`))}</p>`,
      ...(isAnswer(entry) ? [] : [equation]),
      html`<p>${t("practice.oneSolution")}</p><p class="equation">${formulaInLines(entry.solution)}</p>
        <p>${sentenceInLines(t(`derivations.${this.derivation}.entries.${entry.id}.why`))}</p>`,
    ];
    const all = taken >= levels.length;
    const next = taken === levels.length - 1 ? "practice.showAnswer" : "practice.hint";
    return html`<div class="hints">
      <ol aria-live="polite">${levels.slice(0, taken).map((level) => html`<li>${level}</li>`)}</ol>
      <button type="button" data-action="hint" aria-disabled=${all ? "true" : "false"} @click=${() => all || this.#takeHint(entry.id)}>
        ${all ? t("practice.noMoreHints") : t(next, { number: taken + 1, count: levels.length })}
      </button>
    </div>`;
  }

  #takeHint(entry: string): void {
    const taken = (this.work.hints[entry] ?? 0) + 1;
    this.#keep({ ...this.work, hints: { ...this.work.hints, [entry]: taken } });
  }

  #type(entry: string, event: Event, done: boolean): void {
    this.#answer(entry, (event.currentTarget as HTMLInputElement).value, done);
  }

  #answer(entry: string, text: string, done: boolean): void {
    const before = this.work.answers[entry]?.[0] ?? "";
    if (text === before && !(done && this.typing)) return;
    this.work = withAnswer(this.work, entry, 1, 0, text, Date.now());
    this.typing = done ? null : entry;
    if (done) {
      this.checked = this.#check(this.work);
      const mark = this.checked.marks.find((other) => other.entry === entry);
      const label = t(`derivations.${this.derivation}.entries.${entry}.label`);
      this.said = mark && mark.kind !== "empty" ? `${label}: ${t(`checks.${mark.kind}`)}` : "";
    }
    this.#keep(this.work);
  }

  #keep(work: Work): void {
    this.work = { ...work, right: rightOf(this.checked), asked: this.checked.marks.length, at: Date.now() };
    this.progress.keep(this.work);
  }

  /** Enter checks and moves to the next field. */
  readonly #key = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const field = event.currentTarget as HTMLInputElement;
    this.#answer(field.id.slice("entry-".length), field.value, true);
    const fields = [...this.querySelectorAll<HTMLInputElement>(".entries input")];
    fields[fields.indexOf(field) + (event.shiftKey ? -1 : 1)]?.focus();
  };

  #insert(symbol: string): void {
    const field = this.#last ?? this.querySelector<HTMLInputElement>(".entries input");
    if (!field) return;
    field.focus();
    const end = field.value.length;
    field.setRangeText(symbol, field.selectionStart ?? end, field.selectionEnd ?? end, "end");
    this.#answer(field.id.slice("entry-".length), field.value, false);
  }
}

function rightOf({ marks }: MarkedDerivation): number {
  return marks.filter(({ kind }) => kind === "right").length;
}

/** Returns the sign of a mark on numbers with the same meaning. */
function signOf({ kind }: DerivationMark): "empty" | "unreadable" | "right" | "wrong" {
  return kind === "empty" || kind === "unreadable" || kind === "right" ? kind : "wrong";
}
