/** The graph of a lesson beside its stage. Its module is loaded before a lesson that has a graph is shown. */
import { html, type TemplateResult } from "lit";
import type { GraphPlace } from "../elements/events.ts";
import type { GraphPlaces } from "../elements/graph-places.ts";
import type { Cell, TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import { currentInputs } from "../state/inputs.ts";
import { type CellRef, isGraph } from "../state/state.ts";
import { t } from "../text.ts";
import type { Changes } from "./changes.ts";
import type { Mark } from "./marks.ts";
import type { LessonModel } from "./model.ts";
import type { Pointing } from "./pointing.ts";

/** The nodes and edges of a drawing in which single lines can be followed. Of more, the tables alone are shown. */
const MOST_NODES = 64;
const MOST_EDGES = 256;

let module: typeof import("./drawing.ts") | null = null;

export async function loadGraphSide(): Promise<void> {
  module = await import("./drawing.ts");
}

export interface GraphSideView {
  readonly model: LessonModel;
  readonly pointing: Pointing;
  readonly changes: Changes;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly slices: Readonly<Record<string, number>>;
  /** The cell under the pointer or opened, and its arithmetic. */
  readonly ref: CellRef | null;
  readonly cell: Cell | null;
  readonly choose: (cell: CellRef) => void;
}

interface Drawing {
  /** The cells of some steps that belong to what the pointer is at in the drawing; null where it is at nothing. */
  readonly marks: (steps: readonly TraceStep[]) => ReadonlyMap<string, readonly Mark[]> | null;
  readonly template: TemplateResult;
}

export class GraphSide {
  #places: GraphPlaces | null = null;

  /** Loads the module where it is not there, then calls `then`. */
  load(then: () => void): void {
    if (!module) void loadGraphSide().then(then);
  }

  /** Another graph is drawn. */
  forgetPlaces(): void {
    this.#places = null;
  }

  /** Returns null where the lesson has no graph. */
  draw({ model, pointing, changes, domains, slices, ref, cell, choose }: GraphSideView): Drawing | null {
    const { lesson } = model;
    const graph = lesson.graph === undefined ? undefined : currentInputs(lesson, model.changes)[lesson.graph];
    if (!module || !isGraph(graph)) return null;
    const size = { nodes: graph.nodes, edges: graph.edges.length };
    if (size.nodes > MOST_NODES || size.edges > MOST_EDGES)
      return {
        template: html`<section class="drawing" aria-label=${t("ui.graph")}><p class="fine">${t("ui.graphNotDrawn", size)}</p></section>`,
        marks: () => null,
      };
    const { arcsOf, cellAt, drawing, drawnOf, marksAt, GraphPlaces: Places } = module;
    const { place } = pointing;
    const drawn = drawnOf(model, graph, { ref, place, slices });
    const arcs = arcsOf(drawn);
    this.#places ??= new Places();
    const template = drawing({
      ...{ model, drawn, arcs, places: this.#places, domains, ref, cell },
      hover: pointing.atPlace,
      select: (at: GraphPlace) => {
        const chosen = cellAt(drawn, arcs, at);
        if (chosen) choose(chosen);
      },
      tools: lesson.fixed
        ? null
        : {
            editing: changes.editingGraph,
            problem: changes.graphProblem,
            toggle: changes.editGraph,
            change: changes.graph,
          },
    });
    return { template, marks: (steps) => (place ? marksAt(drawn, arcs, place, steps) : null) };
  }
}
