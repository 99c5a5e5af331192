/**
 * `<ag-graph-editor>`: the drawing, with edges that can be drawn and removed, and a table for the same by keyboard. The element never changes its
 * own graph: it sends an event and shows the graph that the page sets next. An invalid change is refused with a message.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { plain } from "../numbers/format.ts";
import { parseNumber } from "../numbers/parse.ts";
import { elementStyles } from "./element-styles.ts";
import { type GraphPlace, send } from "./events.ts";
import { AgGraph } from "./graph.ts";
import {
  addEdge,
  type Changed,
  changeEdge,
  changeNodes,
  changeWeight,
  freePair,
  type Graph,
  isTaken,
  removeEdge,
  removeNode,
} from "./graph-edit.ts";
import { graphEditorStyles } from "./graph-editor-styles.ts";
import { type Difference, standing } from "./graph-places.ts";
import type { Edge, Point } from "./graph-points.ts";
import { edgeName, nodeName } from "./graph-speech.ts";
import { spotOf } from "./graph-spots.ts";
import { graphStyles } from "./graph-styles.ts";

/** With more edges than this, the drawing shows only the weights of edges under the pointer; the table has them all. */
const MOST_WEIGHED = 12;

interface Draft {
  readonly from: number;
  readonly to: Point;
  /** The node under the pointer. */
  readonly aim: number | null;
}

@customElement("ag-graph-editor")
export class AgGraphEditor extends AgGraph {
  static override styles = [elementStyles, graphStyles, graphEditorStyles];

  @state() private draft: Draft | null = null;
  @state() private chosen: number | null = null;
  @state() private problem = "";
  @state() private fresh: Edge = [0, 1];
  /** Whether to ignore the click that ends a drag. */
  private dragged = false;

  private get graph(): Graph {
    return { nodes: this.nodes.length, edges: this.edges, weights: this.weights, directed: this.directed };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has("edges") || changed.has("nodes")) {
      if (this.chosen !== null && this.chosen >= this.edges.length) this.chosen = null;
      const last = Math.max(0, this.nodes.length - 1);
      this.fresh = [Math.min(this.fresh[0], last), Math.min(this.fresh[1], last)];
      if (isTaken(this.graph, this.fresh)) this.fresh = freePair(this.graph) ?? this.fresh;
    }
  }

  protected override render(): TemplateResult {
    const { draft } = this;
    const from = draft ? this.points[draft.from] : undefined;
    const line =
      draft && from
        ? svg`<line class="draft" x1=${from.x} y1=${from.y} x2=${draft.to.x} y2=${draft.to.y}></line>`
        : nothing;
    return html`
      <p class="help">${this.text("elements.editor.draw")}</p>
      <div class="beside">
        <div>
          <div
            class="sheet"
            @dblclick=${this.onDouble}
            @pointerdown=${this.onDown}
            @pointermove=${this.onMove}
            @pointerup=${this.onUp}
            @pointercancel=${this.onCancel}
            @touchstart=${this.onTouch}
          >${this.renderDrawing(line)}</div>
          ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
          ${this.renderCount()}
        </div>
        ${this.renderTable()}
      </div>
    `;
  }

  protected override edgeClass(at: number): string {
    const edge = this.lines[at]?.edge ?? null;
    return edge !== null && edge === this.chosen ? "chosen" : super.edgeClass(at);
  }

  protected override nodeClass(at: number): string {
    return this.draft && (at === this.draft.aim || at === this.draft.from) ? "aimed" : "";
  }

  protected override weighed(): readonly number[] {
    return this.arcs || this.edges.length > MOST_WEIGHED ? super.weighed() : this.edges.map((_, at) => at);
  }

  private renderCount(): TemplateResult {
    const count = this.nodes.length;
    return html`<div class="count" role="group" aria-label=${this.text("elements.editor.nodes")}>
      <span aria-hidden="true">${this.text("elements.editor.nodes")}</span>
      <button type="button" aria-label=${this.text("elements.editor.fewer")} ?disabled=${count <= 1} @click=${() =>
        this.take(changeNodes(this.graph, count - 1))}>−</button>
      <output>${count}</output>
      <button type="button" aria-label=${this.text("elements.editor.more")} @click=${() =>
        this.take(changeNodes(this.graph, count + 1))}>+</button>
    </div>`;
  }

  private renderTable(): TemplateResult {
    const word = (key: string) => this.text(`elements.editor.${key}`);
    return html`<div class="list"><table>
      <caption>${word("edges")}</caption>
      <thead>
        <tr>
          <th scope="col">${word("number")}</th>
          <th scope="col">${word("source")}</th>
          <th scope="col">${word("target")}</th>
          ${this.weights ? html`<th scope="col">${word("weight")}</th>` : nothing}
          <th scope="col">${word("action")}</th>
        </tr>
      </thead>
      <tbody>
        ${this.edges.map((edge, at) => this.renderRow(edge, at))}
        <tr>
          <td></td>
          <td>${this.renderSelect(this.fresh[0], word("newSource"), (node) => {
            this.fresh = [node, this.fresh[1]];
          })}</td>
          <td>${this.renderSelect(this.fresh[1], word("newTarget"), (node) => {
            this.fresh = [this.fresh[0], node];
          })}</td>
          ${this.weights ? html`<td></td>` : nothing}
          <td><button type="button" data-action="add" @click=${() => this.take(addEdge(this.graph, this.fresh))}>${word("add")}</button></td>
        </tr>
      </tbody>
    </table></div>`;
  }

  private renderRow(edge: Edge, at: number): TemplateResult {
    const name = edgeName(this.text, this, edge);
    const named = (key: string) => this.text(`elements.editor.${key}`, { edge: name });
    const change = (next: Edge) => this.take(changeEdge(this.graph, at, next));
    return html`<tr data-row=${at} class=${at === this.chosen ? "chosen" : ""} @focusin=${() => {
      this.chosen = at;
    }}>
      <th scope="row">${at + 1}</th>
      <td>${this.renderSelect(edge[0], named("sourceOf"), (node) => change([node, edge[1]]))}</td>
      <td>${this.renderSelect(edge[1], named("targetOf"), (node) => change([edge[0], node]))}</td>
      ${
        this.weights
          ? html`<td><input
              type="text"
              inputmode="text"
              autocomplete="off"
              aria-label=${named("weightOf")}
              .value=${live(plain(this.weights[at] ?? 1))}
              @change=${(event: Event) => this.weigh(at, event)}
            /></td>`
          : nothing
      }
      <td><button type="button" aria-label=${named("removeEdge")} @click=${() => this.dropEdge(at)}>${this.text("elements.editor.remove")}</button></td>
    </tr>`;
  }

  private renderSelect(value: number, label: string, set: (node: number) => void): TemplateResult {
    return html`<select aria-label=${label} .value=${live(String(value))} @change=${(event: Event) =>
      set(Number((event.currentTarget as HTMLSelectElement).value))}>
      ${this.nodes.map((name, node) => html`<option value=${node} ?selected=${node === value}>${name}</option>`)}
    </select>`;
  }

  /** Sends a change, or shows why it is invalid. */
  private take(result: Changed, difference: Difference = {}): void {
    if (result.ok) {
      this.problem = "";
      const { nodes, edges, weights } = result.graph;
      const spots = standing(this.stand, nodes, difference);
      send(this, "ag-graph-change", { nodes, edges, weights, spots, removed: difference.removed ?? null });
      return;
    }
    const { problem } = result;
    const facts: Record<string, string | number> = {};
    if (problem.code === "duplicate-edge") facts.edge = edgeName(this.text, this, [problem.source, problem.target]);
    else if (problem.code === "out-of-range") facts.node = nodeName(this, problem.node);
    else if (problem.code === "too-many-nodes") facts.most = problem.most;
    this.problem = this.text(`elements.editor.problem.${problem.code}`, facts);
    // The controls return to the values in use.
    this.requestUpdate();
  }

  private weigh(at: number, event: Event): void {
    const text = (event.currentTarget as HTMLInputElement).value;
    const parsed = parseNumber(text);
    if (parsed.ok) this.take(changeWeight(this.graph, at, parsed.value));
    else {
      this.problem = this.text("elements.editor.problem.bad-weight", { text });
      this.requestUpdate();
    }
  }

  private dropEdge(at: number): void {
    const inTable = this.shadowRoot?.activeElement?.closest("tr") != null;
    this.chosen = null;
    this.current = this.edges[at]?.[0] ?? 0;
    this.take(removeEdge(this.graph, at));
    void this.updateComplete.then(() => {
      // The focused control was removed; the next row, or the row for a new edge, takes the focus.
      const row = this.renderRoot.querySelectorAll("tbody tr")[Math.min(at, this.edges.length)];
      if (inTable) row?.querySelector<HTMLElement>("button")?.focus();
      else this.focusNode(this.current);
    });
  }

  private dropNode(node: number): void {
    const result = removeNode(this.graph, node);
    if (result.ok) {
      this.chosen = null;
      this.places.remove(node);
    }
    this.take(result, { removed: node });
    void this.updateComplete.then(() => this.focusNode(Math.min(node, this.nodes.length - 1)));
  }

  /** Adds a node where the drawing is empty. */
  private readonly onDouble = (event: MouseEvent) => {
    const point = this.pointOf(event);
    if (!point || this.placeOf(event.target) || this.nodeNear(point) !== null) return;
    const added = { x: point.x / this.unit, y: point.y / this.unit };
    const { length } = this.nodes;
    const result = changeNodes(this.graph, length + 1);
    if (result.ok) this.places.add(spotOf(added, this.stand.box));
    this.take(result, { added });
    void this.updateComplete.then(() => this.focusNode(Math.min(length, this.nodes.length - 1)));
  };

  protected override choose(event: Event): void {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const place = this.placeOf(event.target);
    this.chosen = place && "edge" in place ? (this.lines[place.edge]?.edge ?? null) : null;
    super.choose(event);
  }

  protected override keyOn(key: string, place: GraphPlace): boolean {
    if (key !== "Delete" && key !== "Backspace") return false;
    if ("node" in place) {
      this.dropNode(place.node);
      return true;
    }
    const edge = this.lines[place.edge]?.edge ?? null;
    if (edge !== null) this.dropEdge(edge);
    return edge !== null;
  }

  private nodeNear(point: Point): number | null {
    const near = this.points.findIndex(
      ({ x, y }, node) => Math.hypot(x - point.x, y - point.y) <= (this.circles.radii[node] ?? 0) + 8 * this.unit,
    );
    return near < 0 ? null : near;
  }

  private readonly onDown = (event: PointerEvent) => {
    const place = this.placeOf(event.target);
    const point = this.pointOf(event);
    if (event.button !== 0 || !point || !place || !("node" in place)) return;
    this.dragged = false;
    this.draft = { from: place.node, to: point, aim: null };
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  };

  /** Prevents scrolling by the finger that draws; Chromium 156 ignores `touch-action` on parts of an SVG. */
  private readonly onTouch = (event: TouchEvent) => {
    if (this.draft && event.cancelable) event.preventDefault();
  };

  private readonly onMove = (event: PointerEvent) => {
    const point = this.draft && this.pointOf(event);
    if (!this.draft || !point) return;
    const near = this.nodeNear(point);
    this.draft = { from: this.draft.from, to: point, aim: near === this.draft.from ? null : near };
  };

  private readonly onUp = (event: PointerEvent) => {
    const { draft } = this;
    if (!draft) return;
    this.draft = null;
    const point = this.pointOf(event);
    const target = point ? this.nodeNear(point) : null;
    if (target === draft.from) this.pick(target);
    else {
      this.dragged = true;
      if (target !== null) this.take(addEdge(this.graph, [draft.from, target]));
      // A click after a drag follows immediately, if there is one.
      setTimeout(() => {
        this.dragged = false;
      });
    }
  };

  /** With the pointer captured, the target of the click is the frame instead of the node. */
  private pick(node: number): void {
    this.chosen = null;
    this.focusNode(node);
    send(this, "ag-graph-select", { node });
  }

  private readonly onCancel = () => {
    this.draft = null;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-graph-editor": AgGraphEditor;
  }
}
