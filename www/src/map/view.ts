/** What the map shows: its boxes with their texts, and how each stands to the step where the reader is. */
import type { Lookup } from "../elements/lookup.ts";
import type { TraceStep } from "../library.ts";
import { withoutGloss } from "../numbers/gloss.ts";
import type { Arrow, Box, Frame, MapGraph } from "./graph.ts";
import { partTitle, shapeLabel, singleValue } from "./titles.ts";

export type TitleOf = (step: string) => string;

/** What the texts of boxes come from. */
export interface Naming {
  readonly steps: ReadonlyMap<string, TraceStep>;
  readonly titleOf: TitleOf;
  readonly text: Lookup;
}

export interface Progress {
  readonly current: string | null;
  readonly visited: ReadonlySet<string>;
}

/** How a box stands to the step where the reader is. */
export interface Standing {
  /** The step is the box, or in it. */
  readonly current: boolean;
  /** The step reads it. */
  readonly operand: boolean;
  readonly visited: number;
}

export function titleOfBox(box: Box, { titleOf, text }: Naming): string {
  return withoutGloss(box.kind === "part" ? partTitle(box.names, text) : titleOf(box.step));
}

/** Returns the text beside a box's symbol: its shape, or its value if it is a single number. */
export function labelOfBox(box: Box, { steps }: Naming): string {
  const step = steps.get(box.step);
  return step ? (singleValue(step) ?? shapeLabel(step.shape)) : "";
}

export function symbolOfBox(box: Box, { steps }: Naming): string {
  return box.kind === "part" ? "" : (steps.get(box.step)?.symbol ?? "");
}

/** The keys of the boxes that the current step reads, without its own. */
export function operandsOf(graph: MapGraph, { steps }: Naming, current: string | null): ReadonlySet<string> {
  const here = current === null ? undefined : graph.boxOf.get(current);
  const read = (current === null ? undefined : steps.get(current))?.reads ?? [];
  const keys = read.flatMap(({ step }) => graph.boxOf.get(step) ?? []);
  return new Set(keys.filter((key) => key !== here));
}

export function standingOf(box: Box | Frame, { current, visited }: Progress, operands: ReadonlySet<string>): Standing {
  return {
    current: current !== null && box.steps.includes(current),
    operand: operands.has(box.key),
    visited: box.steps.filter((step) => visited.has(step)).length,
  };
}

/** Returns what a screen reader says after a box's name, symbol and shape: what it reads, what reads it, and whether one was there. */
export function spokenBox(box: Box, graph: MapGraph, naming: Naming, progress: Progress): string {
  const { steps, text, titleOf } = naming;
  const count = box.steps.length;
  const named = (keys: readonly string[]) => keys.map((key) => nameOf(key, graph, naming)).join(", ");
  const reads = graph.reads.get(box.key) ?? [];
  const readers = graph.readers.get(box.key) ?? [];
  const { current, visited } = standingOf(box, progress, new Set());
  const here = current && progress.current !== null;
  return [
    box.kind === "part" ? text("map.steps", { count }) : "",
    reads.length > 0 ? text("map.reads", { names: named(reads) }) : "",
    reads.length === 0 && steps.get(box.step)?.op === "given" ? text("map.given") : "",
    readers.length > 0 ? text("map.readBy", { names: named(readers) }) : "",
    box.kind === "step" && count > 1 ? text("map.smallWithin", { count: count - 1 }) : "",
    here && box.step === progress.current ? text("map.here") : "",
    here && box.step !== progress.current ? text("map.hereWithin", { title: titleOf(progress.current ?? "") }) : "",
    box.kind === "part" && visited > 0 ? text("map.visitedOf", { done: visited, count }) : "",
    box.kind === "step" && visited > 0 && !current ? text("map.visited") : "",
  ]
    .filter((said) => said !== "")
    .map((said) => `; ${said}`)
    .join("");
}

function nameOf(key: string, { byKey }: MapGraph, naming: Naming): string {
  const box = byKey.get(key);
  return box ? titleOfBox(box, naming) : key;
}

/** Whether the current step reads what an arrow carries. */
export function isLit({ from, to }: Arrow, { boxOf }: MapGraph, { steps }: Naming, { current }: Progress): boolean {
  if (current === null || boxOf.get(current) !== to) return false;
  return (steps.get(current)?.reads ?? []).some(({ step }) => boxOf.get(step) === from);
}
