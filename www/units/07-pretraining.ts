/** Unit 7: learning without labels. Hidden words, next words, their loss and the rate of learning; images as words, and what may be left out of them. */

import { catImage } from "../examples/cat-image.ts";
import { named, namesOf, type Rows, rowsOf } from "../examples/example.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Claim, Extent, Fact, Reading } from "../src/stage/stage.ts";
import { graph, matrix, tensor, unitMatrix, vector } from "../src/state/values.ts";

const DEVLIN = "Devlin et al. 2019 (BERT), section 3.1";
const HE = "He et al. 2022 (MAE), section 3";
const YALE = "CPSC 483 (Yale), Transformers and GNNs";
const WEIGHTS = "attention.weights";
const OUTPUT = "attention.output";
const EXPONENTIALS = "attention.exponentials";

/** By how much each word speaks for each candidate; a word that is not read says nothing. */
const says: Rows = {
  Att: [1, 0, 3, 1],
  is: [1, 1, 4, 3],
  all: [0, 0, 0, 0],
  you: [6, 5, 0, 0],
  need: [7, 4, 0, 0],
};
const candidates = named("all", "what", "fun", "not");
const [all, what, fun, not] = [0, 1, 2, 3] as const;
/** Where a model from the left says the missing word, and where a masked one does. */
const [before, gap] = [1, 2] as const;
const gappedNames = named("Att", "is", "[MASK]", "you", "need");
/** Each word sees all, but the gap does not see itself. */
const aroundGap = matrix(
  gappedNames.names.map((_, row) => gappedNames.names.map((_, column) => (row === gap && column === gap ? 0 : 1))),
);
/** As before a causal model: the gap sees only what came before it. */
const beforeGap = matrix(
  gappedNames.names.map((_, row) => gappedNames.names.map((_, column) => (row === gap && column >= gap ? 0 : 1))),
);
/** Queries and keys that are all alike, so that each word that may be seen counts equally. */
const even = tensor([5, 1], [0, 0, 0, 0, 0]);
const sentence = named("Att", "is", "all", "you", "need");
/** What a causal model says after each word, over the words of the sentence. */
const nextWords = matrix([
  [0, 2, 0, 0.5, 0],
  [0.5, 0, 1.5, 0, 1],
  [0, 0.5, 0, 2, 1],
  [0, 0, 0.5, 0, 3],
  [0, 0, 0, 0, 0],
]);
/** What a masked model says of “all”, the third word, which it does not see. */
const fromBothSides = matrix([
  [0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0],
  [0.5, 0, 2.5, 0, 0.5],
  [0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0],
]);
/** Every word sees every other one, and none itself. */
const others = graph(
  5,
  [0, 1, 2, 3, 4].flatMap((one) =>
    [0, 1, 2, 3, 4].filter((other) => other > one).map((other) => [one, other] as const),
  ),
);

/** A small vocabulary: the number of a word is its place here. */
const vocabulary = "a the to it as [MASK] is so we go sea hot dog".split(" ");
const numberOf = (word: string) => vocabulary.indexOf(word);
const ten = named(..."is to we it sea go as so the hot".split(" "));
const [replaced, kept] = [4, 9] as const;
const hidden = [0, 1, 2, 3, 5, 6, 7, 8];
const treatment = (position: number): Reading => ({ step: "masking.treatment", index: [position] });
const allSame = (names: readonly string[], as: string): Claim => ({
  all: names.map((name): Claim => ({ same: [name, as] })),
});

const drinking = named("the", "cat", "drinks", "milk");
const animals = named("the", "cat", "dog", "drinks", "milk");
const guesses = named("cat", "milk");
const surprise = (guess: number, more: Partial<Reading> = {}): Reading => ({
  step: "loss.per-token",
  index: [guess],
  ...more,
});
const chance = (row: number, column: number, more: Partial<Reading> = {}): Reading => ({
  run: "chances",
  step: WEIGHTS,
  index: [row, column],
  ...more,
});
const factor = (step: number, more: Partial<Reading> = {}): Reading => ({
  step: "schedule.factors",
  index: [step],
  ...more,
});
/** One exponential for each pair of tokens. */
const pairs = (more: { readonly at?: { readonly keep: number } } = {}): Fact => ({
  run: "encoder",
  count: "functions",
  step: EXPONENTIALS,
  ...more,
});
const visible = (more: Partial<Extent> = {}): Extent => ({ step: "autoencoder.visible", along: 0, ...more });

/** The side of a photo, in pixels, and one. */
const PHOTO = 224;
const photo = tensor(
  [1, PHOTO, PHOTO],
  Array.from({ length: PHOTO * PHOTO }, () => 0),
);
/** The sides of what one token stands for in the four stages of Swin. */
const STAGES = { first: 4, second: 8, third: 16, fourth: 32 } as const;

/** Two reviews with a label, and two without, of which one is asked about. */
const texts = ["a fine film", "a dull end", "a great end", "a slow film"] as const;
const reviews = named(...texts);
const asked = 2;
const verdicts = named("praise", "blame");
/** What a body has found without labels: words that stand in the same places are close. */
const lexiconRows: Rows = {
  a: [0, 0],
  fine: [4, 0.2],
  great: [4.2, -0.2],
  dull: [-4, -0.2],
  slow: [-3.6, 0.2],
  film: [0, 1.5],
  end: [0, -1.5],
};
const lexicon = namesOf(lexiconRows);
const meanings = rowsOf(lexiconRows);
const zeros = (rows: number) =>
  tensor(
    [rows, 1],
    Array.from({ length: rows }, () => 0),
  );
/** Which words of the vocabulary each review has. */
const has = (some: readonly string[]) =>
  matrix(some.map((text) => lexicon.names.map((word) => (text.split(" ").includes(word) ? 1 : 0))));

export const unit: UnitContent = {
  after: ["self-attention", "layers"],
  covers: [
    "S0-C16",
    "S0-C17",
    "S0-C18",
    "S0-F12",
    "S0-W06",
    "S0-G17",
    "S0-G18",
    "S0-E14",
    "S0-E15",
    "S0-E16",
    "S0-E17",
    "S0-E19",
  ],
  exercise: "masked-language-model-loss-steps",
  scenes: [
    {
      id: "sides",
      algorithm: "masked-language-model-loss",
      inputs: { labels: vector([0, 0, 0, 0, 0]), masked: vector([gap]) },
      takes: { logits: { run: "sight", step: OUTPUT } },
      labels: { position: gappedNames, query: gappedNames, key: gappedNames, word: candidates },
      controls: [
        {
          kind: "choice",
          id: "sees",
          run: "sight",
          choices: { before: { mask: beforeGap }, both: { mask: aroundGap } },
          start: "both",
          answer: "both",
        },
      ],
      runs: {
        left: {
          algorithm: "scaled-dot-product-attention",
          inputs: { query: even, key: even, value: rowsOf(says), causal: true },
          labels: { query: namesOf(says), key: namesOf(says) },
        },
        sight: {
          algorithm: "scaled-dot-product-attention",
          inputs: { query: even, key: even, value: rowsOf(says), mask: aroundGap },
        },
        leftChances: {
          algorithm: "scaled-dot-product-attention",
          inputs: { key: unitMatrix(4), value: unitMatrix(4), scale: "none" },
          takes: { query: { run: "left", step: OUTPUT } },
          labels: { key: candidates },
        },
        chances: {
          algorithm: "scaled-dot-product-attention",
          inputs: { key: unitMatrix(4), value: unitMatrix(4), scale: "none" },
          takes: { query: { run: "sight", step: OUTPUT } },
          labels: { key: candidates },
        },
      },
      shown: [
        {
          picture: { kind: "arcs", step: WEIGHTS, mode: "columns", query: before },
          run: "left",
          when: "before",
          caption: "left",
        },
        {
          picture: { kind: "bars", sets: [{ step: WEIGHTS, row: before }], full: 1 },
          run: "leftChances",
          when: "before",
          caption: "next",
        },
        {
          picture: { kind: "arcs", step: WEIGHTS, mode: "columns", query: gap },
          run: "sight",
          when: "after",
          caption: "seen",
        },
        {
          picture: { kind: "bars", sets: [{ step: WEIGHTS, row: gap }], full: 1 },
          run: "chances",
          when: "after",
          caption: "chances",
        },
      ],
      question: {
        kind: "choose",
        options: {
          fun: { all: [{ more: ["fun", "all"] }, { more: ["fun", "what"] }] },
          all: { all: [{ more: ["all", "fun"] }, { more: ["all", "what"] }] },
          what: { all: [{ more: ["what", "all"] }, { more: ["what", "fun"] }] },
        },
      },
      facts: {
        funBefore: chance(before, fun, { run: "leftChances" }),
        allBefore: chance(before, all, { run: "leftChances" }),
        all: chance(gap, all),
        what: chance(gap, what),
        fun: chance(gap, fun),
        not: chance(gap, not),
        loss: surprise(0),
        lossBefore: surprise(0, { at: { sees: "before" } }),
        ahead: { run: "left", step: WEIGHTS, index: [before, 4] },
        need: { run: "sight", step: WEIGHTS, index: [gap, 4] },
      },
      links: { step: "loss.per-token", erratum: "S0-E16" },
      source: `${DEVLIN}; ${YALE}`,
    },
    {
      id: "itself",
      algorithm: "receptive-field",
      inputs: { graph: others, layers: 2, selfLoops: false },
      labels: { target: sentence, source: sentence },
      shown: [
        { picture: { kind: "pattern", step: "layers[0]/reach.reached" }, when: "before", caption: "one" },
        { picture: { kind: "pattern", step: "layers[1]/reach.ways" }, when: "after", caption: "two" },
      ],
      question: {
        kind: "choose",
        options: {
          blind: { same: ["ways", "zero"] },
          once: { more: ["one", "zero"] },
          through: { all: [{ same: ["one", "zero"] }, { more: ["ways", "zero"] }] },
        },
      },
      facts: {
        one: { step: "layers[0]/reach.reached", index: [gap, gap] },
        ways: { step: "layers[1]/reach.ways", index: [gap, gap] },
        other: { step: "layers[1]/reach.ways", index: [gap, 0] },
        zero: { is: 0 },
      },
      links: { step: "layers[1]/reach.ways", exercise: "receptive-field-steps" },
      source: `${DEVLIN}, task 1`,
    },
    {
      id: "signals",
      algorithm: "causal-language-model-loss",
      inputs: { logits: nextWords, tokens: vector([0, 1, 2, 3, 4]) },
      labels: {
        position: sentence,
        word: sentence,
        query: sentence,
        key: sentence,
        guess: named("is", "all", "you", "need"),
      },
      runs: {
        sight: {
          algorithm: "scaled-dot-product-attention",
          inputs: { query: even, key: even, value: even, causal: true },
        },
        masked: {
          algorithm: "token-masking",
          inputs: { tokens: vector([0, 1, 2, 3, 4]), vocabulary: 6, maskToken: 5, seed: 1 },
        },
        hidden: {
          algorithm: "masked-language-model-loss",
          inputs: { logits: fromBothSides, labels: vector([0, 1, 2, 3, 4]), masked: vector([2]) },
        },
        long: {
          algorithm: "token-masking",
          inputs: { tokens: vector(Array.from({ length: 512 }, () => 0)), vocabulary: 2, maskToken: 1, seed: 1 },
        },
      },
      shown: [
        { picture: { kind: "pattern", step: WEIGHTS }, run: "sight", when: "before", caption: "seen" },
        { picture: { kind: "bars", sets: [{ step: "loss.per-token" }] }, when: "after", caption: "losses" },
      ],
      question: { kind: "number", fact: "causal", within: 0.01 },
      facts: {
        causal: { step: "loss.count", index: [] },
        masked: { run: "masked", step: "masking.count", index: [] },
        long: { run: "long", step: "masking.count", index: [] },
        smallest: surprise(3),
        largest: surprise(1),
        first: surprise(0),
        third: surprise(2),
        sum: { step: "loss.sum", index: [] },
        hiddenLoss: { run: "hidden", step: "loss.per-token", index: [0] },
      },
      links: { step: "loss.per-token", erratum: "S0-E17" },
      source: `Radford et al. 2018, eq. (1); ${DEVLIN}`,
    },
    {
      id: "masking",
      algorithm: "token-masking",
      inputs: {
        tokens: vector(ten.names.map(numberOf)),
        vocabulary: vocabulary.length,
        maskToken: numberOf("[MASK]"),
        rate: 1,
        seed: 571,
      },
      labels: { position: ten },
      values: {
        ...{ "masking.tokens": vocabulary, "masking.corrupted": vocabulary },
        "masking.treatment": ["hidden", "random", "kept"],
      },
      runs: {
        // The words are in the cells, and need not stand above them as well.
        counted: { inputs: {}, labels: { position: { from: 1 } } },
        vocabulary: { inputs: { tokens: vector(vocabulary.map(numberOf)) }, labels: { position: { from: 0 } } },
        text: {
          inputs: { tokens: vector(Array.from({ length: 67 }, () => 1)), rate: 0.15 },
          labels: { position: { from: 1 } },
        },
      },
      shown: [
        { table: "masking.tokens", run: "counted", when: "before", caption: "words" },
        { table: "masking.tokens", run: "vocabulary", when: "before", caption: "vocabulary" },
        { table: "masking.treatment", when: "after", caption: "treatment" },
        { table: "masking.corrupted", when: "after", caption: "read" },
      ],
      question: {
        kind: "choose",
        options: {
          all: allSame([...hidden.map((at) => `t${at}`), "kept", "replaced"], "zero"),
          most: {
            all: [
              allSame(
                hidden.map((at) => `t${at}`),
                "zero",
              ),
              { same: ["replaced", "one"] },
              { same: ["kept", "two"] },
            ],
          },
          half: { all: hidden.slice(0, 5).map((at): Claim => ({ more: [`t${at}`, "zero"] })) },
        },
      },
      facts: {
        ...Object.fromEntries(hidden.map((at) => [`t${at}`, treatment(at)])),
        kept: treatment(kept),
        replaced: treatment(replaced),
        oldWord: { step: "masking.tokens", index: [replaced] },
        keptWord: { step: "masking.corrupted", index: [kept] },
        newWord: { step: "masking.corrupted", index: [replaced] },
        count: { run: "text", step: "masking.count", index: [] },
        length: { run: "text", step: "masking.length", index: [] },
        mark: { is: numberOf("[MASK]") },
        zero: { is: 0 },
        one: { is: 1 },
        two: { is: 2 },
      },
      links: { step: "masking.treatment", erratum: "S0-E15" },
      source: `${DEVLIN}, task 1; Liu et al. 2019 (RoBERTa), section 4.1`,
    },
    {
      id: "sure",
      algorithm: "masked-language-model-loss",
      inputs: {
        logits: matrix([
          [2, 0, 0, 0, 0],
          [0, 1, 1.5, 0, 0],
          [0, 0, 0, 2, 0],
          [0, 0, 0, 0.5, 2.5],
        ]),
        labels: vector([0, 1, 3, 4]),
        masked: vector([1, 3]),
      },
      labels: { position: drinking, word: animals, guess: guesses, query: guesses, key: animals },
      controls: [
        {
          kind: "slider",
          id: "times",
          from: 0,
          to: 6,
          step: 0.5,
          start: 1,
          answer: 4,
          changes: [{ input: "logits", timesRows: [1, 3] }],
        },
      ],
      runs: {
        chances: {
          algorithm: "scaled-dot-product-attention",
          inputs: { key: unitMatrix(5), value: unitMatrix(5), scale: "none" },
          takes: { query: { run: "main", step: "loss.chosen-logits" } },
        },
      },
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: WEIGHTS, row: 0 }], full: 1 },
          run: "chances",
          caption: "chances",
        },
        { picture: { kind: "bars", sets: [{ step: "loss.per-token" }], full: 2.5 }, caption: "losses" },
      ],
      question: {
        kind: "choose",
        options: {
          falls: { more: ["before", "mean"] },
          same: { same: ["before", "mean"] },
          rises: { more: ["mean", "before"] },
        },
      },
      facts: {
        dogBefore: chance(0, 2, { at: "start" }),
        catBefore: chance(0, 1, { at: "start" }),
        milkBefore: chance(1, 4, { at: "start" }),
        cat: chance(0, 1),
        dog: chance(0, 2),
        milk: chance(1, 4),
        before: { step: "loss.mean", index: [], at: "start" },
        mean: { step: "loss.mean", index: [] },
        wrongBefore: surprise(0, { at: "start" }),
        rightBefore: surprise(1, { at: "start" }),
        wrong: surprise(0),
        right: surprise(1),
        none: surprise(0, { at: { times: 0 } }),
      },
      links: { step: "loss.per-token", exercise: "masked-language-model-loss-steps" },
      source: `${DEVLIN}; Goodfellow, Bengio and Courville 2016, section 6.2`,
    },
    {
      id: "schedule",
      algorithm: "linear-warmup-decay",
      inputs: { warmup: 10, total: 1000 },
      labels: { "training-step": { from: 0 } },
      controls: [
        {
          kind: "slider",
          id: "warmup",
          from: 0,
          to: 250,
          step: 2,
          start: 10,
          answer: 10,
          changes: [{ input: "warmup" }],
        },
        {
          kind: "choice",
          id: "total",
          choices: { bert: { total: 1000 }, roberta: { total: 500 } },
          start: "bert",
          answer: "bert",
        },
      ],
      shown: [
        { picture: { kind: "curves", steps: ["schedule.factors"], along: 0 }, when: "before", caption: "rate" },
        // The cursor stands where the answer is.
        {
          picture: { kind: "curves", steps: ["schedule.factors"], along: 0, cursor: 505 },
          when: "after",
          caption: "rate",
        },
      ],
      question: {
        kind: "choose",
        options: {
          soon: { same: ["at15", "half"] },
          middle: { same: ["at500", "half"] },
          later: { same: ["at505", "half"] },
          last: { same: ["at995", "half"] },
        },
      },
      facts: {
        half: factor(5),
        peak: factor(10),
        at15: factor(15),
        at500: factor(500),
        at505: factor(505),
        at995: factor(995),
        end: factor(1000),
        robertaHalf: factor(262, { at: { warmup: 24, total: "roberta" } }),
      },
      links: { step: "schedule.factors", exercise: "warmup-decay-steps", erratum: "S0-E14" },
      source: "Devlin et al. 2019, appendix A.2; Liu et al. 2019 (RoBERTa), sections 3.2 and 5, tables 4 and 9",
    },
    {
      id: "tuning",
      algorithm: "scaled-dot-product-attention",
      // Each review’s [CLS] attends to the words of its review, evenly.
      inputs: {
        query: zeros(reviews.names.length),
        key: zeros(lexicon.names.length),
        value: meanings,
        mask: has(texts),
      },
      labels: { query: reviews, key: lexicon, "value-feature": named("1st number", "2nd number") },
      runs: {
        labelled: { inputs: { query: zeros(2), mask: has(texts.slice(0, 2)) } },
        // After one step from zero, a head of softmax regression holds the rows of what had labels.
        head: {
          algorithm: "scaled-dot-product-attention",
          inputs: { value: unitMatrix(2), scale: "none" },
          takes: { query: { run: "main", step: OUTPUT }, key: { run: "labelled", step: OUTPUT } },
          labels: { query: reviews, key: verdicts },
        },
        bare: {
          algorithm: "scaled-dot-product-attention",
          inputs: { query: has(texts), key: has(texts.slice(0, 2)), value: unitMatrix(2), scale: "none" },
          labels: { query: reviews, key: verdicts },
        },
      },
      shown: [
        {
          picture: { kind: "arrows", sets: [{ step: OUTPUT, as: "point" }], reach: 1.5 },
          caption: "rows",
        },
        {
          picture: { kind: "bars", sets: [{ step: WEIGHTS, row: asked }], full: 1 },
          run: "head",
          when: "after",
          caption: "head",
        },
      ],
      question: {
        kind: "choose",
        options: {
          praise: { more: ["praise", "blame"] },
          blame: { more: ["blame", "praise"] },
          even: { same: ["praise", "blame"] },
        },
      },
      facts: {
        praise: { run: "head", step: WEIGHTS, index: [asked, 0] },
        blame: { run: "head", step: WEIGHTS, index: [asked, 1] },
        other: { run: "head", step: WEIGHTS, index: [asked + 1, 1] },
        bareBlame: { run: "bare", step: WEIGHTS, index: [asked, 1] },
      },
      links: { step: OUTPUT },
      source: "Devlin et al. 2019 (BERT), sections 3.2 and 4, figure 4; Wang et al. 2019 (GLUE)",
    },
    {
      id: "patches",
      algorithm: "image-patches",
      inputs: { image: catImage, patch: 7 },
      labels: {},
      controls: [
        {
          kind: "choice",
          id: "patch",
          choices: { seven: { patch: 7 }, four: { patch: 4 }, two: { patch: 2 } },
          start: "seven",
          answer: "two",
        },
      ],
      runs: {
        photo: { algorithm: "image-patches", inputs: { image: photo, patch: 16 } },
      },
      shown: [{ picture: { kind: "image", image: "vision.image", patches: "vision.patches" }, caption: "image" }],
      question: { kind: "number", fact: "cut", within: 0.01 },
      facts: {
        photo: { run: "photo", step: "vision.patches", along: 0 },
        numbers: { run: "photo", step: "vision.patches", along: 1 },
        small: { step: "vision.patches", along: 0, at: "start" },
        smallNumbers: { step: "vision.patches", along: 1, at: "start" },
        cut: { step: "vision.patches", along: 0 },
        cutNumbers: { step: "vision.patches", along: 1 },
      },
      links: { step: "vision.patches", erratum: "S0-E19" },
      source: "Dosovitskiy et al. 2021 (ViT), section 3.1",
    },
    {
      id: "hierarchy",
      algorithm: "image-patches",
      inputs: { image: catImage, patch: 2 },
      labels: {},
      controls: [
        {
          kind: "choice",
          id: "stage",
          choices: { third: { patch: 2 }, fourth: { patch: 4 } },
          start: "third",
          answer: "fourth",
        },
      ],
      runs: Object.fromEntries(
        Object.entries(STAGES).map(([name, patch]) => [
          name,
          { algorithm: "image-patches", inputs: { image: photo, patch } } as const,
        ]),
      ),
      shown: [
        {
          picture: { kind: "image", image: "vision.image", patches: "vision.patches" },
          when: "before",
          caption: "third",
        },
        {
          picture: { kind: "image", image: "vision.image", patches: "vision.patches" },
          when: "after",
          caption: "stage",
        },
      ],
      question: { kind: "number", fact: "fourth", within: 0.5 },
      facts: {
        ...Object.fromEntries(
          Object.keys(STAGES).map((run) => [run, { run, step: "vision.patches", along: 0 } as const]),
        ),
        coarse: { step: "vision.patches", along: 0 },
        fine: { step: "vision.patches", along: 0, at: "start" },
      },
      links: { step: "vision.patches", erratum: "S0-E20" },
      source: "Liu et al. 2021 (Swin), section 3.1",
    },
    {
      id: "quarter",
      algorithm: "masked-autoencoder-masking",
      inputs: { seed: 3, keepRate: 1 },
      takes: { tokens: { run: "cut", step: "vision.patches" } },
      labels: { patch: { from: 0 } },
      controls: [
        {
          kind: "slider",
          id: "keep",
          from: 0.05,
          to: 1,
          step: 0.05,
          start: 1,
          answer: 0.25,
          changes: [{ input: "keepRate" }],
        },
      ],
      runs: {
        cut: { algorithm: "image-patches", inputs: { image: catImage, patch: 2 } },
        encoder: {
          algorithm: "scaled-dot-product-attention",
          inputs: {},
          takes: {
            query: { run: "main", step: "autoencoder.visible" },
            key: { run: "main", step: "autoencoder.visible" },
            value: { run: "main", step: "autoencoder.visible" },
          },
        },
      },
      shown: [
        {
          picture: { kind: "image", mask: "autoencoder.mask", tokens: "autoencoder.tokens", columns: 14 },
          when: "before",
          caption: "whole",
        },
        {
          picture: { kind: "image", mask: "autoencoder.mask", tokens: "autoencoder.tokens", columns: 14 },
          when: "after",
          caption: "image",
        },
      ],
      question: {
        kind: "choose",
        options: {
          all: { same: ["pairs", "allPairs"] },
          quarter: { same: ["pairs", "fourth"] },
          sixteenth: { same: ["pairs", "sixteenth"] },
        },
      },
      facts: {
        patches: { step: "autoencoder.length", index: [] },
        visible: visible(),
        pairs: pairs(),
        allPairs: pairs({ at: { keep: 1 } }),
        fourth: { is: 9604 },
        sixteenth: { is: 2401 },
      },
      links: { step: "autoencoder.mask" },
      source: `${HE}, masking and MAE encoder`,
    },
  ],
};
