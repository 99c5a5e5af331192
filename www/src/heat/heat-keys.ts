/** What a key does at the cursor of a map besides moving it, as in a table with digits. */
import { beginsNumber } from "../elements/matrix-keys.ts";

/** Opens the cell's arithmetic, or edits its number; `typed`: what the new number begins with, null for the present one. */
export type KeyAction = { readonly opens: true } | { readonly typed: string | null };

export function actionOf({ key, ctrlKey, metaKey }: KeyboardEvent, editable: boolean): KeyAction | null {
  const control = ctrlKey || metaKey;
  if ((key === "Enter" || key === " ") && !control) return { opens: true };
  if (!editable) return null;
  if (key === "F2") return { typed: null };
  if (!control && beginsNumber(key)) return { typed: key };
  return key === "Delete" || key === "Backspace" ? { typed: "" } : null;
}
