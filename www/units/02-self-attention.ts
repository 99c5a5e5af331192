/** Unit 2: self-attention as a lookup that is soft. */
import { named, type Rows, rowsOf } from "../examples/example.ts";
import { asking, being, sentenceLabels, telling, words } from "../examples/things.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { matrix, tensor, unitMatrix } from "../src/state/values.ts";

const ATTENTION = "scaled-dot-product-attention";
const VASWANI = "Vaswani et al. 2017, eq. (1)";

const [the, cat, drinks, milk] = [0, 1, 2, 3] as const;

const query = rowsOf(asking);
const key = rowsOf(being);
const value = rowsOf(telling);
const lookup = { query, key, value };

/** The feature of a word that says how much it is a verb. */
const IS_VERB = 1;
/** Turns what a word is into what it asks for: a verb into a question for a noun, a noun into one for a verb. */
const asksFor = matrix([
  [0, 0.5],
  [0.5, 0],
  [0, 0],
  [0, 0],
]);

/** The worked example of CMU 11-785: three tokens that are queries, keys and values at once. */
const lecture = matrix([
  [1, 2, 3, 4],
  [4, 5, 9, 1],
  [6, 2, 1, 4],
]);
/** The same tokens as queries of a tenth of their length: no weight is nearly 0. */
const shortened = matrix([
  [0.1, 0.2, 0.3, 0.4],
  [0.4, 0.5, 0.9, 0.1],
  [0.6, 0.2, 0.1, 0.4],
]);
const lectureLabels = {
  query: { prefix: "x", from: 1 },
  key: { prefix: "x", from: 1 },
} as const;
/** With these values each output is the sum of its row of weights. */
const ones = tensor([3, 1], [1, 1, 1]);

/** The sentence with “cat” and “milk” exchanged. */
const order = [the, milk, drinks, cat];
const exchanged = (rows: typeof query) => {
  const width = rows.shape[1] ?? 0;
  return tensor(
    rows.shape,
    order.flatMap((row) => rows.data.slice(row * width, (row + 1) * width)),
  );
};

const otherOrder = { names: ["the", "milk", "drinks", "cat"] };

function weight(row: number, column: number, more: Partial<Reading> = {}): Reading {
  return { step: "attention.weights", index: [row, column], ...more };
}

function output(row: number, column: number, more: Partial<Reading> = {}): Reading {
  return { step: "attention.output", index: [row, column], ...more };
}

/** What a word is becomes what it asks for, what it is found by, and what it tells. */
const projections = {
  x: rowsOf(words),
  heads: 1,
  wQuery: asksFor,
  wKey: matrix([
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 0],
  ]),
  wValue: matrix([
    [0, 0],
    [0.5, 0],
    [2, 0],
    [0, 2],
  ]),
  wOutput: matrix([
    [1, 0],
    [0, 1],
  ]),
};
/** Values with one number more: how much of an action a word tells of. */
const wider = matrix([
  [0, 0, 0],
  [0.5, 0, 1],
  [2, 0, 0],
  [0, 2, 0],
]);
const grammar = named("noun", "verb", "animal", "drink");

/** What a word of a review asks for: what is liked, and a denial. Only “like” asks. */
const opinionAsks: Rows = { I: [0, 0], do: [0, 0], not: [0, 0], like: [2, 4], this: [0, 0], movie: [0, 0] };
/** What it is found by: as something about liking, and as a denial. */
const opinionIs: Rows = { I: [0, 0], do: [0, 0], not: [0, 1], like: [1, 0], this: [0, 0], movie: [1, 0] };
/** What it tells: of liking, and of a film. */
const opinionTells: Rows = { I: [0, 0], do: [0, 0], not: [-2, 0], like: [2, 0], this: [0, 0], movie: [0, 2] };
const liked = ["I", "like", "this", "movie"];
const disliked = ["I", "do", "not", "like", "this", "movie"];
const chosen = (rows: Rows, sentence: readonly string[]): Rows =>
  Object.fromEntries(sentence.map((word) => [word, rows[word] ?? []]));
const opinion = (sentence: readonly string[]) => ({
  query: rowsOf(chosen(opinionAsks, sentence)),
  key: rowsOf(chosen(opinionIs, sentence)),
  value: rowsOf(chosen(opinionTells, sentence)),
});
const opinionLabels = (sentence: readonly string[]) => ({
  query: named(...sentence),
  key: named(...sentence),
  "value-feature": named("liking", "film"),
});
const [likeBefore, not, likeAfter] = [
  liked.indexOf("like"),
  disliked.indexOf("not"),
  disliked.indexOf("like"),
] as const;

export const unit: UnitContent = {
  after: [],
  covers: ["S0-C06", "S0-F02", "S0-F03", "S0-F05", "S1-C04", "S1-W01"],
  opening: "dynamic",
  exercise: "attention-steps",
  scenes: [
    {
      id: "lookup",
      algorithm: ATTENTION,
      inputs: lookup,
      labels: sentenceLabels,
      shown: [
        {
          picture: {
            kind: "arrows",
            sets: [
              { step: "attention.key", symbol: "k", input: "key" },
              // The key of “milk” is the same arrow, and shows between the dashes.
              { step: "attention.query", symbol: "q", rows: [drinks], line: "dashed", input: "query" },
            ],
          },
          when: "before",
          caption: "plane",
        },
        {
          picture: { kind: "arcs", step: "attention.weights", mode: "columns", query: drinks },
          through: {
            control: "stage",
            steps: ["attention.scores", "attention.scaled", "attention.exponentials", "attention.weights"],
          },
          when: "after",
          caption: "weights",
        },
      ],
      controls: [{ kind: "slider", id: "stage", from: 0, to: 3, step: 1, start: 0, answer: 3, changes: [] }],
      question: {
        kind: "choose",
        options: {
          all: { more: ["cat", "nearlyAll"] },
          half: { all: [{ more: ["cat", "third"] }, { more: ["nearlyAll", "cat"] }] },
          even: { same: ["cat", "the"] },
        },
      },
      facts: {
        the: weight(drinks, the),
        cat: weight(drinks, cat),
        drinks: weight(drinks, drinks),
        milk: weight(drinks, milk),
        sum: { step: "attention.row-sum", index: [drinks] },
        catScore: { step: "attention.scores", index: [drinks, cat] },
        milkScore: { step: "attention.scores", index: [drinks, milk] },
        nearlyAll: { is: 0.9 },
        third: { is: 0.34 },
      },
      links: { step: "attention.weights", exercise: "attention-steps" },
      source: VASWANI,
    },
    {
      id: "mean",
      algorithm: ATTENTION,
      inputs: lookup,
      labels: sentenceLabels,
      shown: [
        { picture: { kind: "arrows", sets: [{ step: "attention.value" }] }, when: "before", caption: "values" },
        {
          picture: {
            kind: "arrows",
            sets: [{ step: "attention.value" }, { step: "attention.output", symbol: "o", rows: [drinks] }],
            mean: { weights: "attention.weights", values: "attention.value", output: "attention.output", row: drinks },
          },
          when: "after",
          caption: "pull",
        },
      ],
      question: {
        kind: "choose",
        options: {
          corner: { all: [{ same: ["x", "catX"] }, { same: ["y", "catY"] }] },
          inside: { all: [{ more: ["catX", "x"] }, { more: ["milkY", "y"] }] },
          outside: { more: ["x", "catX"] },
        },
      },
      facts: {
        x: output(drinks, 0),
        y: output(drinks, 1),
        cat: weight(drinks, cat),
        milk: weight(drinks, milk),
        catX: { step: "attention.value", index: [cat, 0] },
        catY: { step: "attention.value", index: [cat, 1] },
        milkY: { step: "attention.value", index: [milk, 1] },
      },
      links: { step: "attention.output" },
      source: VASWANI,
    },
    {
      id: "dynamic",
      algorithm: ATTENTION,
      inputs: opinion(liked),
      labels: opinionLabels(liked),
      runs: { denied: { inputs: opinion(disliked), labels: opinionLabels(disliked) } },
      shown: [
        {
          picture: { kind: "arcs", step: "attention.weights", mode: "columns", query: likeBefore },
          when: "before",
          caption: "weights",
        },
        {
          picture: { kind: "arcs", step: "attention.weights", mode: "columns", query: likeAfter },
          run: "denied",
          when: "after",
          caption: "deniedWeights",
        },
        {
          picture: { kind: "bars", sets: [{ step: "attention.output", row: likeBefore }], full: 1, signed: true },
          caption: "output",
        },
        {
          picture: { kind: "bars", sets: [{ step: "attention.output", row: likeAfter }], full: 1, signed: true },
          run: "denied",
          when: "after",
          caption: "deniedOutput",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["after", "before"] },
          less: { all: [{ more: ["before", "after"] }, { more: ["after", "zero"] }] },
          reverse: { more: ["zero", "after"] },
        },
      },
      facts: {
        before: output(likeBefore, 0),
        movie: weight(likeBefore, liked.indexOf("movie")),
        after: output(likeAfter, 0, { run: "denied" }),
        not: weight(likeAfter, not, { run: "denied" }),
        own: { step: "attention.value", index: [likeBefore, 0] },
        denial: { run: "denied", step: "attention.value", index: [not, 0] },
        zero: { is: 0 },
      },
      links: { step: "attention.output" },
      source: `CMU 11-785 (2023), Transformers and Graph Neural Networks; ${VASWANI}`,
    },
    {
      id: "roles",
      algorithm: "multi-head-attention",
      inputs: projections,
      labels: {
        ...sentenceLabels,
        feature: named("noun", "verb", "animal", "drink"),
        "context-feature": named("noun", "verb", "animal", "drink"),
        "head-feature": named("noun", "verb"),
        "head-value-feature": named("animal", "drink"),
      },
      shown: [
        { table: "multi-head.x", caption: "words", bare: true },
        { table: "multi-head.query-projection", caption: "matrix", bare: true },
        { table: "multi-head.query", when: "after", caption: "queries", bare: true },
        { table: "multi-head.key-projection", caption: "keys", bare: true },
        { table: "multi-head.value-projection", caption: "values", bare: true },
      ],
      question: { kind: "cell", step: "multi-head.query-projection", among: [IS_VERB, null], most: "largest" },
      facts: {
        isNoun: { step: "multi-head.x", index: [drinks, 0] },
        isVerb: { step: "multi-head.x", index: [drinks, IS_VERB] },
        factor: { step: "multi-head.query-projection", index: [IS_VERB, 0] },
        asksNoun: { step: "multi-head.query", index: [drinks, 0] },
        asksVerb: { step: "multi-head.query", index: [drinks, 1] },
      },
      links: { step: "multi-head.query", exercise: "multi-head-attention-steps" },
      source: `${VASWANI}, section 3.2.2`,
    },
    {
      id: "widths",
      algorithm: "multi-head-attention",
      inputs: { ...projections, wValue: wider, wOutput: unitMatrix(3) },
      labels: {
        ...sentenceLabels,
        feature: grammar,
        "context-feature": grammar,
        "head-feature": named("noun", "verb"),
        "head-value-feature": named("animal", "drink", "action"),
        "output-feature": named("animal", "drink", "action"),
      },
      runs: {
        narrow: {
          inputs: projections,
          labels: { "head-value-feature": named("animal", "drink"), "output-feature": named("animal", "drink") },
        },
      },
      shown: [
        { table: "multi-head.query-projection", caption: "queries", bare: true },
        { table: "multi-head.key-projection", caption: "keys", bare: true },
        { table: "multi-head.value-projection", run: "narrow", when: "before", caption: "values", bare: true },
        { table: "multi-head.value-projection", when: "after", caption: "values", bare: true },
        { table: "multi-head.output", when: "after", caption: "outputs", bare: true },
      ],
      question: {
        kind: "choose",
        options: {
          all: { not: { same: ["weight", "before"] } },
          output: { all: [{ same: ["weight", "before"] }, { more: ["outputs", "outputsBefore"] }] },
          none: { all: [{ same: ["weight", "before"] }, { same: ["outputs", "outputsBefore"] }] },
        },
      },
      facts: {
        weight: { step: "multi-head.weights", index: [0, drinks, cat] },
        before: { run: "narrow", step: "multi-head.weights", index: [0, drinks, cat] },
        queries: { step: "multi-head.query-projection", along: 1 },
        values: { step: "multi-head.value-projection", along: 1 },
        outputs: { step: "multi-head.output", along: 1 },
        outputsBefore: { run: "narrow", step: "multi-head.output", along: 1 },
      },
      links: { step: "multi-head.value", exercise: "multi-head-attention-steps" },
      source: `${VASWANI}, section 3.2.1`,
    },
    {
      id: "sharpness",
      algorithm: ATTENTION,
      inputs: { query: lecture, key: lecture, value: lecture },
      labels: lectureLabels,
      controls: [
        {
          kind: "slider",
          id: "length",
          from: 0,
          to: 1,
          step: 0.05,
          start: 1,
          answer: 0,
          changes: [{ input: "query", timesRows: [0, 1, 2] }],
        },
      ],
      shown: [{ picture: { kind: "bars", full: 1, sets: [{ step: "attention.weights", row: 0 }] }, caption: "row" }],
      question: {
        kind: "choose",
        options: {
          none: { all: [{ same: ["at0", "zero"] }] },
          even: { same: ["at0", "first"] },
          winner: { more: ["at0", "at1"] },
        },
      },
      facts: {
        at0: weight(0, 1),
        first: weight(0, 0),
        at01: weight(0, 1, { at: { length: 0.1 } }),
        at03: weight(0, 1, { at: { length: 0.3 } }),
        at1: weight(0, 1, { at: { length: 1 } }),
        zero: { is: 0 },
      },
      links: { step: "attention.scaled", poll: "S1-P1" },
      source: "CMU 11-785 (2023), Transformers and Graph Neural Networks; Vaswani et al. 2017, section 3.2.1",
    },
    {
      id: "symmetric",
      algorithm: ATTENTION,
      inputs: { query: key, key, value },
      labels: sentenceLabels,
      shown: [
        { table: "attention.scores", caption: "scores", bare: true, marks: ["score", "other"] },
        { table: "attention.weights", when: "after", caption: "rows", bare: true, marks: ["catMilk", "milkCat"] },
        {
          picture: { kind: "arcs", step: "attention.weights", mode: "columns", query: cat },
          when: "after",
          caption: "weights",
        },
      ],
      question: {
        kind: "choose",
        options: {
          equal: { same: ["catMilk", "milkCat"] },
          more: { more: ["catMilk", "milkCat"] },
          less: { more: ["milkCat", "catMilk"] },
        },
      },
      facts: {
        score: { step: "attention.scores", index: [cat, milk] },
        other: { step: "attention.scores", index: [milk, cat] },
        catMilk: weight(cat, milk),
        milkCat: weight(milk, cat),
        catCat: weight(cat, cat),
      },
      links: { step: "attention.weights" },
      source: VASWANI,
    },
    {
      id: "long-key",
      algorithm: ATTENTION,
      inputs: lookup,
      labels: sentenceLabels,
      controls: [
        {
          kind: "slider",
          id: "key",
          from: 0,
          to: 4,
          step: 0.25,
          start: 1,
          answer: 3,
          changes: [{ input: "key", timesRows: [milk] }],
        },
      ],
      shown: [
        { picture: { kind: "arcs", step: "attention.weights", mode: "columns", query: drinks }, caption: "weights" },
      ],
      question: {
        kind: "choose",
        options: {
          cat: { more: ["cat", "milk"] },
          milk: { more: ["milk", "cat"] },
          same: { same: ["milk", "before"] },
        },
      },
      facts: {
        cat: weight(drinks, cat),
        milk: weight(drinks, milk),
        before: weight(drinks, milk, { at: "start" }),
        catBefore: weight(drinks, cat, { at: "start" }),
        even: weight(drinks, milk, { at: { key: 2 } }),
      },
      links: { step: "attention.scores" },
      source: VASWANI,
    },
    {
      id: "wrong-axis",
      algorithm: ATTENTION,
      inputs: { query: shortened, key: lecture, value: ones },
      labels: lectureLabels,
      controls: [
        {
          kind: "choice",
          id: "axis",
          choices: { keys: { softmaxAxis: "keys" }, queries: { softmaxAxis: "queries" } },
          start: "keys",
          answer: "queries",
        },
      ],
      shown: [
        { table: "attention.weights", caption: "rows", optional: true },
        { table: "attention.column-weights", caption: "columns", optional: true },
        { table: "attention.output", caption: "sums" },
      ],
      question: {
        kind: "choose",
        options: {
          one: { all: [{ same: ["first", "right"] }, { same: ["second", "right"] }] },
          between: { all: [{ more: ["second", "right"] }, { more: ["right", "first"] }] },
          none: { all: [{ more: ["first", "right"] }, { more: ["second", "right"] }] },
        },
      },
      facts: {
        first: output(0, 0),
        second: output(1, 0),
        third: output(2, 0),
        right: output(0, 0, { at: "start" }),
      },
      links: { step: "attention.weights", erratum: "S0-E01" },
      source: "CPSC 483 (Yale), Transformers and GNNs; CMU 11-785 (2023)",
    },
    {
      id: "order",
      algorithm: ATTENTION,
      inputs: lookup,
      labels: sentenceLabels,
      runs: {
        exchanged: {
          inputs: { query: exchanged(query), key: exchanged(key), value: exchanged(value) },
          labels: { query: otherOrder, key: otherOrder },
        },
      },
      shown: [
        { table: "attention.output", caption: "outputs" },
        { table: "attention.output", run: "exchanged", when: "after", caption: "exchanged" },
      ],
      question: {
        kind: "choose",
        options: {
          same: { all: [{ same: ["x", "otherX"] }, { same: ["y", "otherY"] }] },
          moved: { more: ["x", "otherX"] },
          lost: { more: ["otherX", "x"] },
        },
      },
      facts: {
        x: output(drinks, 0),
        y: output(drinks, 1),
        otherX: output(drinks, 0, { run: "exchanged" }),
        otherY: output(drinks, 1, { run: "exchanged" }),
        catX: output(cat, 0),
        catMoved: output(milk, 0, { run: "exchanged" }),
      },
      links: { step: "attention.output" },
      source: "Vaswani et al. 2017, section 3.5",
    },
  ],
};
