/**
 * `<ag-graph>`: a graph as a drawing. The width of an edge shows its weight, the color of a node its value, which is also written below it; so does its size
 * where it is asked for.
 *
 * A node or an edge under the pointer or with the focus is highlighted with its neighbors; a click or Enter chooses it. The arrow keys move from
 * neighbor to neighbor, with Shift around the edges of a node. The layout depends on the available space, so that the size of the type is constant.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { counted } from "../motion/counted.ts";
import { Motion } from "../motion/motion.ts";
import { type Painted, type Sending, type Sent, sendAlong } from "../motion/sent.ts";
import type { Waiting } from "../motion/written.ts";
import { type Domain, domainFor } from "../numbers/color.ts";
import { formatCell } from "../numbers/format.ts";
import { type Paint, paintOf } from "../numbers/paint.ts";
import { AgElement } from "./ag-element.ts";
import { differs } from "./differs.ts";
import { elementStyles } from "./element-styles.ts";
import { type CellPlace, type GraphPlace, send } from "./events.ts";
import {
  type Arc,
  arcsOfEdges,
  belongs,
  endsOf,
  type GraphMark,
  type Lit,
  lightAround,
  lightInto,
  markOf,
  markText,
  sameLit,
  shows,
} from "./graph-arcs.ts";
import { placeAfterKey } from "./graph-keys.ts";
import { type Circles, type LineShape, lineShapes, numberSpots, type ValueSpot } from "./graph-lines.ts";
import { edgeLine, lineNumber, nodeCircle, nodeNumber } from "./graph-marks.ts";
import { GraphPlaces, type Stand } from "./graph-places.ts";
import type { Edge, Point } from "./graph-points.ts";
import { DrawingRoom, heightFor, isNarrow } from "./graph-room.ts";
import { innerSizes, NAME_UP, NUMBER_DOWN, nameSize, radiusFor } from "./graph-shapes.ts";
import { GROWTH, radiiOf, sharesOf } from "./graph-sizes.ts";
import { edgeName, spokenEdge, spokenNode } from "./graph-speech.ts";
import { NOWHERE, type Spots } from "./graph-spots.ts";
import { graphStyles } from "./graph-styles.ts";
import { valueSpots } from "./graph-values.ts";

/** Around the circles, for the numbers below them. */
const MARGIN = 17;
/** What one node receives is highlighted and numbered, its loop too, beyond which the number stands. */
const RECEIVING_MARGIN = 25;
/** Circles are so large where there is room; up to the second where long names ask for it. */
const LARGEST_RADIUS = 17;
const LONG_NAMES = 24;
/** So are those that hold their numbers. */
const HOLDING_RADIUS = 31;
/** Lines with numbers or heads need the room between circles, and loops that around them. */
const HOLDING_AMONG_ARCS = 22;
/** The type of numbers in circles has this size where it fits. */
const INNER_TYPE = 13;
/** From here on there is room between nodes of several sizes for the numbers of the lines. */
const WIDE_ENOUGH = 420;
/** Nodes grow less in a narrow room, where they are nearer to each other. */
const NARROW_GROWTH = 1.25;

/** The radius of what is sent. */
const MESSAGE = 5;

/** The properties that say what is drawn, and how large: not what is highlighted. */
const SHOWN = [
  ...(["nodes", "edges", "arcs", "weights", "nodeMarks", "moved", "like", "domain"] as const),
  ...(["sized", "sparse", "inside", "widest", "fullest", "into", "single", "held", "outward"] as const),
] as const;

/** A node whose number has no color. */
const NO_COLOR: Paint = { ground: "var(--paper)", ink: "var(--ink)" };

@customElement("ag-graph")
export class AgGraph extends AgElement {
  static override styles = [elementStyles, graphStyles];

  /** The names of the nodes. */
  @property({ attribute: false, hasChanged: differs }) nodes: readonly string[] = [];
  @property({ attribute: false }) edges: readonly Edge[] = [];
  @property({ type: Boolean }) directed = false;
  @property({ attribute: false, hasChanged: differs }) weights: readonly number[] | null = null;
  /** What is drawn between the nodes; by default the edges with their weights. */
  @property({ attribute: false, hasChanged: differs }) arcs: readonly Arc[] | null = null;
  /** A number for each node. */
  @property({ attribute: false, hasChanged: differs }) nodeMarks: readonly GraphMark[] | null = null;
  /** The numbers that nodes send: they travel along the lines as often as other numbers of the nodes come of them. */
  @property({ attribute: false, hasChanged: differs }) sent: readonly GraphMark[] | null = null;
  /** Whether the size of each node shows how large its number is, without its sign. */
  @property({ type: Boolean }) sized = false;
  /** Whether the numbers of lines are written only while one of these, or one of its ends, is pointed to or has the focus; so it is with `sized` in a narrow drawing. */
  @property({ type: Boolean }) sparse = false;
  /** Whether the number of a node stands in its circle. */
  @property({ type: Boolean }) inside = false;
  /** Scale of the numbers of nodes; by default one that fits them. */
  @property({ attribute: false, hasChanged: differs }) domain: Domain | null = null;
  /** The number at which lines are widest; a larger one that is drawn takes its place. */
  @property({ attribute: false }) widest = 0;
  /** The number whose circle is the largest; a larger one that is drawn takes its place. */
  @property({ attribute: false }) fullest = 0;
  @property({ attribute: false, hasChanged: differs }) active: Lit = { nodes: [], arcs: [] };
  /** The chosen cell, whose line is drawn in the color of a choice. */
  @property({ attribute: false, hasChanged: differs }) cell: CellPlace | null = null;
  /** The node whose row is shown: a line for both directions shows the number into it. */
  @property({ attribute: false }) into: number | null = null;
  /** Whether lines show the numbers of one node at a time, and those of others are paler. */
  @property({ type: Boolean }) single = false;
  /** Whether these are always those of `into`, whatever is pointed to, and those of others are drawn alike. */
  @property({ type: Boolean }) held = false;
  /** Whether the lines of a node are those that lead out of it, where they carry numbers one way. */
  @property({ type: Boolean }) outward = false;
  /** Where the nodes are; a drawing that takes another's place gets its places too. */
  @property({ attribute: false }) places = new GraphPlaces();
  /** The nodes whose places are given. */
  @property({ attribute: false }) moved: Spots = NOWHERE;
  /** The edges by which the nodes are laid out; by default those of the graph. */
  @property({ attribute: false }) like: readonly Edge[] | null = null;
  /** Whether nodes stay where they are while edges are added and removed. */
  @property({ attribute: false }) steady = true;

  /** The node that Tab focuses. */
  @state() protected current = 0;
  @state() private hovered: GraphPlace | null = null;
  /** The node or edge with the keyboard focus. */
  @state() private focused: GraphPlace | null = null;

  @query(".sheet") private sheet!: HTMLElement;

  private readonly room = new DrawingRoom(this, () => this.sheet);
  protected circles: Circles = {
    points: [],
    radii: [],
    least: LARGEST_RADIUS,
    unit: 1,
    written: 1,
    size: { width: 0, height: 0 },
  };
  /** Where the nodes are, in units. */
  protected stand: Stand = { points: [], box: { width: 0, height: 0, margin: 0 } };
  /** The scale of the numbers of nodes. */
  private scale: Domain = domainFor([]);
  private lit: Lit = this.active;
  /** Whether something points to what is highlighted; else it is what one node receives, and stands so. */
  private pointing = false;
  /** The node whose numbers are shown. */
  private row: number | null = null;
  /** The size of the type of the names, in pixels. */
  private nameSize = LARGEST_RADIUS;
  /** That of numbers in circles. */
  private numberSize = INNER_TYPE;
  private height = 0;

  protected get unit(): number {
    return this.room.unit;
  }

  protected get points(): readonly Point[] {
    return this.circles.points;
  }

  /** What is drawn between the nodes. */
  protected lines: readonly Arc[] = [];
  /** The names of nodes, and by what lines are found again; no two are equal. */
  private names: readonly string[] = [];
  private moves: readonly string[] = [];
  private shapes: readonly (LineShape | null)[] = [];
  /** The lines that do not show their numbers, and those that show the numbers of other nodes than the one that is looked at. */
  private quiet: ReadonlySet<Arc> = new Set();
  private others: ReadonlySet<Arc> = new Set();

  /** What travels along the lines. */
  private sending: { readonly sent: readonly GraphMark[]; readonly dots: Sending } | null = null;

  private readonly motion = new Motion({
    host: this,
    drawing: () => this.renderRoot.querySelector("svg"),
    unit: () => 1,
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.motion.connected();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.motion.disconnected();
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.motion.ends();
    if (changed.has("nodeMarks")) this.send(changed.get("nodeMarks") ?? null);
    else if (this.sending?.dots.isUnderWay())
      this.sending.dots.place(this.sentBy(this.sending.sent), MESSAGE * this.unit);
  }

  /** Shows what each node sends on its way to its neighbors, and by a loop to itself; until it is there, nodes have what they send. */
  private send(former: readonly GraphMark[] | null): void {
    const { sent, nodeMarks } = this;
    const drawing = this.renderRoot.querySelector("svg");
    this.sending?.dots.stop();
    this.sending = null;
    if (!sent || !nodeMarks || !former || !drawing) return;
    const returns = former[0]?.step !== sent[0]?.step;
    const waiting = [...drawing.querySelectorAll<SVGTextElement>("text.value")].map((element, node): Waiting => {
      const [mark, before] = [sent[node], former[node]];
      if (!mark || !before) return { element };
      return { element, meanwhile: { text: markText(mark), color: this.inkOf(mark), before: markText(before) } };
    });
    const dots = sendAlong(drawing, this.sentBy(sent), {
      ...{
        radius: MESSAGE * this.unit,
        brings: (timing: KeyframeAnimationOptions) => this.motion.wait(waiting, timing),
        painted: this.paintedBefore(drawing, sent, former),
      },
      waits: returns || this.motion.moves(".line"),
    });
    this.sending = dots && { sent, dots };
  }

  /** The color of a number in its circle; null beside one. */
  private inkOf({ value }: GraphMark): string | null {
    return this.inside ? (paintOf(value, this.scale) ?? NO_COLOR).ink : null;
  }

  /** Circles and names of nodes, with the colors of what each node sends and of what it had before. */
  private paintedBefore(drawing: SVGSVGElement, sent: readonly GraphMark[], former: readonly GraphMark[]): Painted[] {
    return [...drawing.querySelectorAll<SVGElement>("[data-node]")].flatMap((node) => {
      const at = Number(node.dataset.node);
      const [mark, had] = [sent[at], former[at]];
      const [body, name] = [node.querySelector(".body"), node.querySelector(".name")];
      if (!mark || !had || !body || !name) return [];
      const [before, first] = [mark, had].map(({ value }) => paintOf(value, this.scale) ?? NO_COLOR) as [Paint, Paint];
      return [
        { element: body, before: before.ground, first: first.ground },
        { element: name, before: before.ink, first: first.ink },
      ];
    });
  }

  private sentBy(sent: readonly GraphMark[]): Sent[] {
    return this.lines.flatMap((arc, at): Sent[] => {
      const { source, target } = this.turned(arc);
      const [from, to, course] = [this.points[source], this.points[target], this.shapes[at]?.course];
      if (!from || !to || !course) return [];
      const way = [from, ...course, to];
      const back = arc.arrow || source === target ? [] : this.sentFrom(target, way.toReversed(), sent);
      return [...this.sentFrom(source, way, sent), ...back];
    });
  }

  private sentFrom(source: number, course: readonly Point[], sent: readonly GraphMark[]): Sent[] {
    const value = sent[source]?.value;
    // Who has nothing sends nothing.
    const paint = value ? paintOf(value, this.scale) : null;
    return paint ? [{ course, color: paint.ground }] : [];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.motion.begins(SHOWN.some((name) => changed.has(name)));
    this.lines = this.arcs ?? arcsOfEdges(this.edges, this.directed);
    this.names = counted(this.nodes);
    this.moves = counted(this.lines.map((arc) => this.moveOf(arc)));
    this.scale = this.domain ?? domainFor((this.nodeMarks ?? []).map(({ value }) => value));
    this.place(this.room.width / this.unit);
    if (this.current >= this.nodes.length) this.current = Math.max(0, this.nodes.length - 1);
    const before = changed.get("active");
    // A new highlight of the page takes precedence over the keyboard focus.
    if (before && !sameLit(before, this.active)) this.focused = null;
    const pointed = this.hovered ?? this.focused;
    this.row = this.rowOf(pointed);
    this.others = new Set(this.lines.filter((arc) => this.isOther(arc)));
    // What other nodes receive may be what is asked for.
    this.quiet = this.held ? this.others : new Set();
    this.lit = pointed ? this.lightOf(pointed) : this.active;
    this.pointing = pointed !== null || this.cell !== null || !this.isStanding(this.lit);
    const numbers = this.lines.map((arc) => markOf(arc, this.row)?.value ?? this.weightOf(arc));
    this.shapes = lineShapes(
      this.lines.map((arc) => this.turned(arc)),
      numbers,
      this.edges,
      this.circles,
      {
        ...{ quiet: this.lines.map((arc) => this.quiet.has(arc)), widest: this.widest, inside: this.inside },
        numbered: this.into === null ? null : { node: this.into, outward: this.outward },
      },
    );
  }

  /** Whether this is what is highlighted as long as nothing is pointed to: the lines of the node whose row is shown. */
  private isStanding(lit: Lit): boolean {
    return this.into !== null && sameLit(lit, lightInto(this.into, this.lines, this.outward));
  }

  /** The node whose numbers are shown while something is pointed to. */
  private rowOf(pointed: GraphPlace | null): number | null {
    if (!pointed || this.held) return this.into;
    if ("node" in pointed) return pointed.node;
    const arc = this.lines[pointed.edge];
    if (!this.single || !arc) return null;
    return arc.arrow ? (this.outward ? arc.source : arc.target) : this.into;
  }

  private isOther(arc: Arc): boolean {
    return this.single && this.row !== null && arc.mark !== null && !belongs(arc, this.row, this.outward);
  }

  private lightOf(pointed: GraphPlace): Lit {
    return this.held && "node" in pointed ? this.active : lightAround(pointed, this.lines, this.outward);
  }

  private place(width: number): void {
    const { unit, nodes, nodeMarks } = this;
    const height = heightFor(nodes.length, width);
    const held = this.inside && nodeMarks !== null;
    const holding = this.arcs ? HOLDING_AMONG_ARCS : HOLDING_RADIUS;
    const largest = held ? holding : radiusFor(nodes, LARGEST_RADIUS, LONG_NAMES);
    // Names of groups, such as colors, are no amounts.
    const grows = this.sized && nodeMarks !== null && this.scale.kind !== "category";
    const around = this.into === null ? MARGIN : RECEIVING_MARGIN;
    const box = { width, height, margin: around + largest * (grows ? (isNarrow(width) ? NARROW_GROWTH : GROWTH) : 1) };
    const places = this.places.of(nodes.length, this.like ?? this.edges, box, this);
    this.stand = { points: places, box };
    const shares = grows
      ? sharesOf(
          nodeMarks.map(({ value }) => value),
          this.fullest,
        )
      : [];
    // Presented, digits come first: they are read from the back row.
    const hasHeads = this.arcs !== null && !this.room.isPresented;
    const between = held ? (hasHeads ? "arrows" : null) : nodeMarks && "numbers";
    const { least, radii } = radiiOf(places, largest, shares, between);
    const points = places.map(({ x, y }) => ({ x: x * unit, y: y * unit }));
    const size = { width: width * unit, height: height * unit };
    const { written } = this.room;
    this.circles = { points, radii: radii.map((radius) => radius * unit), least: least * unit, unit, written, size };
    const radius = this.circles.least;
    const numbers = (nodeMarks ?? []).map(markText);
    const inner = innerSizes(nodes, numbers, { radius, usual: INNER_TYPE * unit });
    this.nameSize = held ? inner.name : nameSize(nodes, radius);
    this.numberSize = inner.number;
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
      ${repeat(
        this.lines,
        (_, at) => this.moves[at],
        (_, at) => this.renderEdge(at),
      )}
      ${extra}
      ${this.nodes.map((name, at) => this.renderNode(name, at))}
      ${this.renderValues()} ${this.renderWeights()}
    </svg><p id="keys" class="unseen">${this.text("elements.graph.keys")}</p>`;
  }

  protected edgeName(at: number): string {
    const arc = this.lines[at];
    return arc ? edgeName(this.text, { nodes: this.nodes, directed: arc.arrow }, endsOf(arc)) : "";
  }

  /** What a line is found again by: its ends. One for both directions is that of one of these, which bends where they part. */
  private moveOf(arc: Arc): string {
    return `1:${endsOf(this.turned(arc))
      .map((node) => this.names[node])
      .join()}`;
  }

  /** A line as it is drawn: one without a direction toward `into`, or in the order of the names, in whatever order the graph lists its nodes. */
  private turned(arc: Arc): Arc {
    const { source, target } = arc;
    const [first = "", last = ""] = endsOf(arc).map((node) => this.names[node]);
    if (arc.arrow || target === this.into || (source !== this.into && first <= last)) return arc;
    return { ...arc, source: target, target: source };
  }

  /** Returns the number of a line: that of its cell, or else the weight of its edge. */
  private numberOf(arc: Arc): number | null {
    return this.markOf(arc)?.value ?? this.weightOf(arc);
  }

  private markOf(arc: Arc): GraphMark | null {
    return this.quiet.has(arc) ? null : markOf(arc, this.row);
  }

  private textOf(arc: Arc, number: number): string {
    const mark = this.markOf(arc);
    return mark ? markText(mark) : formatCell(number);
  }

  private weightOf({ edge }: Arc): number | null {
    return this.arcs || edge === null ? null : (this.weights?.[edge] ?? null);
  }

  /** Further class names of an edge or a node. */
  protected edgeClass(at: number): string {
    const arc = this.lines[at];
    return arc && shows(arc, this.cell) ? "chosen" : "";
  }

  protected nodeClass(_at: number): string {
    return "";
  }

  private lineClasses(arc: Arc, at: number, number: number | null): string {
    const absent = number === 0 || number === Number.NEGATIVE_INFINITY;
    const isActive = this.lit.arcs.includes(at);
    const classes = {
      negative: number !== null && number < 0 && !absent,
      zero: absent,
      far: arc.edge === null && arc.arrow,
      other: this.others.has(arc),
      quiet: this.quiet.has(arc),
      active: isActive,
      pointed: isActive && this.pointing,
    };
    const held = Object.entries(classes).flatMap(([name, holds]) => (holds ? [name] : []));
    return [...held, this.edgeClass(at)].join(" ");
  }

  private renderEdge(at: number): unknown {
    const [arc, shape] = [this.lines[at], this.shapes[at]];
    if (!arc || !shape) return nothing;
    const number = this.numberOf(arc);
    return edgeLine({
      at,
      moves: this.moves[at] ?? "",
      ends: endsOf(this.turned(arc)).map((node) => `0:${this.names[node]}`),
      shape,
      mark: this.markOf(arc),
      label: spokenEdge(this.text, this.edgeName(at), number),
      kind: this.lineClasses(arc, at, number),
      unit: this.unit,
    });
  }

  /** The lines with their numbers shown. Where nodes grow, they would cover those of the nodes in a drawing that is not wide. */
  protected weighed(): readonly number[] {
    const sparse = this.sparse || (this.sized && this.room.width / this.unit < WIDE_ENOUGH);
    return sparse && !this.hovered && !this.focused ? [] : this.lit.arcs;
  }

  /** Numbers are drawn above everything else. */
  private renderWeights(): unknown {
    const written = this.weighed().flatMap((at) => {
      const [arc, shape] = [this.lines[at], this.shapes[at]];
      const number = arc ? this.numberOf(arc) : null;
      if (!arc || !shape || number === null) return [];
      const moves = `weight:${this.moves[at]}`;
      return [{ arc, shape, number, moves, mark: this.markOf(arc), text: this.textOf(arc, number) }];
    });
    const spots = numberSpots(written, this.circles, this.valueSpots(), this.shapes);
    return written.map((one, order) => {
      const spot = spots[order];
      return spot ? lineNumber(one, spot) : nothing;
    });
  }

  private renderNode(name: string, at: number): unknown {
    const mark = this.nodeMarks?.[at] ?? null;
    const number = mark ? markText(mark) : undefined;
    return nodeCircle({
      at,
      name,
      moves: `0:${this.names[at]}`,
      mark,
      label: spokenNode(this.text, { nodes: this.nodes, edges: this.edges, number }, at),
      kind: `${this.lit.nodes.includes(at) ? "active" : ""} ${this.nodeClass(at)}`,
      reached: at === this.current,
      circles: this.circles,
      size: this.nameSize,
      down: this.inside && this.nodeMarks ? NAME_UP : 0,
      paint: mark && paintOf(mark.value, this.scale),
    });
  }

  /** Separate from the nodes, whose accessible names contain the values already. */
  private renderValues(): unknown {
    const spots = this.valueSpots();
    return (this.nodeMarks ?? []).map((mark, at) => {
      const spot = spots[at];
      const inner = this.inside
        ? { ink: paintOf(mark.value, this.scale)?.ink ?? "var(--ink)", size: this.numberSize }
        : undefined;
      return spot ? nodeNumber(mark, `value:${this.names[at]}`, spot, inner) : nothing;
    });
  }

  /** Where the numbers of nodes stand. */
  private valueSpots(): readonly ValueSpot[] {
    const drawn = this.shapes.filter((shape) => shape !== null);
    const texts = (this.nodeMarks ?? []).map(markText);
    if (!this.inside) return valueSpots(texts, drawn, this.circles, this.into);
    const { points, radii } = this.circles;
    return texts.map((_, at) => {
      const { x, y } = points[at] ?? { x: 0, y: 0 };
      return { x, y: y + NUMBER_DOWN * (radii[at] ?? 0), half: radii[at] ?? 0 };
    });
  }

  /** Returns the place of the pointer in the drawing. */
  protected pointOf(event: MouseEvent): Point | null {
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

  protected readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = this.placeOf(event.target);
    if (!place) return;
    const { points, edges, current } = this;
    const next = placeAfterKey(event, place, { points, edges, current, lines: this.lines.map(endsOf) });
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
