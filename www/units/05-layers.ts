/** Unit 5: what is around attention in a layer, and how layers make an encoder and a decoder. */
import { named, namesOf, type Rows, rowsOf } from "../examples/example.ts";
import {
  decoderLayerInputs,
  encoderLayerInputs,
  readingWeights,
  roles,
  source,
  sourceWords,
  stacked,
  target,
  translation,
  writingLabels,
} from "../examples/transformer-layers.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Fact, Reading } from "../src/stage/stage.ts";
import { matrix, tensor, unitMatrix } from "../src/state/values.ts";

const VASWANI = "Vaswani et al. 2017";
const WEIGHTS = "attention/multi-head.weights";
const CROSS = "cross-attention/multi-head.weights";
const FORCED = "decoder/layers[0]/post-norm3/layer-norm.normalized";
const LAST_LAYER = "layers[5]/transformer.fed-forward";

const [subject, verb, object] = [0, 1, 2] as const;
const reading = { token: source, query: source, key: source, feature: roles, "output-feature": roles };

/** One token, and with it two more. */
const quiet = [1, 3, 2];
const numbers = named("1", "2", "3");

/** What two heads found for a word: the first wrote small numbers, the second large ones. */
const heads = matrix([[0.2, -0.2, 30, 10]]);
const headNumbers = named("1a", "1b", "2a", "2b");
/** Stretches the numbers of the first head and moves them back around 0. */
const learned = { gamma: tensor([4], [12, 12, 1, 1]), beta: tensor([4], [9.8, 9.8, 0, 0]) };

/** Four words by two properties. */
const properties: Rows = { the: [0, 0], cat: [1, 1], drinks: [0, 1], milk: [1, 0] };
const exclusive = {
  x: rowsOf(properties),
  w1: matrix([
    [1, 1],
    [1, 1],
  ]),
  w2: matrix([
    [1, 0],
    [-2, 1],
  ]),
};

/** The row after the last word, and the words that can be written, a row each. */
const lastWord = 2;
const words: Rows = {
  Katze: [1.5, 0, 0],
  Milch: [0, 1.5, 0],
  trinkt: [0, 0, 1.5],
  Maus: [1, 0.5, -0.5],
  EOS: [-0.5, -1, -1],
};
const vocabulary = rowsOf(words);
const vocabularyNames = namesOf(words);
/** A sentence with a gap, by what is known of each word: subject, gap, object. */
const gapped: Rows = { the: [0, 0, 0], cat: [2, 0, 0], "…": [0, 2, 0], milk: [0, 0, 2] };
const gap = 2;
const gappedLabelsOf = (rows: Rows) => {
  const names = namesOf(rows);
  return { token: names, query: names, key: names, feature: roles };
};
const gappedLabels = gappedLabelsOf(gapped);
/** The same with another last word. */
const { milk: _replaced, ...gappedBefore } = gapped;
const replaced: Rows = { ...gappedBefore, tea: [1, 0, 1] };
const [the, cat, milk] = [0, 1, 3] as const;

const at = (step: string, index: readonly number[], more: Partial<Reading> = {}): Reading => ({
  step,
  index,
  ...more,
});
const rowOf = (step: string, row: number, name: string, more: Partial<Reading> = {}): Record<string, Fact> =>
  Object.fromEntries(
    [subject, verb, object].map((feature) => [`${name}${feature + 1}`, at(step, [row, feature], more)]),
  );

export const unit: UnitContent = {
  after: ["self-attention", "heads"],
  covers: ["S0-C09", "S0-C10", "S0-F07", "S1-C08", "S1-C09", "S1-C11", "S3-C03", "S3-C02", "S0-E13", "S0-E26"],
  opening: "cross",
  exercise: "residual-steps",
  scenes: [
    {
      id: "residual",
      algorithm: "encoder-layer",
      inputs: encoderLayerInputs,
      labels: reading,
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: "attention/multi-head.output", row: verb }], full: 2.2 },
          when: "before",
          caption: "output",
        },
        {
          picture: {
            kind: "bars",
            sets: [
              { step: "attention/multi-head.output", row: verb },
              { step: "transformer.attended", row: verb },
            ],
            full: 2.2,
          },
          when: "after",
          caption: "both",
        },
      ],
      question: {
        kind: "choose",
        options: {
          subject: { all: [{ more: ["kept1", "kept2"] }, { more: ["kept1", "kept3"] }] },
          verb: { all: [{ more: ["kept2", "kept1"] }, { more: ["kept2", "kept3"] }] },
          mean: { all: [{ same: ["kept1", "kept2"] }, { same: ["kept2", "kept3"] }] },
        },
      },
      facts: {
        ...rowOf("attention/multi-head.output", verb, "found"),
        ...rowOf("transformer.attended", verb, "kept"),
        own: at("transformer.x", [verb, verb]),
      },
      links: { step: "transformer.attended", exercise: "residual-steps", erratum: "S3-E02" },
      source: `${VASWANI}, section 3.1; He et al. 2016`,
    },
    {
      id: "lone",
      algorithm: "batch-norm",
      inputs: { x: matrix([quiet]) },
      labels: { token: named("it"), feature: numbers },
      runs: {
        layer: { algorithm: "layer-norm", inputs: { x: matrix([quiet]) } },
        batch: {
          inputs: { x: matrix([quiet, [2, 6, 4], [5, 1, 0]]) },
          labels: { token: named("it", "a second", "a third") },
        },
      },
      shown: [
        { picture: { kind: "bars", sets: [{ step: "batch-norm.x", row: 0 }] }, when: "before", caption: "token" },
        {
          picture: { kind: "bars", sets: [{ step: "batch-norm.normalized", row: 0 }], full: 1.5 },
          when: "after",
          caption: "batch",
        },
        {
          picture: { kind: "bars", sets: [{ step: "layer-norm.normalized", row: 0 }], full: 1.5 },
          run: "layer",
          when: "after",
          caption: "layer",
        },
      ],
      question: {
        kind: "choose",
        options: {
          zero: { all: [{ same: ["batch1", "zero"] }, { same: ["batch2", "zero"] }] },
          alike: { all: [{ same: ["batch1", "layer1"] }, { same: ["batch2", "layer2"] }] },
          itself: { same: ["batch2", "own2"] },
        },
      },
      facts: {
        own2: at("batch-norm.x", [0, 1]),
        batch1: at("batch-norm.normalized", [0, 0]),
        batch2: at("batch-norm.normalized", [0, 1]),
        layer1: at("layer-norm.normalized", [0, 0], { run: "layer" }),
        layer2: at("layer-norm.normalized", [0, 1], { run: "layer" }),
        together1: at("batch-norm.normalized", [0, 0], { run: "batch" }),
        together2: at("batch-norm.normalized", [0, 1], { run: "batch" }),
        zero: { is: 0 },
      },
      links: { step: "batch-norm.centered", exercise: "batch-norm-steps", erratum: "S0-E26" },
      source: "Ba, Kiros and Hinton 2016; CPSC 483 (Yale), Transformers and GNNs",
    },
    {
      id: "sizes",
      algorithm: "layer-norm",
      inputs: { x: heads },
      labels: { token: named("drinks"), feature: headNumbers },
      runs: { learned: { inputs: learned } },
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: "layer-norm.x", row: 0 }], full: 30 },
          when: "before",
          caption: "heads",
        },
        {
          picture: { kind: "bars", sets: [{ step: "layer-norm.normalized", row: 0 }], full: 2 },
          when: "after",
          caption: "normed",
        },
        {
          picture: { kind: "bars", sets: [{ step: "layer-norm.plus-beta", row: 0 }], full: 2 },
          run: "learned",
          when: "after",
          caption: "learned",
        },
      ],
      question: {
        kind: "choose",
        options: {
          stays: { same: ["largest", "thirty"] },
          bounded: { all: [{ more: ["two", "largest"] }, { more: ["largest", "one"] }] },
          equal: { same: ["largest", "a"] },
        },
      },
      facts: {
        a: at("layer-norm.normalized", [0, 0]),
        b: at("layer-norm.normalized", [0, 1]),
        largest: at("layer-norm.normalized", [0, 2]),
        smallA: at("layer-norm.x", [0, 0]),
        smallB: at("layer-norm.x", [0, 1]),
        largeA: at("layer-norm.x", [0, 2]),
        largeB: at("layer-norm.x", [0, 3]),
        learnedA: at("layer-norm.plus-beta", [0, 0], { run: "learned" }),
        learnedB: at("layer-norm.plus-beta", [0, 1], { run: "learned" }),
        one: { is: 1 },
        two: { is: 2 },
        thirty: { is: 30 },
      },
      links: { step: "layer-norm.normalized", erratum: "S3-E03" },
      source: "Joshi 2020; Ba, Kiros and Hinton 2016",
    },
    {
      id: "feed-forward",
      algorithm: "feed-forward",
      inputs: exclusive,
      labels: {
        token: namesOf(properties),
        feature: named("noun", "active"),
        hidden: named("h₁", "h₂"),
        "output-feature": named("just one", "both"),
      },
      controls: [
        {
          kind: "choice",
          id: "relu",
          // One more in h₂, which the output takes back: no hidden number is negative, and the ReLU has nothing to do.
          choices: {
            acts: { b1: tensor([2], [0, -1]), b2: tensor([2], [0, 0]) },
            idle: { b1: tensor([2], [0, 0]), b2: tensor([2], [2, -1]) },
          },
          start: "acts",
          answer: "idle",
        },
      ],
      shown: [
        { table: "feed-forward.x", when: "before", caption: "words" },
        {
          picture: { kind: "bars", sets: [{ step: "feed-forward.output-biased", along: 0, row: 0 }], full: 2 },
          caption: "one",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["the", "zero"] },
          most: { all: [{ more: ["the", "cat"] }, { more: ["the", "drinks"] }] },
          less: { more: ["zero", "the"] },
        },
      },
      facts: {
        theBefore: at("feed-forward.output-biased", [0, 0], { at: "start" }),
        catBefore: at("feed-forward.output-biased", [1, 0], { at: "start" }),
        milkBefore: at("feed-forward.output-biased", [3, 0], { at: "start" }),
        the: at("feed-forward.output-biased", [0, 0]),
        cat: at("feed-forward.output-biased", [1, 0]),
        drinks: at("feed-forward.output-biased", [2, 0]),
        zero: { is: 0 },
      },
      links: { step: "feed-forward.relu", erratum: "S3-E01" },
      source: `${VASWANI}, eq. (2)`,
    },
    {
      id: "placement",
      algorithm: "encoder",
      inputs: { x: rowsOf(sourceWords), heads: 1, ...stacked(6, readingWeights) },
      labels: reading,
      controls: [
        {
          kind: "choice",
          id: "norm",
          choices: { after: { normFirst: false }, before: { normFirst: true } },
          start: "after",
          answer: "before",
        },
      ],
      runs: {
        warmup: {
          algorithm: "linear-warmup-decay",
          inputs: { warmup: 16, total: 516 },
          labels: { "training-step": { from: 0 } },
        },
      },
      shown: [
        { picture: { kind: "bars", sets: [{ step: LAST_LAYER, row: verb }], full: 5 }, caption: "stream" },
        {
          picture: { kind: "curves", steps: ["schedule.factors"], along: 0 },
          run: "warmup",
          when: "after",
          caption: "warmup",
        },
      ],
      question: {
        kind: "choose",
        options: {
          grows: { all: [{ more: ["sixth", "first"] }, { more: ["sixth", "twice"] }] },
          same: { same: ["sixth", "post"] },
          smaller: { more: ["post", "sixth"] },
        },
      },
      facts: {
        post: at(LAST_LAYER, [verb, verb], { at: "start" }),
        postFirst: at("layers[0]/transformer.fed-forward", [verb, verb], { at: "start" }),
        first: at("layers[0]/transformer.fed-forward", [verb, verb]),
        third: at("layers[2]/transformer.fed-forward", [verb, verb]),
        sixth: at(LAST_LAYER, [verb, verb]),
        twice: { is: 4 },
      },
      links: { step: "layers[5]/transformer.fed-forward" },
      source: `Xiong et al. 2020; ${VASWANI}, section 3.1; Joshi 2020`,
    },
    {
      id: "causal",
      algorithm: "encoder-layer",
      inputs: { ...encoderLayerInputs, x: rowsOf(gapped), causal: true },
      labels: gappedLabels,
      runs: {
        changed: { inputs: { x: rowsOf(replaced) }, labels: gappedLabelsOf(replaced) },
        open: { inputs: { causal: false } },
        openChanged: { inputs: { x: rowsOf(replaced), causal: false }, labels: gappedLabelsOf(replaced) },
      },
      shown: [
        { picture: { kind: "arcs", step: WEIGHTS, mode: "columns", query: gap }, when: "before", caption: "causal" },
        { table: "transformer.attended", when: "after", caption: "before" },
        { table: "transformer.attended", run: "changed", when: "after", caption: "changed" },
        { table: "transformer.attended", run: "openChanged", when: "after", caption: "open" },
      ],
      question: {
        kind: "choose",
        options: {
          all: { not: { same: ["cat1", "catChanged"] } },
          last: {
            all: [
              { same: ["cat1", "catChanged"] },
              { same: ["gap1", "gapChanged"] },
              { not: { same: ["milk1", "milkChanged"] } },
            ],
          },
          none: { same: ["milk1", "milkChanged"] },
        },
      },
      facts: {
        ahead: at(WEIGHTS, [0, gap, milk]),
        back: at(WEIGHTS, [0, gap, cat]),
        first: at(WEIGHTS, [0, the, the]),
        cat1: at("transformer.attended", [cat, 0]),
        catChanged: at("transformer.attended", [cat, 0], { run: "changed" }),
        gap1: at("transformer.attended", [gap, 0]),
        gapChanged: at("transformer.attended", [gap, 0], { run: "changed" }),
        milk1: at("transformer.attended", [milk, 0]),
        milkChanged: at("transformer.attended", [milk, 0], { run: "changed" }),
        openGap: at("transformer.attended", [gap, 0], { run: "open" }),
        openGapChanged: at("transformer.attended", [gap, 0], { run: "openChanged" }),
      },
      links: { step: "attention/multi-head.causal", exercise: "causal-attention-steps", erratum: "S0-E17" },
      source: `${VASWANI}, section 3.2.3`,
    },
    {
      id: "cross",
      algorithm: "decoder-layer",
      inputs: decoderLayerInputs,
      labels: { ...writingLabels, key: source },
      runs: { own: { inputs: {}, labels: { key: target } } },
      shown: [
        {
          picture: { kind: "arcs", step: "self-attention/multi-head.weights", mode: "columns", query: 2 },
          run: "own",
          when: "before",
          caption: "own",
        },
        { picture: { kind: "arcs", step: CROSS, mode: "columns", query: 2 }, when: "after", caption: "cross" },
      ],
      question: {
        kind: "choose",
        options: {
          cat: { all: [{ more: ["cat", "drinks"] }, { more: ["cat", "milk"] }] },
          drinks: { all: [{ more: ["drinks", "cat"] }, { more: ["drinks", "milk"] }] },
          milk: { all: [{ more: ["milk", "cat"] }, { more: ["milk", "drinks"] }] },
        },
      },
      facts: {
        cat: at(CROSS, [0, 2, 0]),
        drinks: at(CROSS, [0, 2, 1]),
        milk: at(CROSS, [0, 2, 2]),
        katze: at(CROSS, [0, 1, 2]),
        start: at(CROSS, [0, 0, 0]),
        queries: { step: CROSS, along: 1 },
        keys: { step: CROSS, along: 2 },
      },
      links: {
        step: "cross-attention/multi-head.weights",
        exercise: "decoder-steps",
        poll: "S1-P2",
        erratum: "S1-E14",
      },
      source: `${VASWANI}, section 3.2.3`,
    },
    {
      id: "forcing",
      algorithm: "encoder-decoder",
      inputs: { ...translation, decoding: "step-by-step" },
      labels: { token: target, "source-token": source, feature: roles },
      runs: { forced: { inputs: { decoding: "teacher-forcing" } } },
      shown: [
        {
          picture: {
            kind: "timeline",
            lanes: [{ step: "transformer.decoded", rounds: "steps", names: "transformer.target" }],
          },
          caption: "steps",
        },
        {
          picture: { kind: "timeline", lanes: [{ step: FORCED }] },
          run: "forced",
          when: "after",
          caption: "forced",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: {
            all: [{ same: ["step1", "forced1"] }, { same: ["step2", "forced2"] }, { same: ["step3", "forced3"] }],
          },
          last: { all: [{ same: ["early1", "forcedEarly1"] }, { not: { same: ["step1", "forced1"] } }] },
          all: { not: { same: ["early1", "forcedEarly1"] } },
        },
      },
      facts: {
        ...rowOf("steps[2]/transformer.decoded", 2, "step"),
        ...rowOf(FORCED, 2, "forced", { run: "forced" }),
        early1: at("steps[2]/transformer.decoded", [0, 0]),
        forcedEarly1: at(FORCED, [0, 0], { run: "forced" }),
        rounds: { step: "transformer.target", along: 0 },
        work: { count: "multiplications" },
        forcedWork: { run: "forced", count: "multiplications" },
      },
      links: { step: "steps[2]/transformer.decoded", poll: "S1-P2" },
      source: `${VASWANI}, section 3.1; CMU 11-785 (2023)`,
    },
    {
      id: "word",
      algorithm: "scaled-dot-product-attention",
      inputs: { key: vocabulary, value: unitMatrix(vocabularyNames.names.length), scale: "none" },
      takes: { query: { run: "written", step: FORCED } },
      labels: { query: target, key: vocabularyNames, feature: { from: 1 } },
      runs: {
        written: {
          algorithm: "encoder-decoder",
          inputs: { ...translation, decoding: "teacher-forcing" },
          labels: { token: target, feature: { from: 1 } },
        },
      },
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: FORCED, row: lastWord }], full: 1.5 },
          run: "written",
          when: "before",
          caption: "row",
        },
        { table: "attention.key", when: "before", caption: "vocabulary" },
        {
          picture: { kind: "bars", sets: [{ step: "attention.scores", row: lastWord }] },
          when: "after",
          caption: "scores",
        },
        {
          picture: { kind: "bars", sets: [{ step: "attention.weights", row: lastWord }], full: 1 },
          when: "after",
          caption: "chances",
        },
      ],
      question: {
        kind: "choose",
        options: {
          katze: { more: ["katze", "trinkt"] },
          milch: { more: ["milch", "trinkt"] },
          trinkt: { all: [{ more: ["trinkt", "katze"] }, { more: ["trinkt", "milch"] }] },
        },
      },
      facts: {
        row1: at(FORCED, [lastWord, 0], { run: "written" }),
        row2: at(FORCED, [lastWord, 1], { run: "written" }),
        row3: at(FORCED, [lastWord, 2], { run: "written" }),
        katze: at("attention.weights", [lastWord, 0]),
        milch: at("attention.weights", [lastWord, 1]),
        trinkt: at("attention.weights", [lastWord, 2]),
        score: at("attention.scores", [lastWord, 2]),
        katzeScore: at("attention.scores", [lastWord, 0]),
        milchScore: at("attention.scores", [lastWord, 1]),
        earlier: at("attention.weights", [1, 1]),
        words: { step: "attention.weights", along: 1 },
      },
      links: { step: "attention.weights" },
      source: `${VASWANI}, section 3.4; Press and Wolf 2017`,
    },
    {
      id: "kinds",
      algorithm: "encoder-layer",
      inputs: { ...encoderLayerInputs, x: rowsOf(gapped) },
      labels: gappedLabels,
      controls: [
        {
          kind: "choice",
          id: "kind",
          choices: { encoder: { causal: false }, decoder: { causal: true } },
          start: "decoder",
          answer: "encoder",
        },
      ],
      shown: [{ picture: { kind: "arcs", step: WEIGHTS, mode: "columns", query: gap }, caption: "weights" }],
      question: {
        kind: "choose",
        options: {
          encoder: { all: [{ more: ["ahead", "zero"] }, { same: ["aheadCausal", "zero"] }] },
          decoder: { all: [{ same: ["ahead", "zero"] }, { more: ["aheadCausal", "zero"] }] },
          both: { all: [{ more: ["ahead", "zero"] }, { more: ["aheadCausal", "zero"] }] },
        },
      },
      facts: {
        ahead: at(WEIGHTS, [0, gap, milk]),
        aheadCausal: at(WEIGHTS, [0, gap, milk], { at: "start" }),
        back: at(WEIGHTS, [0, gap, cat]),
        backCausal: at(WEIGHTS, [0, gap, cat], { at: "start" }),
        zero: { is: 0 },
      },
      links: { step: "attention/multi-head.weights", erratum: "S0-E13" },
      source: "Devlin et al. 2019; Radford et al. 2018; CPSC 483 (Yale), Transformers and GNNs",
    },
  ],
};
