/**
 * What all pictures have in common. A picture draws steps of a trace; it computes places, widths and colors, and no number that is shown.
 *
 * Each mark that shows a number names its cell by `data-step`, `data-index` (`0,2`; empty for a single number) and `data-value` (the number with all its
 * digits), so that a test compares everything that is drawn with the trace. Marks send `ag-select` and `ag-hover` with their cell.
 */
import { property } from "lit/decorators.js";
import { AgElement } from "../elements/ag-element.ts";
import { differs } from "../elements/differs.ts";
import { type CellPlace, sameCell, type TraceStep } from "../elements/events.ts";
import type { Spots } from "../elements/graph-spots.ts";
import type { Domain } from "../numbers/color.ts";
import { contains, offsetOf } from "../numbers/shape.ts";
import type { GraphValue } from "../state/state.ts";

/** Returns the name of a position of a step's axis, such as `sat` or `x₂`. */
export type LabelOf = (step: TraceStep, axis: number, position: number) => string;

/** Where the nodes of a graph are, if the page says so. */
export interface GraphDrawing {
  /** Drawings with one key have their nodes at the same places. */
  readonly key: object;
  /** The nodes whose places are given; the others are where the layout of the graph has them, whatever was drawn before. */
  readonly moved: Spots;
}

/** What a picture is drawn from; the same for all kinds. */
export interface PictureView {
  readonly steps: ReadonlyMap<string, TraceStep>;
  /** The steps of a run that this one is compared with. */
  readonly other?: ReadonlyMap<string, TraceStep>;
  readonly labels: LabelOf;
  /** The graph of the run; absent where it has none. */
  readonly graph?: GraphValue | null;
  readonly drawing?: GraphDrawing;
  /** The graph of the page's main run: where a run has almost the same one, its nodes stand where they stand there. */
  readonly mainGraph?: GraphValue | null;
  /** The color scale of each step. */
  readonly domains: ReadonlyMap<string, Domain>;
  /** The steps of what is drawn beside it with another setting: curves have one scale in both. */
  readonly scaledWith?: readonly TraceStep[];
  /** The shown position of each further axis, such as `head` or `round`; an absent axis is at 0. */
  readonly slices: Readonly<Record<string, number>>;
  /** Whether a question about it is not answered yet: a picture of one node's numbers shows those of no other. */
  readonly asks?: boolean;
  /** The cell that is chosen on the page. */
  readonly selected: CellPlace | null;
  /** Cells that something else of the page points to. */
  readonly lit: readonly CellPlace[];
}

/** Whether other steps are drawn than before. A map may be another one with the same steps, which are compared by what they are, not by their many numbers. */
export function otherSteps(steps: PictureView["steps"] | undefined, before: PictureView["steps"] | undefined): boolean {
  if (steps === before) return false;
  return !steps || steps.size !== before?.size || [...steps].some(([id, step]) => before.get(id) !== step);
}

/** Whether something else is drawn: a page that renders again sends a view of the same. */
function otherView(view: PictureView | undefined, before: PictureView | undefined): boolean {
  if (!view || !before) return view !== before;
  const { steps, other, graph, mainGraph, drawing, ...rest } = view;
  const {
    steps: stepsBefore,
    other: otherBefore,
    graph: graphBefore,
    mainGraph: mainBefore,
    drawing: drawingBefore,
    ...restBefore
  } = before;
  return (
    otherSteps(steps, stepsBefore) ||
    otherSteps(other, otherBefore) ||
    graph !== graphBefore ||
    mainGraph !== mainBefore ||
    drawing?.key !== drawingBefore?.key ||
    drawing?.moved !== drawingBefore?.moved ||
    differs(rest, restBefore)
  );
}

/** The base of all pictures; `Options` says what a kind draws, and is a part of a scene's data. */
export abstract class PictureElement<Options> extends AgElement {
  @property({ attribute: false, hasChanged: otherView }) view!: PictureView;
  @property({ attribute: false }) options!: Options;

  /** Returns the step with this id; null where the run has none. */
  protected step(id: string): TraceStep | null {
    return this.view.steps.get(id) ?? null;
  }

  /** Returns the cell that a mark stands for. */
  protected cellAt(target: EventTarget | null): CellPlace | null {
    const mark = target instanceof Element ? target.closest<HTMLElement | SVGElement>("[data-step]") : null;
    const { step, index = "" } = mark?.dataset ?? {};
    if (step === undefined) return null;
    return { step, index: index === "" ? [] : index.split(",").map(Number) };
  }
}

/** Returns the number of a cell; NaN where there is no such cell. */
export function valueAt(step: TraceStep, index: readonly number[]): number {
  return contains(step.shape, index) ? (step.data[offsetOf(step.shape, index)] ?? Number.NaN) : Number.NaN;
}

export { sameCell };
