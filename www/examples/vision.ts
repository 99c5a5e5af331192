import { tensor } from "../src/state/values.ts";
import { compares, type Examples, named, shows, soft } from "./example.ts";

/** An image whose numbers say where they are: 23 is in row 2 and column 3. */
const image = tensor([1, 4, 4], [11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34, 41, 42, 43, 44]);
const corners = named("top left", "top right", "bottom left", "bottom right");
const gray = { distribution: "integers", minimum: 0, maximum: 9 } as const;

export const examples: Examples = {
  "image-patches": {
    algorithm: "image-patches",
    inputs: { image, patch: 2 },
    labels: { channel: named("gray"), patch: corners },
    start: { step: "vision.patches", cell: [1, 2] },
    random: { image: gray },
    claims: [
      shows("vision.patches", [1, 0], 13),
      shows("vision.patches", [1, 1], 14),
      shows("vision.patches", [1, 2], 23),
      shows("vision.patches", [1, 3], 24),
    ],
  },
  "patch-embedding": {
    algorithm: "patch-embedding",
    inputs: {
      image: tensor([1, 4, 4], [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1]),
      patch: 2,
      // The first feature is the mean of the patch, the second what its left column has more than its right one.
      w: tensor([4, 2], [0.25, 0.5, 0.25, -0.5, 0.25, 0.5, 0.25, -0.5]),
      b: tensor([2], [0, 0]),
      classToken: tensor([2], [0.1, 0.1]),
      positions: tensor([5, 2], [0, 0, 0.1, 0, 0.2, 0, 0.3, 0, 0.4, 0]),
    },
    labels: {
      channel: named("gray"),
      patch: corners,
      token: named("class", "top left", "top right", "bottom left", "bottom right"),
      feature: named("brightness", "edge"),
    },
    start: { step: "vision.projected", cell: [0, 1] },
    random: { image: gray, w: soft, b: soft, classToken: soft, positions: soft },
    claims: [
      shows("vision.projected", [0, 0], 0.5),
      shows("vision.projected", [0, 1], 1),
      shows("vision.projected", [3, 0], 0.5),
      shows("vision.projected", [3, 1], 0),
    ],
  },
  "masked-autoencoder-masking": {
    algorithm: "masked-autoencoder-masking",
    // Each patch carries its own number.
    inputs: { tokens: tensor([8, 1], [0, 1, 2, 3, 4, 5, 6, 7]), seed: 1 },
    labels: { patch: { from: 0 } },
    start: { step: "autoencoder.visible", cell: [0, 0] },
    random: { tokens: soft },
    claims: [
      shows("autoencoder.count", [], 2),
      shows("autoencoder.visible", [0, 0], 5),
      shows("autoencoder.visible", [1, 0], 7),
      compares("autoencoder.visible", [0, 0], "equals", [0], "autoencoder.kept"),
    ],
  },
};
