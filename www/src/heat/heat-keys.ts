/** What a key does at the cursor of a map, as in a table with digits. */
import { beginsNumber, cellAfterKey } from "../elements/matrix-keys.ts";
import type { Place } from "../matrix/places.ts";
import type { Extent } from "./heat-shape.ts";

/** Moves the cursor, opens the cell's arithmetic, or edits its number; `typed`: what the new number begins with, null for the present one. */
export type KeyAction = { readonly to: Place } | { readonly opens: true } | { readonly typed: string | null };

export function actionOf(
  event: KeyboardEvent,
  { rows, columns }: Extent,
  place: Place,
  editable: boolean,
): KeyAction | null {
  if (event.altKey || event.isComposing) return null;
  const { key } = event;
  const control = event.ctrlKey || event.metaKey;
  const to = cellAfterKey(key, control, place, rows, columns);
  if (to) return { to };
  if ((key === "Enter" || key === " ") && !control) return { opens: true };
  if (!editable) return null;
  if (key === "F2") return { typed: null };
  if (!control && beginsNumber(key)) return { typed: key };
  return key === "Delete" || key === "Backspace" ? { typed: "" } : null;
}
