import type { FastGlue } from "./glue.js";
import type { OperationName } from "./ops.js";

/** What a worker of a pool computes for a part of an operation. */
export type PartName = "transform" | "transformForAttention" | "listen";

/** The number by which each operation is known in WebAssembly. */
export type Codes = Readonly<Record<OperationName | PartName, number>>;

/** Reads the numbers from the glue, whose names begin with a capital. */
export function codesOf({ Code }: FastGlue): Codes {
  const named = Object.entries(Code).filter(([, code]) => typeof code === "number");
  return Object.fromEntries(named.map(([name, code]) => [`${name[0]?.toLowerCase()}${name.slice(1)}`, code])) as Codes;
}
