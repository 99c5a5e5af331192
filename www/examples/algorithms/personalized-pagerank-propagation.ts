import type { Example } from "../example.ts";
import { shows, soft } from "../example.ts";
import { newsLabel } from "../propagation.ts";
import { friendship, news, peopleLabels } from "../things.ts";

export const example: Example = {
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
};
