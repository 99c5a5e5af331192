/** What the page and the worker of a large run say to each other. */
import type { LargeRun, Notice, Problem, Tensor } from "../library.ts";

export interface Order {
  readonly run: LargeRun;
  /** The address of the library's file. */
  readonly library: string;
}

export interface Results {
  readonly outputs: Readonly<Partial<Record<string, Tensor>>>;
  readonly notices: readonly Notice[];
  readonly milliseconds: number;
}

export type Report = { readonly results: Results } | { readonly problem: Problem };
