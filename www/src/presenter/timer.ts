/** The time since the lecture began, which goes on over a reload. */
import * as v from "valibot";
import { remember, remembered } from "../state/preferences.ts";

const KEY = "attograph.timer";

const stored = v.object({
  /** When it was started last, in milliseconds; null while it stands. */
  since: v.nullable(v.pipe(v.number(), v.finite())),
  /** What had passed before, in milliseconds. */
  before: v.pipe(v.number(), v.minValue(0)),
});
type Stored = v.InferOutput<typeof stored>;

const STOPPED: Stored = { since: null, before: 0 };

function read(): Stored {
  try {
    return v.parse(stored, JSON.parse(remembered(KEY) ?? "null"));
  } catch {
    return STOPPED;
  }
}

export class Timer {
  #state: Stored = read();

  get running(): boolean {
    return this.#state.since !== null;
  }

  /** The milliseconds that have passed by `now`. */
  passed(now: number): number {
    const { since, before } = this.#state;
    return before + (since === null ? 0 : Math.max(0, now - since));
  }

  toggle(now: number): void {
    this.#keep(this.running ? { since: null, before: this.passed(now) } : { since: now, before: this.passed(now) });
  }

  reset(): void {
    this.#keep(STOPPED);
  }

  #keep(state: Stored): void {
    this.#state = state;
    remember(KEY, JSON.stringify(state));
  }
}

/** Minutes and seconds, with hours from the first on: `9:05`, `1:02:03`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
