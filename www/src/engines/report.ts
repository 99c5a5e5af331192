/** Messages between the page and the worker that measures. */
import type { Check, Notice, Problem } from "../library.ts";

/** The engines, in the order in which they are shown. */
export const ENGINES = ["reference", "nalgebra", "cpu", "workers", "gpu"] as const;
export type EngineId = (typeof ENGINES)[number];

/** What to measure, and the addresses of the library's files. */
export interface Order {
  readonly computation: string;
  readonly size: number;
  /** The files of the f64 library and of the fast engine. */
  readonly files: { readonly library: string; readonly simd: string; readonly relaxed: string };
}

/** The progress of an engine. */
export type Progress =
  | { readonly state: "waiting" | "running" }
  /** `milliseconds` is null where only the rows that are compared were computed. */
  | {
      readonly state: "done";
      readonly milliseconds: number | null;
      readonly check: Check | null;
      /** The name of the GPU. */
      readonly name?: string;
      /** The number of workers that shared the work. */
      readonly workers?: number;
    }
  /** The engine is not available. */
  | { readonly state: "absent"; readonly notice: Notice }
  | { readonly state: "failed"; readonly problem: Problem };

/** The worker's messages. */
export type Report =
  | { readonly engine: EngineId; readonly progress: Progress }
  /** The default engine; the last message. */
  | { readonly auto: EngineId }
  /** Nothing could be measured. */
  | { readonly problem: Problem };
