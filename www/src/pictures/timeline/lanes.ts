/** The lanes of a timeline: rows with their numbers, the moment of each, and the rows that it waits for. */
import type { TraceStep } from "../../elements/events.ts";
import { type Domain, domainFor } from "../../numbers/color.ts";
import { type ShownCell, shownCell } from "../base/marks.ts";
import { shownIndex, symbolOf, withPosition } from "../base/place.ts";
import type { PictureView } from "../picture.ts";
import type { TimelineLane, TimelineSpec } from "./spec.ts";
import { roundsOf } from "./waiting.ts";

/** The most numbers of a row that are drawn: the first ones. */
const MOST_NUMBERS = 16;

export interface Row {
  readonly name: string;
  /** From 0. */
  readonly moment: number;
  /** The rows that it waits for, by their positions. */
  readonly waits: readonly number[];
  readonly numbers: readonly ShownCell[];
}

export interface Lane {
  readonly name: string;
  readonly other: boolean;
  readonly domain: Domain;
  /** The number of moments. */
  readonly moments: number;
  readonly rows: readonly Row[];
}

/** Returns the lanes whose steps the runs have. */
export function lanesOf({ lanes }: TimelineSpec, view: PictureView): Lane[] {
  return lanes.flatMap((lane) => {
    const steps = lane.other ? view.other : view.steps;
    const found =
      steps && (lane.rounds === undefined ? ofStep(lane, steps, view) : ofRounds(lane, lane.rounds, steps, view));
    return found ?? [];
  });
}

/** The numbers of a step along its last axis, at an index. */
function numbersOf(step: TraceStep, base: readonly number[]): Row["numbers"] {
  const last = step.shape.length - 1;
  const count = last < 0 ? 1 : Math.min(MOST_NUMBERS, step.shape[last] ?? 0);
  return Array.from({ length: count }, (_, at) => shownCell(step, last < 0 ? [] : withPosition(base, last, at)));
}

/** The rows of one step. */
function ofStep(lane: TimelineLane, steps: ReadonlyMap<string, TraceStep>, view: PictureView): Lane | null {
  const step = steps.get(lane.step);
  const rank = step?.shape.length ?? 0;
  if (!step || rank < 2) return null;
  const shown = shownIndex(step, view);
  const rows = Array.from({ length: step.shape[rank - 2] ?? 0 }, (_, row) => ({
    name: view.labels(step, rank - 2, row),
    moment: 0,
    waits: [],
    numbers: numbersOf(step, withPosition(shown, rank - 2, row)),
  }));
  return {
    name: symbolOf(step),
    other: lane.other === true,
    domain: view.domains.get(step.id) ?? domainFor(step.data, step),
    moments: 1,
    rows,
  };
}

/** A row for each round: the step of the round, or its last row where it has several. */
function ofRounds(
  lane: TimelineLane,
  name: string,
  steps: ReadonlyMap<string, TraceStep>,
  view: PictureView,
): Lane | null {
  const rounds = roundsOf(steps, name);
  const named = lane.names === undefined ? undefined : steps.get(lane.names);
  const drawn = rounds.flatMap((round) => {
    const step = [...steps.values()].find(({ id }) => id.endsWith(`${name}[${round.number}]/${lane.step}`));
    return step ? [{ round, step }] : [];
  });
  const [first] = drawn;
  if (!first) return null;
  const positions = new Map(drawn.map(({ round }, at) => [round.number, at]));
  const data = Float64Array.from(drawn.flatMap(({ step }) => [...step.data]));
  return {
    name: symbolOf(first.step),
    other: lane.other === true,
    domain: view.domains.get(first.step.id) ?? domainFor(data, first.step),
    moments: Math.max(...drawn.map(({ round }) => round.moment)) + 1,
    rows: drawn.map(({ round, step }, at) => ({
      name: named ? view.labels(named, 0, at) : String(round.number + 1),
      moment: round.moment,
      waits: round.waits.flatMap((number) => positions.get(number) ?? []),
      numbers: numbersOf(
        step,
        step.shape.map((length, axis) => (axis === step.shape.length - 1 ? 0 : length - 1)),
      ),
    })),
  };
}
