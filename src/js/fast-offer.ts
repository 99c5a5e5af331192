import type { FastEngine } from "./fast-engine.js";
import type { FastTensor } from "./fast-handle.js";
import type { Given } from "./glue.js";
import type { Check, Tensor } from "./types.js";

type Open = () => Promise<FastEngine>;

let open: Open | null = null;
let opened: Promise<FastEngine | null> | null = null;

/** An entry of the package, or a caller who has the file, says how to open the fast engine. */
export function offerFast(how: Open): void {
  open = how;
  opened = null;
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

/** What the fast engine computed, and how it compares with f64 where that was asked for. */
export interface FastResult {
  readonly outputs: Record<string, Tensor>;
  readonly check: Check | null;
}

/**
 * Runs an algorithm on the shared engine, which is loaded first; null when the f64 engine has to see to it. Above 0, `rows` is how many rows of every
 * kernel's result are checked.
 */
export async function runShared(
  id: string,
  given: readonly Given[],
  handles: ReadonlyMap<string, FastTensor>,
  rows: number,
): Promise<FastResult | null> {
  if (!open) return null;
  const [{ hasKernel, runFast, suits }, { FastInputs }] = await Promise.all([
    import("./fast-run.js"),
    import("./fast-inputs.js"),
  ]);
  const engine = hasKernel(id) ? await sharedFast() : null;
  if (!engine) return null;
  const inputs = new FastInputs(engine, given, handles);
  try {
    if (!suits(id, inputs)) return null;
    const checked = rows > 0 ? new (await import("./fast-check.js")).Checked(engine, engine, rows, false) : null;
    const outputs = await runFast(id, inputs, checked ?? engine);
    return outputs && { outputs, check: checked?.check ?? null };
  } finally {
    inputs.dispose();
  }
}
