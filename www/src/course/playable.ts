/** The controls that a visitor may try before the answer. Pure. */
import type { Control } from "../stage/stage.ts";
import type { Scene } from "./scene.ts";

/** Returns those of a stage's controls that its scene lets be tried, sliders as far as they may go. */
export function playable(
  { controls: declared = [] }: Pick<Scene, "controls">,
  controls: readonly Control[],
): Control[] {
  return controls.flatMap((control): Control[] => {
    const plays = declared.find(({ id }) => id === control.id)?.plays;
    if (plays === undefined) return [];
    return [
      control.kind === "slider" && typeof plays === "number" ? { ...control, to: plays, whole: control.to } : control,
    ];
  });
}
