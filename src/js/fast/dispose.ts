/// <reference lib="esnext.disposable" preserve="true" />
/** The symbol by which `using` disposes at the end of a block; older engines have none, and then nobody who would look for it. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);
