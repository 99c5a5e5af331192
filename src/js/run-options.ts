import type { PlatformSignal } from "./platform.js";
import { outOfRange, readRecord, wholeNumber, wrongType } from "./refuse.js";
import type { Check, EstimateOptions, Limit, Notice, RunOptions, TraceOptions } from "./types.js";

/** The default number of rows of a result that are checked. */
const CHECKED_ROWS = 16;

/** Validates the option `backend`, and returns it. */
export function chosenBackend(options: RunOptions): NonNullable<RunOptions["backend"]> {
  readRecord("options", options, ["backend", "check", "limit", "signal"]);
  const { backend = "auto" } = options;
  if (["auto", "reference", "nalgebra", "sparse", "cpu", "gpu"].includes(backend)) return backend;
  throw wrongType("backend", "one of auto, reference, nalgebra, sparse, cpu, gpu", backend);
}

/** Validates the option `backend` of an estimate, and returns whether it is `sparse`. */
export function isForSparse({ backend }: EstimateOptions): boolean {
  if (backend === undefined || backend === "sparse") return backend === "sparse";
  throw wrongType("backend", "sparse", backend);
}

/** Validates the option `signal`, and returns it; null where there is none. */
export function signalOf({ signal }: RunOptions): PlatformSignal | null {
  if (signal === undefined) return null;
  if (typeof signal === "object" && signal !== null && typeof signal.throwIfAborted === "function") return signal;
  throw wrongType("signal", "an AbortSignal", signal);
}

/** Validates the option `check`, and returns how many rows of each result are checked; 0 for none. */
export function rowsToCheck({ check = false }: RunOptions): number {
  if (typeof check === "boolean") return check ? CHECKED_ROWS : 0;
  return wholeNumber("check", check, 1);
}

/** The default limit of a run in f64: a minute, and two gigabytes. */
const USUAL = { seconds: 60, bytes: 2 ** 31 };

const NO_LIMIT = { seconds: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** Validates the options of a trace, and returns the most that it may cost. */
export function traceLimit(options: TraceOptions): Required<Limit> {
  readRecord("options", options, ["limit"]);
  return limitOf(options);
}

/** Validates the option `limit`, and returns the most that a run in f64 may cost. */
export function limitOf({ limit }: TraceOptions): Required<Limit> {
  if (limit === false) return NO_LIMIT;
  if (limit === undefined) return USUAL;
  const { seconds, bytes } = readRecord("limit", limit, ["seconds", "bytes"], "{ seconds, bytes } or false");
  return {
    seconds: most("limit.seconds", seconds, USUAL.seconds),
    bytes: most("limit.bytes", bytes, USUAL.bytes),
  };
}

function most(input: string, value: unknown, usual: number): number {
  if (value === undefined) return usual;
  if (typeof value !== "number") throw wrongType(input, "a number", value);
  if (!(value >= 0)) throw outOfRange(input, value, "a number of at least 0");
  return value;
}

/** Returns the notice of why a checked result is not used: it exceeds its bound, or the bound certifies nothing. */
export const boundNotice = ({ kernel, deviation, bound, scale }: Check): Notice =>
  deviation > bound
    ? { code: "bound-passed", kernel, deviation, bound }
    : { code: "bound-useless", kernel, bound, scale };
