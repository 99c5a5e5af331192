/** Which steps suit a picture of the plane: rows of two numbers. */
import type { TraceStep } from "../elements/events.ts";
import type { PictureSpec } from "./spec.ts";

/** More arrows than this cannot be told apart. */
const MOST_ARROWS = 12;

/** Returns the step with a name in the same part of the algorithm as another, or the nearest part around it. */
function besides(step: TraceStep, name: string, steps: ReadonlyMap<string, TraceStep>): TraceStep | undefined {
  const parts = step.id.split("/").slice(0, -1);
  for (;;) {
    const found = steps.get([...parts, name].join("/"));
    if (found || parts.length === 0) return found;
    parts.pop();
  }
}

const isOfPlane = (step: TraceStep | undefined): step is TraceStep =>
  step !== undefined && step.shape.length >= 2 && step.shape.at(-1) === 2 && (step.shape.at(-2) ?? 0) <= MOST_ARROWS;

/** Rows of two features are arrows; outputs of attention are drawn with the values that pull them, rotated rows with what they were before. */
export function arrowsOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): readonly PictureSpec[] {
  const name = step.id.slice(step.id.lastIndexOf("/") + 1);
  if (name === "attention.output" && isOfPlane(step)) {
    const [weights, values] = ["attention.weights", "attention.value"].map((each) => besides(step, each, steps));
    if (weights && isOfPlane(values)) {
      const sets = [
        { step: values.id, symbol: "v" },
        { step: step.id, symbol: "o" },
      ];
      return [{ kind: "arrows", sets, mean: { weights: weights.id, values: values.id, output: step.id, row: 0 } }];
    }
  }
  if (/^rotary\.rotated/.test(name) && isOfPlane(step)) {
    const [before, angles] = ["rotary.features", "position.angles"].map((each) => besides(step, each, steps));
    if (before && angles) {
      const sets = [
        { step: before.id, symbol: "x", line: "dashed" as const },
        { step: step.id, symbol: "x′" },
      ];
      return [{ kind: "arrows", sets, turn: { before: before.id, after: step.id, angles: angles.id } }];
    }
  }
  const features = /feature$/.test(step.axes.at(-1) ?? "");
  return features && isOfPlane(step) ? [{ kind: "arrows", sets: [{ step: step.id }] }] : [];
}
