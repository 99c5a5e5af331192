import type { FastEngine } from "./fast-engine.js";
import type { FastTensor } from "./fast-handle.js";
import type { Given } from "./glue.js";
import type { Tensor } from "./types.js";

type Open = () => Promise<FastEngine>;

let open: Open | null = null;
let opened: Promise<FastEngine | null> | null = null;

/** An entry of the package says how it opens the fast engine. */
export function offerFast(how: Open): void {
  open = how;
}

/** The fast engine that all labs share; null where there is none, or where it does not load. */
export function sharedFast(): Promise<FastEngine | null> {
  opened ??= open?.().catch(() => null) ?? Promise.resolve(null);
  return opened;
}

/** Stands for a handle where inputs are read; its numbers stay where they are. */
const PLACEHOLDER = { shape: [0, 0], data: [] };

// By what it can do, so that nobody loads its class to find out that there is none.
const isHandle = (value: unknown): value is FastTensor =>
  typeof value === "object" && value !== null && "held" in value && "read" in value;

/** Takes the handles out of inputs; the rest is read as usual. */
export function partHandles(inputs: object): { handles: Map<string, FastTensor>; rest: object } {
  const handles = new Map<string, FastTensor>();
  if (typeof inputs !== "object" || inputs === null) return { handles, rest: inputs };
  for (const [name, value] of Object.entries(inputs)) if (isHandle(value)) handles.set(name, value);
  if (handles.size === 0) return { handles, rest: inputs };
  const placeholders = Object.fromEntries([...handles.keys()].map((name) => [name, PLACEHOLDER]));
  return { handles, rest: { ...inputs, ...placeholders } };
}

/** Runs an algorithm on the shared engine, which is loaded first; null when the f64 engine has to see to it. */
export async function runShared(
  id: string,
  given: readonly Given[],
  handles: ReadonlyMap<string, FastTensor>,
): Promise<Record<string, Tensor> | null> {
  if (!open) return null;
  const [{ hasKernel, runFast, suits }, { FastInputs }] = await Promise.all([
    import("./fast-run.js"),
    import("./fast-inputs.js"),
  ]);
  const engine = hasKernel(id) ? await sharedFast() : null;
  if (!engine) return null;
  const inputs = new FastInputs(engine, given, handles);
  try {
    return suits(id, inputs) ? await runFast(id, inputs, engine) : null;
  } finally {
    inputs.dispose();
  }
}
