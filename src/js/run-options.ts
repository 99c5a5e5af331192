import { wholeNumber, wrongType } from "./refuse.js";
import { MAX_U32 } from "./tensor.js";
import type { Check, Notice, RunOptions } from "./types.js";

/** The default number of rows of a result that are checked. */
const CHECKED_ROWS = 16;

/** Validates the option `backend`, and returns it. */
export function chosenBackend(options: RunOptions): NonNullable<RunOptions["backend"]> {
  if (typeof options !== "object" || options === null) throw wrongType("options", "an object", options);
  const { backend = "auto" } = options;
  if (["auto", "reference", "nalgebra", "cpu", "gpu"].includes(backend)) return backend;
  throw wrongType("backend", "one of auto, reference, nalgebra, cpu, gpu", backend);
}

/** Validates the option `check`, and returns how many rows of each result are checked; 0 for none. */
export function rowsToCheck({ check = false }: RunOptions): number {
  if (typeof check === "boolean") return check ? CHECKED_ROWS : 0;
  return wholeNumber("check", check, 1, MAX_U32);
}

/** Returns the notice of why a checked result is not used: it exceeds its bound, or the bound certifies nothing. */
export const boundNotice = ({ kernel, deviation, bound, scale }: Check): Notice =>
  deviation > bound
    ? { code: "bound-passed", kernel, deviation, bound }
    : { code: "bound-useless", kernel, bound, scale };
