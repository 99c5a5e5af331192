/**
 * `<ag-graph>`: a graph as a drawing. The width of an edge shows its weight, the color of a node its value, which is also written below it.
 *
 * A node or an edge under the pointer or with the focus is highlighted with its neighbors; a click or Enter chooses it. The arrow keys move from
 * neighbor to neighbor, with Shift around the edges of a node. The layout depends on the available space, so that the size of the type is constant.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { channelsOf, css as color, type Domain, domainFor, inkOn } from "../numbers/color.ts";
import { formatCell } from "../numbers/format.ts";
import { AgElement } from "./ag-element.ts";
import { elementStyles } from "./element-styles.ts";
import { type GraphPlace, send } from "./events.ts";
import { edgeAfterKey, endAfterKey, nodeAfterKey } from "./graph-keys.ts";
import { type Edge, layOut, leastDistance, type Point } from "./graph-layout.ts";
import { type Lit, lightAround, sameLit } from "./graph-light.ts";
import { edgeShape, edgeWidth, hasOpposite } from "./graph-shapes.ts";
import { edgeName, spokenEdge, spokenNode } from "./graph-speech.ts";
import { graphStyles } from "./graph-styles.ts";
import { styleProperties } from "./style-properties.ts";

/** The unit of lengths in the drawing is a sixteenth of the type size. */
const UNITS = 16;
const MARGIN = 34;
const LARGEST_RADIUS = 17;
const SMALLEST_RADIUS = 7;
const TOUCH_RADIUS = 23;
/** Ratio of height to width, within bounds; many nodes need a square. */
const PROPORTION = 0.62;
const HEIGHTS = [190, 300] as const;
const MANY_NODES = 16;

@customElement("ag-graph")
export class AgGraph extends AgElement {
  static override styles = [elementStyles, graphStyles];

  /** The names of the nodes. */
  @property({ attribute: false }) nodes: readonly string[] = [];
  @property({ attribute: false }) edges: readonly Edge[] = [];
  @property({ type: Boolean }) directed = false;
  @property({ attribute: false }) weights: readonly number[] | null = null;
  @property({ attribute: false }) nodeValues: readonly number[] | null = null;
  /** Scale of the node values; by default one that fits them. */
  @property({ attribute: false }) domain: Domain | null = null;
  @property({ attribute: false }) active: Lit = { nodes: [], edges: [] };

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
  private drawn = "";
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

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { width } = this.room;
    const key = JSON.stringify([this.nodes.length, this.edges, width, this.unit]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.place(width / this.unit);
    }
    if (this.current >= this.nodes.length) this.current = Math.max(0, this.nodes.length - 1);
    const before = changed.get("active");
    // A new highlight of the page takes precedence over the keyboard focus.
    if (before && !sameLit(before, this.active)) this.focused = null;
    const pointed = this.hovered ?? this.focused;
    this.lit = pointed ? lightAround(pointed, this.edges) : this.active;
  }

  private place(width: number): void {
    const [least, most] = HEIGHTS;
    const height =
      this.nodes.length > MANY_NODES ? Math.min(width, 480) : Math.min(most, Math.max(least, width * PROPORTION));
    const points = layOut(this.nodes.length, this.edges, { width, height, margin: MARGIN });
    const { unit } = this;
    this.points = points.map(({ x, y }) => ({ x: x * unit, y: y * unit }));
    this.radius = unit * Math.max(SMALLEST_RADIUS, Math.min(LARGEST_RADIUS, 0.44 * leastDistance(points)));
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
      ${this.edges.map((_, at) => this.renderEdge(at))}
      ${extra}
      ${this.nodes.map((name, at) => this.renderNode(name, at))}
      ${this.renderValues()} ${this.renderWeights()}
    </svg><p id="keys" class="unseen">${this.text("elements.graph.keys")}</p>`;
  }

  protected edgeName(at: number): string {
    return edgeName(this.text, this, this.edges[at] ?? [0, 0]);
  }

  private shapeOf(at: number) {
    const edge = this.edges[at];
    const [source, target] = [this.points[edge?.[0] ?? -1], this.points[edge?.[1] ?? -1]];
    if (!edge || !source || !target) return null;
    const { radius, directed, unit } = this;
    const largest = Math.max(0, ...(this.weights ?? []).filter(Number.isFinite).map(Math.abs));
    const width = unit * edgeWidth(this.weights?.[at] ?? null, largest);
    const bent = directed && hasOpposite(edge, this.edges);
    return { ...edgeShape(source, target, { radius, directed, bent, width, unit }), width };
  }

  /** Further class names of an edge or a node. */
  protected edgeClass(_at: number): string {
    return "";
  }

  protected nodeClass(_at: number): string {
    return "";
  }

  private renderEdge(at: number): unknown {
    const shape = this.shapeOf(at);
    if (!shape) return nothing;
    const weight = this.weights?.[at] ?? null;
    const sign = weight === null ? "" : weight < 0 ? "negative" : weight === 0 ? "zero" : "";
    const label = spokenEdge(this.text, this.edgeName(at), weight);
    return svg`<g
      class=${`edge ${sign} ${this.lit.edges.includes(at) ? "active" : ""} ${this.edgeClass(at)}`}
      data-edge=${at}
      role="button"
      tabindex="-1"
      aria-label=${label}
    ><title>${label}</title><path class="halo" d=${shape.line} stroke-width=${shape.width + 7 * this.unit}></path><path
      class="line"
      d=${shape.line}
      stroke-width=${shape.width}
    ></path>${shape.head ? svg`<path class="head" d=${shape.head}></path>` : nothing}<path class="touch" d=${shape.line}></path></g>`;
  }

  /** The edges with their numbers shown. */
  protected weighed(): readonly number[] {
    return this.lit.edges;
  }

  /** Numbers are drawn above everything else. */
  private renderWeights(): unknown {
    if (!this.weights) return nothing;
    return this.weighed().map((at) => {
      const shape = this.shapeOf(at);
      const weight = this.weights?.[at];
      if (!shape || weight === undefined) return nothing;
      return svg`<text class="weight" aria-hidden="true" x=${shape.middle.x} y=${shape.middle.y}>${formatCell(weight)}</text>`;
    });
  }

  private renderNode(name: string, at: number): unknown {
    const { x = 0, y = 0 } = this.points[at] ?? {};
    const { radius, unit } = this;
    const value = this.nodeValues?.[at];
    const domain = this.domain ?? domainFor(this.nodeValues ?? []);
    const channels = value === undefined ? null : channelsOf(value, domain);
    // A name that is wider than the circle gets smaller type.
    const size = Math.min(radius * 0.95, (radius * 3) / Math.max(2, [...name].length));
    return svg`<g
      class=${`node ${this.lit.nodes.includes(at) ? "active" : ""} ${Number.isNaN(value) ? "nan" : ""} ${this.nodeClass(at)}`}
      data-node=${at}
      role="button"
      tabindex=${at === this.current ? 0 : -1}
      aria-label=${spokenNode(this.text, this, at)}
      transform="translate(${x} ${y})"
    ><circle class="touch-node" r=${Math.max(radius, TOUCH_RADIUS * unit)}></circle><circle
      class="ring"
      r=${radius + 4 * unit}
    ></circle><circle
      class="body"
      r=${radius}
      ${styleProperties(channels ? { fill: color(channels) } : {})}
    ></circle><text class="name" font-size=${size} ${styleProperties(channels ? { fill: inkOn(channels) } : {})}>${name}</text></g>`;
  }

  /** Separate from the nodes, whose accessible names contain the values already. */
  private renderValues(): unknown {
    return (this.nodeValues ?? []).map((value, at) => {
      const point = this.points[at];
      if (!point) return nothing;
      const name = Number.isNaN(value) ? "value nan" : "value";
      return svg`<text class=${name} aria-hidden="true" x=${point.x} y=${point.y + this.radius + 13 * this.unit}>${formatCell(value)}</text>`;
    });
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
    const edge = onEdge ? this.edges[place.edge] : undefined;
    if (shiftKey) {
      const next = edgeAfterKey(key, this.current, onEdge ? place.edge : null, this.points, this.edges);
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
