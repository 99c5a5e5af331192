import type { Cell, Trace, TraceStep } from "../library.ts";

/** A run that is shown: the steps whose numbers are shown, and the chosen number. */
export interface ShownRun {
  readonly trace: Trace;
  readonly steps: readonly TraceStep[];
  readonly cell: Cell | null;
}
