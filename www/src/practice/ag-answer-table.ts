import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { CutEdge } from "../elements/cut-edge.ts";
import { LightElement } from "../elements/light-element.ts";
import { axisNameAmong } from "../elements/lookup.ts";
import { cellAfterTab } from "../elements/matrix-keys.ts";
import { caption } from "../lesson/caption.ts";
import type { Exercise, Mark } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { allIndices, indexAt, offsetOf, type Plane, planeOf } from "../numbers/shape.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { t } from "../text.ts";
import { caretOf, placeAfterKey } from "./answer-keys.ts";
import type { LabelRules } from "./labels.ts";
import { SIGNS, spoken } from "./marks.ts";

export interface AnswerDetail {
  readonly step: string;
  readonly cell: number;
  readonly text: string;
  /** Whether the cell lost the focus after the change. */
  readonly done: boolean;
}

const EMPTY: Mark = { kind: "empty" };
/** Tables with more columns have narrower fields, so that eight are whole beside their notes. */
const MOST_WIDE = 6;

/** One step to fill in: a table of fields for each slice. Sends `answer`, and `beyond` with `1` or `-1` when Enter leaves the table. */
@customElement("ag-answer-table")
export class AnswerTableElement extends LightElement {
  @property({ attribute: false }) step!: Exercise["asked"][number];
  @property({ attribute: false }) texts!: readonly string[];
  @property({ attribute: false }) marks!: readonly Mark[];
  @property({ attribute: false }) labels!: LabelRules;
  @property({ attribute: false }) language!: string;

  protected readonly cut = new CutEdge(this, () => [...this.querySelectorAll<HTMLElement>(".answer-frame")]);

  protected override render(): TemplateResult {
    const { shape } = this.step;
    const plane = planeOf(shape);
    const slices = allIndices(shape.slice(0, plane.leading));
    return html`<div class="answer-tables" @keydown=${this.#key}>
      ${slices.map((slice) => this.#table(plane, slice))}
    </div>`;
  }

  #table(plane: Plane, slice: readonly number[]): TemplateResult {
    const { axes, symbol } = this.step;
    const { rowAxis, columnAxis } = plane;
    const name = (axis: number | null) => (axis === null ? "" : axisNameAmong(t, axes, axis));
    const label = (axis: number, position: number) => labelOf(this.labels, axes[axis], position);
    const which = slice.map((position, axis) => `${name(axis)} ${label(axis, position)}`).join(", ");
    const columns = Array.from({ length: plane.columns }, (_, column) => column);
    return html`<div class="answer-frame">
      <table class="answers" data-slice=${slice.join()} ?data-wide=${plane.columns > MOST_WIDE}>
        <caption>${caption(symbol)}${which === "" ? nothing : html`<span class="slice">${which}</span>`}</caption>
        ${
          columnAxis === null
            ? nothing
            : html`<thead><tr>
                ${rowAxis === null ? nothing : html`<td class="corner"><span>${name(columnAxis)} →</span><span>${name(rowAxis)} ↓</span></td>`}
                ${columns.map((column) => html`<th scope="col">${label(columnAxis, column)}</th>`)}
              </tr></thead>`
        }
        <tbody>
          ${Array.from(
            { length: plane.rows },
            (_, row) => html`<tr>
              ${rowAxis === null ? nothing : html`<th scope="row">${label(rowAxis, row)}</th>`}
              ${columns.map((column) => this.#cell(indexAt(plane, slice, row, column), [row, column]))}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #cell(index: readonly number[], [row, column]: readonly [number, number]): TemplateResult {
    const { step } = this;
    const cell = offsetOf(step.shape, index);
    const mark = this.marks[cell] ?? EMPTY;
    const note = `note-${step.step}-${cell}`;
    const marked = mark.kind !== "empty";
    const faulty = marked && mark.kind !== "right" && mark.kind !== "follows-from-earlier";
    return html`<td data-mark=${mark.kind}>
      <span class="answer">
        <input
          type="text"
          inputmode="text"
          enterkeyhint="next"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          data-cell=${cell}
          data-place=${`${row},${column}`}
          aria-label=${this.#nameOf(index)}
          aria-invalid=${faulty ? "true" : "false"}
          aria-describedby=${marked ? note : nothing}
          .value=${live(this.texts[cell] ?? "")}
          @focus=${(event: Event) => (event.currentTarget as HTMLInputElement).select()}
          @input=${(event: Event) => this.#send(cell, event, false)}
          @blur=${(event: Event) => this.#send(cell, event, true)}
        /><span class="sign" aria-hidden="true">${SIGNS[mark.kind]}</span>
      </span>
      ${marked ? html`<span class="unseen" id=${note}>${spoken(mark)}</span>` : nothing}
    </td>`;
  }

  /** Returns a label such as `S, query x₁, key x₂`. */
  #nameOf(index: readonly number[]): string {
    const { axes, symbol } = this.step;
    const places = index.map((position, axis) => {
      const name = axisNameAmong(t, axes, axis);
      return `${name} ${labelOf(this.labels, axes[axis], position)}`;
    });
    return [plainSymbol(symbol), ...places].join(", ");
  }

  #send(cell: number, event: Event, done: boolean): void {
    this.#answer(cell, (event.currentTarget as HTMLInputElement).value, done);
  }

  #answer(cell: number, text: string, done: boolean): void {
    const detail: AnswerDetail = { step: this.step.step, cell, text, done };
    this.dispatchEvent(new CustomEvent<AnswerDetail>("answer", { detail }));
  }

  readonly #key = (event: KeyboardEvent) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || event.isComposing || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const { rows, columns } = planeOf(this.step.shape);
    const [row = 0, column = 0] = (field.dataset.place ?? "").split(",").map(Number);
    const place = event.shiftKey ? null : placeAfterKey(event.key, caretOf(field), [row, column], rows, columns);
    if (place) field.closest("table")?.querySelector<HTMLElement>(`[data-place="${place.join()}"]`)?.focus();
    else if (event.key === "Enter") {
      this.#answer(Number(field.dataset.cell), field.value, true);
      this.#go(field, event.shiftKey);
    } else return;
    event.preventDefault();
  };

  /** Moves to the next field; sends an event when that is outside of the table. */
  #go(field: HTMLInputElement, backwards: boolean): void {
    const fields = [...this.querySelectorAll<HTMLInputElement>("input[data-cell]")];
    const at = fields.indexOf(field);
    const next = cellAfterTab(backwards, [0, at], 1, fields.length);
    if (next) fields[next[1]]?.focus();
    else this.dispatchEvent(new CustomEvent<number>("beyond", { detail: backwards ? -1 : 1 }));
  }

  /** Moves the caret to a cell. */
  focusCell(cell: number): void {
    this.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  }
}
