/** The marks of a drawing: lines, the circles of nodes, and the numbers that are written at both. */
import { nothing, svg, type TemplateResult } from "lit";
import { plain } from "../numbers/format.ts";
import type { Paint } from "../numbers/paint.ts";
import { type GraphMark, markText } from "./graph-arcs.ts";
import { type Circles, HALO, type LineShape } from "./graph-lines.ts";
import type { Point } from "./graph-points.ts";
import { styleProperties } from "./style-properties.ts";

/** What is touched is at least so large, in units. */
const TOUCH_RADIUS = 23;
/** Between a circle and the ring of a highlight. */
const RING = 4;

export interface EdgeLine {
  /** The position of the line. */
  readonly at: number;
  /** By what it is found again in another drawing. */
  readonly moves: string;
  /** By what the nodes are found again that it joins. */
  readonly ends: readonly string[];
  readonly shape: LineShape;
  readonly mark: GraphMark | null;
  /** What is said of it. */
  readonly label: string;
  /** Further class names. */
  readonly kind: string;
  readonly unit: number;
}

export function edgeLine({ at, moves, ends, shape, mark, label, kind, unit }: EdgeLine): TemplateResult {
  return svg`<g
    class=${`edge ${kind}`}
    data-edge=${at}
    data-move=${moves}
    data-joins
    data-ends=${JSON.stringify(ends)}
    data-step=${mark?.step ?? nothing}
    data-index=${mark?.index.join(",") ?? nothing}
    data-value=${mark ? plain(mark.value) : nothing}
    role="button"
    tabindex="-1"
    aria-label=${label}
  ><title>${label}</title><path class="halo" d=${shape.line} stroke-width=${shape.width + HALO * unit}></path><path
    class="line"
    d=${shape.line}
    stroke-width=${shape.width}
  ></path>${shape.head ? svg`<path class="head" d=${shape.head}></path>` : nothing}<path class="touch" d=${shape.line}></path></g>`;
}

export interface NodeCircle {
  /** The position of the node. */
  readonly at: number;
  readonly name: string;
  /** By what it is found again in another drawing. */
  readonly moves: string;
  readonly mark: GraphMark | null;
  /** What is said of it. */
  readonly label: string;
  /** Further class names. */
  readonly kind: string;
  /** Whether Tab reaches it. */
  readonly reached: boolean;
  readonly circles: Circles;
  /** The size of the type of the name, in pixels. */
  readonly size: number;
  /** The place of its middle, from that of the circle downward, in parts of the radius. */
  readonly down: number;
  readonly paint: Paint | null;
}

export function nodeCircle({
  at,
  name,
  moves,
  mark,
  label,
  kind,
  reached,
  circles,
  size,
  down,
  paint,
}: NodeCircle): TemplateResult {
  const { points, radii, unit } = circles;
  const { x, y } = points[at] ?? { x: 0, y: 0 };
  const radius = radii[at] ?? 0;
  return svg`<g
    class=${`node ${kind} ${Number.isNaN(mark?.value) ? "nan" : ""}`}
    data-node=${at}
    data-move=${moves}
    data-step=${mark?.step ?? nothing}
    data-index=${mark?.index.join(",") ?? nothing}
    data-value=${mark ? plain(mark.value) : nothing}
    role="button"
    tabindex=${reached ? 0 : -1}
    aria-label=${label}
    transform="translate(${x} ${y})"
  ><circle class="touch-node" r=${Math.max(radius, TOUCH_RADIUS * unit)}></circle><circle
    class="ring"
    r=${radius + RING * unit}
  ></circle><circle
    class="body"
    r=${radius}
    ${styleProperties(paint ? { fill: paint.ground } : {})}
  ></circle><text class="name" y=${down * radius} font-size=${size} ${styleProperties(paint ? { fill: paint.ink } : {})}>${name}</text></g>`;
}

/** How a number is written in a circle: the color of what is on its ground, and the size of the type, in pixels. */
export interface Inner {
  readonly ink: string;
  readonly size: number;
}

/** The number of a node, beside its circle or in it. */
export function nodeNumber(mark: GraphMark, moves: string, { x, y }: Point, inner?: Inner): unknown {
  const { step, index, value } = mark;
  return svg`<text
    class=${`value ${Number.isNaN(value) ? "nan" : ""} ${inner ? "inner" : ""}`}
    aria-hidden="true"
    data-move=${moves}
    data-step=${step}
    data-index=${index.join(",")}
    data-value=${plain(value)}
    x=${x}
    y=${y}
    ${styleProperties(inner ? { fill: inner.ink, "font-size": `${inner.size}px` } : {})}
  >${markText(mark)}</text>`;
}

export interface LineNumber {
  /** By what it is found again in another drawing. */
  readonly moves: string;
  readonly number: number;
  readonly text: string;
  readonly mark: GraphMark | null;
}

/** The number at a line. */
export function lineNumber({ moves, number, text, mark }: LineNumber, { x, y }: Point): TemplateResult {
  return svg`<text
    class="weight"
    aria-hidden="true"
    data-move=${moves}
    data-step=${mark?.step ?? nothing}
    data-index=${mark?.index.join(",") ?? nothing}
    data-value=${plain(number)}
    x=${x}
    y=${y}
  >${text}</text>`;
}
