/** What tables with digits and heat maps without have in common: what they show, how it lies, and what they send. */
import { html, nothing, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { Tensor, TraceStep } from "../library.ts";
import { type Domain, domainFor } from "../numbers/color.ts";
import { indexAt, type Plane, planeOf, sameIndex } from "../numbers/shape.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { AgElement } from "./ag-element.ts";
import { differs } from "./differs.ts";
import { send } from "./events.ts";
import { axisName, axisNameAmong } from "./lookup.ts";
import type { Mark } from "./matrix-marks.ts";
import { markedSlices, sliceFor, slicePicker } from "./matrix-slices.ts";

/** Plain data, compared by its contents. */
const DATA = { attribute: false, hasChanged: differs };

/** The properties on which the contents of the cells depend. */
export const CONTENT = [
  "step",
  "tensor",
  "slice",
  "domain",
  "rowLabels",
  "columnLabels",
  "vertical",
  "transposed",
  "text",
  "size",
] as const;

export type Place = readonly [row: number, column: number];

export abstract class TableElement extends AgElement {
  @property({ attribute: false }) step: TraceStep | null = null;
  /** A tensor instead of a step. */
  @property({ attribute: false }) tensor: Tensor | null = null;
  /** Name of the table in plain text; by default the step's symbol. */
  @property({ attribute: false }) name = "";
  /** Name of the input that edits are for; by default that of the step. */
  @property({ attribute: false }) input = "";
  /** Positions on the leading axes of a tensor with more than two. */
  @property(DATA) slice: readonly number[] = [];
  /** Whether only this slice is shown: the others are beside it. */
  @property({ type: Boolean }) fixed = false;
  /** The names of those positions for each axis; by default their numbers from 1. */
  @property(DATA) sliceLabels: readonly (readonly string[])[] = [];
  @property(DATA) rowLabels: readonly string[] = [];
  @property(DATA) columnLabels: readonly string[] = [];
  @property(DATA) selected: readonly number[] | null = null;
  @property(DATA) marked: readonly Mark[] = [];
  /** A cell that is highlighted elsewhere. */
  @property(DATA) pointed: readonly number[] | null = null;
  @property(DATA) domain: Domain | null = null;
  @property(DATA) error: { readonly index: readonly number[]; readonly message: string } | null = null;
  /** How many cells are shown, by offset, while the step is played; null for all. */
  @property({ attribute: false }) filled: number | null = null;
  @property({ type: Boolean }) editable = false;
  @property({ type: Boolean }) vertical = false;
  /** Shows the columns as rows; labels and indices are those of the tensor. */
  @property({ type: Boolean }) transposed = false;

  protected get content(): Tensor {
    return this.step ?? this.tensor ?? { shape: [0], data: new Float64Array() };
  }

  protected get plane(): Plane {
    return planeOf(this.content.shape, { vertical: this.vertical, transposed: this.transposed });
  }

  protected get scale(): Domain {
    return this.domain ?? domainFor(this.content.data, this.step ?? undefined);
  }

  protected get plainName(): string {
    return this.name || (this.step ? plainSymbol(this.step.symbol) : "");
  }

  protected get stepId(): string {
    return this.step?.id ?? "";
  }

  /** The name of an axis; empty for a table without it. */
  protected axisName(axis: number | null): string {
    return axis === null ? "" : axisNameAmong(this.text, this.step?.axes ?? [], axis);
  }

  /** The names of the rows and of the columns, as the table lies. */
  protected get labels(): { readonly rows: readonly string[]; readonly columns: readonly string[] } {
    const { rowLabels, columnLabels, transposed } = this;
    return transposed ? { rows: columnLabels, columns: rowLabels } : { rows: rowLabels, columns: columnLabels };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("step")) {
      if (this.step) this.dataset.stepId = this.step.id;
      else delete this.dataset.stepId;
    }
    const { shape } = this.content;
    if (this.fixed) return;
    const { leading } = this.plane;
    // A chosen or marked cell has to be visible: its slice is shown, unless some of them are visible already.
    const seen = this.marked.some(({ index }) => sameIndex(index.slice(0, leading), this.slice));
    const marked = changed.has("marked") && !seen ? this.marked[0]?.index : null;
    const chosen = changed.has("selected") ? this.selected : null;
    const slice = sliceFor(shape, chosen ?? marked ?? this.slice, this.slice);
    if (!sameIndex(slice, this.slice)) this.slice = slice;
  }

  /** The shape that stands after the symbol. */
  protected get shapeShown(): readonly number[] {
    return this.content.shape;
  }

  /** What stands after the symbol: how many numbers there are, or which of several slices this is. */
  protected get extent(): string {
    const shape = this.shapeShown;
    if (this.fixed) return this.#sliceName();
    if (shape.length === 0) return "";
    if (shape.length === 1) {
      const [count = 0] = shape;
      return this.text(`elements.matrix.${count === 1 ? "oneNumber" : "listSize"}`, { count });
    }
    return (this.transposed ? [...shape.slice(0, -2), ...shape.slice(-2).reverse()] : shape).join(" × ");
  }

  #labelsOf(axis: number): readonly string[] {
    const size = this.content.shape[axis] ?? 0;
    return this.sliceLabels[axis] ?? Array.from({ length: size }, (_, position) => String(position + 1));
  }

  /** The name of the shown slice, such as `head 1`. */
  #sliceName(): string {
    const { shape } = this.content;
    return this.slice
      .flatMap((position, axis) =>
        (shape[axis] ?? 0) > 1 ? `${this.axisName(axis)} ${this.#labelsOf(axis)[position]}` : [],
      )
      .join(", ");
  }

  protected renderSlices(): unknown {
    const { shape } = this.content;
    return Array.from({ length: this.fixed ? 0 : this.plane.leading }, (_, axis) => {
      // One slice needs no choice.
      if ((shape[axis] ?? 0) < 2) return nothing;
      const name = this.step?.axes[axis] === undefined ? axisName(this.text, "slice") : this.axisName(axis);
      const show = (position: number) => this.showSlice(axis, position);
      const marked = markedSlices(this.marked, axis);
      return slicePicker(name, this.#labelsOf(axis), this.slice[axis] ?? 0, marked, show);
    });
  }

  /** The reason why a new value was refused. */
  protected renderProblem(): unknown {
    return this.error ? html`<p id="problem" class="problem" role="alert">${this.error.message}</p>` : nothing;
  }

  private showSlice(axis: number, position: number): void {
    this.slice = this.slice.map((other, at) => (at === axis ? position : other));
    send(this, "ag-slice", { step: this.stepId, slice: this.slice });
  }

  protected indexOf([row, column]: Place): number[] {
    return indexAt(this.plane, this.slice, row, column);
  }

  protected select(place: Place): void {
    send(this, "ag-select", { step: this.stepId, index: this.indexOf(place) });
  }

  protected point(place: Place | null): void {
    send(this, "ag-hover", place ? { step: this.stepId, index: this.indexOf(place) } : null);
  }

  /** Moves the focus to the cell with an index, if it is shown. */
  abstract focusIndex(index: readonly number[]): void;

  /** The element at a cell, once it is drawn; null where the cell is not shown. */
  abstract elementAt(index: readonly number[]): Element | null;
}
