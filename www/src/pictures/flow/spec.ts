import { literal } from "lit/static-html.js";
import { isWeights, type Kind, RANKS } from "../kind.ts";

/** `<ag-flow>`: weights as bands that lead from sources, left, to the results that they make up, right. The step's last two axes are results and sources. */
export interface FlowSpec {
  readonly kind: "flow";
  readonly step: string;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly flow: FlowSpec;
  }
}

/** Up to this many bars stand below each other. */
const MOST_BARS = 16;

export const kind: Kind<FlowSpec> = {
  tag: literal`ag-flow`,
  rank: RANKS.flows,
  /** Shares of several sources in several results. */
  suits: (step) => {
    const [results, sources] = [step.shape.at(-2) ?? 0, step.shape.at(-1) ?? 0];
    const several = Math.min(results, sources) > 1 && Math.max(results, sources) <= MOST_BARS;
    return isWeights(step) && several ? [{ kind: "flow", step: step.id }] : [];
  },
};
