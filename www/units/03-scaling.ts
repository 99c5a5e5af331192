/** Unit 3: why the scores are divided by √d. */
import { named } from "../examples/example.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { matrix, tensor } from "../src/state/values.ts";

const VASWANI = "Vaswani et al. 2017, section 3.2.1";

/** Scores of x₁ in the worked example of CMU 11-785: divided by √4, and as they are. */
const lectureScores = matrix([
  [15, 22.5, 14.5],
  [30, 45, 29],
]);
const lectureLabels = {
  query: { names: ["x₁ ÷ 2", "x₁"] },
  key: { prefix: "x", from: 1 },
  "by-key": { prefix: "x", from: 1 },
} as const;

/** One query and three keys whose products are far too large for an exponential. */
const large = {
  query: matrix([[40, 0]]),
  key: matrix([
    [25, 0],
    [24, 1],
    [10, 3],
  ]),
  value: matrix([[1], [0], [0]]),
  scale: "none",
};

/** Two words of width 64, and projections that give each of eight heads its eighth of a word. */
const WIDTH = 64;
const identity = tensor(
  [WIDTH, WIDTH],
  Array.from({ length: WIDTH * WIDTH }, (_, at) => (at % (WIDTH + 1) === 0 ? 1 : 0)),
);
const wide = tensor(
  [3, WIDTH],
  [1, 0.5, -0.5].flatMap((size) => Array.from({ length: WIDTH }, () => size)),
);

/** A bar as long as the drawing: larger than the products of ten pairs of width 64. */
const LONGEST = 18;
const pairs = { from: 1 } as const;

const jacobian = (row: number): Reading => ({ step: "jacobian.largest", index: [row] });
const first = (key: number, more: Partial<Reading> = {}): Reading => ({
  step: "attention.weights",
  index: [0, key],
  ...more,
});
const single = (step: string, more: Partial<Reading> = {}): Reading => ({ step, index: [], ...more });

export const unit: UnitContent = {
  after: ["self-attention"],
  covers: ["S0-F04", "S1-P1", "S0-E25"],
  exercise: "attention-steps",
  scenes: [
    {
      id: "grow",
      algorithm: "query-key-variance",
      inputs: { width: 4, samples: 1000, seed: 2 },
      labels: { sample: pairs },
      controls: [
        { kind: "slider", id: "width", from: 4, to: 64, step: 4, start: 4, answer: 64, changes: [{ input: "width" }] },
      ],
      runs: { few: { inputs: { samples: 10 } } },
      shown: [
        {
          picture: { kind: "bars", full: LONGEST, sets: [{ step: "variance.products" }] },
          run: "few",
          caption: "products",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["predicted", "before"] },
          root: { same: ["predicted", "four"] },
          linear: { more: ["predicted", "four"] },
        },
      },
      facts: {
        before: single("variance.predicted", { at: "start" }),
        measuredBefore: single("variance.measured", { at: "start" }),
        predicted: single("variance.predicted"),
        measured: single("variance.measured"),
        four: single("variance.predicted", { at: { width: 16 } }),
      },
      links: { step: "variance.measured" },
      source: `${VASWANI}, footnote 4`,
    },
    {
      id: "divide",
      algorithm: "scaled-dot-product-attention",
      inputs: { scale: "none" },
      takes: {
        query: { run: "drawn", step: "variance.queries" },
        key: { run: "drawn", step: "variance.keys" },
        value: { run: "drawn", step: "variance.keys" },
      },
      labels: { query: { prefix: "q", from: 1 }, key: { prefix: "k", from: 1 } },
      controls: [
        {
          kind: "choice",
          id: "scale",
          choices: { none: { scale: "none" }, root: { scale: "d-head" } },
          start: "none",
          answer: "root",
        },
      ],
      runs: { drawn: { algorithm: "query-key-variance", inputs: { width: WIDTH, samples: 5, seed: 3 } } },
      shown: [
        { picture: { kind: "bars", full: 1, sets: [{ step: "attention.weights", row: 0 }] }, caption: "weights" },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["after", "before"] },
          softer: {
            all: [{ more: ["before", "after"] }, { more: ["after", "even"] }, { more: ["thirdAfter", "tenth"] }],
          },
          even: { same: ["after", "even"] },
        },
      },
      facts: {
        before: first(1, { at: "start" }),
        after: first(1),
        thirdBefore: first(2, { at: "start" }),
        thirdAfter: first(2),
        root: single("attention.scale"),
        even: { is: 0.2 },
        tenth: { is: 0.1 },
      },
      links: { step: "attention.scaled", exercise: "attention-steps" },
      source: VASWANI,
    },
    {
      id: "saturate",
      algorithm: "softmax-jacobian",
      inputs: { scores: lectureScores },
      labels: lectureLabels,
      shown: [
        {
          picture: {
            kind: "bars",
            full: 1,
            sets: [
              { step: "attention.weights", row: 0 },
              { step: "attention.weights", row: 1 },
            ],
          },
          caption: "weights",
        },
        { table: "jacobian.largest", when: "after", caption: "slopes" },
      ],
      question: {
        kind: "choose",
        options: {
          half: { all: [{ more: ["tenth", "ratioLow"] }, { more: ["undivided", "tenth"] }] },
          tenth: { all: [{ more: ["thousandth", "undivided"] }, { more: ["undivided", "thousandth"] }] },
          thousands: { more: ["thousandth", "undivided"] },
        },
      },
      facts: {
        divided: jacobian(0),
        undivided: jacobian(1),
        s0: { step: "jacobian.scores", index: [0, 0] },
        s1: { step: "jacobian.scores", index: [0, 1] },
        s2: { step: "jacobian.scores", index: [0, 2] },
        tenth: { is: 8.8e-5 },
        thousandth: { is: 8.8e-7 },
        ratioLow: { is: 8.8e-6 },
      },
      links: { step: "jacobian.largest", poll: "S1-P1" },
      source: "CMU 11-785 (2023), Transformers and Graph Neural Networks",
    },
    {
      id: "overflow",
      algorithm: "scaled-dot-product-attention",
      inputs: large,
      labels: { query: { names: ["q"] }, key: { prefix: "k", from: 1 } },
      shown: [
        { table: "attention.scores", caption: "scores" },
        { table: "attention.exponentials", when: "after", caption: "exponentials" },
        { table: "attention.weights", when: "after", caption: "weights" },
      ],
      question: {
        kind: "choose",
        options: {
          overflow: { more: ["first", "one"] },
          even: { same: ["weight", "second"] },
          winner: { all: [{ same: ["first", "one"] }, { same: ["weight", "one"] }] },
        },
      },
      facts: {
        score: { step: "attention.scores", index: [0, 0] },
        maximum: { step: "attention.row-max", index: [0] },
        first: { step: "attention.exponentials", index: [0, 0] },
        next: { step: "attention.exponentials", index: [0, 1] },
        weight: { step: "attention.weights", index: [0, 0] },
        second: { step: "attention.weights", index: [0, 1] },
        one: { is: 1 },
      },
      links: { step: "attention.row-max", poll: "S1-P1" },
      source: "Goodfellow, Bengio and Courville 2016, section 4.1",
    },
    {
      id: "deviation",
      algorithm: "query-key-variance",
      inputs: { width: 64, samples: 1000, seed: 2, deviation: 2 },
      labels: { sample: pairs },
      controls: [
        {
          kind: "slider",
          id: "deviation",
          from: 0.5,
          to: 3,
          step: 0.5,
          start: 1,
          answer: 2,
          changes: [{ input: "deviation" }],
        },
      ],
      runs: { few: { inputs: { samples: 10 } } },
      shown: [
        {
          picture: { kind: "bars", full: 4 * LONGEST, sets: [{ step: "variance.products" }] },
          run: "few",
          caption: "products",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["predicted", "before"] },
          square: { all: [{ more: ["squared", "predicted"] }, { more: ["predicted", "before"] }] },
          fourth: { more: ["predicted", "squared"] },
        },
      },
      facts: {
        before: single("variance.predicted", { at: "start" }),
        predicted: single("variance.predicted"),
        measured: single("variance.measured"),
        squared: { is: 300 },
      },
      links: { step: "variance.product-variance", erratum: "S0-E25" },
      source: "CPSC 483 (Yale), Transformers and GNNs",
    },
    {
      id: "which-width",
      algorithm: "multi-head-attention",
      inputs: {
        x: wide,
        heads: 8,
        wQuery: identity,
        wKey: identity,
        wValue: identity,
        wOutput: identity,
      },
      labels: { query: named("cat", "kitten", "stone"), key: named("cat", "kitten", "stone") },
      controls: [
        {
          kind: "choice",
          id: "scale",
          choices: { head: { scale: "d-head" }, model: { scale: "d-model" } },
          start: "head",
          answer: "model",
        },
      ],
      runs: { byHead: { inputs: { scale: "d-head" } } },
      shown: [
        {
          picture: { kind: "bars", full: 1, sets: [{ step: "multi-head.weights", row: 0 }] },
          run: "byHead",
          caption: "head",
        },
        {
          picture: { kind: "bars", full: 1, sets: [{ step: "multi-head.weights", row: 0 }] },
          when: "after",
          caption: "chosen",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["after", "before"] },
          sharper: { more: ["after", "before"] },
          flatter: { more: ["before", "after"] },
        },
      },
      facts: {
        before: { step: "multi-head.weights", index: [0, 0, 0], at: "start" },
        after: { step: "multi-head.weights", index: [0, 0, 0] },
        rootHead: single("multi-head.scale", { at: "start" }),
        rootModel: single("multi-head.scale"),
      },
      links: { step: "multi-head.weights", exercise: "multi-head-attention-steps" },
      source: "Vaswani et al. 2017, section 3.2.2",
    },
  ],
};
