/** Seeded random numbers for every input tensor, drawn by the library. */
import type { Lab } from "../library.ts";
import { isTensor, type TensorValue } from "../state/state.ts";
import type { LessonModel } from "./model.ts";
import type { Values } from "./resize.ts";

/** Small whole numbers, for mental arithmetic. */
const BY_DEFAULT = { distribution: "integers", minimum: -3, maximum: 3 } as const;
/** Distance of two seeds, which leaves one library seed for each input of an algorithm. */
const STRIDE = 64;

export function randomValues(lab: Lab, model: LessonModel, values: Values, seed: number): Record<string, TensorValue> {
  const drawn: Record<string, TensorValue> = {};
  for (const [position, { name, kind }] of model.entry.inputs.entries()) {
    const value = values[name];
    if (kind !== "tensor" || !isTensor(value)) continue;
    const options = model.lesson.random?.[name];
    if (options === null) continue;
    const { shape, data } = lab.random(value.shape, { ...(options ?? BY_DEFAULT), seed: seed * STRIDE + position });
    drawn[name] = { ...value, shape: [...shape], data: [...data] };
  }
  return drawn;
}
