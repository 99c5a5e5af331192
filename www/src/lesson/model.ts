/** The contents of the lesson page, computed from the state. */

import { findExample } from "../../examples/index.ts";
import {
  type CatalogEntry,
  type Cell,
  type Lab,
  type Notice,
  type Problem,
  stepsById,
  type Trace,
  type TraceStep,
} from "../library.ts";
import { type AxisLabels, type Labels, labelOf } from "../numbers/labels.ts";
import { contains } from "../numbers/shape.ts";
import { type Player, playerAt } from "../player/player.ts";
import { type Backward, type CellRef, type Inputs, NO_CHANGES, type PageState, type Place } from "../state/state.ts";
import { t } from "../text.ts";
import { labelsAt } from "./labels.ts";
import type { Lesson } from "./lesson.ts";
import { run } from "./run.ts";

export interface LessonModel {
  readonly lesson: Lesson;
  readonly entry: CatalogEntry;
  readonly changes: Inputs;
  readonly trace: Trace;
  readonly steps: ReadonlyMap<string, TraceStep>;
  readonly player: Player;
  readonly step: TraceStep;
  readonly labels: Readonly<Record<string, AxisLabels>>;
  /** The opened cells that exist; the last one is shown. */
  readonly trail: readonly CellRef[];
  /** What was asked of the way back; null where only the run is shown. */
  readonly backward: WayBack | null;
}

/** What the library says of an input that has no gradient. */
export const NO_GRADIENT = "no-gradient";

/** The way back that a page shows, or why it shows none. */
export interface WayBack extends Backward {
  /** Why the run is shown without it; null where it is shown, or where there is none. */
  readonly problem: Problem | null;
  /** Whether there is none: no input has a gradient. */
  readonly none: boolean;
  /** The inputs that have none, and what stops it. */
  readonly stopped: readonly Notice[];
}

/** Returns the run of a place, with its way back where that is asked for and there is one. */
export function shownRun(
  lab: Lab,
  lesson: Lesson,
  { changes, backward }: Pick<Place, "changes" | "backward">,
): { readonly trace: Trace | null; readonly backward: WayBack | null; readonly problem: Problem | null } {
  const there = backward ? run(lab, lesson, changes, backward) : null;
  const stopped = there?.trace?.notices.filter(({ code }) => code === NO_GRADIENT) ?? [];
  // What is given where the way back starts leads nowhere by itself.
  const leads = there?.trace?.steps.some(({ gradient }) => gradient && gradient.role !== "upstream") ?? false;
  if (backward && there?.trace && leads) {
    const at = there.trace.gradient?.at ?? null;
    return { trace: there.trace, backward: { ...backward, at, problem: null, none: false, stopped }, problem: null };
  }
  const { trace, problem } = run(lab, lesson, changes);
  const none = there?.trace != null;
  return { trace, backward: backward && { ...backward, problem: there?.problem ?? null, none, stopped }, problem };
}

/** Returns the example of the algorithm whose page a place is, once it is loaded; null at any other place. */
export function lessonAt({ algorithm }: Pick<Place, "algorithm">): Lesson | null {
  return algorithm === null ? null : findExample(algorithm);
}

/** Returns null where there is no lesson to show, or where even the lesson's own inputs cannot be computed. */
export function lessonModel(lab: Lab, state: PageState, lesson = lessonAt(state)): LessonModel | null {
  if (!lesson) return null;
  const entry = lab.catalog.find(({ id }) => id === lesson.algorithm);
  const { trace, backward } = shownRun(lab, lesson, state);
  if (!entry || !trace) return null;
  const player = playerAt(state.step ?? openingPosition(lesson, trace), trace.steps.length);
  const step = trace.steps[player.position];
  if (!step) return null;
  const steps = stepsById(trace);
  const trail = state.trail.filter((cell) => exists(steps, cell));
  const named = labelsAt(lesson, state.changes, step.id, entry);
  const labels = { ...named, ...messageLabels(named, trace) };
  return { lesson, entry, changes: state.changes, trace, steps, player, step, labels, trail, backward };
}

/** A message is named by its ends. */
function messageLabels(labels: Labels, trace: Trace): Record<string, AxisLabels> {
  const messages = trace.steps.find(({ axes }) => axes.join() === "message,end");
  if (!messages) return {};
  const name = (offset: number) => labelOf(labels, "node", messages.data[offset] ?? 0);
  const names = Array.from({ length: messages.shape[0] ?? 0 }, (_, at) => `${name(2 * at)}→${name(2 * at + 1)}`);
  return { message: { names }, end: { names: [t("axes.source"), t("axes.target")] } };
}

export type SettledProblem =
  | "unreadable"
  | "unknown-unit"
  | "unknown-scene"
  | "unknown-lab"
  | "lab-refused"
  | "scene-refused"
  | "exercise-refused"
  | "inputs-refused"
  | "unknown-exercise"
  | "unknown-erratum"
  | "unknown-poll"
  | "unknown-computation";

export interface Settled {
  readonly place: Place;
  readonly problem: { readonly code: SettledProblem; readonly because: Problem | null } | null;
}

/**
 * Turns a place that was read from an address into one that exists: fills in the step of the first cell, opens the lesson at its beginning by
 * default, and falls back to the lesson's own inputs, first step or no cell where those of the address do not exist.
 */
export function settle(lab: Lab, place: Place, lesson = lessonAt(place)): Settled {
  if (!lesson) return { place, problem: null };
  const { trace, problem: because } = shownRun(lab, lesson, place);
  if (!trace) {
    if (place.changes === NO_CHANGES) return { place, problem: null };
    const own = settle(lab, { ...place, changes: NO_CHANGES, step: null, trail: [] }, lesson);
    return { place: own.place, problem: { code: "inputs-refused", because } };
  }
  const opening = openingPosition(lesson, trace);
  const asked = place.step ?? opening;
  const shown = trace.steps[asked];
  const steps = stepsById(trace);
  const trail = place.trail.map((cell) => ({ ...cell, step: cell.step || (shown?.id ?? "") }));
  if (!shown || trail.some((cell) => !exists(steps, cell))) {
    const restart = openingTrail(lesson, trace, opening, null);
    return { place: { ...place, step: opening, trail: restart }, problem: { code: "unreadable", because: null } };
  }
  const opened = trail.length > 0 ? trail : openingTrail(lesson, trace, asked, place.step);
  return { place: { ...place, step: asked, trail: opened }, problem: null };
}

function exists(steps: ReadonlyMap<string, TraceStep>, cell: CellRef): boolean {
  const step = steps.get(cell.step);
  return step !== undefined && contains(step.shape, cell.index);
}

/** Returns the step at which a lesson opens: its own choice, or else the first computed step. */
function openingPosition(lesson: Lesson, trace: Trace): number {
  const named = trace.steps.findIndex(({ id }) => id === lesson.start?.step);
  if (named >= 0) return named;
  return Math.max(
    0,
    trace.steps.findIndex(({ op }) => op !== "given"),
  );
}

/** A lesson that opens without an address for a cell shows the arithmetic of one number. */
function openingTrail(lesson: Lesson, trace: Trace, position: number, asked: number | null): readonly CellRef[] {
  const step = trace.steps[position];
  const { start } = lesson;
  if (asked !== null || !start?.cell || step?.id !== start.step) return [];
  return contains(step.shape, start.cell) ? [{ step: step.id, index: start.cell }] : [];
}

/** Returns the position of a computed step; null for an input, which is best shown with a step that reads it. */
export function positionToOpen(model: LessonModel, cell: CellRef): number | null {
  const position = model.trace.steps.findIndex(({ id }) => id === cell.step);
  return position < 0 || model.trace.steps[position]?.op === "given" ? null : position;
}

/** Returns the arithmetic of a cell; null where there is none. */
export function cellOf(lab: Lab, model: LessonModel, ref: CellRef | undefined): Cell | null {
  return ref && exists(model.steps, ref) ? lab.cell(model.trace, ref.step, ref.index) : null;
}
