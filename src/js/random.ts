import type { Machine } from "./machine.js";
import { each, readRecord, wholeNumber, wrongType } from "./refuse.js";
import { MAX_RANK } from "./tensor.js";
import type { RandomOptions, Tensor } from "./types.js";

const MIN_I32 = -(2 ** 31);
const MAX_I32 = 2 ** 31 - 1;

/** The validated arguments of {@link Lab.random}. */
export interface Drawing {
  readonly lengths: Uint32Array;
  readonly seed: number;
  readonly distribution: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly decimals: number | undefined;
}

/** Validates the arguments of {@link Lab.random}, and returns a copy. */
export function readDrawing(shape: readonly number[], options: RandomOptions): Drawing {
  if (!Array.isArray(shape)) throw wrongType("shape", "an array of whole numbers", shape);
  if (shape.length > MAX_RANK) throw wrongType("shape", `an array of at most ${MAX_RANK} lengths`, shape);
  const known = ["seed", "distribution", "minimum", "maximum", "decimals"];
  readRecord("options", options, known, "an object with a seed");
  const { distribution = "normal", decimals } = options;
  if (typeof distribution !== "string")
    throw wrongType("distribution", "one of normal, uniform, integers", distribution);
  const lengths = Uint32Array.from(each(shape, (length) => wholeNumber("shape", length, 0)));
  const seed = wholeNumber("seed", options.seed, 0, Number.MAX_SAFE_INTEGER);
  const minimum = wholeNumber("minimum", options.minimum ?? 0, MIN_I32, MAX_I32);
  const maximum = wholeNumber("maximum", options.maximum ?? Math.max(minimum, 9), MIN_I32, MAX_I32);
  const places = decimals === undefined ? undefined : wholeNumber("decimals", decimals, 0, 15);
  return { lengths, seed, distribution, minimum, maximum, decimals: places };
}

/** Returns the random tensor. */
export function drawNumbers(machine: Machine, drawing: Drawing): Tensor {
  const { lengths, seed, distribution, minimum, maximum, decimals } = drawing;
  const data = machine.call((glue) => glue.random(lengths, seed, distribution, minimum, maximum, decimals));
  return { shape: [...lengths], data };
}
