/**
 * `<ag-sorting>`: tokens in their order above, sorted by bucket below, and a line from each token's place to its place in the sorted list, in the color of
 * its bucket. Boxes below are the chunks within which tokens are compared; those with what the token that is looked at is compared with are framed. Rounds stand
 * beside each other.
 *
 * The line under the pointer or with the focus, and those of the same token in other rounds, are emphasized. The arrow keys lead along the sorted list, and
 * from round to round.
 */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import type { CellPlace } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { fitted, widest } from "../../numbers/lettering.ts";
import type { Declared, Mark, Panel } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { pictureStyles } from "../base/styles.ts";
import { sameCell } from "../picture.ts";
import { placesSeen, runsOf, type SortedRound, type SortedToken, type Span, sortedRounds } from "./model.ts";
import { levelWidth, middleOf, panelAt, type SortingShape, sortingShape, threadOf, tokenNear } from "./shape.ts";
import type { SortingSpec } from "./spec.ts";

const TYPE = 13;
/** What upright names leave free above themselves and below. */
const NAME_ABOVE = 34;
/** From the sorted row to the names below its boxes. */
const NAME_BELOW = 22;

const sortingStyles = css`
  .mark,
  .runs,
  .chunks,
  .token-name {
    pointer-events: none;
  }
  .field {
    cursor: pointer;
  }
  .thread {
    fill: none;
    stroke: var(--color);
    stroke-width: 1.75;
  }
  .dot {
    fill: var(--color);
  }
  .pointing .mark:not(.lit) .thread {
    stroke-opacity: 0.25;
  }
  .mark.lit .thread,
  .mark.chosen .thread {
    stroke-width: 4;
  }
  .mark.lit .dot {
    stroke: var(--here);
    stroke-width: 2.5;
  }
  .chunks rect {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.25;
  }
  .chunks .seen {
    stroke: var(--here);
    stroke-width: 3;
  }
  .run-number {
    font-size: 13px;
    font-weight: 600;
    text-anchor: middle;
  }
  .token-name {
    font-size: 13px;
    text-anchor: middle;
    fill: var(--muted);
  }
  .token-name.upright {
    text-anchor: start;
    dominant-baseline: central;
  }
  .reading,
  .token-name.sorted {
    text-anchor: end;
  }
  .round-name {
    fill: var(--muted);
  }
`;

/** Which token is pointed to or chosen, which one is looked at, and the sorted places that it is compared with. */
interface Looking {
  readonly active: number | null;
  readonly token: number | null;
  readonly seen: ReadonlySet<number>;
}

@customElement("ag-sorting")
export class AgSorting extends Picture<SortingSpec, readonly SortedRound[]> {
  static override styles = [elementStyles, pictureStyles, sortingStyles];

  private rounds: readonly SortedRound[] = [];

  protected read(): readonly SortedRound[] | null {
    this.rounds = sortedRounds(this.view, this.options) ?? [];
    return this.rounds.length > 0 ? this.rounds : null;
  }

  /** The token of a cell: of the order, or of the buckets. */
  private tokenOf(cell: CellPlace | null): { readonly round: number; readonly token: SortedToken } | null {
    const { order, buckets } = this.options;
    if (!cell || (cell.step !== order && cell.step !== buckets)) return null;
    for (const { round, tokens } of this.rounds) {
      const token = tokens.find((one) => sameCell(cell.step === order ? one.cell : one.bucketCell, cell));
      if (token) return { round, token };
    }
    return null;
  }

  /** The token that is pointed to or chosen, in every round. */
  private get active(): number | null {
    const cells = [this.pointed?.cell ?? null, ...this.view.lit, this.view.selected];
    return cells.map((cell) => this.tokenOf(cell)).find((found) => found !== null)?.token.token ?? null;
  }

  protected declare(rounds: readonly SortedRound[]): Declared {
    const tokens = rounds[0]?.tokens ?? [];
    const names = widest(tokens.map(({ name }) => name)) * TYPE + 2;
    const shape = sortingShape(rounds.length, tokens.length, this.across, names);
    const { active } = this;
    const token = active ?? this.options.token ?? null;
    const seen = placesSeen(this.view, this.options, rounds, token);
    const { unit } = this.room;
    return {
      width: Math.ceil(shape.size.width * unit) / unit,
      height: Math.ceil(shape.size.height * unit) / unit,
      level: rounds.length === 1 ? levelWidth(tokens.length, names) : 0,
      name: this.text("pictures.sorting.name", { tokens: tokens.length, rounds: rounds.length }),
      told: () => [...rounds.map((round) => this.roundTold(round)), ...this.seenTold(rounds, token, seen)].join(" "),
      keys: this.text("pictures.sorting.keys"),
      kind: active === null ? "" : "pointing",
      panels: rounds.map((round, order) => this.panel(shape, round, order, { active, token, seen })),
    };
  }

  private roundTold(round: SortedRound): string {
    const runs = runsOf(round).map(({ from, to, first }) => {
      const names = round.tokens.slice(from, to).map(({ name }) => name);
      return this.text("pictures.wheel.load", { bucket: formatCell(first.bucket), names: names.join(", ") });
    });
    const chunks = this.text("pictures.sorting.chunks", { chunks: round.chunks.length });
    return `${this.text("pictures.wheel.round", { name: round.name })}: ${runs.join("; ")}. ${chunks}`;
  }

  /** Whom a token is compared with. */
  private seenTold(rounds: readonly SortedRound[], token: number | null, seen: ReadonlySet<number>): readonly string[] {
    if (seen.size === 0) return [];
    const all = rounds.flatMap(({ tokens }) => tokens);
    const own = all.find((one) => one.token === token)?.name ?? "";
    const others = all.filter((one, place) => one.token !== token && seen.has(place)).map(({ name }) => name);
    return [this.text("pictures.sorting.seen", { name: own, names: [...new Set(others)].join(", ") })];
  }

  private panel(
    shape: SortingShape,
    round: SortedRound,
    order: number,
    { active, token: looking, seen }: Looking,
  ): Panel {
    const { width, height } = shape.panel;
    const shown = round.tokens.find(({ token }) => token === active) ?? null;
    const named = shape.names !== "none" ? round.tokens : shown ? [shown] : [];
    const marks = round.tokens.map((token) => this.mark(shape, token, order, looking));
    // Between the boxes; where many tokens leave little room, a part of a token's.
    const gap = Math.min(1, shape.pitch / 4);
    const first = order * round.tokens.length;
    const isSeen = ({ from, to }: Span) => round.tokens.slice(from, to).every(({ place }) => seen.has(first + place));
    return {
      at: panelAt(shape, order),
      near: (at) => {
        const token = tokenNear(shape, round, at);
        return token ? (marks[token.place] ?? null) : null;
      },
      under: svg`<rect data-touch class="touch field" x="0" y="0" width=${width} height=${height}></rect>
        ${this.rounds.length > 1 || this.options.named === true ? svg`<text class="round-name" x="0" y="9" aria-hidden="true">${this.text("pictures.wheel.round", { name: round.name })}</text>` : nothing}
        ${shown ? this.renderReading(shown, width) : nothing}
        <g class="chunks" aria-hidden="true">${round.chunks.map(
          (chunk) =>
            svg`<rect class=${isSeen(chunk) ? "seen" : ""} x=${chunk.from * shape.pitch + gap} y=${shape.bottom - 11} width=${(chunk.to - chunk.from) * shape.pitch - 2 * gap} height="22" rx="5"></rect>`,
        )}</g>`,
      marks,
      over: svg`<g class="runs" aria-hidden="true">${runsOf(round).map(({ from, to, first }) => renderRun(shape, first, from, to))}</g>
        <g aria-hidden="true">${named.map(({ token, name }) =>
          shape.names === "upright"
            ? svg`<text class="token-name upright" data-move=${`name:${name}`} transform="translate(${middleOf(shape, token)} ${shape.top - 12}) rotate(-90)">${uprightName(shape, name)}</text>`
            : svg`<text class="token-name" data-move=${`name:${name}`} x=${middleOf(shape, token)} y=${shape.top - 14}>${name}</text>`,
        )}</g>
        <g aria-hidden="true">${shape.names === "none" ? nothing : round.tokens.map((token) => renderSorted(shape, token))}</g>`,
    };
  }

  private mark(shape: SortingShape, token: SortedToken, round: number, looking: number | null): Mark {
    const thread = threadOf(shape, token);
    const lit = token.token === looking;
    const { name, bucket, place } = token;
    const [from, to] = [middleOf(shape, token.token), middleOf(shape, place)];
    const places = { from: token.token + 1, to: place + 1 };
    return {
      cell: { ...token.cell, value: token.token },
      at: [round, place],
      moves: name,
      kind: lit ? "lit" : "",
      style: { "--color": categoryCss(bucket) },
      label: () => this.text("pictures.sorting.token", { name, ...places, bucket: formatCell(bucket) }),
      // Most lines stay as they are while one token is moved.
      same: [thread, bucket, name, shape.radius],
      draw: () =>
        svg`<path class="thread" data-grows pathLength="1" d=${thread}></path><circle class="dot" cx=${from} cy=${shape.top} r=${shape.radius}></circle><circle
          class="dot" cx=${to} cy=${shape.bottom} r=${shape.radius}></circle><circle class="ring" cx=${to} cy=${shape.bottom} r=${shape.radius + 4}></circle>`,
    };
  }

  /** Between rounds, to the same token. */
  protected override markAfter(key: string, from: Mark): Mark | CellPlace | null {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (by === undefined) return super.markAfter(key, from);
    const round = this.rounds[(from.at?.[0] ?? 0) + by];
    return round?.tokens.find(({ token }) => token === from.cell.value)?.cell ?? null;
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
}

/** As much of an upright name as has room. */
const uprightName = ({ top }: SortingShape, name: string): string => fitted(name, (top - NAME_ABOVE) / TYPE);

/** The name of a token below its place in the sorted list. */
function renderSorted(shape: SortingShape, { place, name }: SortedToken): SVGTemplateResult {
  const [x, y] = [middleOf(shape, place), shape.bottom + NAME_BELOW];
  return shape.names === "upright"
    ? svg`<text class="token-name upright sorted" data-move=${`sorted:${name}`} transform="translate(${x} ${y - 6}) rotate(-90)">${uprightName(shape, name)}</text>`
    : svg`<text class="token-name" data-move=${`sorted:${name}`} x=${x} y=${y}>${name}</text>`;
}

/** The number of a bucket, below its part of the sorted list; in a narrow part there is no room for it. */
function renderRun(
  { pitch, numbers }: SortingShape,
  { bucket, bucketCell }: SortedToken,
  from: number,
  to: number,
): SVGTemplateResult | typeof nothing {
  const number = formatCell(bucket);
  if ((to - from) * pitch < 8 * number.length + 4) return nothing;
  return svg`<text
      class="run-number number"
      x=${((from + to) / 2) * pitch}
      y=${numbers}
      data-step=${bucketCell.step}
      data-index=${bucketCell.index.join(",")}
      data-value=${plain(bucket)}
      ${styleProperties({ fill: categoryCss(bucket) })}
    >${number}</text>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-sorting": AgSorting;
  }
}
