import type { TraceStep } from "../library.ts";
import type { GraphValue, TensorValue } from "../state/state.ts";
import type { Spot, Spots } from "./graph-spots.ts";

/** A cell of a step, or of a tensor without a step. */
export interface CellPlace {
  readonly step: string;
  readonly index: readonly number[];
}

/** Whether two places are the same cell. */
export function sameCell(one: CellPlace | null, other: CellPlace | null): boolean {
  return one !== null && other !== null && one.step === other.step && one.index.join() === other.index.join();
}

export interface EditDetail {
  /** Name of the input, such as `query`. */
  readonly input: string;
  readonly index: readonly number[];
  /** The typed text. */
  readonly text: string;
}

export interface PasteDetail {
  readonly input: string;
  readonly value: TensorValue | GraphValue;
  /** Says what the data were and what they became, in the language in use. */
  readonly describe: () => string;
}

/** A graph for the graph elements. */
export interface GraphDetail {
  /** Number of nodes. */
  readonly nodes: number;
  readonly edges: readonly (readonly [number, number])[];
  readonly weights: readonly number[] | null;
  /** Where all its nodes stand in the drawing that was edited. */
  readonly spots: Spots;
  /** The node that was removed, by its number before; null where none was, or the last ones. */
  readonly removed: number | null;
}

/** A node, or a line of the drawing by its position. */
export type GraphPlace = { readonly node: number } | { readonly edge: number };

/** A node of a graph, or the pairs of nodes that a line stands for, the one that receives first: two where it has no direction. */
export type PointedNodes =
  | { readonly node: number }
  | { readonly pairs: readonly (readonly [target: number, source: number])[] };

/** The events of the elements, by name. All bubble and are composed. */
export interface ElementEvents {
  "ag-select": CellPlace;
  "ag-hover": CellPlace | null;
  "ag-slice": { readonly step: string; readonly slice: readonly number[] };
  "ag-edit": EditDetail;
  "ag-paste": PasteDetail;
  "ag-open": CellPlace;
  /** `depth`: the position in the trail, from 0, that becomes its end. */
  "ag-back": { readonly depth: number };
  /** The cell whose arithmetic is played; null where none is. */
  "ag-played": { readonly cell: CellPlace | null };
  /** A picture points to a position of an axis, such as a token: `axis` is its name, as in `PictureView.slices`. */
  "ag-cursor": { readonly step: string; readonly axis: string; readonly position: number };
  /** The reader has answered: a scene's question, a number of an exercise, a statement of a poll. */
  "ag-answer": Readonly<Record<string, unknown>>;
  "ag-graph-hover": GraphPlace | null;
  /** A picture of a graph is pointed to. */
  "ag-nodes": PointedNodes | null;
  "ag-graph-select": GraphPlace;
  "ag-graph-change": GraphDetail;
  /** A node was moved to a place. */
  "ag-graph-move": { readonly node: number; readonly spot: Spot };
  /** A step that was chosen on the map. */
  "ag-map-go": { readonly step: string };
  /** The reader waits for the steps of a run that the page has asked about. */
  "ag-wait": null;
}

export function send<Name extends keyof ElementEvents>(
  from: EventTarget,
  name: Name,
  detail: ElementEvents[Name],
): void {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

export type { TraceStep };
