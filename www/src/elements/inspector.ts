/**
 * `<ag-inspector>`: the arithmetic of the chosen number. Each number it was computed from is a button that opens that number in turn, down to the
 * inputs; the trail leads back.
 */

import { noteKey } from "attograph/text";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import type { Cell, TraceStep } from "../library.ts";
import { equals } from "../numbers/equals.ts";
import { formatCell, formatFull, isRounded, plain } from "../numbers/format.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { AgElement } from "./ag-element.ts";
import { arithmetic, isCondition, isFold, isOperand, type OperandPiece, type Piece, termsOf } from "./arithmetic.ts";
import { elementStyles } from "./element-styles.ts";
import { type CellPlace, send } from "./events.ts";
import { inspectorStyles } from "./inspector-styles.ts";
import { axisNameAmong } from "./lookup.ts";

@customElement("ag-inspector")
export class AgInspector extends AgElement {
  static override styles = [elementStyles, inspectorStyles];

  /** The cells that were opened from one another; the last one is shown. */
  @property({ attribute: false }) trail: readonly CellPlace[] = [];
  @property({ attribute: false }) cell: Cell | null = null;
  @property({ attribute: false }) steps: ReadonlyMap<string, TraceStep> = new Map();
  /** The name of a position on an axis. */
  @property({ attribute: false }) labels: (step: TraceStep, axis: number, position: number) => string = (
    _,
    __,
    position,
  ) => String(position + 1);

  /** Whether the numbers of an input can be typed over. */
  @property({ attribute: false }) editable: (step: TraceStep) => boolean = () => false;

  /** How many terms are shown; null for all, with the result. */
  @property({ attribute: false }) told: number | null = null;
  /** Whether a screen reader is told nothing. */
  @property({ attribute: false }) quiet = false;

  @state() private unfolded = false;
  @state() private allDigits = false;
  /** The number that takes the focus after the next update, because the focused control was removed. */
  private refocus: number | null = null;

  constructor() {
    super();
    this.addEventListener("keydown", this.onKey);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("cell")) return;
    const before = changed.get("cell");
    if (before?.step !== this.cell?.step || before?.index.join() !== this.cell?.index.join()) {
      this.unfolded = false;
      this.refocus = this.matches(":focus-within") ? 0 : null;
    }
  }

  protected override updated(): void {
    if (this.refocus === null) return;
    const number = this.renderRoot.querySelectorAll<HTMLElement>(".number")[this.refocus];
    this.refocus = null;
    // An input has no numbers to open, only the trail back.
    const next = number ?? this.renderRoot.querySelector<HTMLElement>("nav [aria-current]");
    next?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { cell } = this;
    const step = cell ? this.steps.get(cell.step) : undefined;
    if (!cell || !step) return nothing;
    const pieces = arithmetic(cell, this.unfolded);
    const behind = isCondition(cell);
    const value = this.told === null ? "value" : "value untold";
    const isOfRounded = pieces.filter(isOperand).some(({ operand }) => isRounded(operand.value));
    const rounded = isOfRounded || isRounded(cell.value);
    const sign = ` ${equals(isOfRounded && !behind && !this.allDigits)} `;
    // Whoever computes with rounded numbers does not find more digits than these have.
    const short = isOfRounded && !behind && !this.allDigits && isRounded(cell.value);
    return html`
      ${this.trail.length > 1 ? this.renderTrail() : nothing}
      <div @pointerleave=${() => send(this, "ag-hover", null)}>
        ${keyed(
          `${cell.step} ${cell.index.join()}`,
          html`<p class="equation">
          <span class="left">${this.renderSymbol(step)}${this.place(step, cell.index)}</span>
          ${pieces.length > 0 && !behind ? html`${sign}${this.renderPieces(pieces)}` : nothing}
          <span
            class=${isRounded(cell.value) && !this.allDigits && !short ? `${value} exact` : value}
            data-step=${cell.step}
            data-index=${cell.index.join(",")}
            data-value=${plain(cell.value)}
          >${sign}${short ? formatCell(cell.value) : formatFull(cell.value)}</span>
          ${isRounded(cell.value) && !short ? html`<span class=${value}>${" ≈ "}${formatCell(cell.value)}</span>` : nothing}
          ${behind ? html`, ${this.renderPieces(pieces)}` : nothing}
        </p>`,
        )}
        <div class="notes">
          ${this.explain(cell, step)}
          ${
            rounded && pieces.length > 0
              ? html`<button type="button" aria-pressed=${this.allDigits ? "true" : "false"} @click=${() => {
                  this.allDigits = !this.allDigits;
                }}>${this.text("elements.inspector.allDigits")}</button>`
              : nothing
          }
        </div>
      </div>
      <p class="unseen" aria-live="polite">${this.quiet ? "" : this.spoken(cell, step)}</p>
    `;
  }

  private renderTrail(): TemplateResult {
    const last = this.trail.length - 1;
    return html`<nav aria-label=${this.text("elements.inspector.trail")}>
      <ol>
        ${this.trail.map((place, depth) => {
          const step = this.steps.get(place.step);
          return html`<li><button
            type="button"
            aria-current=${depth === last ? "true" : nothing}
            @click=${() => send(this, "ag-back", { depth })}
          >${step ? html`${this.renderSymbol(step)}${this.place(step, place.index)}` : place.step}</button></li>`;
        })}
      </ol>
    </nav>`;
  }

  private renderSymbol(step: TraceStep): TemplateResult {
    return customElements.get("ag-formula")
      ? html`<span class="symbol"><ag-formula .tex=${step.symbol}></ag-formula></span>`
      : html`<span class="symbol plain">${plainSymbol(step.symbol)}</span>`;
  }

  /** Returns `[x₁, 2]`, or an empty text for a single number. */
  private place(step: TraceStep, index: readonly number[]): string {
    return index.length === 0 ? "" : `[${index.map((position, axis) => this.labels(step, axis, position)).join(", ")}]`;
  }

  /** A number by its symbol and its place. */
  private renderName(place: CellPlace): TemplateResult {
    const step = this.steps.get(place.step);
    return step ? html`${this.renderSymbol(step)}${this.place(step, place.index)}` : html`${place.step}`;
  }

  /** A text with formulas in it, which plain text could not write. */
  private filled(key: string, params: Readonly<Record<string, unknown>>): unknown {
    const names = Object.keys(params);
    const text = this.text(key, Object.fromEntries(names.map((name) => [name, `{${name}}`])));
    return text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 0 ? piece : (params[piece] ?? "")));
  }

  private nameOf(place: CellPlace): string {
    const step = this.steps.get(place.step);
    return step ? `${plainSymbol(step.symbol)}${this.place(step, place.index)}` : place.step;
  }

  private number(value: number): string {
    return this.allDigits ? formatFull(value) : formatCell(value);
  }

  /** Lines break between terms, never inside of one. What is not told yet has its place already, so that nothing moves. */
  private renderPieces(pieces: readonly Piece[]): unknown {
    const told = this.told ?? Number.POSITIVE_INFINITY;
    return termsOf(pieces).map(
      ({ between, pieces: own }, at) =>
        html`<span class=${at < told ? "" : "untold"}>${between}<span class="term">${own.map((piece) => this.renderPiece(piece))}</span></span>`,
    );
  }

  private renderPiece(piece: Piece): unknown {
    if (isOperand(piece)) return this.renderOperand(piece);
    if (!isFold(piece)) return piece;
    return html`<button type="button" class="fold" @click=${() => {
      this.unfold();
    }}>${this.text("elements.inspector.folded", { count: piece.folded })}</button>`;
  }

  private unfold(): void {
    const numbers = [...this.renderRoot.querySelectorAll(".number, .fold")];
    this.refocus = numbers.findIndex((element) => element.classList.contains("fold"));
    this.unfolded = true;
  }

  private renderOperand({ operand, bracketed }: OperandPiece): TemplateResult {
    const place = { step: operand.step, index: operand.index };
    const point = () => send(this, "ag-hover", place);
    const name = this.nameOf(place);
    const number = this.number(operand.value);
    // Without spaces: white space next to a multiplication sign would be visible.
    return html`${bracketed ? "(" : nothing}<button
      type="button"
      class="number"
      data-operand=${`${operand.step} ${operand.index.join(",")}`}
      data-value=${plain(operand.value)}
      aria-label=${`${number}, ${name}`}
      title=${`${name} = ${formatFull(operand.value)}`}
      @click=${() => send(this, "ag-open", place)}
      @pointerenter=${point}
      @focus=${point}
      @blur=${() => send(this, "ag-hover", null)}
    >${number}</button>${bracketed ? ")" : nothing}`;
  }

  private explain(cell: Cell, step: TraceStep): unknown {
    const note = (key: string, params: Record<string, unknown> = {}) =>
      html`<p>${this.filled(`elements.inspector.${key}`, params)}${this.editable(step) ? ` ${this.text("elements.inspector.typeOver")}` : nothing}</p>`;
    if (cell.op === "given") {
      const where = cell.index.map(
        (position, axis) => `${axisNameAmong(this.text, step.axes, axis)} ${this.labels(step, axis, position)}`,
      );
      return note(where.length > 0 ? "given" : "givenNumber", {
        name: this.renderSymbol(step),
        place: where.join(", "),
      });
    }
    if (cell.op === "gather") {
      const [from, pointer] = cell.terms.flat();
      if (!from || !pointer) return nothing;
      return note("gather", {
        from: this.renderName(from),
        pointer: this.renderName(pointer),
        place: formatCell(pointer.value),
      });
    }
    const pointer = this.pointerOf(cell, step);
    if (pointer) {
      // The result's one letter that no operand has is the axis whose position is named.
      const axes = step.index.match(/\([^)]*\)|./g) ?? [];
      const axis = axes.findIndex((letters) => step.reads.every(({ index }) => !index.includes(letters)));
      const place = this.labels(step, axis, cell.index[axis] ?? 0);
      return note("scatter", { pointer: this.renderSymbol(pointer), place });
    }
    const key = `notes.${noteKey(cell)}`;
    const text = this.text(key);
    // The equations of most cells are enough.
    return text === key ? nothing : html`<p>${text}</p>`;
  }

  /** The operand of a scatter that names the cell of each number, if any names this one. */
  private pointerOf({ op, terms }: Cell, { reads }: TraceStep): TraceStep | undefined {
    return op === "scatter" && terms.length > 0 ? this.steps.get(reads[1]?.step ?? "") : undefined;
  }

  /** The arithmetic as a sentence without markup. */
  private spoken(cell: Cell, step: TraceStep): string {
    const sum = arithmetic(cell, false).map((piece) => {
      if (isOperand(piece))
        return piece.bracketed ? `(${formatCell(piece.operand.value)})` : formatCell(piece.operand.value);
      return isFold(piece) ? this.text("elements.inspector.folded", { count: piece.folded }) : piece;
    });
    const left = `${plainSymbol(step.symbol)}${this.place(step, cell.index)}`;
    const written = sum.join("");
    if (isCondition(cell)) return `${left} = ${formatFull(cell.value)}, ${written}`;
    const isOfRounded = cell.terms.flat().some(({ value: number }) => isRounded(number));
    const value = isOfRounded ? formatCell(cell.value) : formatFull(cell.value);
    return [left, written, value].filter((part) => part !== "").join(` ${equals(isOfRounded)} `);
  }

  /** Goes one step back on the trail. A method, not a field, because it is used before fields are set. */
  private onKey(event: KeyboardEvent): void {
    if (event.key !== "Backspace" || this.trail.length < 2) return;
    event.preventDefault();
    event.stopPropagation();
    send(this, "ag-back", { depth: this.trail.length - 2 });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-inspector": AgInspector;
  }
}
