/** `<ag-graph-picture>`: a step on the graph that it was computed from: numbers of nodes at the nodes, numbers of pairs on their lines. */
import { css, html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import "../elements/graph.ts";
import { elementStyles } from "../elements/element-styles.ts";
import { type GraphPlace, send, type TraceStep } from "../elements/events.ts";
import { lightAround } from "../elements/graph-arcs.ts";
import { GraphPlaces } from "../elements/graph-layout.ts";
import { nodeAxes, positionsOn } from "../lesson/graph-axes.ts";
import { arcsOf, cellOfNode, cellsOfArc, type Drawn, lightOf, nodeMarksOf, nodeOf } from "../lesson/graph-view.ts";
import type { GraphValue } from "../state/state.ts";
import { PictureElement } from "./picture.ts";
import type { GraphSpec } from "./spec.ts";

@customElement("ag-graph-picture")
export class AgGraphPicture extends PictureElement<GraphSpec> {
  static override styles = [
    elementStyles,
    css`
      :host {
        display: block;
      }
      ag-graph {
        max-inline-size: var(--ag-graph-size, 30rem);
        margin-inline: auto;
      }
    `,
  ];

  /** The nodes stay where they are while the numbers change. */
  private readonly places = new GraphPlaces();

  protected override render(): TemplateResult {
    const { graph } = this.view;
    const step = this.step(this.options.step);
    if (!graph || !step) return html`<p>${this.text("pictures.absent")}</p>`;
    const drawn = this.drawn(graph, step);
    const arcs = arcsOf(drawn);
    const { selected } = this.view;
    const shown = selected === null && drawn.into !== null;
    return html`<ag-graph
      .nodes=${this.names(graph, step)}
      .edges=${graph.edges}
      .directed=${graph.directed}
      .weights=${graph.weights}
      .arcs=${arcs}
      .nodeMarks=${nodeMarksOf(drawn)}
      .domain=${this.view.domains.get(step.id) ?? null}
      .active=${shown ? lightAround({ node: drawn.into ?? 0 }, arcs) : lightOf(drawn, arcs, selected, null)}
      .cell=${selected}
      .into=${drawn.into}
      .places=${this.places}
      .text=${this.text}
      @ag-graph-select=${({ detail }: CustomEvent<GraphPlace>) => this.choose(drawn, detail)}
    ></ag-graph>`;
  }

  private drawn(graph: GraphValue, step: TraceStep): Drawn {
    const { steps, slices, selected } = this.view;
    const own = selected ? steps.get(selected.step) : undefined;
    const cell = own && selected ? { step: own, index: selected.index } : null;
    const into = nodeOf(graph, own, selected?.index ?? []) ?? this.options.into ?? null;
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
      const cell = cellOfNode(drawn, place.node);
      if (cell) send(this, "ag-select", cell);
      return;
    }
    const arc = arcsOf(drawn)[place.edge];
    const [index] = arc ? cellsOfArc(graph, step, arc, drawn.at(step)) : [];
    if (index) send(this, "ag-select", { step: step.id, index });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-graph-picture": AgGraphPicture;
  }
}
