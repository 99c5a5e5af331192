/** The templates of the map: frames of open parts, boxes, and arrows, each at its place. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { styleProperties } from "../elements/style-properties.ts";
import type { Domain } from "../numbers/color.ts";
import type { Rect } from "./geometry.ts";
import { type Arrow, arrowKey, type Box, type Frame, type MapGraph } from "./graph.ts";
import type { MapLayout } from "./layout.ts";
import { HEAD, headOf, pathOf } from "./path.ts";
import type { Returning } from "./returning.ts";
import { BOX_HEIGHT } from "./sizes.ts";
import { partTitle } from "./titles.ts";
import {
  isLit,
  labelOfBox,
  type Naming,
  type Progress,
  spokenBox,
  standingOf,
  symbolOfBox,
  titleOfBox,
} from "./view.ts";

export interface DrawnMap {
  readonly graph: MapGraph;
  readonly layout: MapLayout;
  readonly naming: Naming;
  readonly progress: Progress;
  readonly domains: ReadonlyMap<string, Domain>;
  /** The boxes that the current step reads. */
  readonly operands: ReadonlySet<string>;
  /** What the map shows of the way back; null where it shows the run. */
  readonly returning: Returning | null;
  /** The steps whose small steps have boxes of their own. */
  readonly told: ReadonlySet<string>;
  /** The box or title that Tab focuses, and the one under the pointer. */
  readonly focused: string;
  readonly pointed: string | null;
}

export function drawMap(map: DrawnMap): TemplateResult {
  const { width, height } = map.layout;
  return html`
    <svg class="arrows" aria-hidden="true" width=${width} height=${height}>
      ${repeat(inOrder(map), arrowKey, (arrow) => drawArrow(arrow, map))}
    </svg>
    ${members("", map, 1)}
  `;
}

/** What is right within an open part, in the order of the run; the frames are drawn below the arrows by their style. */
function members(part: string, map: DrawnMap, level: number): unknown {
  return repeat(
    map.graph.members.get(part) ?? [],
    ({ key }) => key,
    (member) => ("kind" in member ? drawBox(member, map, level) : drawFrame(member, map, level)),
  );
}

function drawFrame(frame: Frame, map: DrawnMap, level: number): TemplateResult {
  const { key, steps } = frame;
  const { text } = map.naming;
  const title = partTitle(frame.names, text);
  const { current } = standingOf(frame, map.progress, map.operands);
  return html`<div
    class="part"
    role="treeitem"
    aria-level=${level}
    aria-expanded="true"
    aria-label=${text("map.frame", { title, count: steps.length })}
    data-key=${key}
    data-part=${key}
    tabindex=${map.focused === key ? 0 : -1}
  >
    <div class=${current ? "frame here" : "frame"} ${styleProperties(placed(map.layout.frames.get(key)))}></div>
    <div class="head" ${styleProperties(placed(map.layout.frames.get(key)))}>
      <span class="title" title=${text("map.fold", { title })}>${title}</span>
    </div>
  </div>
  ${members(key, map, level + 1)}`;
}

function drawBox(box: Box, map: DrawnMap, level: number): TemplateResult {
  const { naming, progress, returning } = map;
  const { key, steps } = box;
  const step = naming.steps.get(box.step);
  const shown = returning ? (returning.gradients.get(box.step) ?? null) : (step ?? null);
  const { current, operand, visited } = standingOf(box, progress, map.operands);
  const title = titleOfBox(box, naming);
  const symbol = symbolOfBox(box, naming);
  const folded = box.kind === "part";
  const classes = ["box", folded ? "folded" : "", step?.op === "given" ? "given" : ""];
  classes.push(current ? "current" : "", operand ? "operand" : "", shown ? "" : "passed-by");
  const place = map.layout.boxes.get(key);
  classes.push(place && place.height > BOX_HEIGHT ? "tall" : "");
  const share = Math.round((100 * visited) / Math.max(1, steps.length));
  return html`<div
    class=${named(classes)}
    role="treeitem"
    aria-level=${level}
    aria-expanded=${folded ? "false" : nothing}
    aria-current=${current ? "step" : nothing}
    title=${folded ? naming.text("map.open", { title, count: steps.length }) : title}
    data-key=${key}
    data-step-id=${box.step}
    tabindex=${map.focused === key ? 0 : -1}
    ${styleProperties(placed(place))}
  >
    <span class="name">${title}</span>
    <span class="below">
      ${symbol === "" ? nothing : html`<span class="symbol"><ag-formula .tex=${symbol}></ag-formula></span>`}
      <span class="shape">${labelOfBox(box, naming)}</span>
    </span>
    ${shown ? html`<ag-thumbnail .step=${shown} .domain=${map.domains.get(shown.id) ?? null}></ag-thumbnail>` : nothing}
    ${
      visited > 0
        ? html`<span class="progress"><span ${styleProperties({ "inline-size": `${share}%` })}></span></span>`
        : nothing
    }
    ${drawSmall(box, title, map)}
    <span class="unseen">${spokenBox(box, map.graph, naming, progress)}${returning ? `; ${naming.text(shown ? "map.gradient" : "map.noGradient")}` : nothing}</span>
  </div>`;
}

/** The sign that small steps are folded into a box; it shows them, or folds them again. */
function drawSmall({ kind, key, steps }: Box, title: string, { told, naming }: DrawnMap): unknown {
  const { text } = naming;
  const count = kind === "step" && !told.has(key) ? steps.length - 1 : 0;
  if (count === 0 && !told.has(key)) return nothing;
  const label = count > 0 ? text("map.tellSmall", { count, title }) : text("map.foldSmall", { title });
  const sign = count > 0 ? text("map.small", { count }) : "−";
  return html`<span class="small" aria-hidden="true" title=${label} data-small=${key} data-sign=${sign}></span>`;
}

/** Arrows that are lit are drawn last, over the others. */
function inOrder(map: DrawnMap): Arrow[] {
  const weight = (arrow: Arrow) => (isPointed(arrow, map) ? 2 : isLitOn(map, arrow) ? 1 : 0);
  return [...map.graph.arrows].sort((one, other) => weight(one) - weight(other));
}

function isPointed({ from, to }: Arrow, { pointed }: DrawnMap): boolean {
  return pointed !== null && (pointed === from || pointed === to);
}

function isLitOn({ graph, naming, progress, returning }: DrawnMap, arrow: Arrow): boolean {
  return returning ? returning.lit.has(arrowKey(arrow)) : isLit(arrow, graph, naming, progress);
}

function drawArrow(arrow: Arrow, map: DrawnMap): TemplateResult {
  const { returning } = map;
  const { ways, flow } = map.layout;
  const way = ways.get(arrowKey(arrow)) ?? [];
  const back = returning?.flows.has(arrowKey(arrow)) ?? false;
  const [points, head] = back ? [[...way].reverse(), -HEAD] : [way, HEAD];
  const classes = ["arrow", arrow.quiet ? "quiet" : "", back ? "back" : returning ? "passed-by" : ""];
  classes.push(isLitOn(map, arrow) ? "lit" : "", isPointed(arrow, map) ? "pointed" : "");
  return svg`<g class=${named(classes)} data-from=${arrow.from} data-to=${arrow.to}>
    <path d=${pathOf(points, flow, head)}></path><path d=${headOf(points, flow, head)}></path>
  </g>`;
}

function named(classes: readonly string[]): string {
  return classes.filter(Boolean).join(" ");
}

function placed(rect: Rect | undefined): Record<string, string> {
  if (!rect) return {};
  return {
    translate: `${Math.round(rect.x)}px ${Math.round(rect.y)}px`,
    "inline-size": `${Math.round(rect.width)}px`,
    "block-size": `${Math.round(rect.height)}px`,
  };
}
