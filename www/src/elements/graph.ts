/**
 * `<ag-graph>`: a graph as a drawing. The width of an edge shows its weight, the color of a node its value, which is also written below it.
 *
 * A node or an edge under the pointer or with the focus is highlighted with its neighbors; a click or Enter chooses it. The arrow keys move from
 * neighbor to neighbor, with Shift around the edges of a node. The layout depends on the available space, so that the size of the type is constant.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { type Domain, domainFor } from "../numbers/color.ts";
import { formatCell, plain } from "../numbers/format.ts";
import { paintOf } from "../numbers/paint.ts";
import { AgElement } from "./ag-element.ts";
import { elementStyles } from "./element-styles.ts";
import { type CellPlace, type GraphPlace, send } from "./events.ts";
import {
  type Arc,
  arcsOfEdges,
  endsOf,
  type GraphMark,
  type Lit,
  lightAround,
  markOf,
  sameLit,
  shows,
} from "./graph-arcs.ts";
import { edgeAfterKey, endAfterKey, nodeAfterKey } from "./graph-keys.ts";
import { type Edge, GraphPlaces, leastDistance, type Point } from "./graph-layout.ts";
import { apart, besides, edgeShape, edgeWidth, hasOpposite, loopShape, nameSize, radiusFor } from "./graph-shapes.ts";
import { edgeName, spokenEdge, spokenNode } from "./graph-speech.ts";
import { graphStyles } from "./graph-styles.ts";
import { styleProperties } from "./style-properties.ts";

/** The unit of lengths in the drawing is a sixteenth of the type size. */
const UNITS = 16;
/** Around the circles, for the numbers below them. */
const MARGIN = 17;
/** Half the width of a sign of a number, and half the height of its line. */
const HALF_DIGIT = 4;
const HALF_LINE = 8;
/** Circles are so large where there is room; up to the second where long names ask for it. */
const LARGEST_RADIUS = 17;
const LONG_NAMES = 24;
const SMALLEST_RADIUS = 7;
const TOUCH_RADIUS = 23;
/** Ratio of height to width, within bounds; many nodes need a square, as do some in a narrow room. */
const PROPORTION = 0.74;
const HEIGHTS = [200, 340] as const;
const MANY_NODES = 16;
const SOME_NODES = 6;
const NARROW = 340;

@customElement("ag-graph")
export class AgGraph extends AgElement {
  static override styles = [elementStyles, graphStyles];

  /** The names of the nodes. */
  @property({ attribute: false }) nodes: readonly string[] = [];
  @property({ attribute: false }) edges: readonly Edge[] = [];
  @property({ type: Boolean }) directed = false;
  @property({ attribute: false }) weights: readonly number[] | null = null;
  /** What is drawn between the nodes; by default the edges with their weights. */
  @property({ attribute: false }) arcs: readonly Arc[] | null = null;
  /** A number for each node. */
  @property({ attribute: false }) nodeMarks: readonly GraphMark[] | null = null;
  /** Scale of the numbers of nodes; by default one that fits them. */
  @property({ attribute: false }) domain: Domain | null = null;
  @property({ attribute: false }) active: Lit = { nodes: [], arcs: [] };
  /** The chosen cell, whose line is drawn in the color of a choice. */
  @property({ attribute: false }) cell: CellPlace | null = null;
  /** The node whose row is shown: a line for both directions shows the number into it. */
  @property({ attribute: false }) into: number | null = null;
  /** Where the nodes are; a drawing that takes another's place gets its places too. */
  @property({ attribute: false }) places = new GraphPlaces();

  /** The node that Tab focuses. */
  @state() protected current = 0;
  @state() private hovered: GraphPlace | null = null;
  /** The node or edge with the keyboard focus. */
  @state() private focused: GraphPlace | null = null;
  /** Width of the drawing and type size, in pixels. */
  @state() private room = { width: 352, type: 16 };

  @query(".sheet") private sheet!: HTMLElement;

  protected points: readonly Point[] = [];
  /** Radius of the circles: as large as the smallest distance of two nodes allows. */
  protected radius = LARGEST_RADIUS;
  private lit: Lit = this.active;
  /** The node whose numbers are shown. */
  private row: number | null = null;
  /** The size of the type of the names, in pixels. */
  private nameSize = LARGEST_RADIUS;
  private height = HEIGHTS[0] as number;
  private readonly sizes = new ResizeObserver(() => this.measure());

  protected get unit(): number {
    return this.room.type / UNITS;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.sizes.observe(this.sheet);
  }

  protected override firstUpdated(): void {
    this.measure();
    this.sizes.observe(this.sheet);
  }

  private measure(): void {
    const width = Math.round(this.sheet.clientWidth);
    const type = Number.parseFloat(getComputedStyle(this).fontSize) || UNITS;
    if (width > 0 && (width !== this.room.width || type !== this.room.type)) this.room = { width, type };
  }

  /** What is drawn between the nodes. */
  protected lines: readonly Arc[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.lines = this.arcs ?? arcsOfEdges(this.edges, this.directed);
    this.place(this.room.width / this.unit);
    if (this.current >= this.nodes.length) this.current = Math.max(0, this.nodes.length - 1);
    const before = changed.get("active");
    // A new highlight of the page takes precedence over the keyboard focus.
    if (before && !sameLit(before, this.active)) this.focused = null;
    const pointed = this.hovered ?? this.focused;
    this.lit = pointed ? lightAround(pointed, this.lines) : this.active;
    this.row = pointed ? ("node" in pointed ? pointed.node : null) : this.into;
  }

  private place(width: number): void {
    const [least, most] = HEIGHTS;
    const count = this.nodes.length;
    const crowded = count > MANY_NODES || (count > SOME_NODES && width < NARROW);
    const height = crowded ? Math.min(width, 480) : Math.min(most, Math.max(least, width * PROPORTION));
    const largest = radiusFor(this.nodes, LARGEST_RADIUS, LONG_NAMES);
    const points = this.places.of(count, this.edges, { width, height, margin: MARGIN + largest });
    const { unit } = this;
    this.points = points.map(({ x, y }) => ({ x: x * unit, y: y * unit }));
    this.radius = unit * Math.max(SMALLEST_RADIUS, Math.min(largest, 0.44 * leastDistance(points)));
    this.nameSize = nameSize(this.nodes, this.radius);
    this.height = Math.round(height * unit);
  }

  protected override render(): TemplateResult {
    return html`<div class="sheet">${this.renderDrawing()}</div>`;
  }

  protected renderDrawing(extra: unknown = nothing): TemplateResult {
    const label = this.text("elements.graph.name", { nodes: this.nodes.length, edges: this.edges.length });
    return html`<svg
      viewBox="0 0 ${this.room.width} ${this.height}"
      role="group"
      aria-label=${label}
      aria-describedby="keys"
      @keydown=${this.onKey}
      @pointerover=${(event: Event) => this.hover(this.placeOf(event.target))}
      @pointerleave=${() => this.hover(null)}
      @focusin=${this.onFocus}
      @focusout=${this.onBlur}
      @click=${(event: Event) => this.choose(event)}
    >
      ${this.lines.map((_, at) => this.renderEdge(at))}
      ${extra}
      ${this.nodes.map((name, at) => this.renderNode(name, at))}
      ${this.renderValues()} ${this.renderWeights()}
    </svg><p id="keys" class="unseen">${this.text("elements.graph.keys")}</p>`;
  }

  protected edgeName(at: number): string {
    const arc = this.lines[at];
    return arc ? edgeName(this.text, { nodes: this.nodes, directed: arc.arrow }, endsOf(arc)) : "";
  }

  /** Returns the number of a line: that of its cell, or else the weight of its edge. */
  private numberOf(arc: Arc): number | null {
    if (arc.mark) return markOf(arc, this.row)?.value ?? null;
    return this.arcs || arc.edge === null ? null : (this.weights?.[arc.edge] ?? null);
  }

  private shapeOf(at: number) {
    const arc = this.lines[at];
    const [source, target] = [this.points[arc?.source ?? -1], this.points[arc?.target ?? -1]];
    if (!arc || !source || !target) return null;
    const { radius, unit } = this;
    const numbers = this.lines.map((one) => this.numberOf(one) ?? 0);
    const width = unit * edgeWidth(this.numberOf(arc), Math.max(0, ...numbers.filter(Number.isFinite).map(Math.abs)));
    if (arc.source === arc.target) return { ...loopShape(source, { radius, away: this.around(arc.source) }), width };
    const pairs = this.lines.map(endsOf);
    const bent = arc.arrow && (arc.edge === null || hasOpposite(endsOf(arc), pairs));
    return { ...edgeShape(source, target, { radius, directed: arc.arrow, bent, width, unit }), width };
  }

  /** The directions that a loop keeps away from: those of the node's neighbors, and the number below it. */
  private around(node: number): number[] {
    const center = this.points[node] ?? { x: 0, y: 0 };
    const used = this.edges.flatMap(([source, target]) => {
      const other = source === node ? target : target === node ? source : node;
      const point = this.points[other];
      return other === node || !point ? [] : [Math.atan2(point.y - center.y, point.x - center.x)];
    });
    return [...used, Math.PI / 2];
  }

  /** Further class names of an edge or a node. */
  protected edgeClass(at: number): string {
    const arc = this.lines[at];
    return arc && shows(arc, this.cell) ? "chosen" : "";
  }

  protected nodeClass(_at: number): string {
    return "";
  }

  private renderEdge(at: number): unknown {
    const arc = this.lines[at];
    const shape = this.shapeOf(at);
    if (!arc || !shape) return nothing;
    const number = this.numberOf(arc);
    const absent = number === 0 || number === Number.NEGATIVE_INFINITY;
    const kind = `${number !== null && number < 0 && !absent ? "negative" : ""} ${absent ? "zero" : ""} ${arc.edge === null && arc.arrow ? "far" : ""}`;
    const label = spokenEdge(this.text, this.edgeName(at), number);
    const mark = markOf(arc, this.row);
    return svg`<g
      class=${`edge ${kind} ${this.lit.arcs.includes(at) ? "active" : ""} ${this.edgeClass(at)}`}
      data-edge=${at}
      data-step=${mark?.step ?? nothing}
      data-index=${mark?.index.join(",") ?? nothing}
      data-value=${mark ? plain(mark.value) : nothing}
      role="button"
      tabindex="-1"
      aria-label=${label}
    ><title>${label}</title><path class="halo" d=${shape.line} stroke-width=${shape.width + 7 * this.unit}></path><path
      class="line"
      d=${shape.line}
      stroke-width=${shape.width}
    ></path>${shape.head ? svg`<path class="head" d=${shape.head}></path>` : nothing}<path class="touch" d=${shape.line}></path></g>`;
  }

  /** The lines with their numbers shown. */
  protected weighed(): readonly number[] {
    return this.lit.arcs;
  }

  /** Numbers are drawn above everything else. */
  private renderWeights(): unknown {
    const high = HALF_LINE * this.unit;
    const written = this.weighed().flatMap((at) => {
      const arc = this.lines[at];
      const shape = this.shapeOf(at);
      const number = arc ? this.numberOf(arc) : null;
      if (!arc || !shape || number === null) return [];
      const half = formatCell(number).length * HALF_DIGIT * this.unit;
      const [source, target] = [this.points[arc.source], this.points[arc.target]];
      const sides = source && target ? besides(shape.middle, { source, target, half, high }) : [];
      const wished =
        arc.source === arc.target
          ? this.beyondLoop(arc.source, shape.middle, { half, high })
          : ([shape.middle, ...shape.aside, ...sides].find((spot) => this.isFree(spot, { half, high })) ??
            shape.middle);
      // The number of a loop at the border stays in the drawing.
      const x = Math.max(half, Math.min(this.room.width - half, wished.x));
      return [{ arc, number, half, x, y: Math.max(high, wished.y) }];
    });
    const places = apart(written, high);
    return written.map(({ arc, number, x, y }, order) => {
      const mark = markOf(arc, this.row);
      return svg`<text
        class="weight"
        aria-hidden="true"
        data-step=${mark?.step ?? nothing}
        data-index=${mark?.index.join(",") ?? nothing}
        data-value=${plain(number)}
        x=${places[order]?.x ?? x}
        y=${places[order]?.y ?? y}
      >${formatCell(number)}</text>`;
    });
  }

  /** Whether a number there leaves the names and the numbers of the nodes readable. */
  private isFree({ x, y }: Point, { half, high }: { half: number; high: number }): boolean {
    return this.points.every((node, at) => {
      const value = this.nodeMarks?.[at]?.value;
      const wide = value === undefined ? 0 : half + formatCell(value).length * HALF_DIGIT * this.unit;
      const beside = Math.abs(node.x - x) >= wide || Math.abs(this.valueY(node) - y) >= 2 * high;
      return beside && Math.hypot(node.x - x, node.y - y) > this.radius + high;
    });
  }

  /** The height of the number of a node. */
  private valueY({ y }: Point): number {
    return y + this.radius + 13 * this.unit;
  }

  /** Where the number of a loop stands: on its far side, so that it does not cover the node. */
  private beyondLoop(node: number, middle: Point, { half, high }: { half: number; high: number }): Point {
    const { x, y } = this.points[node] ?? middle;
    const far = Math.hypot(middle.x - x, middle.y - y) || 1;
    const [across, down] = [(middle.x - x) / far, (middle.y - y) / far];
    const reach = Math.min(half / (Math.abs(across) || 1e-9), high / (Math.abs(down) || 1e-9));
    return { x: middle.x + across * reach, y: middle.y + down * reach };
  }

  private renderNode(name: string, at: number): unknown {
    const { x = 0, y = 0 } = this.points[at] ?? {};
    const { radius, unit, nameSize: size } = this;
    const mark = this.nodeMarks?.[at];
    const value = mark?.value;
    const domain = this.domain ?? domainFor((this.nodeMarks ?? []).map((one) => one.value));
    const paint = value === undefined ? null : paintOf(value, domain);
    return svg`<g
      class=${`node ${this.lit.nodes.includes(at) ? "active" : ""} ${Number.isNaN(value) ? "nan" : ""} ${this.nodeClass(at)}`}
      data-node=${at}
      data-step=${mark?.step ?? nothing}
      data-index=${mark?.index.join(",") ?? nothing}
      data-value=${mark ? plain(mark.value) : nothing}
      role="button"
      tabindex=${at === this.current ? 0 : -1}
      aria-label=${spokenNode(this.text, { nodes: this.nodes, edges: this.edges, value }, at)}
      transform="translate(${x} ${y})"
    ><circle class="touch-node" r=${Math.max(radius, TOUCH_RADIUS * unit)}></circle><circle
      class="ring"
      r=${radius + 4 * unit}
    ></circle><circle
      class="body"
      r=${radius}
      ${styleProperties(paint ? { fill: paint.ground } : {})}
    ></circle><text class="name" font-size=${size} ${styleProperties(paint ? { fill: paint.ink } : {})}>${name}</text></g>`;
  }

  /** Separate from the nodes, whose accessible names contain the values already. */
  private renderValues(): unknown {
    return (this.nodeMarks ?? []).map(({ step, index, value }, at) => {
      const point = this.points[at];
      if (!point) return nothing;
      const name = Number.isNaN(value) ? "value nan" : "value";
      return svg`<text
        class=${name}
        aria-hidden="true"
        data-step=${step}
        data-index=${index.join(",")}
        data-value=${plain(value)}
        x=${point.x}
        y=${this.valueY(point)}
      >${formatCell(value)}</text>`;
    });
  }

  /** Returns the place of the pointer in the drawing. */
  protected pointOf(event: PointerEvent): Point | null {
    const matrix = this.renderRoot.querySelector("svg")?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  protected placeOf(target: EventTarget | null): GraphPlace | null {
    const found = target instanceof Element ? target.closest<SVGElement>("[data-node], [data-edge]") : null;
    if (!found) return null;
    return found.dataset.node === undefined
      ? { edge: Number(found.dataset.edge) }
      : { node: Number(found.dataset.node) };
  }

  private hover(place: GraphPlace | null): void {
    if (JSON.stringify(place) === JSON.stringify(this.hovered)) return;
    this.hovered = place;
    send(this, "ag-graph-hover", place ?? this.focused);
  }

  private readonly onFocus = (event: FocusEvent) => {
    const place = this.placeOf(event.target);
    if (!place) return;
    if ("node" in place) this.current = place.node;
    // The focus after a click does not highlight.
    if (!(event.target as Element).matches(":focus-visible")) return;
    this.focused = place;
    send(this, "ag-graph-hover", place);
  };

  private readonly onBlur = () => {
    if (!this.focused) return;
    this.focused = null;
    send(this, "ag-graph-hover", this.hovered);
  };

  protected choose(event: Event): void {
    const place = this.placeOf(event.target);
    if (place) send(this, "ag-graph-select", place);
  }

  protected focusNode(node: number): void {
    this.current = node;
    this.renderRoot.querySelector<SVGElement>(`[data-node="${node}"]`)?.focus({ preventScroll: true });
  }

  /** Returns the target of a key, if any. */
  private placeAfter({ key, shiftKey }: KeyboardEvent, place: GraphPlace): GraphPlace | null {
    const onEdge = "edge" in place;
    const pairs = this.lines.map(endsOf);
    const edge = onEdge ? pairs[place.edge] : undefined;
    if (shiftKey) {
      const next = edgeAfterKey(key, this.current, onEdge ? place.edge : null, this.points, pairs);
      return next === null ? null : { edge: next };
    }
    const next =
      (edge && endAfterKey(key, edge, this.points)) ??
      nodeAfterKey(key, onEdge ? this.current : place.node, this.points, this.edges);
    return next === null ? null : { node: next };
  }

  protected readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = this.placeOf(event.target);
    if (!place) return;
    const next = this.placeAfter(event, place);
    if (next && "node" in next) this.focusNode(next.node);
    else if (next)
      this.renderRoot.querySelector<SVGElement>(`[data-edge="${next.edge}"]`)?.focus({ preventScroll: true });
    else if (event.key === "Enter" || event.key === " ") this.choose(event);
    else if (!this.keyOn(event.key, place)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Handles a further key of a subclass; returns whether it did. */
  protected keyOn(_key: string, _place: GraphPlace): boolean {
    return false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-graph": AgGraph;
  }
}
