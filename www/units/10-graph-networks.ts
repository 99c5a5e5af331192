/** Unit 10: transformers are graph networks. One sentence, and the switches that lead from a mean over neighbors to attention. */
import { named, namesOf, type Rows, rowsOf } from "../examples/example.ts";
import { acidGraph, friendship, peopleLabels } from "../examples/things.ts";
import type { Scene, UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { graph, matrix } from "../src/state/values.ts";

const JOSHI = "Joshi 2020, Transformers are Graph Neural Networks";
const [the, cat, drinks, cold, milk] = [0, 1, 2, 3, 4] as const;

/** Each word as a noun, a verb or what describes one, and how much it has of an animal and of a drink. */
const words: Rows = {
  the: [0, 0, 1, 0, 0],
  cat: [2, 0, 0, 2, 0],
  drinks: [0, 2, 0, 0, 1],
  cold: [0, 0, 1, 0, 1],
  milk: [1, 0, 0, 0, 2],
};
const [nounFeature, animal, drinkFeature] = [0, 3, 4] as const;
const sentence = namesOf(words);
/** The same words with “cat” and “milk” in each other's place. */
const exchanged: Rows = {
  the: [0, 0, 1, 0, 0],
  milk: [1, 0, 0, 0, 2],
  drinks: [0, 2, 0, 0, 1],
  cold: [0, 0, 1, 0, 1],
  cat: [2, 0, 0, 2, 0],
};
/** “the” belongs to “cat”, “cat” and “milk” to “drinks”, “cold” to “milk”. */
const syntax = graph(5, [
  [the, cat],
  [cat, drinks],
  [drinks, milk],
  [cold, milk],
]);
/** A parser has taken “cold” for a word of “cat”. */
const misread = graph(5, [
  [the, cat],
  [cat, drinks],
  [drinks, milk],
  [cold, cat],
]);
/** Where the words stand so that the line of no tree passes behind another word: the, cat, drinks, cold, milk. */
const APART = [
  [0.17, 0.8],
  [0.28, 0.38],
  [0.56, 0.16],
  [0.82, 0.5],
  [0.58, 0.84],
] as const;
/** Where they stand so that what one receives from all others passes behind none of these. */
const AROUND = [
  [0.2, 0.84],
  [0.12, 0.4],
  [0.56, 0.14],
  [0.86, 0.44],
  [0.62, 0.84],
] as const;
/** The number of letters of each word. */
const letters = matrix(sentence.names.map(({ length }) => [length]));
/** Drink and animal of each word; of the last, a word that the network has never met, nothing. */
const unknownWord = [
  [0, 0],
  [0, 2],
  [1, 0],
  [1, 0],
  [0, 0],
];
const withUnknown = named("the", "cat", "drinks", "cold", "kefir");
const feature = named("noun", "verb", "describes", "animal", "drink");
const labels = {
  node: sentence,
  source: sentence,
  target: sentence,
  query: sentence,
  key: sentence,
  feature,
  "output-feature": feature,
};
const swapped = namesOf(exchanged);
const swappedLabels = { node: swapped, source: swapped, target: swapped, query: swapped, key: swapped };

/** Nouns ask for verbs; verbs and what describes ask for nouns. */
const wQuery = matrix([
  [0, 0.5],
  [0.5, 0],
  [0.5, 0],
  [0, 0],
  [0, 0],
]);
const wKey = matrix([
  [1, 0],
  [0, 1],
  [0, 0],
  [0, 0],
  [0, 0],
]);
const unchanged = matrix([
  [1, 0, 0, 0, 0],
  [0, 1, 0, 0, 0],
  [0, 0, 1, 0, 0],
  [0, 0, 0, 1, 0],
  [0, 0, 0, 0, 1],
]);
const products = {
  graph: syntax,
  x: rowsOf(words),
  normalization: "softmax",
  score: "dot-product",
  wQuery,
  wKey,
} as const;
const everyone = { neighborhood: "complete" } as const;
const onTree = { neighborhood: "given", selfLoops: true } as const;

const weight = (target: number, source: number, more: Partial<Reading> = {}): Reading => ({
  step: "gat.weights",
  index: [0, target, source],
  ...more,
});
const passed = (node: number, at: number, more: Partial<Reading> = {}): Reading => ({
  step: "gat.concatenated",
  index: [node, at],
  ...more,
});

/** From a mean over the tree to attention over everyone. */
const forward: readonly Scene[] = [
  {
    id: "everyone",
    algorithm: "message-passing",
    inputs: { ...products, ...everyone },
    labels,
    graph: "graph",
    runs: { tree: { inputs: onTree } },
    shown: [
      {
        picture: { kind: "graph", inside: true, step: "gat.weights", into: the, row: true, places: AROUND },
        run: "tree",
        when: "before",
        caption: "tree",
      },
      {
        picture: { kind: "graph", inside: true, step: "gat.weights", into: the, places: AROUND },
        when: "after",
        caption: "everyone",
      },
    ],
    question: {
      kind: "choose",
      options: {
        near: { same: ["cold", "zero"] },
        rest: { all: [{ more: ["cold", "zero"] }, { same: ["itself", "zero"] }] },
        all: { all: [{ more: ["cold", "zero"] }, { more: ["itself", "zero"] }] },
      },
    },
    facts: {
      itself: weight(the, the),
      cat: weight(the, cat),
      cold: weight(the, cold),
      catOnTree: weight(the, cat, { run: "tree" }),
      coldOnTree: weight(the, cold, { run: "tree" }),
      zero: { is: 0 },
    },
    links: { step: "gat.weights" },
    source: JOSHI,
  },
  {
    id: "company",
    algorithm: "message-passing",
    inputs: { graph: syntax, x: matrix(unknownWord), normalization: "mean" },
    labels: {
      node: withUnknown,
      source: withUnknown,
      target: withUnknown,
      feature: named("drink", "animal"),
      "output-feature": named("drink", "animal"),
    },
    graph: "graph",
    runs: {
      friends: {
        algorithm: "message-passing",
        inputs: { graph: friendship, x: matrix([[2], [1], [4], [3], [6], [0]]), normalization: "mean" },
        labels: { ...peopleLabels, feature: named("cups"), "output-feature": named("cups") },
      },
    },
    shown: [
      { picture: { kind: "graph", step: "message.features" }, when: "before", caption: "word" },
      { picture: { kind: "graph", step: "message.features" }, run: "friends", when: "before", caption: "person" },
      { picture: { kind: "graph", step: "gat.concatenated" }, when: "after", caption: "wordAfter" },
      { picture: { kind: "graph", step: "gat.concatenated" }, run: "friends", when: "after", caption: "personAfter" },
    ],
    question: {
      kind: "choose",
      options: {
        nothing: { all: [{ same: ["drink", "zero"] }, { same: ["fay", "zero"] }] },
        both: { all: [{ more: ["drink", "zero"] }, { same: ["animal", "zero"] }, { same: ["fay", "friends"] }] },
        word: { all: [{ more: ["drink", "zero"] }, { same: ["fay", "zero"] }] },
      },
    },
    facts: {
      drink: passed(milk, 0),
      animal: passed(milk, 1),
      drinks: { step: "message.features", index: [drinks, 0] },
      cold: { step: "message.features", index: [cold, 0] },
      fay: passed(5, 0, { run: "friends" }),
      danaCups: { step: "message.features", index: [3, 0], run: "friends" },
      eliCups: { step: "message.features", index: [4, 0], run: "friends" },
      friends: { is: 4.5 },
      zero: { is: 0 },
    },
    links: { step: "gat.concatenated", exercise: "mean-aggregation-steps" },
    source: `${JOSHI}; Vaswani et al. 2017, table 2; Devlin et al. 2019, table 1; Firth 1957; Hamilton et al. 2017, section 1`,
  },
  {
    id: "complete",
    algorithm: "message-passing",
    inputs: products,
    labels: { ...labels, "context-feature": feature },
    graph: "graph",
    controls: [{ kind: "choice", id: "graph", choices: { tree: onTree, everyone }, start: "tree", answer: "everyone" }],
    runs: {
      attention: {
        algorithm: "multi-head-attention",
        inputs: { x: rowsOf(words), heads: 1, wQuery, wKey, wValue: unchanged, wOutput: unchanged },
      },
    },
    shown: [
      {
        picture: { kind: "graph", step: "gat.weights", into: drinks, places: AROUND },
        when: "before",
        caption: "tree",
      },
      { table: "gat.concatenated", when: "after", caption: "network" },
      { table: "multi-head.output", run: "attention", when: "after", caption: "attention" },
      { table: "multi-head.query-projection", run: "attention", when: "after", caption: "queries" },
      { table: "multi-head.key-projection", run: "attention", when: "after", caption: "keys" },
    ],
    question: {
      kind: "choose",
      options: {
        same: {
          all: [
            { same: ["drinks", "attention"] },
            { same: ["nouns", "attentionNouns"] },
            { same: ["milk", "attentionMilk"] },
          ],
        },
        tree: { same: ["attention", "tree"] },
        other: { all: [{ not: { same: ["drinks", "attention"] } }, { not: { same: ["attention", "tree"] } }] },
      },
    },
    facts: {
      tree: passed(drinks, animal, { at: "start" }),
      drinks: passed(drinks, animal),
      attention: { run: "attention", step: "multi-head.output", index: [drinks, animal] },
      nouns: passed(the, nounFeature),
      attentionNouns: { run: "attention", step: "multi-head.output", index: [the, nounFeature] },
      milk: passed(milk, animal),
      attentionMilk: { run: "attention", step: "multi-head.output", index: [milk, animal] },
    },
    links: { step: "gat.concatenated", exercise: "message-passing-to-attention", erratum: "S2-E01" },
    source: JOSHI,
  },
];

/** What the graph had held, and where it went. */
const between: readonly Scene[] = [
  {
    id: "bias",
    algorithm: "message-passing",
    inputs: { ...products, ...onTree },
    labels,
    graph: "graph",
    runs: {
      wrong: { inputs: { graph: misread } },
      all: { inputs: { ...everyone, selfLoops: false } },
      allWrong: { inputs: { graph: misread, ...everyone, selfLoops: false } },
    },
    shown: [
      { picture: { kind: "graph", step: "gat.weights", into: cold, places: APART }, when: "before", caption: "right" },
      {
        picture: { kind: "graph", step: "gat.weights", into: cold, places: APART },
        run: "wrong",
        when: "after",
        caption: "wrong",
      },
    ],
    question: {
      kind: "choose",
      options: {
        both: { all: [{ not: { same: ["cold", "coldWrong"] } }, { not: { same: ["all", "allWrong"] } }] },
        tree: { all: [{ not: { same: ["cold", "coldWrong"] } }, { same: ["all", "allWrong"] }] },
        neither: { all: [{ same: ["cold", "coldWrong"] }, { same: ["all", "allWrong"] }] },
      },
    },
    facts: {
      cold: passed(cold, drinkFeature),
      coldWrong: passed(cold, drinkFeature, { run: "wrong" }),
      all: passed(cold, drinkFeature, { run: "all" }),
      allWrong: passed(cold, drinkFeature, { run: "allWrong" }),
      milk: weight(cold, milk),
      milkWrong: weight(cold, milk, { run: "wrong" }),
      milkAll: weight(cold, milk, { run: "all" }),
    },
    links: { step: "gat.weights" },
    source: `${JOSHI}; Battaglia et al. 2018, section 2`,
  },
  {
    id: "own",
    algorithm: "message-passing",
    inputs: { ...products, ...everyone },
    labels,
    graph: "graph",
    controls: [
      {
        kind: "choice",
        id: "loops",
        choices: { without: { selfLoops: false }, with: { selfLoops: true } },
        start: "without",
        answer: "with",
      },
    ],
    runs: {
      tree: { inputs: { neighborhood: "given", selfLoops: false } },
      treeLoops: { inputs: onTree },
      layer: {
        algorithm: "message-passing-layer",
        inputs: { graph: syntax, x: letters, wSelf: matrix([[2]]), wNeighbor: matrix([[1]]) },
        labels: { feature: named("letters"), "output-feature": named("letters") },
      },
    },
    shown: [
      {
        picture: { kind: "graph", inside: true, step: "message.features" },
        run: "layer",
        when: "before",
        caption: "letters",
      },
      { picture: { kind: "graph", inside: true, step: "message.combined" }, run: "layer", caption: "layer" },
      { picture: { kind: "graph", inside: true, step: "gat.weights", into: cat }, when: "after", caption: "everyone" },
    ],
    question: {
      kind: "choose",
      options: {
        more: { more: ["with", "without"] },
        same: { all: [{ same: ["with", "without"] }, { more: ["without", "zero"] }] },
        none: { same: ["with", "zero"] },
      },
    },
    facts: {
      layer: { run: "layer", step: "message.combined", index: [cat, 0] },
      onTree: weight(cat, cat, { run: "tree" }),
      onTreeLoops: weight(cat, cat, { run: "treeLoops" }),
      without: weight(cat, cat, { at: "start" }),
      with: weight(cat, cat),
      zero: { is: 0 },
    },
    links: { step: "gat.weights", erratum: "S2-E03" },
    source: JOSHI,
  },
  {
    id: "hops",
    algorithm: "k-hop-attention",
    inputs: {
      graph: syntax,
      query: rowsOf({ the: [0.5, 0], cat: [0, 1], drinks: [1, 0], cold: [0.5, 0], milk: [0, 0.5] }),
      key: rowsOf({ the: [0, 0], cat: [2, 0], drinks: [0, 2], cold: [0, 0], milk: [1, 0] }),
      value: rowsOf({ the: [0, 0], cat: [4, 0], drinks: [1, 2], cold: [0, 1], milk: [0, 4] }),
      hops: 1,
    },
    labels: { ...labels, feature: named("noun", "verb"), "value-feature": named("animal", "drink") },
    graph: "graph",
    controls: [
      { kind: "slider", id: "hops", from: 0, to: 6, step: 1, start: 1, answer: 4, changes: [{ input: "hops" }] },
    ],
    runs: {
      distances: { algorithm: "shortest-path-distances", inputs: { graph: syntax } },
      full: { inputs: { hops: 99 } },
    },
    shown: [
      {
        picture: { kind: "graph", inside: true, step: "dense/attention.weights", into: the, row: true, places: AROUND },
        caption: "weights",
      },
    ],
    question: { kind: "number", fact: "far", within: 0.01 },
    facts: {
      far: { run: "distances", step: "graph.distances", index: [the, cold] },
      at3: { step: "dense/attention.weights", index: [the, cold], at: { hops: 3 } },
      at4: { step: "dense/attention.weights", index: [the, cold] },
      output: { step: "dense/attention.output", index: [the, 1] },
      outputOfAll: { run: "full", step: "dense/attention.output", index: [the, 1] },
      pairs1: { step: "k-hop.pairs", along: 0, at: "start" },
      pairs4: { step: "k-hop.pairs", along: 0 },
    },
    links: { step: "k-hop.pairs", exercise: "graph-masked-attention-steps", erratum: "S0-E24" },
    source: "CPSC 483 (Yale), Transformers and GNNs; Dwivedi and Bresson 2021, section 2.1",
  },
];

/** What is left: the other scores, the forgotten order, and the layer around it. */
const limits: readonly Scene[] = [
  {
    id: "gat",
    algorithm: "message-passing",
    inputs: {
      graph: syntax,
      x: rowsOf(words),
      ...everyone,
      normalization: "softmax",
      value: "projection",
      wValue: matrix([[1], [0], [0], [0.5], [0]]),
      attentionSource: matrix([[0.5]]),
      attentionTarget: matrix([[-0.5]]),
      wQuery,
      wKey,
    },
    labels,
    graph: "graph",
    controls: [
      {
        kind: "choice",
        id: "score",
        choices: {
          additive: { score: "additive" },
          product: { score: "dot-product", value: "features" },
        },
        start: "additive",
        answer: "additive",
      },
    ],
    shown: [
      { picture: { kind: "graph", step: "gat.weights", into: the, places: AROUND }, caption: "the" },
      { picture: { kind: "graph", step: "gat.weights", into: milk, places: AROUND }, when: "after", caption: "milk" },
    ],
    question: {
      kind: "choose",
      options: {
        cat: { all: [{ more: ["milkCat", "milkDrinks"] }, { more: ["milkCat", "milkMilk"] }] },
        drinks: { more: ["milkDrinks", "milkCat"] },
        itself: { more: ["milkMilk", "milkCat"] },
      },
    },
    facts: {
      the: weight(the, cat),
      milkCat: weight(milk, cat),
      milkDrinks: weight(milk, drinks),
      milkMilk: weight(milk, milk),
      drinksByProduct: weight(milk, drinks, { at: { score: "product" } }),
      catByProduct: weight(milk, cat, { at: { score: "product" } }),
    },
    links: { step: "gat.raw-score", exercise: "graph-attention-to-attention", erratum: "S0-E08" },
    source: "Veličković et al. 2018, eqs. (1) to (4); Brody, Alon and Yahav 2022, section 3",
  },
  {
    id: "exchanged",
    algorithm: "message-passing",
    inputs: products,
    labels,
    graph: "graph",
    controls: [
      { kind: "choice", id: "graph", choices: { everyone, tree: onTree }, start: "everyone", answer: "everyone" },
    ],
    runs: { exchanged: { inputs: { x: rowsOf(exchanged) }, labels: swappedLabels } },
    shown: [
      {
        picture: { kind: "graph", inside: true, step: "gat.weights", into: cold, row: true, places: AROUND },
        when: "before",
        caption: "first",
      },
      {
        picture: { kind: "graph", inside: true, step: "gat.weights", into: cold, row: true, places: AROUND },
        run: "exchanged",
        when: "after",
        caption: "second",
      },
    ],
    question: {
      kind: "choose",
      options: {
        same: { all: [{ same: ["cold", "coldThen"] }, { same: ["noun", "nounThen"] }] },
        more: { more: ["coldThen", "cold"] },
        less: { more: ["cold", "coldThen"] },
      },
    },
    facts: {
      cold: passed(cold, animal),
      coldThen: passed(cold, animal, { run: "exchanged" }),
      noun: passed(cold, nounFeature),
      nounThen: passed(cold, nounFeature, { run: "exchanged" }),
      tree: passed(cold, animal, { at: { graph: "tree" } }),
      treeThen: passed(cold, animal, { at: { graph: "tree" }, run: "exchanged" }),
    },
    links: { step: "gat.concatenated", erratum: "S1-E06" },
    source: JOSHI,
  },
  moleculeScene(),
];

/** A whole transformer layer with the bonds as its mask, on acetic acid and on acetamide. */
function moleculeScene(): Scene {
  const [methyl, carbon, , group] = [0, 1, 2, 3] as const;
  const identity = matrix([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ]);
  const layer = {
    heads: 2,
    mask: matrix([
      [1, 1, 0, 0],
      [1, 1, 1, 1],
      [0, 1, 1, 0],
      [0, 1, 0, 1],
    ]),
    "attention.wQuery": matrix([
      [0.5, 0, 0, 0],
      [0, 0.5, 0, 0],
      [0, 0, 0.5, 0],
      [0, 0, 0, 0.5],
    ]),
    "attention.wKey": identity,
    "attention.wValue": identity,
    "attention.wOutput": identity,
    w1: matrix([
      [1, -1, 0, 0.5],
      [0, 1, 0.5, 0],
      [-1, 0, 1, 0.5],
      [0.5, 1, 0, -1],
    ]),
    w2: identity,
  };
  /** Carbon, oxygen, nitrogen and hydrogens of each group. */
  const acid = matrix([
    [1, 0, 0, 3],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 1, 0, 1],
  ]);
  const amide = matrix([
    [1, 0, 0, 3],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 2],
  ]);
  const named4 = (last: string) => {
    const names = named("CH₃", "C", "O", last);
    return { node: names, source: names, target: names, token: names, query: names, key: names };
  };
  const output = (run: string, atom: number): Reading => ({
    run,
    step: "post-norm2/layer-norm.normalized",
    index: [atom, 0],
  });
  return {
    id: "layer",
    algorithm: "gcn-normalization",
    inputs: { graph: acidGraph },
    labels: named4("OH"),
    graph: "graph",
    runs: {
      acid: { algorithm: "encoder-layer", inputs: { ...layer, x: acid } },
      amide: { algorithm: "encoder-layer", inputs: { ...layer, x: amide }, labels: named4("NH₂") },
    },
    shown: [
      { picture: { kind: "graph", step: "graph.degree" }, when: "before", caption: "bonds" },
      {
        picture: { kind: "graph", step: "post-norm2/layer-norm.normalized" },
        run: "acid",
        when: "after",
        caption: "acid",
      },
      {
        picture: { kind: "graph", step: "post-norm2/layer-norm.normalized" },
        run: "amide",
        when: "after",
        caption: "amide",
      },
    ],
    question: {
      kind: "choose",
      options: {
        own: { same: ["carbon", "carbonThen"] },
        bonded: {
          all: [
            { not: { same: ["carbon", "carbonThen"] } },
            { same: ["methyl", "methylThen"] },
            { same: ["oxygen", "oxygenThen"] },
          ],
        },
        all: { not: { same: ["methyl", "methylThen"] } },
      },
    },
    facts: {
      methyl: output("acid", methyl),
      methylThen: output("amide", methyl),
      carbon: output("acid", carbon),
      carbonThen: output("amide", carbon),
      oxygen: output("acid", 2),
      oxygenThen: output("amide", 2),
      group: output("acid", group),
      groupThen: output("amide", group),
    },
    links: { exercise: "residual-steps", erratum: "S3-E02" },
    source: `${JOSHI}; Dwivedi and Bresson 2021, section 2`,
  };
}

export const unit: UnitContent = {
  after: ["self-attention", "graphs", "graph-attention"],
  covers: [
    "S2-C02",
    "S2-C03",
    "S2-C04",
    "S2-C07",
    "S2-C08",
    "S2-C09",
    "S2-C10",
    "S2-F01",
    "S2-F03",
    "S2-G04",
    "S2-G05",
    "S2-X01",
    "S2-E03",
    "S3-C04",
    "S3-C06",
    "S3-C13",
    "S0-C14",
    "S0-C20",
    "S0-X03",
  ],
  exercise: "graph-masked-attention-steps",
  labs: ["morph", "graph"],
  scenes: [...forward, ...between, ...limits],
};
