/**
 * How marks move: as usual, they set out fast and slow down where they arrive. While a control goes through many stops by itself, they go from each stop straight to
 * the next, in at most the time until that, so that they are never behind the number of the stop by more than one.
 */
import { EASING, MOVES } from "./pace.ts";

export interface Pace {
  /** In milliseconds. */
  readonly duration: number;
  readonly easing: string;
}

const USUAL: Pace = { duration: MOVES, easing: EASING };

let now = USUAL;

export const paceNow = (): Pace => now;

/** From now on, what moves has its next target after so many milliseconds; null where nothing is known of a next one. */
export function stride(milliseconds: number | null): void {
  now = milliseconds === null ? USUAL : { duration: milliseconds, easing: "linear" };
}
