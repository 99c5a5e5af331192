import { each, MAX_ELEMENTS, outOfRange, readRecord, tooLarge, wholeNumber, wrongType } from "./refuse.js";
import type { PermutationOptions } from "./types.js";

/** More names than any algorithm has axes or inputs; a limit for arrays that claim any length. */
const MAX_NAMES = 1000;

/** The validated options of a permutation test. */
export interface Permuting {
  readonly axes: string[] | undefined;
  readonly inputs: string[] | undefined;
  readonly permutation: Uint32Array | undefined;
  readonly seed: number;
  readonly tolerance: number;
}

/** Validates the options of a permutation test, and returns a copy. */
export function readPermuting(options: PermutationOptions): Permuting {
  readRecord("options", options, ["axes", "inputs", "permutation", "seed", "tolerance"]);
  const { axes, inputs, permutation, seed = 0, tolerance = 1e-12 } = options;
  if (typeof tolerance !== "number") throw wrongType("tolerance", "a number", tolerance);
  if (!(tolerance >= 0 && tolerance < Number.POSITIVE_INFINITY)) {
    throw outOfRange("tolerance", tolerance, "a number of at least 0");
  }
  return {
    axes: names("axes", axes),
    inputs: names("inputs", inputs),
    permutation: places(permutation),
    seed: wholeNumber("seed", seed, 0, Number.MAX_SAFE_INTEGER),
    tolerance,
  };
}

function names(input: string, value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrongType(input, "an array of names", value);
  if (value.length > MAX_NAMES) throw tooLarge(input, [value.length], MAX_NAMES);
  return each(value, (name) => {
    if (typeof name !== "string") throw wrongType(input, "an array of names", name);
    return name;
  });
}

function places(value: unknown): Uint32Array | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrongType("permutation", "an array of whole numbers", value);
  if (value.length > MAX_ELEMENTS) throw tooLarge("permutation", [value.length]);
  return Uint32Array.from(each(value, (place) => wholeNumber("permutation", place, 0)));
}
