/**
 * `<ag-paths>`: numbers, and the paths between them. A number on a link is that by which a change is multiplied there; a band is as wide as the gradient that
 * comes back on it, and has the color of its sign.
 *
 * The arrow keys lead from mark to mark: along the paths, from left to right.
 */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { halo } from "../../elements/halo.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { formatCell } from "../../numbers/format.ts";
import { widest } from "../../numbers/lettering.ts";
import { paintOf } from "../../numbers/paint.ts";
import type { Declared, Mark, ShownCell } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { symbolOf } from "../base/place.ts";
import { pictureStyles } from "../base/styles.ts";
import type { Spot } from "../plane/plane.ts";
import {
  BELOW,
  BOX,
  LANE,
  LANE_BAND,
  type Linked,
  LOOP,
  NAME,
  type PathsShape,
  type Placed,
  pathsShape,
  TICKS,
  TYPE,
} from "./shape.ts";
import type { PathNode, PathsSpec } from "./spec.ts";

/** How far along its scale the color of each side of 0 stands. */
const SIDE = 0.7;
const SCALE = { kind: "gradient", max: 1 } as const;
const HEAD = 7;
const SEAM = 0.4;
/** How far the ends of a loop are from its middle: between two gates. */
const FEET = 6;

const pathsStyles = css`
  .link,
  .way {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.5;
  }
  .link.closed {
    stroke-dasharray: 3 4;
  }
  .band {
    fill: none;
    stroke: var(--color);
  }
  .reach {
    fill: none;
    stroke: transparent;
    stroke-width: 16;
  }
  .head {
    fill: var(--muted);
  }
  .box {
    fill: var(--paper);
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .part,
  .loop {
    fill: var(--paper);
    stroke: var(--muted);
    stroke-width: 1.5;
  }
  .gate {
    fill: var(--ink);
    stroke: var(--paper);
    stroke-width: 1;
  }
  .tick {
    stroke: var(--muted);
    stroke-width: 1;
  }
  .middle {
    text-anchor: middle;
  }
  .head.within {
    fill: var(--paper);
  }
  .called {
    text-anchor: middle;
    font-size: 13px;
  }
  .number {
    ${halo(6)};
  }
  .boxed {
    stroke: none;
  }
  .mark.lit .band,
  .mark.chosen .band {
    stroke-opacity: 0.75;
  }
`;

const at = ({ x, y }: Spot) => `${x} ${y}`;

/** The color of a gradient's side of 0; that of the ink for 0. */
function colorOf(value: number): string {
  return paintOf(Math.sign(value) * SIDE, SCALE)?.ground ?? "var(--muted)";
}

@customElement("ag-paths")
export class AgPaths extends Picture<PathsSpec, true> {
  static override styles = [elementStyles, pictureStyles, pathsStyles];

  protected override readonly widest: number = 620;

  private shape(): PathsShape | null {
    return pathsShape(this.view.steps, this.options, this.across);
  }

  protected read(): true | null {
    return this.shape() && true;
  }

  private wordOf({ name = "", word }: PathNode): string {
    return word === undefined ? name : this.text(`pictures.paths.${word}`);
  }

  protected declare(): Declared {
    const { nodes, links, height } = this.shape() as PathsShape;
    const drawn = [
      ...links.map((link) => ({
        ...{ x: (link.from.spot.x + link.to.spot.x) / 2, wide: link.wide },
        marks: this.linkMark(link),
      })),
      ...nodes.map((node) => ({ x: node.spot.x, wide: 0, marks: this.nodeMarks(node) })),
    ];
    const marks = drawn.flatMap((one) => one.marks);
    return {
      width: this.across,
      height,
      name: this.text("pictures.paths.name"),
      told: () => marks.map(({ label }) => `${label?.()}.`).join(" "),
      keys: this.text("pictures.keys"),
      order: drawn.toSorted((one, other) => one.x - other.x).flatMap((one) => one.marks),
      panels: [
        {
          under: svg`<g aria-hidden="true">${links.map((link) => (link.cell ? nothing : svg`<g data-move=${roleOf(link)}>${lineOf(link)}</g>`))}${nodes.map(loopOf)}</g>`,
          // Numbers of narrow bands lie above wide ones.
          marks: [...drawn].sort((one, other) => other.wide - one.wide).flatMap((one) => one.marks),
          over: svg`<g aria-hidden="true">${nodes.map((node) => svg`<g data-move=${`still:${node.id}`}>${this.still(node)}</g>`)}</g>`,
        },
      ],
    };
  }

  /** What a node is called where its numbers are spoken. */
  private nameOf({ node }: Placed, cell: ShownCell): string {
    const step = this.step(cell.step);
    const symbol = step ? symbolOf(step) : "";
    const called = this.wordOf(node);
    return called === "" ? symbol : `${called}, ${symbol}`;
  }

  private linkMark(linked: Linked): Mark[] {
    const { link, cell, from, to } = linked;
    if (!cell) return [];
    const line = wayOf(linked);
    const step = this.step(cell.step);
    const ends = [from, to].map(({ node, cell: own }) => this.wordOf(node) || formatCell(own?.value ?? Number.NaN));
    const place = link.silent ? (step ? symbolOf(step) : "") : ends.join(" → ");
    const number = link.silent ? nothing : numberOn(linked, cell);
    const { x, y, high } = line.middle;
    return [
      {
        cell,
        ...{ key: `${link.from} ${link.to}`, role: roleOf(linked) },
        style: { "--color": colorOf(cell.value) },
        label: () => this.text("pictures.value", { place, value: formatCell(cell.value) }),
        draw: () =>
          svg`${lineOf(linked)}${number}<rect class="ring" x=${x - 20} y=${y - high / 2} width="40" height=${high} rx="4"></rect>`,
      },
    ];
  }

  private nodeMarks(placed: Placed): Mark[] {
    const { node, spot, width, cell, gradient, id, order } = placed;
    const number = (own: ShownCell, key: string, y: number, box: boolean): Mark => ({
      cell: own,
      ...{ key: `${id} ${key}`, role: `${key}:${id}` },
      label: () => this.text("pictures.value", { place: this.nameOf(placed, own), value: formatCell(own.value) }),
      draw: () => numberAt(own, { x: spot.x, y }, width, box),
    });
    const below = node.as === "tick" ? spot.y + (TICKS[order % 2] ?? 0) : spot.y;
    return [
      ...(cell ? [number(cell, "number", below, node.as === "number")] : []),
      ...(gradient ? [number(gradient, "gradient", spot.y + BOX / 2 + BELOW / 2 + 1, false)] : []),
    ];
  }

  /** What stands at a node and is no number. */
  private still({ node, spot, width, order }: Placed): SVGTemplateResult | typeof nothing {
    const { x, y } = spot;
    const word = this.wordOf(node);
    if (node.as === "part")
      return svg`<rect class="part" x=${x - width / 2} y=${y - BOX / 2} width=${width} height=${BOX} rx="3"></rect><text class="called" x=${x} y=${y}>${word}</text>`;
    if (node.as === "gate") return gateOf(x, y, 38);
    if (node.as === "tick")
      return svg`<line class="tick" x1=${x} x2=${x} y1=${y + TICKS[0] - TYPE} y2=${y + (TICKS[order % 2] ?? 0) - TYPE / 2 - 3}></line>`;
    if (node.as === "loop") return this.view.steps.has(node.where ?? "") ? gateOf(x - FEET, y - 25, 6) : nothing;
    const above = node.as === "bend" ? LOOP : BOX / 2;
    return word === "" ? nothing : svg`<text class="called" x=${x} y=${y - above - NAME / 2}>${word}</text>`;
  }
}

function numberAt(cell: ShownCell, { x, y }: Spot, width: number, boxed: boolean): SVGTemplateResult {
  const [half, high] = boxed ? [width / 2, BOX] : [width / 2, BELOW];
  const box = boxed
    ? svg`<rect class="box" x=${x - half} y=${y - high / 2} width=${width} height=${high} rx="4"></rect>`
    : svg`<rect class="touch" x=${x - half} y=${y - high / 2} width=${width} height=${high}></rect>`;
  const fill =
    cell.step.startsWith("gradient/") && cell.value !== 0
      ? { fill: `color-mix(in srgb, ${colorOf(cell.value)} 60%, var(--ink))` }
      : {};
  return svg`${box}<rect class="ring" x=${x - half - 2} y=${y - high / 2 - 2} width=${width + 4} height=${high + 4} rx="5"></rect><text
    class=${boxed ? "number middle boxed" : "number middle"} x=${x} y=${y} ${styleProperties(fill)}>${formatCell(cell.value)}</text>`;
}

function gateOf(x: number, y: number, high: number): SVGTemplateResult {
  return svg`<rect class="gate" x=${x - 2.5} y=${y - high / 2} width="5" height=${high}></rect>`;
}

/** The way past a band through a part. */
function loopOf({ node, spot: { x, y } }: Placed): SVGTemplateResult | typeof nothing {
  if (node.as !== "loop") return nothing;
  return svg`<path class="way" d=${`M${x - FEET} ${y}V${y - 32}H${x + FEET}V${y}`}></path><rect
    class="loop" x=${x - 4} y=${y - 38} width="8" height="12" rx="2"></rect>`;
}

/** What a link is in the drawing, also where it has no number yet. */
const roleOf = ({ link }: Linked) => `link:${link.from} ${link.to}`;

/** Whether a link leads to a part or from one, beside which it runs upright. */
const isLane = ({ from, to }: Linked) => from.node.as === "part" || to.node.as === "part";

interface Way {
  readonly start: Spot;
  readonly end: Spot;
  readonly middle: Spot & { readonly high: number };
}

/** The line of a link, in the direction of the run. */
function wayOf(linked: Linked): Way {
  const { from, to, wide } = linked;
  const between = (start: Spot, end: Spot, high: number): Way => ({
    start,
    end,
    middle: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, high },
  });
  if (!isLane(linked)) return between(edge(from, to), edge(to, from), Math.max(24, wide));
  const [number, part] = to.node.as === "part" ? [from, to] : [to, from];
  const x = number.spot.x + Math.sign(part.spot.x - number.spot.x) * LANE;
  const [low, high] = [
    { x, y: number.spot.y - BOX / 2 },
    { x, y: part.spot.y + BOX / 2 },
  ];
  return to === part ? between(low, high, 24) : between(high, low, 24);
}

/** Where a link leaves a node on its way to another. */
function edge({ node, spot, width }: Placed, other: Placed): Spot {
  const half = node.as === "number" ? width / 2 : 0;
  return { x: spot.x + Math.sign(other.spot.x - spot.x) * half, y: spot.y };
}

/** Between a band to a part and its number, and between this and the other band of the part. */
const ASIDE = 5;
const NEAR = 3;

/** The number of a link: on a line, in a band that is wide enough, above another one, or beside one to a part. */
function numberOn(linked: Linked, cell: ShownCell): SVGTemplateResult {
  const { from, to, link, wide } = linked;
  const { x, y } = wayOf(linked).middle;
  const text = formatCell(cell.value);
  if (isLane(linked)) {
    const inward = to.node.as === "part" ? 1 : -1;
    const part = to.node.as === "part" ? to : from;
    const room = 2 * Math.abs(part.spot.x - x) - wide / 2 - ASIDE - LANE_BAND / 2 - NEAR;
    const size = Math.min(TYPE, room / widest([text]));
    return svg`<text class="number" text-anchor=${inward > 0 ? "start" : "end"} ${styleProperties({ "font-size": `${size.toFixed(1)}px` })}
      x=${x + inward * (wide / 2 + ASIDE)} y=${y + (part === to ? -9 : 9)}>${text}</text>`;
  }
  if (!link.back) return svg`<text class="number middle" x=${x} y=${y}>${text}</text>`;
  const inside = wide > TYPE + 2;
  const fill = inside ? { fill: paintOf(Math.sign(cell.value) * SIDE, SCALE)?.ink ?? "var(--ink)" } : {};
  return svg`<text class=${inside ? "number middle boxed" : "number middle"} x=${x} y=${inside ? y : y - wide / 2 - 11} ${styleProperties(fill)}>${text}</text>`;
}

/** A band, or a line with an arrow head at its end: forward, or back with a gradient. */
function lineOf(linked: Linked): SVGTemplateResult {
  const { link, cell, wide } = linked;
  const { start, end } = wayOf(linked);
  // Bands of one path touch each other.
  const seam = link.silent ? SEAM : 0;
  const path = `M${at({ x: start.x - seam, y: start.y })}L${at({ x: end.x + seam, y: end.y })}`;
  if (!link.back)
    return svg`<path class=${cell?.value === 0 ? "link closed" : "link"} d=${path}></path><path class="head" d=${headOf(start, end)}></path>`;
  const head = link.silent
    ? nothing
    : svg`<path class=${wide > HEAD ? "head within" : "head"} d=${headOf(end, start)}></path>`;
  return svg`<path data-touch class="reach" d=${path}></path><path class="band" stroke-width=${wide} d=${path}></path>${head}`;
}

function headOf(from: Spot, to: Spot): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const point = (forward: number, aside: number) => ({
    x: to.x - forward * Math.cos(angle) - aside * Math.sin(angle),
    y: to.y - forward * Math.sin(angle) + aside * Math.cos(angle),
  });
  return `M${at(to)}L${at(point(HEAD, HEAD / 2))}L${at(point(HEAD, -HEAD / 2))}Z`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-paths": AgPaths;
  }
}
