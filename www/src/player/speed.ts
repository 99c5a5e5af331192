/** How fast steps are played, remembered where the browser allows it. */
import { remember, remembered } from "../state/preferences.ts";

export const SPEEDS = ["slow", "normal", "fast"] as const;
export type Speed = (typeof SPEEDS)[number];

const KEY = "attograph.speed";

export function isSpeed(value: string | null): value is Speed {
  return SPEEDS.some((speed) => speed === value);
}

export function preferredSpeed(): Speed {
  const kept = remembered(KEY);
  return isSpeed(kept) ? kept : "normal";
}

export function rememberSpeed(speed: Speed): void {
  remember(KEY, speed);
}
