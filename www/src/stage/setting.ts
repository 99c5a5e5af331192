/** The values of a stage's controls and its changed inputs, and what a change makes of them. Pure. */
import { replaceCell } from "../state/replace-cell.ts";
import type { TensorValue } from "../state/state.ts";
import type { Setting, Stage, Value, Values } from "./stage.ts";

/** Returns the values in which a stage opens. */
export function startValues({ controls }: Pick<Stage, "controls">): Values {
  return Object.fromEntries(controls.map(({ id, start }) => [id, start]));
}

/** Returns the inputs whose changes a change of a control drops. */
export function resetBy({ controls }: Pick<Stage, "controls">, id: string): readonly string[] {
  return controls.find((one) => one.id === id)?.resets ?? [];
}

/** Returns the changed inputs that stay when a control changes. */
export function kept<Changed>(
  stage: Pick<Stage, "controls">,
  inputs: Readonly<Record<string, Changed>>,
  id: string,
): Record<string, Changed> {
  const resets = resetBy(stage, id);
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !resets.includes(name)));
}

/** Returns a setting with another value of a control, and what follows from it. */
export function settingWith(
  stage: Stage,
  { values, inputs }: Setting,
  id: string,
  value: Value,
): Omit<Setting, "names"> {
  const next = { ...values, [id]: value };
  return { values: stage.settle?.(next) ?? next, inputs: kept(stage, inputs, id) };
}

/** Returns the number that was typed or dragged to; null where a text is none. */
export function numberOf(text: string): number | null {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}

/** Returns changed inputs with one cell of an input changed further; `now` is the input as it is. */
export function withCell(
  inputs: Setting["inputs"],
  name: string,
  now: TensorValue,
  { index, value }: { readonly index: readonly number[]; readonly value: number },
): Setting["inputs"] {
  return { ...inputs, [name]: replaceCell(now, index, value) };
}
