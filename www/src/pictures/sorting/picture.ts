/**
 * `<ag-sorting>`: tokens in their order above, sorted by bucket below, and a line from each token's place to its place in the sorted list, in the color of
 * its bucket. Boxes below are the chunks within which tokens are compared. Rounds stand beside each other.
 *
 * The line under the pointer or with the focus, and those of the same token in other rounds, are emphasized. The arrow keys lead along the sorted list, and
 * from round to round.
 */
import { html, nothing, type PropertyValues, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { type CellPlace, send } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { drawingStyles } from "../base/styles.ts";
import { Drawing } from "../drawing.ts";
import { fitted, widest } from "../lettering.ts";
import { sameCell } from "../picture.ts";
import type { SortingSpec } from "../spec.ts";
import { runsOf, type SortedRound, type SortedToken, sortedRounds } from "./model.ts";
import { middleOf, panelAt, type SortingShape, sortingShape, threadOf, tokenNear } from "./shape.ts";
import { sortingStyles } from "./styles.ts";

const TYPE = 13;
/** What upright names leave free above themselves and below. */
const NAME_ABOVE = 34;

@customElement("ag-sorting")
export class AgSorting extends Drawing<SortingSpec> {
  static override styles = [elementStyles, drawingStyles, sortingStyles];

  private rounds: readonly SortedRound[] | null = null;
  private shape: SortingShape = sortingShape(0, 0, 0, 0);

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.view || !this.options) return;
    if (changed.has("view") || changed.has("options")) this.rounds = sortedRounds(this.view, this.options);
    const tokens = this.rounds?.[0]?.tokens ?? [];
    const names = widest(tokens.map(({ name }) => name)) * TYPE + 2;
    this.shape = sortingShape(this.rounds?.length ?? 0, tokens.length, this.room.width / this.room.unit, names);
    super.willUpdate(changed);
  }

  protected get marks(): readonly CellPlace[] {
    return (this.rounds ?? []).flatMap(({ tokens }) => tokens.map(({ cell }) => cell));
  }

  /** The token of a cell: of the order, or of the buckets. */
  private tokenOf(cell: CellPlace | null): { readonly round: number; readonly token: SortedToken } | null {
    const { order, buckets } = this.options;
    if (!cell || (cell.step !== order && cell.step !== buckets)) return null;
    for (const { round, tokens } of this.rounds ?? []) {
      const token = tokens.find((one) => sameCell(cell.step === order ? one.cell : one.bucketCell, cell));
      if (token) return { round, token };
    }
    return null;
  }

  protected override hasMark(cell: CellPlace): boolean {
    return cell.step === this.options.order && this.tokenOf(cell) !== null;
  }

  /** The token that is pointed to or chosen, in every round. */
  private get active(): number | null {
    const cells = [this.pointed, ...this.view.lit, this.view.selected];
    for (const cell of cells) {
      const found = this.tokenOf(cell);
      if (found) return found.token.token;
    }
    return null;
  }

  protected get name(): string {
    const [first] = this.rounds ?? [];
    return this.text("pictures.sorting.name", { tokens: first?.tokens.length ?? 0, rounds: this.rounds?.length ?? 0 });
  }

  protected get told(): string {
    return (this.rounds ?? [])
      .map((round) => {
        const runs = runsOf(round).map(({ from, to, first }) =>
          this.text("pictures.wheel.load", {
            bucket: formatCell(first.bucket),
            names: round.tokens
              .slice(from, to)
              .map(({ name }) => name)
              .join(", "),
          }),
        );
        const chunks = this.text("pictures.sorting.chunks", { chunks: round.chunks.length });
        return `${this.text("pictures.wheel.round", { name: round.name })}: ${runs.join("; ")}. ${chunks}`;
      })
      .join(" ");
  }

  protected override get keysText(): string {
    return this.text("pictures.sorting.keys");
  }

  protected markAfter(key: string, from: CellPlace): CellPlace | null {
    const found = this.tokenOf(from);
    const rounds = this.rounds ?? [];
    const at = rounds.findIndex(({ round }) => round === found?.round);
    const round = rounds[at];
    if (!found || !round) return null;
    const { place, token } = found.token;
    const cellAt = (to: number) => round.tokens[Math.max(0, Math.min(round.tokens.length - 1, to))]?.cell ?? null;
    const inRound = (to: number) => rounds[to]?.tokens.find((one) => one.token === token)?.cell ?? null;
    switch (key) {
      case "ArrowRight":
        return cellAt(place + 1);
      case "ArrowLeft":
        return cellAt(place - 1);
      case "Home":
        return cellAt(0);
      case "End":
        return cellAt(round.tokens.length - 1);
      case "ArrowDown":
        return inRound(at + 1);
      case "ArrowUp":
        return inRound(at - 1);
      default:
        return null;
    }
  }

  /** The line that is nearest to a pointer. */
  private near(event: MouseEvent, order: number): CellPlace | null {
    const round = this.rounds?.[order];
    const drawing = this.renderRoot.querySelector("svg");
    if (!round || !drawing) return null;
    const { left, top } = drawing.getBoundingClientRect();
    const { unit } = this.room;
    const start = panelAt(this.shape, order);
    const at = { x: (event.clientX - left) / unit - start.x, y: (event.clientY - top) / unit - start.y };
    return tokenNear(this.shape, round, at)?.cell ?? null;
  }

  private readonly onMove = (event: PointerEvent, order: number): void => {
    const cell = this.near(event, order);
    if (sameCell(cell, this.pointed) || (!cell && !this.pointed)) return;
    this.pointed = cell;
    send(this, "ag-hover", cell);
  };

  private readonly onPick = (event: MouseEvent, order: number): void => {
    // A mark that was clicked without a pointer names its own cell.
    const cell = this.cellAt(event.target) ? null : this.near(event, order);
    if (!cell) return;
    this.current = cell;
    send(this, "ag-select", cell);
  };

  protected override render(): TemplateResult {
    const { rounds, shape } = this;
    if (!rounds || rounds.length === 0) return html`<p class="title">${this.text("pictures.absent")}</p>`;
    const { unit } = this.room;
    const active = this.active;
    const size = { width: Math.ceil(shape.size.width * unit), height: Math.ceil(shape.size.height * unit) };
    return this.sheet(
      size,
      svg`<g transform="scale(${unit})" class=${active === null ? "" : "pointing"}>${rounds.map((round, order) => this.renderRound(round, order, active))}</g>`,
    );
  }

  private renderRound(round: SortedRound, order: number, active: number | null): SVGTemplateResult {
    const { shape } = this;
    const { x, y } = panelAt(shape, order);
    const { width, height } = shape.panel;
    const shown = round.tokens.find(({ token }) => token === active) ?? null;
    const names = shape.names !== "none" ? round.tokens : shown ? [shown] : [];
    // Between the boxes; where many tokens leave little room, a part of a token's.
    const gap = Math.min(1, shape.pitch / 4);
    return svg`<g transform="translate(${x} ${y})" @pointermove=${(event: PointerEvent) => this.onMove(event, order)} @click=${(event: MouseEvent) => this.onPick(event, order)}>
      <rect data-touch class="touch field" x="0" y="0" width=${width} height=${height}></rect>
      <text class="round-name" x="0" y="9" aria-hidden="true">${this.text("pictures.wheel.round", { name: round.name })}</text>
      ${shown ? this.renderReading(shown, width) : nothing}
      <g class="chunks" aria-hidden="true">${round.chunks.map(
        ({ from, to }) =>
          svg`<rect x=${from * shape.pitch + gap} y=${shape.bottom - 11} width=${(to - from) * shape.pitch - 2 * gap} height="22" rx="5"></rect>`,
      )}</g>
      <g>${round.tokens.map((token) => this.renderToken(token, active))}</g>
      <g class="runs" aria-hidden="true">${runsOf(round).map(({ from, to, first }) => this.renderRun(first, from, to))}</g>
      <g aria-hidden="true">${names.map(({ token, name }) =>
        shape.names === "upright"
          ? svg`<text class="token-name upright" transform="translate(${middleOf(shape, token)} ${shape.top - 12}) rotate(-90)">${fitted(name, (shape.top - NAME_ABOVE) / TYPE)}</text>`
          : svg`<text class="token-name" x=${middleOf(shape, token)} y=${shape.top - 14}>${name}</text>`,
      )}</g>
    </g>`;
  }

  /** The token that is looked at, with its bucket. */
  private renderReading({ name, bucket, bucketCell }: SortedToken, width: number): SVGTemplateResult {
    return svg`<text class="reading" x=${width} y="9" aria-hidden="true"><tspan>${name} → </tspan><tspan
      class="number"
      data-step=${bucketCell.step}
      data-index=${bucketCell.index.join(",")}
      data-value=${plain(bucket)}
    >${formatCell(bucket)}</tspan></text>`;
  }

  private renderToken(token: SortedToken, active: number | null): unknown {
    const { shape } = this;
    const { cell, bucket } = token;
    const thread = threadOf(shape, token);
    const lit = token.token === active;
    const classes = `${this.classOf(cell)}${lit && !this.isLit(cell) ? " lit" : ""}`;
    const tabindex = this.tabIndexOf(cell);
    // Most lines stay as they are while one token is moved.
    return guard([thread, bucket, token.name, classes, tabindex, cell.index.join()], () => {
      const [from, to] = [middleOf(shape, token.token), middleOf(shape, token.place)];
      const spoken = this.text("pictures.sorting.token", {
        name: token.name,
        from: token.token + 1,
        to: token.place + 1,
        bucket: formatCell(bucket),
      });
      return svg`<g
        class=${classes}
        role="button"
        tabindex=${tabindex}
        aria-label=${spoken}
        data-step=${cell.step}
        data-index=${cell.index.join(",")}
        data-value=${plain(token.token)}
        ${styleProperties({ "--color": categoryCss(bucket) })}
      ><path class="thread" d=${thread}></path><circle class="dot" cx=${from} cy=${shape.top} r=${shape.radius}></circle><circle
        class="dot" cx=${to} cy=${shape.bottom} r=${shape.radius}></circle><circle class="ring" cx=${to} cy=${shape.bottom} r=${shape.radius + 4}></circle></g>`;
    });
  }

  /** The number of a bucket, below its part of the sorted list; in a narrow part there is no room for it. */
  private renderRun({ bucket, bucketCell }: SortedToken, from: number, to: number): SVGTemplateResult | typeof nothing {
    const { pitch, bottom } = this.shape;
    const number = formatCell(bucket);
    if ((to - from) * pitch < 8 * number.length + 4) return nothing;
    return svg`<text
      class="run-number number"
      x=${((from + to) / 2) * pitch}
      y=${bottom + 24}
      data-step=${bucketCell.step}
      data-index=${bucketCell.index.join(",")}
      data-value=${plain(bucket)}
      ${styleProperties({ fill: categoryCss(bucket) })}
    >${number}</text>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-sorting": AgSorting;
  }
}
