/** What passes between the page and the worker that measures. */
import type { Check, Notice, Problem } from "../library.ts";

/** Who computes, in the order in which they are shown. */
export const ENGINES = ["reference", "nalgebra", "cpu", "workers", "gpu"] as const;
export type EngineId = (typeof ENGINES)[number];

/** What is to be measured, and where the worker finds the library's files. */
export interface Order {
  readonly computation: string;
  readonly size: number;
  /** The f64 library, and the two files of the fast engine. */
  readonly files: { readonly library: string; readonly simd: string; readonly relaxed: string };
}

/** How far an engine has come. */
export type Progress =
  | { readonly state: "waiting" | "running" }
  /** `milliseconds` is null where only the rows that are compared were computed. */
  | {
      readonly state: "done";
      readonly milliseconds: number | null;
      readonly check: Check | null;
      /** What a graphics processor calls itself. */
      readonly name?: string;
      /** How many workers shared the work. */
      readonly workers?: number;
    }
  /** There is no such engine here. */
  | { readonly state: "absent"; readonly notice: Notice }
  | { readonly state: "failed"; readonly problem: Problem };

/** What the worker tells. */
export type Report =
  | { readonly engine: EngineId; readonly progress: Progress }
  /** Who computes where nobody is named; the last report. */
  | { readonly auto: EngineId }
  /** Nothing could be measured at all. */
  | { readonly problem: Problem };
