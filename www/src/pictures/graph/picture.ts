/** `<ag-graph-picture>`: a step on the graph that it was computed from: numbers of nodes at the nodes, numbers of pairs on their lines. */
import { css, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { html, literal } from "lit/static-html.js";
import "../../elements/graph.ts";
import { elementStyles } from "../../elements/element-styles.ts";
import { type GraphPlace, type PointedNodes, send, type TraceStep } from "../../elements/events.ts";
import { type Arc, arcsOfEdges, belongs, type GraphMark, type Lit, lightInto } from "../../elements/graph-arcs.ts";
import { nodeAxes, pairAxes, positionsOn } from "../../elements/graph-axes.ts";
import { GraphPlaces, isVariant, placesFor } from "../../elements/graph-places.ts";
import type { Edge } from "../../elements/graph-points.ts";
import { NOWHERE, type Spots, WHOLE } from "../../elements/graph-spots.ts";
import {
  arcsOf,
  cellOfNode,
  cellsOfArc,
  type Drawn,
  isOutward,
  lightOf,
  nodeMarksOf,
  nodeOf,
} from "../../elements/graph-view.ts";
import { type Domain, domainFor } from "../../numbers/color.ts";
import { isRest, restOf } from "../../numbers/rest.ts";
import type { GraphValue } from "../../state/state.ts";
import { legendStyles } from "../base/legend-styles.ts";
import { scaleLegend, sizeLegend, widthLegend } from "../base/scale-legend.ts";
import { PictureElement, valueAt } from "../picture.ts";
import type { GraphSpec } from "./spec.ts";

/** Returns the numbers of a node's row, in a step with one for each pair of nodes. */
function rowOf({ graph, step, at, into }: Drawn): GraphMark[] | null {
  const axes = pairAxes(step, graph.nodes);
  if (!axes || into === null) return null;
  const shown = at(step);
  return Array.from({ length: graph.nodes }, (_, source) => {
    const index = shown.map((own, axis) => (axis === axes.target ? into : axis === axes.source ? source : own));
    const value = valueAt(step, index);
    return { step: step.id, index, value, rest: isRest(value, restOf(step)) };
  });
}

/** The scale of the numbers that are shown: what another node has of itself, such as the 1 of one without neighbors, makes them no paler. */
function scaleOf(marks: readonly GraphMark[] | null, step: TraceStep): Domain {
  return domainFor(marks?.map(({ value }) => value) ?? step.data, step);
}

const known = new WeakMap<NonNullable<GraphSpec["places"]>, Spots>();

/** The places of a picture's nodes; the same each time, so that nothing is drawn anew. */
function spotsOf(places: NonNullable<GraphSpec["places"]>): Spots {
  const spots =
    known.get(places) ?? new Map(places.map(([across, down], node) => [node, { x: WHOLE * across, y: WHOLE * down }]));
  known.set(places, spots);
  return spots;
}

/**
 * Whether the numbers of a row stand at the nodes that they come from: where it was asked for, and where nodes without an edge send, too, whose lines
 * pass over others.
 */
export function isRowAtNodes({ row, into }: GraphSpec, drawn: Drawn, arcs: readonly Arc[]): boolean {
  if (row !== undefined) return row;
  return (
    into !== undefined &&
    drawn.into !== null &&
    arcs.some(({ edge, source, target }) => edge === null && source !== target)
  );
}

/**
 * Returns the edges by which nodes are laid out where the graph is a variant of the page's; null where it is laid out as it is. `placed`: its nodes have the places of
 * the page's in any case.
 */
export function likeOf(
  { nodes, edges }: GraphValue,
  main: GraphValue | null | undefined,
  placed = false,
): readonly Edge[] | null {
  return main && main.nodes === nodes && (placed ? edges !== main.edges : isVariant(edges, main.edges))
    ? main.edges
    : null;
}

/** What a place of the drawing stands for; null for a line that is gone. */
function nodesAt(place: GraphPlace, arcs: readonly Arc[]): PointedNodes | null {
  if ("node" in place) return place;
  const arc = arcs[place.edge];
  if (!arc) return null;
  const { source, target, arrow } = arc;
  return {
    pairs:
      arrow || source === target
        ? [[target, source]]
        : [
            [target, source],
            [source, target],
          ],
  };
}

/** So many units wide a drawing has to be for each of its nodes, and at most. */
const NODE_LEAST = 55;
const MOST_LEAST = 420;

@customElement("ag-graph-picture")
export class AgGraphPicture extends PictureElement<GraphSpec> {
  static override styles = [
    elementStyles,
    legendStyles,
    css`
      :host {
        display: block;
      }
      ag-graph,
      ag-graph-editor,
      ag-movable-graph {
        max-inline-size: var(--ag-graph-size, 30rem);
        margin-inline: auto;
      }
      .scales {
        display: flex;
        flex-wrap: wrap;
        justify-content: center;
        gap: 0 2rem;
      }
      .scales svg:not([class]) {
        inline-size: 10rem;
      }
    `,
  ];

  /** The nodes stay where they are while the numbers change, unless the page says which drawings are alike. */
  private readonly places = new GraphPlaces();

  protected override render(): TemplateResult {
    const { graph, drawing, mainGraph } = this.view;
    const step = this.step(this.options.step);
    this.dataset.least = String(Math.min(MOST_LEAST, NODE_LEAST * (graph?.nodes ?? 0)));
    if (!graph || !step) return html`<p>${this.text("pictures.absent")}</p>`;
    const drawn = this.drawn(graph, step);
    const arcs = this.arcs(drawn);
    const { selected } = this.view;
    const shown = selected === null && drawn.into !== null;
    const atNodes = isRowAtNodes(this.options, drawn, arcs);
    const marks = this.marks(drawn, atNodes);
    const { full, widest, legend, sized, inside, places } = this.options;
    const sparse = this.options.sparse ?? (atNodes && !legend);
    const own =
      this.view.domains.get(marks?.[0]?.step ?? step.id) ?? (legend || sized || full ? scaleOf(marks, step) : null);
    const domain = own && full ? { ...own, max: full } : own;
    const tag = this.tag();
    return html`<${tag}
      .nodes=${this.names(graph, step)}
      .edges=${graph.edges}
      .directed=${graph.directed}
      .weights=${graph.weights}
      .arcs=${arcs}
      .nodeMarks=${marks}
      .sent=${this.sent(drawn)}
      .sized=${sized === true}
      .sparse=${sparse}
      .inside=${inside === true}
      .domain=${domain}
      .widest=${widest ?? 0}
      .fullest=${this.fullest(domain)}
      .active=${
        this.pointed(drawn, arcs) ?? (shown ? lightInto(drawn.into ?? 0, arcs) : lightOf(drawn, arcs, selected, null))
      }
      .cell=${selected}
      .into=${drawn.into}
      .single=${this.options.into !== undefined}
      .held=${this.held}
      .outward=${isOutward(drawn)}
      .places=${drawing ? placesFor(drawing.key) : this.places}
      .moved=${drawing?.moved ?? (places ? spotsOf(places) : NOWHERE)}
      .like=${likeOf(graph, mainGraph, drawing !== undefined)}
      .steady=${!drawing && !places}
      .text=${this.text}
      @ag-graph-hover=${({ detail }: CustomEvent<GraphPlace | null>) => send(this, "ag-nodes", detail && nodesAt(detail, arcs))}
      @ag-graph-select=${({ detail }: CustomEvent<GraphPlace>) => this.choose(drawn, detail)}
    ></${tag}>${legend ? this.legend(marks, arcs, domain) : nothing}`;
  }

  /** The element that draws: the graph, one whose nodes are dragged, or one that is edited. Its module is loaded when it is first needed. */
  private tag() {
    const { input, edited } = this.options;
    if (input === undefined) return literal`ag-graph`;
    if (edited) {
      void import("../../elements/graph-editor.ts");
      return literal`ag-graph-editor`;
    }
    void import("../../elements/movable-graph.ts");
    return literal`ag-movable-graph`;
  }

  /** Whether what other nodes receive may be what is asked for. */
  private get held(): boolean {
    return this.view.asks === true && this.options.into !== undefined && this.options.others !== "known";
  }

  /** What belongs to a cell that something else points to, such as a table beside it; null where nothing does. */
  private pointed(drawn: Drawn, arcs: readonly Arc[]): Lit | null {
    const [cell] = this.view.lit;
    if (!cell) return null;
    const lit = lightOf({ ...drawn, into: null }, arcs, cell, null);
    return lit.nodes.length > 0 ? lit : null;
  }

  private arcs(drawn: Drawn): readonly Arc[] {
    const { edges, directed } = drawn.graph;
    return this.options.plain ? arcsOfEdges(edges, directed) : arcsOf(drawn);
  }

  /** The numbers of the nodes. */
  private marks(drawn: Drawn, atNodes: boolean): GraphMark[] | null {
    return this.own(drawn) ?? (atNodes ? rowOf(drawn) : null);
  }

  /** The numbers of the nodes themselves: those of the drawn step, or else of the step that stands at them. */
  private own(drawn: Drawn): GraphMark[] | null {
    const step = this.step(this.options.nodes ?? "");
    return nodeMarksOf(drawn) ?? (step ? nodeMarksOf({ ...drawn, step }) : null);
  }

  /** What nodes send. */
  private sent(drawn: Drawn): GraphMark[] | null {
    const step = this.step(this.options.sends ?? "");
    return step && nodeMarksOf({ ...drawn, step });
  }

  /** The number whose circle is the largest in each of several drawings; 0 where this one has its own. */
  private fullest(domain: Domain | null): number {
    return this.view.scaledWith && domain ? domain.max : 0;
  }

  private legend(marks: readonly GraphMark[] | null, arcs: readonly Arc[], domain: Domain | null): TemplateResult {
    const values = (marks ?? []).map(({ value }) => value).filter(Number.isFinite);
    const sizes = this.options.sized && domain?.kind !== "category" ? values.map(Math.abs) : [];
    const widths = arcs.flatMap(({ mark, back }) => [mark, back].flatMap((one) => (one ? Math.abs(one.value) : [])));
    return html`<div class="scales">
      ${values.length > 0 && domain ? scaleLegend(domain, Math.min(...values), this.text) : nothing}
      ${sizeLegend(Math.max(0, ...sizes, sizes.length > 0 ? this.fullest(domain) : 0))}
      ${widthLegend(Math.max(0, ...widths.filter(Number.isFinite)))}
    </div>`;
  }

  private drawn(graph: GraphValue, step: TraceStep): Drawn {
    const { steps, slices, selected } = this.view;
    const own = selected ? steps.get(selected.step) : undefined;
    const cell = own && selected ? { step: own, index: selected.index } : null;
    const chosen = this.held ? null : nodeOf(graph, own, selected?.index ?? []);
    const into = chosen ?? this.options.into ?? null;
    return { graph, steps, step, at: (one) => positionsOn(one, cell, slices), into };
  }

  /** The names of the nodes, as an axis of the step has them. */
  private names(graph: GraphValue, step: TraceStep): string[] {
    const [axis = 0] = nodeAxes(step, graph.nodes);
    return Array.from({ length: graph.nodes }, (_, node) => this.view.labels(step, axis, node));
  }

  /** Opens the number of the node or of the line that was chosen. */
  private choose(drawn: Drawn, place: GraphPlace): void {
    const { graph, step } = drawn;
    if ("node" in place) {
      const atNodes = isRowAtNodes(this.options, drawn, this.arcs(drawn)) ? rowOf(drawn)?.[place.node] : null;
      const own = this.options.nodes === undefined ? atNodes : this.own(drawn)?.[place.node];
      const cell = own ?? (this.held && place.node !== drawn.into ? null : cellOfNode(drawn, place.node));
      if (cell) send(this, "ag-select", { step: cell.step, index: cell.index });
      return;
    }
    const arc = this.arcs(drawn)[place.edge];
    if (!arc || (this.held && !belongs(arc, drawn.into ?? 0, isOutward(drawn)))) return;
    const [index] = cellsOfArc(graph, step, arc, drawn.at(step));
    if (index) send(this, "ag-select", { step: step.id, index });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-graph-picture": AgGraphPicture;
  }
}
