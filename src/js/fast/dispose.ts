/// <reference lib="esnext.disposable" preserve="true" />
/** The symbol by which `using` disposes at the end of a block; older engines have none, and then nobody who would look for it. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

/** Whether a value is a tensor of an engine by what it can do, or an imitation of one: without the class, which need not be loaded to find out. */
export const isLikeTensor = (value: unknown): boolean =>
  typeof value === "object" && value !== null && DISPOSE in value && "read" in value && "data" in value;
