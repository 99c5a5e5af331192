import { offsetOf } from "../numbers/shape.ts";
import type { TensorValue } from "./state.ts";

/** Returns an input with another number in one cell. */
export function replaceCell(now: TensorValue, index: readonly number[], value: number): TensorValue {
  const offset = offsetOf(now.shape, index);
  return { ...now, data: now.data.map((number, at) => (at === offset ? value : number)) };
}
