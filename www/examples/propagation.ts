import { tensor } from "../src/state/values.ts";
import { type Examples, named, shows, soft } from "./example.ts";
import { chain, friendship, news, peopleLabels } from "./things.ts";

const newsLabel = named("news");
const four = named("Ann", "Ben", "Cleo", "Dana");
const five = named("Ann", "Ben", "Cleo", "Dana", "Eli");

export const examples: Examples = {
  "personalized-pagerank-propagation": {
    algorithm: "personalized-pagerank-propagation",
    inputs: { graph: friendship, x: news, alpha: 0.25, steps: 4 },
    labels: { ...peopleLabels, feature: newsLabel },
    graph: "graph",
    start: { step: "steps[0]/propagation.state", cell: [0, 0] },
    random: { x: soft },
    claims: [
      shows("steps[0]/propagation.state", [0, 0], 0.625),
      shows("steps[3]/propagation.state", [0, 0], 0.5),
      shows("steps[3]/propagation.state", [4, 0], 0.01),
      shows("propagation.restart", [0, 0], 0.25),
    ],
  },
  "receptive-field": {
    algorithm: "receptive-field",
    inputs: { graph: friendship, layers: 3 },
    labels: { ...peopleLabels },
    graph: "graph",
    start: { step: "layers[1]/reach.reached", cell: [0, 4] },
    claims: [
      shows("layers[1]/reach.reached", [0, 4], 0),
      shows("layers[2]/reach.reached", [0, 4], 1),
      shows("reach.field-size", [0], 6),
    ],
  },
  "over-smoothing": {
    algorithm: "over-smoothing",
    inputs: { graph: chain(5), x: tensor([5, 1], [5, 4, 3, 2, 1]), layers: 8 },
    labels: { node: five, source: five, target: five, step: { from: 0 }, feature: named("cups") },
    graph: "graph",
    start: { step: "layers[0]/smoothing.heard", cell: [0, 0] },
    random: { x: soft },
    claims: [
      shows("layers[8]/smoothing.cosines", [0, 0], 0.9),
      shows("layers[8]/smoothing.cosines", [8, 0], 0.99),
      shows("layers[8]/smoothing.energies", [0], 2.37),
      shows("layers[8]/smoothing.energies", [8], 0.09),
    ],
  },
  "attention-diffusion": {
    algorithm: "attention-diffusion",
    inputs: {
      attention: tensor([4, 4], [0.5, 0.5, 0, 0, 0.25, 0.5, 0.25, 0, 0, 0.25, 0.5, 0.25, 0, 0, 0.5, 0.5]),
      x: tensor([4, 1], [1, 0, 0, 0]),
      alpha: 0.25,
      steps: 3,
    },
    labels: { target: four, source: four, feature: newsLabel },
    start: { step: "hops[1]/diffusion.truncated", cell: [0, 2] },
    // Rows of attention sum to 1, which random numbers do not.
    random: { attention: null, x: soft },
    claims: [
      shows("hops[0]/diffusion.truncated", [0, 2], 0),
      shows("hops[1]/diffusion.truncated", [0, 2], 0.018),
      shows("steps[2]/propagation.state", [3, 0], 0.013),
      shows("diffusion.limit", [3, 0], 0.037),
    ],
  },
};
