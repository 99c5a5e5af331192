/** The sign between numbers that are shown: what has lost digits is not equal to what it stands for, and neither is what is computed of it. */
import { isRounded } from "./format.ts";

export type Equals = "=" | "≈";

export const equals = (isAnyRounded: boolean): Equals => (isAnyRounded ? "≈" : "=");

const known = new WeakMap<object, boolean>();

/** Whether a table with digits leaves out some of its numbers' digits. */
export function isTableRounded({ data }: { readonly data: Float64Array | readonly number[] }): boolean {
  const found = known.get(data) ?? data.some(isRounded);
  known.set(data, found);
  return found;
}
