/**
 * `<ag-graph>`: a graph as a drawing. The width of an edge is its weight, the color of a node its value. A node is pointed at by mouse or focus, and
 * chosen by a click or Enter; the arrow keys lead from neighbor to neighbor.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { channelsOf, css as color, type Domain, domainFor, inkOn } from "../numbers/color.ts";
import { formatCell } from "../numbers/format.ts";
import { AgElement } from "./ag-element.ts";
import { elementStyles } from "./element-styles.ts";
import { type GraphPlace, send } from "./events.ts";
import { type Edge, layOut, leastDistance, neighborsOf, nodeAfterKey, type Point } from "./graph-layout.ts";
import { edgeShape, edgeWidth, hasOpposite } from "./graph-shapes.ts";
import { graphStyles } from "./graph-styles.ts";
import { styleProperties } from "./style-properties.ts";

const WIDTH = 400;
const HEIGHT = 260;
const MARGIN = 30;
const LARGEST_RADIUS = 17;
const SMALLEST_RADIUS = 7;
/** Beyond this many nodes the drawing is as high as it is wide. */
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
  /** Scale of the node values; default: one that fits them. */
  @property({ attribute: false }) domain: Domain | null = null;
  @property({ attribute: false }) active: { readonly nodes: readonly number[]; readonly edges: readonly number[] } = {
    nodes: [],
    edges: [],
  };

  @state() protected current = 0;
  protected points: readonly Point[] = [];
  private drawn = "";

  /** Of the circles: as large as the two nodes that stand nearest allow. */
  protected radius = LARGEST_RADIUS;

  private get height(): number {
    return this.nodes.length > MANY_NODES ? WIDTH : HEIGHT;
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const key = JSON.stringify([this.nodes.length, this.edges]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.points = layOut(this.nodes.length, this.edges, { width: WIDTH, height: this.height, margin: MARGIN });
      this.radius = Math.max(SMALLEST_RADIUS, Math.min(LARGEST_RADIUS, 0.44 * leastDistance(this.points)));
    }
    if (this.current >= this.nodes.length) this.current = Math.max(0, this.nodes.length - 1);
  }

  protected override render(): TemplateResult {
    return this.renderDrawing();
  }

  protected renderDrawing(extra: unknown = nothing): TemplateResult {
    const label = this.text("elements.graph.name", { nodes: this.nodes.length, edges: this.edges.length });
    return html`<svg
      viewBox="0 0 ${WIDTH} ${this.height}"
      role="group"
      aria-label=${label}
      aria-describedby="keys"
      @keydown=${this.onKey}
      @pointerover=${(event: Event) => this.point(event)}
      @pointerleave=${() => send(this, "ag-graph-hover", null)}
      @focusin=${(event: Event) => this.point(event)}
      @focusout=${() => send(this, "ag-graph-hover", null)}
      @click=${(event: Event) => this.choose(event)}
    >
      ${this.edges.map((edge, at) => this.renderEdge(edge, at))}
      ${extra}
      ${this.nodes.map((name, at) => this.renderNode(name, at))}
      ${this.renderWeights()}
    </svg><p id="keys" class="unseen">${this.text("elements.graph.keys")}</p>`;
  }

  protected edgeName(at: number): string {
    const [source = 0, target = 0] = this.edges[at] ?? [];
    const names = { source: this.nodes[source] ?? String(source), target: this.nodes[target] ?? String(target) };
    return this.text(this.directed ? "elements.graph.arc" : "elements.graph.edge", names);
  }

  private get largest(): number {
    return Math.max(0, ...(this.weights ?? []).filter(Number.isFinite).map(Math.abs));
  }

  private shapeOf(at: number) {
    const edge = this.edges[at];
    const [source, target] = [this.points[edge?.[0] ?? -1], this.points[edge?.[1] ?? -1]];
    if (!edge || !source || !target) return null;
    const width = edgeWidth(this.weights?.[at] ?? null, this.largest);
    const bent = this.directed && hasOpposite(edge, this.edges);
    return { ...edgeShape(source, target, { radius: this.radius, directed: this.directed, bent, width }), width };
  }

  /** More words on an edge for its class attribute. */
  protected edgeClass(_at: number): string {
    return "";
  }

  private renderEdge(_edge: Edge, at: number): unknown {
    const shape = this.shapeOf(at);
    if (!shape) return nothing;
    const weight = this.weights?.[at] ?? null;
    const sign = weight === null ? "" : weight < 0 ? "negative" : weight === 0 ? "zero" : "";
    const name = this.edgeName(at);
    const label =
      weight === null ? name : this.text("elements.graph.weight", { edge: name, weight: formatCell(weight) });
    return svg`<g
      class=${`edge ${sign} ${this.active.edges.includes(at) ? "active" : ""} ${this.edgeClass(at)}`}
      data-edge=${at}
      role="button"
      tabindex="-1"
      aria-label=${label}
    ><title>${label}</title><path class="line" d=${shape.line} stroke-width=${shape.width}></path>${
      shape.head ? svg`<path class="head" d=${shape.head}></path>` : nothing
    }<path class="touch" d=${shape.line}></path></g>`;
  }

  /** The numbers of the edges in use stand on them, above everything else. */
  private renderWeights(): unknown {
    if (!this.weights) return nothing;
    return this.active.edges.map((at) => {
      const shape = this.shapeOf(at);
      const weight = this.weights?.[at];
      if (!shape || weight === undefined) return nothing;
      return svg`<text class="weight" aria-hidden="true" x=${shape.middle.x} y=${shape.middle.y}>${formatCell(weight)}</text>`;
    });
  }

  private renderNode(name: string, at: number): unknown {
    const { x = 0, y = 0 } = this.points[at] ?? {};
    const value = this.nodeValues?.[at];
    const domain = this.domain ?? domainFor(this.nodeValues ?? []);
    const channels = value === undefined ? null : channelsOf(value, domain);
    const neighbors = neighborsOf(at, this.edges).map((other) => this.nodes[other] ?? "");
    const joined =
      neighbors.length > 0
        ? this.text("elements.graph.joined", { names: neighbors.join(", ") })
        : this.text("elements.graph.alone");
    const said = [this.text("elements.graph.node", { name, neighbors: joined })];
    if (value !== undefined) said.push(this.text("elements.graph.value", { value: formatCell(value) }));
    return svg`<g
      class=${this.active.nodes.includes(at) ? "node active" : "node"}
      data-node=${at}
      role="button"
      tabindex=${at === this.current ? 0 : -1}
      aria-label=${said.join(", ")}
      transform="translate(${x} ${y})"
    ><circle class="ring" r=${this.radius + 4}></circle><circle
      class="body"
      r=${this.radius}
      ${styleProperties(channels ? { fill: color(channels) } : {})}
    ></circle><text font-size=${this.radius * 0.9} ${styleProperties(channels ? { fill: inkOn(channels) } : {})}>${name}</text></g>`;
  }

  protected placeOf(target: EventTarget | null): GraphPlace | null {
    const found = target instanceof Element ? target.closest<SVGElement>("[data-node], [data-edge]") : null;
    if (!found) return null;
    return found.dataset.node === undefined
      ? { edge: Number(found.dataset.edge) }
      : { node: Number(found.dataset.node) };
  }

  private point(event: Event): void {
    const place = this.placeOf(event.target);
    if (place && "node" in place && event.type === "focusin") this.current = place.node;
    send(this, "ag-graph-hover", place);
  }

  protected choose(event: Event): void {
    const place = this.placeOf(event.target);
    if (place) send(this, "ag-graph-select", place);
  }

  protected focusNode(node: number): void {
    this.current = node;
    this.renderRoot.querySelector<SVGElement>(`[data-node="${node}"]`)?.focus({ preventScroll: true });
  }

  protected readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = this.placeOf(event.target);
    if (!place) return;
    const from = "node" in place ? place.node : (this.edges[place.edge]?.[0] ?? 0);
    const next = nodeAfterKey(event.key, from, this.points, this.edges);
    if (next !== null) this.focusNode(next);
    else if (event.key === "Enter" || event.key === " ") this.choose(event);
    else if (!this.keyOn(event.key, place)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** A key that a kind of drawing knows besides; says whether it did something. */
  protected keyOn(_key: string, _place: GraphPlace): boolean {
    return false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-graph": AgGraph;
  }
}
