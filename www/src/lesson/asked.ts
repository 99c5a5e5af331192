/** What is asked of a way back: the gradient of the result, where it is given, stands among the inputs under this name. */
import type { GradientAsked } from "attograph";
import { type Inputs, isTensor, type TensorValue } from "../state/state.ts";

export const UPSTREAM = "upstream";

/** Splits what a run is given into the inputs of the algorithm and what is asked of the way back. */
export function askedOf(
  inputs: Inputs,
  gradient: GradientAsked,
): { readonly own: Inputs; readonly asked: GradientAsked } {
  const { [UPSTREAM]: upstream = null, ...own } = inputs;
  return { own, asked: { ...gradient, ...(isTensor(upstream) && { upstream: tensorFrom(upstream) }) } };
}

const tensorFrom = ({ shape, data }: TensorValue): NonNullable<GradientAsked["upstream"]> => ({
  shape: [...shape],
  data: Float64Array.from(data),
});
