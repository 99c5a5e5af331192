/** Whether the reader wants nothing to move. */
export function isStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
