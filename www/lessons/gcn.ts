import { lectureGraph, nodeLabels } from "./graphs.ts";
import { type Lesson, matrix } from "./lesson.ts";

export const gcn: Lesson = {
  id: "gcn",
  parts: [
    {
      algorithm: "gcn-normalization",
      exercise: "gcn-normalization-steps",
      inputs: { graph: lectureGraph },
      labels: nodeLabels,
      graph: "graph",
    },
    {
      algorithm: "gcn-layer",
      exercise: "gcn-layer-steps",
      inputs: {
        graph: lectureGraph,
        x: matrix([
          [1, 0],
          [2, 1],
          [3, 0],
          [4, 1],
          [5, 0],
          [6, 1],
        ]),
        w: matrix([
          [1, -1],
          [0, 2],
        ]),
        activation: "relu",
      },
      labels: nodeLabels,
      graph: "graph",
    },
  ],
};
