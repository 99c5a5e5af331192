/** The figures of the parts: lanes that go on from one to the next, with the numbers of each lane on it. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { styleProperties } from "../elements/style-properties.ts";
import type { TraceStep } from "../library.ts";
import { categoryCss } from "../numbers/categories.ts";
import { type Domain, domainFor } from "../numbers/color.ts";
import { formatCell, plain } from "../numbers/format.ts";
import { paintOf } from "../numbers/paint.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { figureShape, type Measures, type Shape } from "./shape.ts";
import type { Part } from "./whole.ts";

export interface FigureView {
  readonly part: Part;
  readonly steps: ReadonlyMap<string, TraceStep>;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly names: readonly string[];
  readonly lane: number;
  readonly measures: Measures;
  /** The width of the figure; by default as much as it needs. */
  readonly width: number;
  /** What comes before it, and after it. */
  readonly before: Part | undefined;
  readonly after: Part | undefined;
  /** What a screen reader says. */
  readonly says: string;
  /** The name of a share. */
  readonly nameOf: (position: number) => string;
}

/** Returns the figure of a part, whose numbers are those of its steps. */
export function drawFigure(view: FigureView): TemplateResult {
  const { part, names, measures, width, says } = view;
  const shape = figureShape({ ...view, lanes: names.length });
  return html`<svg
    class="whole-figure"
    data-kind=${part.figure.kind}
    role="img"
    aria-label=${says}
    viewBox="0 0 ${width} ${shape.height}"
    width=${width}
    height=${shape.height}
  >
    ${lanes(view, shape)}
    ${measures.named ? names.map((name, at) => (part.figure.kind === "shares" && at !== view.lane ? nothing : laneName(view, shape, name, at))) : nothing}
    ${measures.named ? nothing : around(view, shape)}
    ${part.figure.kind === "crossing" ? crossing(view, shape, part.figure.weights) : nothing}
    ${shape.blocks.map((block) => rows(view, shape, block))}
    ${part.figure.kind === "shares" ? shares(view, shape, part.figure.step) : nothing}
  </svg>`;
}

const classOf = (view: FigureView, at: number) => (at === view.lane ? "lane followed" : "lane");

/** The lanes go through a part, but where words hear each other: there they cross. */
function lanes(view: FigureView, { x, y, end, crossing: across }: Shape): SVGTemplateResult[] {
  return view.names.map((_, at) => {
    const goesOn = view.part.figure.kind !== "shares";
    const color = styleProperties({ "--lane": categoryCss(at) });
    const pieces = across
      ? [
          [x, across.left],
          [across.right, end],
        ]
      : goesOn
        ? [[x, end]]
        : [];
    return svg`<g class=${classOf(view, at)} ${color}>${pieces.map(
      ([from = 0, to = 0]) => svg`<line x1=${from} x2=${to} y1=${y(at)} y2=${y(at)}></line>`,
    )}</g>`;
  });
}

function laneName(view: FigureView, { x, y }: Shape, name: string, at: number): SVGTemplateResult {
  return svg`<text class=${`name ${classOf(view, at)}`} x=${x - 8} y=${y(at)} ${styleProperties({ "--lane": categoryCss(at) })}>${name}</text>`;
}

/** The path on which the rows go past a part, and the signs that add them to what it found. */
function around({ part, names, after, width }: FigureView, { x, y, plus }: Shape): unknown {
  const top = 12;
  const first = y(0);
  const bend = 12;
  const rises = part.around === "leaves" || (part.around === "returns" && after?.around === "passes");
  return svg`<g class="around">
    ${part.around === "passes" ? svg`<path d="M0 ${top}H${width}"></path>` : nothing}
    ${rises ? svg`<path d="M${width - bend} ${first}Q${width - bend} ${top} ${width} ${top}"></path>` : nothing}
    ${
      part.around === "returns"
        ? svg`<path d="M${x} ${top}H${plus - bend}Q${plus} ${top} ${plus} ${top + bend}V${y(names.length - 1)}"></path>
          ${names.map((_, at) => svg`<circle cx=${plus} cy=${y(at)} r="7"></circle><path class="sign" d="M${plus - 4} ${y(at)}h8m-4 -4v8"></path>`)}`
        : nothing
    }
  </g>`;
}

/** The lines from lane to lane. Those that come to the followed lane have its color; several heads arrive beside each other. */
function crossing(view: FigureView, { y, crossing: across }: Shape, id: string): unknown {
  const step = view.steps.get(id);
  if (!step || !across) return nothing;
  const count = view.names.length;
  const heads = step.data.length / count ** 2;
  const { left, right } = across;
  const middle = (left + right) / 2;
  const lines = Array.from(step.data, (weight, offset) => {
    const [head, to, from] = [Math.floor(offset / count ** 2), Math.floor(offset / count) % count, offset % count];
    return { weight, head, to, from, index: heads > 1 || step.shape.length > 2 ? [head, to, from] : [to, from] };
  }).filter(({ weight }) => weight !== 0 && Number.isFinite(weight));
  const spread = Math.min(9, 18 / heads);
  // The followed lane's lines lie on top.
  const ordered = [...lines].sort((one, other) => Number(one.to === view.lane) - Number(other.to === view.lane));
  return ordered.map(({ weight, head, to, from, index }) => {
    const beside = (head - (heads - 1) / 2) * spread;
    const [start, stop] = [y(from) + beside, y(to) + beside];
    return svg`<path
      class=${to === view.lane ? "line followed" : "line"}
      data-step=${id}
      data-index=${index.join(",")}
      data-value=${plain(weight)}
      d="M${left} ${start}C${middle} ${start} ${middle} ${stop} ${right} ${stop}"
      ${styleProperties({ "--lane": categoryCss(to), "stroke-width": `${Math.max(0.6, 7 * Math.abs(weight))}px` })}
    ><title>${view.names[from]} → ${view.names[to]}: ${formatCell(weight)}</title></path>`;
  });
}

/** The ground of a number without a color, on paper and in the frame of the layer. */
const NOTHING = "color-mix(in srgb, var(--ag-line) 45%, var(--ag-paper))";

/** One block: the rows of a step, a cell for each number. */
function rows(view: FigureView, { y, tall }: Shape, block: Shape["blocks"][number]): unknown {
  const step = view.steps.get(block.step);
  if (!step) return nothing;
  const columns = step.shape.at(-1) ?? 1;
  const domain = view.domains.get(step.id) ?? domainFor(step.data, step);
  const { cell } = block;
  const digits = cell >= view.measures.digits;
  return svg`<g class="block">
    <text class="symbol" x=${block.x + (cell * columns) / 2} y=${y(0) - tall / 2 - 7}>${plainSymbol(step.symbol)}</text>
    ${Array.from(step.data, (value, offset) => {
      const [row, column] = [Math.floor(offset / columns), offset % columns];
      // Of one head.
      const index = [...step.shape.slice(0, -2).map(() => 0), row, column];
      const paint = paintOf(value, domain);
      const [left, top] = [block.x + column * cell, y(row) - tall / 2];
      const colors = styleProperties({
        "--ground": paint?.ground ?? NOTHING,
        "--ink": paint?.ink ?? "var(--ag-ink)",
      });
      return svg`<g class="cell" data-step=${step.id} data-index=${index.join(",")} data-value=${plain(value)} ${colors}>
        <rect x=${left + 0.5} y=${top} width=${cell - 1} height=${tall}></rect>
        ${digits ? svg`<text x=${left + cell / 2} y=${y(row)}>${shortOf(value)}</text>` : nothing}
        <title>${formatCell(value)}</title>
      </g>`;
    })}
  </g>`;
}

/** Two digits: all of them stand in the table that a part opens. */
const shortOf = (value: number): string => formatCell(Math.round(value * 10) / 10);

/** A share that would be read as powers of ten is almost none. */
const shareText = (share: number): string => (share > 0 && share < ALMOST_NONE ? "≈ 0" : formatCell(share));
const ALMOST_NONE = 0.001;

/** From bar to bar at most. */
const WIDEST_BAR = 30;

/** A bar for each name, of one lane. */
function shares(view: FigureView, { bars, x, y, end }: Shape, id: string): unknown {
  const step = view.steps.get(id);
  if (!step || !bars) return nothing;
  const columns = step.shape.at(-1) ?? 1;
  const own = Array.from({ length: columns }, (_, at) => step.data[view.lane * columns + at] ?? 0);
  const largest = own.indexOf(Math.max(...own));
  const pitch = Math.min(WIDEST_BAR, (bars.bottom - bars.top) / columns);
  const top = (bars.top + bars.bottom - pitch * columns) / 2;
  const room = Math.max(0, end - bars.x - bars.number);
  const color = styleProperties({ "--lane": categoryCss(view.lane) });
  return svg`<g class="shares" ${color}>
    <path class="brace" d="M${x} ${y(view.lane)}H${x + 10}M${x + 18} ${bars.top + 4}Q${x + 10} ${bars.top + 4} ${x + 10} ${bars.top + 12}V${bars.bottom - 12}Q${x + 10} ${bars.bottom - 4} ${x + 18} ${bars.bottom - 4}"></path>
    ${own.map((share, at) => {
      const middle = top + (at + 0.5) * pitch;
      return svg`<g class=${at === largest ? "share largest" : "share"} data-step=${id} data-index=${`${view.lane},${at}`} data-value=${plain(share)}>
        <text class="share-name" x=${bars.x - 6} y=${middle}>${view.nameOf(at)}</text>
        <rect x=${bars.x} y=${middle - pitch * 0.32} width=${Math.max(1, room * share)} height=${pitch * 0.64}></rect>
        <text class="share-number" x=${bars.x + Math.max(1, room * share) + 5} y=${middle}>${shareText(share)}</text>
      </g>`;
    })}
  </g>`;
}
