import type { Lesson } from "./lesson.ts";

export const positionalEncoding: Lesson = {
  id: "positional-encoding",
  parts: [
    {
      algorithm: "sinusoidal-encoding",
      inputs: { length: 8, width: 8 },
      labels: { position: { from: 0 } },
    },
    {
      algorithm: "sinusoidal-shift",
      inputs: { width: 8, shift: 3 },
      labels: { position: { from: 0 } },
    },
  ],
};
