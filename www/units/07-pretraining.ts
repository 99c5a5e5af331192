/** Unit 7: learning without labels. Hidden words, next words, their loss and the rate of learning; images as words, and what may be left out of them. */

import { catImage } from "../examples/cat-image.ts";
import { named, namesOf, type Rows, rowsOf } from "../examples/example.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Claim, Extent, Fact, Reading } from "../src/stage/stage.ts";
import { graph, matrix, tensor, vector } from "../src/state/values.ts";

const DEVLIN = "Devlin et al. 2019 (BERT), section 3.1";
const HE = "He et al. 2022 (MAE), section 3";
const YALE = "CPSC 483 (Yale), Transformers and GNNs";
const WEIGHTS = "attention.weights";
const EXPONENTIALS = "attention.exponentials";

/** A sentence with a gap, by how much each word speaks for each word of the vocabulary there. */
const gapped: Rows = {
  Att: [1, 0, 3, 1],
  is: [1, 1, 4, 3],
  "[MASK]": [0, 0, 0, 0],
  you: [6, 5, 0, 0],
  need: [7, 4, 0, 0],
};
const candidates = named("all", "what", "fun", "not");
const [all, what, fun, not] = [0, 1, 2, 3] as const;
const gap = 2;
const gappedNames = namesOf(gapped);
/** What the gap may see: all words but itself, or those before it. */
const aroundGap = matrix(
  gappedNames.names.map((_, row) => gappedNames.names.map((_, column) => (row === gap && column === gap ? 0 : 1))),
);
const beforeGap = matrix(
  gappedNames.names.map((_, row) =>
    gappedNames.names.map((_, column) => (column < row || (row !== gap && column === row) ? 1 : 0)),
  ),
);
/** Queries and keys that are all alike, so that each word that may be seen counts equally. */
const even = tensor([5, 1], [0, 0, 0, 0, 0]);
/** The rows of the unit matrix: as keys they leave each score as it is, and the weights are its softmax. */
const unitMatrix = (size: number) =>
  matrix(
    Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => (row === column ? 1 : 0))),
  );

const sentence = named("Att", "is", "all", "you", "need");
/** What a causal model says after each word, over the words of the sentence. */
const nextWords = matrix([
  [0, 2, 0, 0.5, 0],
  [0.5, 0, 1.5, 0, 1],
  [0, 0.5, 0, 2, 1],
  [0, 0, 0.5, 0, 3],
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
const vocabulary = "[MASK] the to it as is so we go sea hot dog".split(" ");
const numberOf = (word: string) => vocabulary.indexOf(word);
const ten = named(..."we go to the sea as it is so hot".split(" "));
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

/** The side of a photo, in pixels. */
const PHOTO = 224;

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
      takes: { logits: { run: "sight", step: "attention.output" } },
      labels: { position: gappedNames, query: gappedNames, key: gappedNames, word: candidates },
      controls: [
        {
          kind: "choice",
          id: "sees",
          run: "sight",
          choices: { before: { mask: beforeGap }, both: { mask: aroundGap } },
          start: "before",
          answer: "both",
        },
      ],
      runs: {
        sight: { algorithm: "scaled-dot-product-attention", inputs: { query: even, key: even, value: rowsOf(gapped) } },
        chances: {
          algorithm: "scaled-dot-product-attention",
          inputs: { key: unitMatrix(4), value: unitMatrix(4), scale: "none" },
          takes: { query: { run: "main", step: "loss.logits" } },
          labels: { key: candidates },
        },
      },
      shown: [
        { picture: { kind: "arcs", step: WEIGHTS, mode: "columns", query: gap }, run: "sight", caption: "seen" },
        {
          picture: { kind: "bars", sets: [{ step: WEIGHTS, row: gap }], full: 1 },
          run: "chances",
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
        funBefore: chance(gap, fun, { at: "start" }),
        allBefore: chance(gap, all, { at: "start" }),
        all: chance(gap, all),
        what: chance(gap, what),
        fun: chance(gap, fun),
        not: chance(gap, not),
        loss: surprise(0),
        lossBefore: surprise(0, { at: "start" }),
        needBefore: { run: "sight", step: WEIGHTS, index: [gap, 4], at: "start" },
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
        mean: { step: "loss.mean", index: [] },
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
      values: { "masking.tokens": vocabulary, "masking.corrupted": vocabulary },
      runs: {
        // The words are in the cells, and need not stand above them as well.
        counted: { inputs: {}, labels: { position: { from: 1 } } },
        text: {
          inputs: { tokens: vector(Array.from({ length: 67 }, () => 1)), rate: 0.15 },
          labels: { position: { from: 1 } },
        },
      },
      shown: [
        { table: "masking.tokens", run: "counted", when: "before", caption: "words" },
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
      inputs: { warmup: 10, total: 100 },
      labels: { "training-step": { from: 0 } },
      controls: [
        {
          kind: "slider",
          id: "warmup",
          from: 0,
          to: 50,
          step: 5,
          start: 10,
          answer: 10,
          changes: [{ input: "warmup" }],
        },
      ],
      shown: [{ picture: { kind: "curves", steps: ["schedule.factors"], along: 0 }, caption: "rate" }],
      question: {
        kind: "choose",
        options: {
          fifteen: { same: ["at15", "half"] },
          fifty: { same: ["at50", "half"] },
          later: { same: ["at55", "half"] },
          last: { same: ["at95", "half"] },
        },
      },
      facts: {
        half: factor(5),
        peak: factor(10),
        at15: factor(15),
        at50: factor(50),
        at55: factor(55),
        at95: factor(95),
        end: factor(100),
        first: factor(0, { at: { warmup: 0 } }),
      },
      links: { step: "schedule.factors", exercise: "warmup-decay-steps", erratum: "S0-E14" },
      source: "Devlin et al. 2019, appendix A.2; Liu et al. 2019 (RoBERTa), table 9; Xiong et al. 2020",
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
        photo: {
          algorithm: "image-patches",
          inputs: {
            image: tensor(
              [1, PHOTO, PHOTO],
              Array.from({ length: PHOTO * PHOTO }, () => 0),
            ),
            patch: 16,
          },
        },
      },
      shown: [{ picture: { kind: "image", image: "vision.image", patches: "vision.patches" }, caption: "image" }],
      question: { kind: "number", fact: "photo", within: 0.01 },
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
