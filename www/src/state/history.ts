/** Inputs with the way back to those before, and forward again. Pure. */
import type { History, Inputs } from "./state.ts";

export interface Travel {
  readonly history: History;
  readonly changes: Inputs;
}

export const EMPTY: History = { past: [], future: [] };
/** Number of states for undo, which is enough for a lecture; older states are dropped. */
const DEPTH = 200;

/** Returns the history once the inputs are others. */
export function extended({ history, changes }: Travel): History {
  return { past: [...history.past, changes].slice(-DEPTH), future: [] };
}

/** Takes over other inputs; those of one gesture, such as each frame of a drag, are undone together. */
export function adjusted(from: Travel, changes: Inputs, gesture: number): Travel {
  if (from.history.gesture === gesture) return { ...from, changes };
  return { history: { ...extended(from), gesture }, changes };
}

/** Undoes or redoes; null where there is nothing to. */
export function traveled({ history, changes }: Travel, direction: "undo" | "redo"): Travel | null {
  const { past, future } = history;
  const next = (direction === "undo" ? past : future).at(-1);
  if (!next) return null;
  return direction === "undo"
    ? { history: { past: past.slice(0, -1), future: [...future, changes] }, changes: next }
    : { history: { past: [...past, changes], future: future.slice(0, -1) }, changes: next };
}
