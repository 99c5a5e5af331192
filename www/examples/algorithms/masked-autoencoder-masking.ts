import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, shows, soft } from "../example.ts";

export const example: Example = {
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
};
