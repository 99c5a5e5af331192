import { tensor } from "../../src/state/values.ts";
import { key, query } from "../attention.ts";
import type { Example } from "../example.ts";
import { compares, named, shows, soft } from "../example.ts";
import { sentence } from "../things.ts";

/** The positions 0 to 7 in binary. */
const codes = tensor([8, 3], [0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1]);

const fromZero = { from: 0 };

export const example: Example = {
  algorithm: "vector-comparison",
  inputs: { x: query, y: key },
  labels: { vector: sentence, "other-vector": sentence, feature: named("noun", "verb") },
  start: { step: "vectors.cosines", cell: [2, 1] },
  random: { x: soft, y: soft },
  claims: [
    shows("vectors.products", [2, 1], 2),
    shows("vectors.products", [2, 3], 1),
    compares("vectors.other-lengths", [1], "above", [3]),
    shows("vectors.cosines", [2, 1], 1),
    shows("vectors.cosines", [2, 3], 1),
    shows("vectors.degrees", [3, 2], 0),
    shows("vectors.degrees", [3, 1], 90),
  ],
  presets: [
    {
      id: "binary",
      inputs: { x: codes, y: codes },
      labels: { vector: fromZero, "other-vector": fromZero, pair: fromZero, feature: named("4", "2", "1") },
      start: { step: "vectors.apart", cell: [3] },
      claims: [
        shows("vectors.apart", [0], 1),
        shows("vectors.apart", [1], 1.41),
        shows("vectors.apart", [2], 1),
        shows("vectors.apart", [3], 1.73),
      ],
    },
  ],
};
