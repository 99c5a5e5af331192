import { media } from "../window.ts";

/** Whether the reader wants nothing to move. */
export function isStill(): boolean {
  return media("(prefers-reduced-motion: reduce)").matches;
}
