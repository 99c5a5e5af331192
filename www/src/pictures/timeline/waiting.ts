/**
 * What must wait for what, by what steps read. The steps of a part that repeats (`time[3]/rnn.state`) belong to its rounds; a round waits for another if one of
 * its steps reads, directly or through steps outside of all rounds, a step of that round. Cells of one step never wait for each other.
 */
import type { TraceStep } from "../../elements/events.ts";

export interface Round {
  /** Its number in the ids of its steps. */
  readonly number: number;
  /** The numbers of the rounds that it waits for directly. */
  readonly waits: readonly number[];
  /** The moment at which it can run, from 0: after the last round that it waits for. */
  readonly moment: number;
}

/** Returns the round that a step belongs to, of the rounds with this name; null if to none. */
export function roundOf(id: string, name: string): number | null {
  const prefix = `${name}[`;
  const start = id.startsWith(prefix) ? 0 : id.indexOf(`/${prefix}`) + 1;
  if (!id.startsWith(prefix, start)) return null;
  const end = id.indexOf("]", start);
  const number = Number(id.slice(start + prefix.length, end));
  return end > 0 && Number.isInteger(number) ? number : null;
}

/** Returns the rounds with a name, in order. */
export function roundsOf(steps: ReadonlyMap<string, TraceStep>, name: string): Round[] {
  const members = new Map<number, TraceStep[]>();
  for (const step of steps.values()) {
    const number = roundOf(step.id, name);
    if (number === null) continue;
    const found = members.get(number);
    if (found) found.push(step);
    else members.set(number, [step]);
  }
  const numbers = [...members.keys()].sort((one, other) => one - other);
  const waits = new Map(numbers.map((number) => [number, waitsOf(number, members.get(number) ?? [], steps, name)]));
  const moments = new Map<number, number>();
  const momentOf = (number: number): number => {
    const known = moments.get(number);
    if (known !== undefined) return known;
    // A run has no circles; a round that is asked for again while it is being placed waits for itself, which no run can.
    moments.set(number, 0);
    const moment = Math.max(0, ...(waits.get(number) ?? []).map((other) => momentOf(other) + 1));
    moments.set(number, moment);
    return moment;
  };
  return numbers.map((number) => ({ number, waits: waits.get(number) ?? [], moment: momentOf(number) }));
}

/** Returns the rounds whose steps the steps of a round read, directly or through steps of no round. */
function waitsOf(
  own: number,
  members: readonly TraceStep[],
  steps: ReadonlyMap<string, TraceStep>,
  name: string,
): number[] {
  const found = new Set<number>();
  const seen = new Set<string>();
  const open = [...members];
  for (let step = open.pop(); step; step = open.pop()) {
    for (const { step: id } of step.reads) {
      if (seen.has(id)) continue;
      seen.add(id);
      const round = roundOf(id, name);
      const read = steps.get(id);
      if (round === null && read) open.push(read);
      else if (round !== null && round !== own) found.add(round);
    }
  }
  return [...found].sort((one, other) => one - other);
}
