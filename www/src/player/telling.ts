import type { CellRef } from "../state/state.ts";

/** What of a step is shown while it is played, or where that was stopped. */
export interface Telling {
  readonly step: string;
  /** The cell whose arithmetic is shown; null where it is the chosen one, or none. */
  readonly cell: CellRef | null;
  /** How many cells of the result are shown, by offset; null for all. */
  readonly filled: number | null;
  /** How many terms of the cell are shown; null for all, with the result. */
  readonly told: number | null;
  readonly running: boolean;
}
