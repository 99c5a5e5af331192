/** Addresses of labs with what was changed. */
import { encodePlace } from "../state/link.ts";
import { HOME, type Inputs } from "../state/state.ts";

/** Returns the address of a lab in some state. */
export function labStateAddress(id: string, state: Inputs): string {
  const practice = { section: "labs", id, difficulty: "easy", solution: false } as const;
  return encodePlace({ ...HOME, practice, changes: state });
}
