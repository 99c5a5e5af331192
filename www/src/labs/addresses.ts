/** Addresses of labs. */
import { encodePlace } from "../state/link.ts";
import { HOME, type Inputs, NO_CHANGES } from "../state/state.ts";

/** Returns the address of a lab in some state, or of the list of all. */
export function labAddress(id: string | null, state: Inputs = NO_CHANGES): string {
  const practice = { section: "labs", id, difficulty: "easy", solution: false } as const;
  return encodePlace({ ...HOME, practice, changes: state });
}
