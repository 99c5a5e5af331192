/** Unit 4: several heads, or one word that asks several questions at once. */
import { named, namesOf, type Rows, rowsOf } from "../examples/example.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { matrix, tensor, unitMatrix } from "../src/state/values.ts";

const MULTI_HEAD = "multi-head-attention";
const VASWANI = "Vaswani et al. 2017, section 3.2.2";
const CMU = "CMU 11-785 (2023), Transformers and Graph Neural Networks";

const [cat, drinks, milk] = [1, 2, 3] as const;
/** The heads of most scenes. */
const [who, what, itself] = [0, 1, 2] as const;

/** The words of the sentence by their grammar, two features, and by their meaning, two more. */
const words: Rows = {
  the: [0, 0, 0, 0],
  cat: [1, 0, 1, 0],
  drinks: [0, 1, 0, 0],
  milk: [1, 0, 0, 1],
};
const x = rowsOf(words);
const features = named("noun", "verb", "animal", "drink");
const meanings = named("animal", "drink");
const labels = {
  query: namesOf(words),
  key: namesOf(words),
  feature: features,
  "context-feature": features,
  "output-feature": meanings,
};

const pair = matrix([
  [1, 0],
  [0, 1],
]);
/** A verb asks for an animal and for a drink. */
const asks = matrix([
  [0, 0],
  [2, 2],
  [0, 0],
  [0, 0],
]);
/** Keys and values are the meaning of a word. */
const meaning = matrix([
  [0, 0],
  [0, 0],
  [1, 0],
  [0, 1],
]);
const asking = { x, wQuery: asks, wKey: meaning, wValue: meaning, wOutput: pair };
const heads = named("who", "what");

/** A third head, in which a verb asks for verbs, and which adds a tenth of what it finds to both features of the output. */
const three = {
  x,
  heads: 3,
  wQuery: matrix([
    [0, 0, 0],
    [2, 2, 3],
    [0, 0, 0],
    [0, 0, 0],
  ]),
  wKey: matrix([
    [0, 0, 0],
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ]),
  wValue: matrix([
    [0, 0, 0],
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ]),
  wOutput: matrix([
    [1, 0],
    [0, 1],
    [0.1, 0.1],
  ]),
};
const kept = (...mask: readonly number[]) => ({ headMask: tensor([mask.length], mask) });

/** The worked example of CMU 11-785. */
const lecture = matrix([
  [1, 2, 3, 4],
  [4, 5, 9, 1],
  [6, 2, 1, 4],
]);
const counted = { prefix: "x", from: 1 } as const;
const third = 2;
/** Two numbers of each of two heads. */
const ofHeads = named("1a", "1b", "2a", "2b");
const four = matrix([
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
]);
const pairs = tensor([2, 2, 2], [...pair.data, ...pair.data]);

/** The scores of two heads before training, one of which has drawn large numbers. */
const beginnings = matrix([
  [0.4, 0.9, -0.3, 0.1],
  [-2, 9, -7, 3],
]);
const startedHeads = named("head 1", "head 2");
const tokens = named("the", "cat", "drinks", "milk");

/** Words with a mark at their end, and whom each token looks for in three heads: the one before it; the last mark; its verb, and else the last mark. */
const marked = named("cat", "drinks", "cold", "milk", "[SEP]");
const [drinksAt, coldAt, milkAt] = [1, 2, 3] as const;
const MARK = marked.names.length - 1;
const looksFor: readonly ((token: number) => number)[] = [
  (token) => Math.max(0, token - 1),
  () => MARK,
  (token) => (token === milkAt ? drinksAt : MARK),
];
/** How far the score of what is looked for stands above the others. */
const CLEAR = 4;
const places = marked.names.map((_, place) => place);
/** Each head gets the token as it is. */
const copies = matrix(places.map((row) => looksFor.flatMap(() => places.map((column) => (row === column ? 1 : 0)))));
const found = {
  x: unitMatrix(places.length),
  wQuery: matrix(
    places.map((token) => looksFor.flatMap((target) => places.map((column) => (column === target(token) ? CLEAR : 0)))),
  ),
  wKey: copies,
  wValue: copies,
  wOutput: matrix(looksFor.flatMap(() => places.map((row) => places.map((column) => (row === column ? 1 : 0))))),
};

const weight = (head: number, query: number, key: number, more: Partial<Reading> = {}): Reading => ({
  step: "multi-head.weights",
  index: [head, query, key],
  ...more,
});
const output = (query: number, feature: number, more: Partial<Reading> = {}): Reading => ({
  step: "multi-head.output",
  index: [query, feature],
  ...more,
});
/** How far the output of “drinks” moves when a head is left out. */
const moved = (head: string): Reading => ({
  run: "compared",
  at: { without: head },
  step: "vectors.distances",
  index: [drinks, drinks],
});

export const unit: UnitContent = {
  after: ["self-attention"],
  covers: ["S0-C08", "S0-F06", "S1-C07", "S1-E05", "S2-C05", "S2-F02", "S3-C09", "S1-G03"],
  exercise: "multi-head-attention-steps",
  scenes: [
    {
      id: "questions",
      algorithm: MULTI_HEAD,
      // Undivided scores, so that only the number of heads differs: the divisor would follow the width of a head.
      inputs: { ...asking, heads: 1, scale: "none" },
      labels: { ...labels, head: named("who and what") },
      runs: { two: { inputs: { heads: 2 }, labels: { head: heads } } },
      shown: [
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: drinks },
          when: "before",
          caption: "one",
        },
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: drinks, heads: [who, what] },
          run: "two",
          when: "after",
          caption: "two",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["whoMilk", "milk"] },
          less: {
            all: [{ more: ["milk", "whoMilk"] }, { more: ["whoMilk", "zero"] }, { more: ["whoCat", "cat"] }],
          },
          none: { same: ["whoMilk", "zero"] },
        },
      },
      facts: {
        cat: weight(0, drinks, cat),
        milk: weight(0, drinks, milk),
        whoCat: weight(who, drinks, cat, { run: "two" }),
        whoMilk: weight(who, drinks, milk, { run: "two" }),
        whatMilk: weight(what, drinks, milk, { run: "two" }),
        animal: output(drinks, 0),
        animalTwo: output(drinks, 0, { run: "two" }),
        drinkTwo: output(drinks, 1, { run: "two" }),
        zero: { is: 0 },
      },
      links: { step: "multi-head.weights", exercise: "multi-head-attention-steps", poll: "S1-P2" },
      source: VASWANI,
    },
    {
      id: "identity",
      algorithm: "split-input-attention",
      inputs: { x: lecture, heads: 2, wQuery: pairs, wKey: pairs, wValue: pairs },
      labels: { query: counted, key: counted, "head-value-feature": ofHeads },
      runs: {
        projected: {
          algorithm: MULTI_HEAD,
          inputs: { x: lecture, heads: 2, wQuery: four, wKey: four, wValue: four, wOutput: four },
        },
        one: {
          algorithm: MULTI_HEAD,
          inputs: { x: lecture, heads: 1, wQuery: four, wKey: four, wValue: four, wOutput: four },
        },
        compared: {
          algorithm: "vector-comparison",
          inputs: {},
          takes: {
            x: { run: "main", step: "multi-head.concatenated" },
            y: { run: "projected", step: "multi-head.concatenated" },
          },
        },
      },
      shown: [
        { table: "split-input.x", when: "before", caption: "tokens" },
        { table: "multi-head.concatenated", caption: "cut" },
        { table: "multi-head.concatenated", run: "projected", when: "after", caption: "projected" },
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: third, heads: [0, 1] },
          when: "after",
          caption: "two",
        },
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: third },
          run: "one",
          when: "after",
          caption: "one",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["distance", "zero"] },
          whole: { all: [{ same: ["projected1", "one1"] }, { same: ["projected3", "one3"] }] },
          other: { all: [{ more: ["distance", "zero"] }, { not: { same: ["projected1", "one1"] } }] },
        },
      },
      facts: {
        distance: { run: "compared", step: "vectors.distances", index: [0, 0] },
        cut1: { step: "multi-head.concatenated", index: [0, 0] },
        cut2: { step: "multi-head.concatenated", index: [0, 1] },
        cut3: { step: "multi-head.concatenated", index: [0, 2] },
        cut4: { step: "multi-head.concatenated", index: [0, 3] },
        projected1: { run: "projected", step: "multi-head.concatenated", index: [0, 0] },
        projected3: { run: "projected", step: "multi-head.concatenated", index: [0, 2] },
        one1: { run: "one", step: "multi-head.concatenated", index: [0, 0] },
        one3: { run: "one", step: "multi-head.concatenated", index: [0, 2] },
        secondHead: weight(1, third, 0),
        oneHead: weight(0, third, 0, { run: "one" }),
        zero: { is: 0 },
      },
      links: { step: "multi-head.concatenated", erratum: "S1-E05" },
      source: `${CMU}; ${VASWANI}`,
    },
    {
      id: "mixing",
      algorithm: "split-input-attention",
      inputs: {
        x,
        heads: 2,
        // In the first head a verb asks for a noun, in the second an animal for an animal and a drink for a drink.
        wQuery: tensor([2, 2, 2], [0, 0, 1, 0, 1, 0, 0, 1]),
        wKey: pairs,
        wValue: pairs,
      },
      labels: { ...labels, head: named("grammar", "meaning") },
      runs: { mixing: { algorithm: MULTI_HEAD, inputs: { ...asking, heads: 2 }, labels: { head: heads } } },
      controls: [
        {
          kind: "slider",
          id: "query",
          from: 0,
          to: 4,
          step: 0.5,
          start: 1,
          answer: 3,
          changes: [{ input: "wQuery", timesRows: [0, 1] }],
        },
      ],
      shown: [
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: drinks, heads: [0, 1] },
          when: "before",
          caption: "both",
        },
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: drinks, heads: [0] },
          when: "after",
          caption: "cut",
        },
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: drinks, heads: [who] },
          run: "mixing",
          when: "after",
          caption: "mixing",
        },
      ],
      question: {
        kind: "choose",
        options: {
          cat: { more: ["cat", "milk"] },
          equal: { same: ["cat", "milk"] },
          milk: { more: ["milk", "cat"] },
        },
      },
      facts: {
        before: weight(0, drinks, cat, { at: "start" }),
        cat: weight(0, drinks, cat),
        milk: weight(0, drinks, milk),
        meaning: weight(1, drinks, cat),
        mixedCat: weight(who, drinks, cat, { run: "mixing" }),
        mixedMilk: weight(who, drinks, milk, { run: "mixing" }),
      },
      links: { step: "multi-head.weights", erratum: "S1-E05" },
      source: `${CMU}; ${VASWANI}`,
    },
    {
      id: "key-bias",
      algorithm: MULTI_HEAD,
      inputs: { ...asking, heads: 1, bKey: tensor([2], [1, 0.5]) },
      labels: { ...labels, head: named("who and what") },
      runs: { query: { inputs: { bKey: tensor([2], [0, 0]), bQuery: tensor([2], [2, 1]) } } },
      controls: [
        {
          kind: "slider",
          id: "bias",
          from: -4,
          to: 4,
          step: 0.5,
          start: 0,
          answer: 2,
          changes: [{ input: "bKey", timesRows: [0] }],
        },
      ],
      shown: [
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: drinks },
          caption: "weights",
        },
        {
          picture: { kind: "bars", sets: [{ step: "multi-head.scores", row: drinks }], full: 8 },
          when: "after",
          caption: "scores",
        },
      ],
      question: {
        kind: "choose",
        options: {
          even: { more: ["before", "cat"] },
          sharper: { more: ["cat", "before"] },
          none: { same: ["cat", "before"] },
        },
      },
      facts: {
        before: weight(0, drinks, cat, { at: "start" }),
        cat: weight(0, drinks, cat),
        theBefore: { step: "multi-head.scores", index: [0, drinks, 0], at: "start" },
        theScore: { step: "multi-head.scores", index: [0, drinks, 0] },
        catBefore: { step: "multi-head.scores", index: [0, drinks, cat], at: "start" },
        catScore: { step: "multi-head.scores", index: [0, drinks, cat] },
        ofQuery: weight(0, drinks, cat, { run: "query" }),
        milkOfQuery: weight(0, drinks, milk, { run: "query" }),
      },
      links: { step: "multi-head.key-biased", exercise: "multi-head-attention-steps" },
      source: `${VASWANI}, with the biases of its implementations`,
    },
    {
      id: "prune",
      algorithm: MULTI_HEAD,
      inputs: three,
      labels: {
        ...labels,
        head: named("1: who", "2: what", "3: verbs"),
        "head-value-feature": named("1: who", "2: what", "3: verbs"),
      },
      runs: {
        whole: { inputs: kept(1, 1, 1) },
        compared: {
          algorithm: "vector-comparison",
          inputs: {},
          takes: {
            x: { run: "main", step: "multi-head.output" },
            y: { run: "whole", step: "multi-head.output" },
          },
        },
      },
      controls: [
        {
          kind: "choice",
          id: "without",
          choices: { none: kept(1, 1, 1), first: kept(0, 1, 1), second: kept(1, 0, 1), third: kept(1, 1, 0) },
          start: "none",
          answer: "third",
        },
      ],
      shown: [
        {
          picture: {
            kind: "arcs",
            step: "multi-head.weights",
            mode: "columns",
            query: drinks,
            heads: [who, what, itself],
          },
          when: "before",
          caption: "weights",
        },
        { table: "multi-head.output-projection", when: "after", caption: "matrix" },
        {
          picture: { kind: "bars", sets: [{ step: "multi-head.output", row: drinks }], full: 1 },
          when: "after",
          caption: "output",
        },
      ],
      question: {
        kind: "choose",
        options: {
          first: { all: [{ more: ["second", "first"] }, { more: ["third", "first"] }] },
          third: { all: [{ more: ["first", "third"] }, { more: ["second", "third"] }] },
          alike: { all: [{ same: ["first", "second"] }, { same: ["second", "third"] }] },
        },
      },
      facts: {
        surest: weight(itself, drinks, drinks),
        whoCat: weight(who, drinks, cat),
        first: moved("first"),
        second: moved("second"),
        third: moved("third"),
        animal: output(drinks, 0, { at: { without: "none" } }),
        animalThen: output(drinks, 0, { at: { without: "third" } }),
        animalFirst: output(drinks, 0, { at: { without: "first" } }),
        share: { step: "multi-head.output-projection", index: [2, 0] },
      },
      links: { step: "multi-head.output" },
      source: `Michel, Levy and Neubig 2019, eq. (1); ${VASWANI}`,
    },
    {
      id: "hedge",
      algorithm: "softmax-jacobian",
      inputs: { scores: beginnings },
      labels: { score: startedHeads, query: startedHeads, row: startedHeads, key: tokens },
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
          sure: { more: ["unlucky", "lucky"] },
          alike: { same: ["unlucky", "lucky"] },
          open: { more: ["lucky", "unlucky"] },
        },
      },
      facts: {
        lucky: { step: "jacobian.largest", index: [0] },
        unlucky: { step: "jacobian.largest", index: [1] },
        surest: { step: "attention.weights", index: [1, 1] },
      },
      links: { step: "jacobian.largest" },
      source: "Joshi 2020; Monti et al. 2017 (MoNet), section 4",
    },
    {
      id: "syntax",
      algorithm: MULTI_HEAD,
      inputs: { ...found, heads: 3, scale: "none" },
      labels: { query: marked, key: marked, feature: marked, head: named("1", "2", "3") },
      shown: [
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: coldAt, heads: [0, 1, 2] },
          when: "before",
          caption: "heads",
        },
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: milkAt, heads: [0, 1, 2] },
          when: "after",
          caption: "object",
        },
      ],
      question: {
        kind: "choose",
        options: {
          first: { more: ["first", "half"] },
          second: { more: ["second", "half"] },
          third: { more: ["third", "half"] },
        },
      },
      facts: {
        first: weight(0, milkAt, drinksAt),
        second: weight(1, milkAt, drinksAt),
        third: weight(2, milkAt, drinksAt),
        near: weight(0, milkAt, coldAt),
        mark: weight(1, milkAt, marked.names.length - 1),
        aside: weight(2, coldAt, marked.names.length - 1),
        half: { is: 0.5 },
      },
      links: { step: "multi-head.weights" },
      source: "Clark et al. 2019, sections 3 and 4; Vig 2019 (BertViz)",
    },
    {
      id: "cost",
      algorithm: MULTI_HEAD,
      inputs: { x, heads: 1, wQuery: four, wKey: four, wValue: four, wOutput: four },
      labels: { ...labels, head: features },
      runs: { four: { inputs: { heads: 4 } } },
      shown: [
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: cat },
          when: "before",
          caption: "one",
        },
        {
          picture: { kind: "arcs", step: "multi-head.weights", mode: "columns", query: cat, heads: [0, 1, 2, 3] },
          run: "four",
          when: "after",
          caption: "four",
        },
      ],
      question: {
        kind: "choose",
        options: {
          products: { all: [{ more: ["productsFour", "products"] }, { same: ["exponentialsFour", "exponentials"] }] },
          exponentials: {
            all: [{ same: ["productsFour", "products"] }, { more: ["exponentialsFour", "exponentials"] }],
          },
          both: { all: [{ more: ["productsFour", "products"] }, { more: ["exponentialsFour", "exponentials"] }] },
          neither: { all: [{ same: ["productsFour", "products"] }, { same: ["exponentialsFour", "exponentials"] }] },
        },
      },
      facts: {
        products: { count: "multiplications", step: "multi-head.scores" },
        productsFour: { run: "four", count: "multiplications", step: "multi-head.scores" },
        exponentials: { count: "functions", step: "multi-head.exponentials" },
        exponentialsFour: { run: "four", count: "functions", step: "multi-head.exponentials" },
        width: { step: "multi-head.width", index: [] },
        widthFour: { run: "four", step: "multi-head.width", index: [] },
        heads: { run: "four", step: "multi-head.weights", along: 0 },
      },
      links: { step: "multi-head.scores", exercise: "multi-head-attention-steps" },
      source: VASWANI,
    },
  ],
};
