/** Inputs that a reader changes in a picture of a scene, such as a token that is dragged. */
import type { Scene, Values } from "../../units/scene.ts";
import type { EditDetail } from "../elements/events.ts";
import { replaceCell } from "../state/replace-cell.ts";
import { type Inputs, isTensor } from "../state/state.ts";
import { inputsAt } from "./scene-runs.ts";

/** Returns the edits with one more; a text that is no number changes nothing. */
export function edited(scene: Scene, values: Values, edits: Inputs, { input, index, text }: EditDetail): Inputs {
  const now = edits[input] ?? inputsAt(scene, values)[input];
  const number = Number(text);
  if (!isTensor(now) || text.trim() === "" || !Number.isFinite(number)) return edits;
  return { ...edits, [input]: replaceCell(now, index, number) };
}
