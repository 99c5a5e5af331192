import { lectureGraph, nodeLabels } from "./graphs.ts";
import { type Lesson, matrix } from "./lesson.ts";

export const gat: Lesson = {
  id: "gat",
  parts: [
    {
      algorithm: "gat-layer",
      exercise: "gat-steps",
      inputs: {
        graph: lectureGraph,
        x: matrix([
          [1, 0],
          [0, 1],
          [1, 1],
          [2, 0],
          [0, 2],
          [1, -1],
        ]),
        heads: 2,
        w: matrix([
          [1, 0, 1, -1],
          [0, 1, 1, 1],
        ]),
        attentionSource: matrix([
          [1, -1],
          [0, 1],
        ]),
        attentionTarget: matrix([
          [0, 1],
          [-1, 1],
        ]),
        activation: "elu",
      },
      labels: nodeLabels,
      graph: "graph",
    },
  ],
};
