import type { Lesson } from "./lesson.ts";

/** Positions, columns and pairs of columns are counted from 0, as in the formula. */
const labels = { position: { from: 0 }, feature: { from: 0 }, frequency: { from: 0 } };

export const positionalEncoding: Lesson = {
  id: "positional-encoding",
  parts: [
    {
      algorithm: "sinusoidal-encoding",
      exercise: "sinusoidal-encoding-steps",
      inputs: { length: 8, width: 8 },
      labels,
    },
    {
      algorithm: "sinusoidal-shift",
      inputs: { width: 8, shift: 3 },
      labels,
    },
  ],
};
