/** A transformer from words to the next word: one layer with two heads, which may not look ahead, and weights that were learned. */
import { named } from "../examples/example.ts";
import type { Control, Given, Stage } from "../src/stage/stage.ts";
import { tensor, unitMatrix } from "../src/state/values.ts";
import type { Whole } from "../src/whole/whole.ts";
import { layer, positions, table, WORDS } from "./next-word.ts";

/** It ends a sentence, and is no word that one could begin or go on with. */
const END = ".";

const SENTENCE = ["the", "cat", "drinks", "cold"] as const;
const FEATURES = 4;

const controls = SENTENCE.map((_, at) => `word${at + 1}`);
const wordsOf = (given: Given) => controls.map((id) => given.choice(id));

/** What scores are divided by before the softmax; 1 changes none. */
const TEMPERATURE = "temperature";
const TEMPERATURES = [0.25, 0.5, 1, 2, 4] as const;

/** The learned rows with which a row is compared. Divided by the temperature, they make scores that are. */
function compared(temperature: number) {
  return tensor(
    table.shape,
    table.data.map((value) => value / temperature),
  );
}

/** A word is a patch of one pixel: 1 in its own channel, 0 in all others. */
function oneHot(words: readonly string[]) {
  return tensor(
    [WORDS.length, 1, words.length],
    WORDS.flatMap((word) => words.map((one) => (one === word ? 1 : 0))),
  );
}

const stage: Stage = {
  id: "transformer",
  controls: [
    ...SENTENCE.map(
      (word, at): Control => ({
        kind: "choice",
        id: controls[at] ?? "",
        choices: WORDS.filter((one) => one !== END),
        start: word,
      }),
    ),
    { kind: "stops", id: TEMPERATURE, stops: TEMPERATURES, start: 1 },
  ],
  inputs: {},
  runs: {
    words: {
      algorithm: "patch-embedding",
      inputs: (given) => ({
        image: oneHot(wordsOf(given)),
        patch: 1,
        w: table,
        b: tensor(
          [FEATURES],
          Array.from({ length: FEATURES }, () => 0),
        ),
        "params.positions": tensor([SENTENCE.length, FEATURES], positions.data.slice(0, SENTENCE.length * FEATURES)),
      }),
      labels: (given) => ({ column: { names: wordsOf(given) } }),
    },
    layer: {
      algorithm: "encoder-layer",
      inputs: (given) => ({ ...layer, x: given.result("words", "vision.positioned") }),
    },
    next: {
      algorithm: "scaled-dot-product-attention",
      inputs: (given) => ({
        query: given.result("layer", "post-norm2/layer-norm.normalized"),
        key: compared(given.number(TEMPERATURE)),
        value: unitMatrix(WORDS.length),
        scale: "none",
      }),
      labels: () => ({ key: named(...WORDS), "value-feature": named(...WORDS) }),
    },
  },
  labels: (given) => {
    const names = { names: wordsOf(given) };
    return {
      ...{ patch: names, token: names, query: names, key: names },
      ...{ channel: named(...WORDS), "patch-feature": named(...WORDS) },
    };
  },
  shown: [],
  facts: {},
};

export const transformer: Whole = {
  id: "transformer",
  stage,
  lanes: { controls },
  lane: SENTENCE.length - 1,
  parts: [
    {
      id: "words",
      units: { ids: ["sequences"], parts: 1 },
      figure: { kind: "names" },
      of: { run: "words", steps: ["vision.image", "vision.patches"] },
    },
    {
      id: "embedding",
      units: { ids: ["positions"], parts: 1 },
      figure: { kind: "rows", steps: ["vision.projected", "vision.positioned"] },
      of: { run: "words", steps: ["vision.projection", "vision.projected", "vision.positions", "vision.positioned"] },
      around: "leaves",
    },
    {
      id: "attention",
      units: { ids: ["self-attention", "scaling", "heads", "graph-networks", "long-inputs", "hashing"], parts: 1 },
      figure: {
        kind: "crossing",
        weights: "attention/multi-head.weights",
        steps: ["attention/multi-head.output"],
      },
      of: { run: "layer", steps: ["attention/"] },
      around: "passes",
      repeated: true,
    },
    {
      id: "first-norm",
      units: { ids: ["layers", "depth"], parts: 3 },
      figure: { kind: "rows", steps: ["post-norm1/layer-norm.normalized"] },
      of: { run: "layer", steps: ["transformer.attended", "post-norm1/"] },
      around: "returns",
      repeated: true,
    },
    {
      id: "feed-forward",
      figure: {
        kind: "rows",
        steps: ["feed-forward/feed-forward.relu", "feed-forward/feed-forward.output-biased"],
      },
      of: { run: "layer", steps: ["feed-forward/"] },
      around: "passes",
      repeated: true,
    },
    {
      id: "second-norm",
      figure: { kind: "rows", steps: ["post-norm2/layer-norm.normalized"] },
      of: { run: "layer", steps: ["transformer.fed-forward", "post-norm2/"] },
      around: "returns",
      repeated: true,
    },
    {
      id: "next",
      units: { ids: ["pretraining", "learning"], parts: 1 },
      figure: { kind: "shares", step: "attention.weights" },
      of: {
        run: "next",
        steps: [
          ...["attention.query", "attention.key", "attention.scores", "attention.row-max"],
          ...["attention.exponentials", "attention.row-sum", "attention.weights"],
        ],
      },
    },
  ],
  writes: { step: "attention.weights", end: END, temperature: TEMPERATURE },
  from: {
    "transformer.x": "vision.positioned",
    "attention.query": "post-norm2/layer-norm.normalized",
  },
};
