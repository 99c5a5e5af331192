/** Which pictures come and go together: those that one change of the page draws, however long each of them takes until it is drawn itself. */

let now: object | null = null;

/** Returns what is the same for all that comes and goes in one task, and only there: a change of the page draws its elements in one. */
export function momentNow(): object {
  if (now) return now;
  now = {};
  queueMicrotask(() => {
    now = null;
  });
  return now;
}
