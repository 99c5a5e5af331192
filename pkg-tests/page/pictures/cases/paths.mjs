/** Paths: of a number through a hidden unit, forward and back. What the run has no step for, such as a gradient of a run without one, is not drawn. */
const cell = (step, ...index) => ({ step, index });
const X = { at: [0, 1], as: "number", name: "x", cell: cell("feed-forward.x", 0, 0) };
const HIDDEN = { at: [1, 1], as: "number", name: "h", cell: cell("feed-forward.hidden", 0, 0) };
const RESULT = { at: [2, 1], as: "number", name: "L", cell: cell("feed-forward.relu", 0, 0) };
const forward = {
  algorithm: "feed-forward",
  inputs: { x: [[2]], w1: [[-1.5, 3]], w2: [[1], [2]] },
  names: {},
};

export default {
  paths: {
    ...forward,
    spec: {
      kind: "paths",
      nodes: { x: X, h: HIDDEN, l: RESULT },
      links: [
        { from: "x", to: "h", times: cell("feed-forward.first", 0, 0) },
        { from: "h", to: "l" },
      ],
    },
    marks: 4,
  },
  "paths with a part, ticks, a gate and a loop": {
    ...forward,
    spec: {
      kind: "paths",
      nodes: {
        ...{ x: X, l: RESULT },
        part: { at: [1, 0], as: "part", word: "attention" },
        gone: { at: [1, 1], as: "number", name: "g", cell: cell("gradient/feed-forward.hidden", 0, 0) },
        gate: { at: [1, 1], as: "gate", where: "feed-forward.relu" },
        loop: { at: [0.5, 1], as: "loop", where: "feed-forward.relu" },
        tick: { at: [1.5, 1], as: "tick", cell: cell("feed-forward.output", 0, 0) },
      },
      links: [
        { from: "x", to: "part", back: cell("feed-forward.first", 0, 1) },
        { from: "part", to: "l", back: cell("feed-forward.second", 1, 0) },
        { from: "x", to: "l", back: cell("feed-forward.hidden", 0, 1), silent: true },
        { from: "x", to: "gone", times: cell("feed-forward.first", 0, 0) },
      ],
    },
    marks: 6,
  },
};
