import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows, soft } from "../example.ts";
import { newsLabel, one, softLayer } from "../graph-layers.ts";
import { friendship, news, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "gcn-network",
  inputs: { graph: friendship, x: news, w: one, "next.w": tensor([1, 1, 1], [1]) },
  labels: { ...peopleLabels, feature: newsLabel, "output-feature": newsLabel },
  graph: "graph",
  start: { step: "next[0]/gcn.aggregated", cell: [2, 0] },
  random: { ...softLayer, "next.w": soft },
  claims: [
    shows("gcn.transformed", [2, 0], 0),
    shows("next[0]/gcn.transformed", [2, 0], 0.1),
    shows("next[0]/gcn.transformed", [3, 0], 0.08),
    shows("next[0]/gcn.transformed", [4, 0], 0),
  ],
};
