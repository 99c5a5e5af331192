/** Unit 14: hashing, or how to find who fits without asking everyone. */
import { named, namesOf, type Rows, rowsOf } from "../examples/example.ts";
import { directions } from "../examples/things.ts";
import type { SceneControl, UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { matrix, tensor } from "../src/state/values.ts";

const KITAEV = "Kitaev, Kaiser and Levskaya 2020 (Reformer), section 2";
const YALE = "CPSC 483 (Yale), Transformers and GNNs";

const names = Object.keys(directions);
const [cat, milk, dog] = ["cat", "milk", "dog"].map((name) => names.indexOf(name)) as [number, number, number];
const x = rowsOf(directions);
const words = named(...names);
const fromZero = { from: 0 };
const tokens = {
  query: words,
  key: words,
  position: words,
  direction: fromZero,
  round: fromZero,
  "sorted-place": fromZero,
  chunk: fromZero,
};

const axes = matrix([
  [1, 0],
  [0, 1],
]);
const diagonals = matrix([
  [0.71, 0.71],
  [-0.71, 0.71],
]);

/** LSH attention gives keys the length 1 and divides no scores: shorter queries make its scores those of the other scenes, divided by √2. */
const queryKey = matrix([
  [Math.SQRT1_2, 0],
  [0, Math.SQRT1_2],
]);

/** One round of hashing by the axes, in chunks of two tokens. */
const oneRound = {
  x,
  wQueryKey: queryKey,
  wValue: axes,
  rotations: tensor([1, 2, 1, 2], [1, 0, 0, 1]),
  headSize: 2,
  nBuckets: 4,
  nHashes: 1,
  chunkLength: 2,
};
/** The words, with a third number that is 1 for “dog” and a fourth that is 1 for all others: values that show whose share they are. */
const withDog = rowsOf(
  Object.fromEntries(
    Object.entries(directions).map(([word, place]) => [
      word,
      [...place, word === "dog" ? 1 : 0, word === "dog" ? 0 : 1],
    ]),
  ),
);
/** Five of the eight point to the right. */
const crowded = rowsOf({
  ...directions,
  runs: [0.9, 0.44],
  tea: [0.85, -0.53],
  blue: [1, 0.02],
});
const onesDown = matrix(names.map(() => [1]));
/** How many words a text has. */
const LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096];
const [FEW, MANY] = [64, 4096] as const;
/** Three of the eight point to the right, and one down: sorted by bucket and cut into twos, three of the four buckets are divided. */
const divided: Rows = Object.fromEntries(
  Object.entries(directions).map(([word, place]) => (word === "blue" ? ["cow", [0.82, 0.57]] : [word, place])),
);
const dividedWords = namesOf(divided);
/** A weight over the chunk before and its own: “cat”, “dog”, “cow” and “milk” for the second chunk. */
const inChunks = (chunk: number, row: number, place: number): Reading => ({
  step: "lsh.weights",
  index: [0, chunk, row, place],
});
/** Tokens in their order, and sorted and cut into chunks. */
const sorting = {
  kind: "sorting",
  order: "lsh.position",
  buckets: "lsh.buckets",
  chunk: "lsh.chunk-length",
  window: "lsh.window",
} as const;
const everyRow = [0, 1, 2, 3, 4, 5, 6, 7];
const kept = (more: Partial<Reading> = {}): Reading => ({ step: "error.mean-kept-mass", index: [], ...more });
const largestError = (more: Partial<Reading> = {}): Reading => ({ step: "error.maximum", index: [], ...more });
/** How many times as long vectors become. */
const TIMES = Array.from({ length: 7 }, (_, half) => 1 + half / 2);

const bucket = (row: number, more: Partial<Reading> = {}): Reading => ({
  step: "bucket.buckets",
  index: [row],
  ...more,
});
/** The first of the draws that are counted. */
const oneDraw = {
  kind: "wheel",
  points: "collision.points",
  directions: ["collision.orthogonal", "collision.directions"],
  buckets: "collision.buckets",
} as const;
/** The angles at which the chance to meet is drawn. */
const ANGLES = Array.from({ length: 37 }, (_, at) => 5 * at);
/** Other draws, by their seed. */
const draws: SceneControl = {
  kind: "slider",
  id: "draw",
  from: 1,
  to: 20,
  step: 1,
  start: 1,
  answer: 1,
  plays: true,
  changes: [{ input: "seed" }],
};

const law = (step: string, more: Partial<Reading> = {}): Reading => ({ step, index: [], ...more });

export const unit: UnitContent = {
  after: ["self-attention"],
  covers: ["S0-C26", "S0-F14", "S0-W03", "S0-W04", "S0-E21", "S0-E22"],
  opening: "split",
  exercise: "lsh-bucket-steps",
  labs: ["hash"],
  scenes: [
    {
      id: "bucket",
      algorithm: "bucket-attention",
      inputs: { x: matrix([[0.6, -0.8]]), rotation: axes },
      labels: { query: named("x"), key: named("x"), direction: fromZero, feature: named("b₀", "b₁") },
      shown: [
        {
          picture: {
            kind: "arrows",
            // Not the color of a bucket.
            sets: [
              { step: "bucket.tokens", category: 4 },
              { step: "bucket.rotation", line: "dashed" },
            ],
            reach: 1,
          },
          when: "before",
          caption: "token",
        },
        {
          picture: {
            kind: "wheel",
            points: "bucket.tokens",
            directions: "bucket.rotation",
            buckets: "bucket.buckets",
            input: "x",
          },
          when: "after",
          caption: "wheel",
        },
        {
          picture: { kind: "bars", sets: [{ step: "bucket.rotated", row: 0 }], full: 1 },
          when: "after",
          caption: "products",
          follows: "wheel",
        },
      ],
      question: {
        kind: "choose",
        options: {
          zero: { same: ["bucket", "zero"] },
          one: { same: ["bucket", "one"] },
          two: { same: ["bucket", "two"] },
          three: { same: ["bucket", "three"] },
        },
      },
      facts: {
        bucket: bucket(0),
        right: { step: "bucket.rotated", index: [0, 0] },
        up: { step: "bucket.rotated", index: [0, 1] },
        zero: { is: 0 },
        one: { is: 1 },
        two: { is: 2 },
        three: { is: 3 },
      },
      links: { step: "bucket.buckets", exercise: "lsh-bucket-steps" },
      source: `${YALE}; ${KITAEV}`,
    },
    {
      id: "hears",
      algorithm: "bucket-attention",
      inputs: { x, rotation: axes },
      labels: tokens,
      shown: [
        {
          picture: { kind: "wheel", points: "bucket.tokens", directions: "bucket.rotation", buckets: "bucket.buckets" },
          caption: "wheel",
        },
        { picture: { kind: "pattern", step: "bucket.weights" }, when: "after", caption: "weights" },
        {
          picture: { kind: "pattern", step: "attention.weights" },
          run: "full",
          when: "after",
          caption: "full",
        },
      ],
      question: {
        kind: "choose",
        options: {
          everyone: { more: ["milk", "zero"] },
          bucket: { all: [{ more: ["dog", "zero"] }, { same: ["milk", "zero"] }] },
          itself: { same: ["dog", "zero"] },
        },
      },
      runs: { full: { algorithm: "scaled-dot-product-attention", inputs: { query: x, key: x, value: x } } },
      facts: {
        cat: { step: "bucket.weights", index: [cat, cat] },
        dog: { step: "bucket.weights", index: [cat, dog] },
        milk: { step: "bucket.weights", index: [cat, milk] },
        dogFull: { run: "full", step: "attention.weights", index: [cat, dog] },
        milkFull: { run: "full", step: "attention.weights", index: [cat, milk] },
        zero: { is: 0 },
      },
      links: { step: "bucket.weights", exercise: "bucket-attention-steps" },
      source: KITAEV,
    },
    {
      id: "split",
      algorithm: "bucket-attention",
      inputs: { x, rotation: axes },
      labels: tokens,
      controls: [
        {
          kind: "choice",
          id: "directions",
          choices: { axes: { rotation: axes }, diagonals: { rotation: diagonals } },
          start: "axes",
          answer: "diagonals",
        },
      ],
      shown: [
        {
          picture: { kind: "wheel", points: "bucket.tokens", directions: "bucket.rotation", buckets: "bucket.buckets" },
          caption: "wheel",
        },
      ],
      question: {
        kind: "choose",
        options: {
          together: { same: ["cat", "dog"] },
          apart: { not: { same: ["cat", "dog"] } },
        },
      },
      facts: {
        before: bucket(cat, { at: "start" }),
        cat: bucket(cat),
        dog: bucket(dog),
      },
      links: { step: "bucket.rotated", exercise: "lsh-bucket-steps" },
      source: YALE,
    },
    {
      id: "collision",
      algorithm: "lsh-collision",
      inputs: { angle: 45, trials: 1000, seed: 1 },
      labels: { vector: named("x", "y") },
      controls: [
        {
          kind: "slider",
          id: "angle",
          from: 0,
          to: 180,
          step: 5,
          start: 45,
          answer: 45,
          changes: [{ input: "angle" }],
        },
        // It is drawn again, many times.
        { ...draws, answer: 6 },
      ],
      series: [
        { id: "chance", over: "angle", at: ANGLES, of: law("collision.rotation-law") },
        { id: "measured", over: "angle", at: ANGLES, of: law("collision.measured") },
      ],
      shown: [
        { picture: oneDraw, caption: "pair" },
        {
          picture: {
            kind: "curves",
            steps: ["chance", "measured"],
            measured: ["measured"],
            along: 0,
            places: "chance.places",
            cursor: 0,
          },
          when: "after",
          caption: "chances",
        },
      ],
      question: { kind: "number", fact: "law", within: 0.03 },
      facts: {
        law: law("collision.rotation-law"),
        measured: law("collision.measured"),
        at80: law("collision.rotation-law", { at: { angle: 80 } }),
      },
      links: { step: "collision.rotation-law" },
      source: "Andoni et al. 2015",
    },
    {
      id: "gaussian",
      algorithm: "lsh-collision",
      inputs: { angle: 80, trials: 1000, seed: 1 },
      labels: { vector: named("x", "y") },
      controls: [
        {
          kind: "choice",
          id: "kind",
          choices: { rotation: { rotationKind: "orthogonal" }, gaussian: { rotationKind: "gaussian" } },
          start: "rotation",
          answer: "gaussian",
        },
        draws,
      ],
      shown: [{ picture: oneDraw, caption: "pair" }],
      question: {
        kind: "choose",
        options: {
          same: { same: ["gaussian", "rotation"] },
          more: { more: ["gaussian", "rotation"] },
          less: { more: ["rotation", "gaussian"] },
        },
      },
      facts: {
        rotation: law("collision.rotation-law", { at: "start" }),
        gaussian: law("collision.gaussian-law"),
        measured: law("collision.measured"),
        closer: law("collision.gaussian-law", { run: "closer" }),
      },
      runs: { closer: { inputs: { angle: 45 } } },
      links: { erratum: "S0-E21" },
      source: YALE,
    },
    {
      id: "chunks",
      algorithm: "lsh-attention",
      inputs: { ...oneRound, x: rowsOf(divided) },
      labels: { ...tokens, query: dividedWords, key: dividedWords, position: dividedWords },
      shown: [
        {
          picture: { kind: "wheel", points: "lsh.query-key", directions: "lsh.rotations", buckets: "lsh.buckets" },
          when: "before",
          caption: "wheel",
        },
        {
          picture: { ...sorting, token: milk },
          when: "after",
          caption: "sorted",
        },
      ],
      question: {
        kind: "choose",
        options: {
          bucket: { all: [{ same: ["cow", "zero"] }, { same: ["cat", "zero"] }, { same: ["dog", "zero"] }] },
          before: { all: [{ more: ["cow", "zero"] }, { more: ["cat", "zero"] }, { more: ["dog", "zero"] }] },
          nobody: { more: ["own", "cow"] },
        },
      },
      facts: {
        cat: inChunks(1, 1, 0),
        dog: inChunks(1, 1, 1),
        cow: inChunks(1, 1, 2),
        own: inChunks(1, 1, 3),
        zero: { is: 0 },
      },
      links: { step: "lsh.window-position", exercise: "lsh-bucket-steps" },
      source: KITAEV,
    },
    {
      id: "itself",
      algorithm: "scaled-dot-product-attention",
      inputs: { query: x, key: x, value: x },
      labels: tokens,
      shown: [
        {
          picture: { kind: "arrows", sets: [{ step: "attention.query" }], reach: 1 },
          caption: "words",
        },
        {
          picture: { kind: "bars", full: 1, sets: [{ step: "attention.weights", row: cat }] },
          when: "after",
          caption: "weights",
        },
      ],
      question: {
        kind: "choose",
        options: {
          dog: { more: ["dog", "self"] },
          itself: { all: [{ more: ["self", "dog"] }, { more: ["self", "milk"] }] },
          milk: { more: ["milk", "self"] },
        },
      },
      facts: {
        self: { step: "attention.weights", index: [cat, cat] },
        dog: { step: "attention.weights", index: [cat, dog] },
        milk: { step: "attention.weights", index: [cat, milk] },
      },
      links: { step: "attention.weights" },
      source: `${KITAEV}, “Shared-QK attention”`,
    },
    {
      id: "rounds",
      algorithm: "lsh-attention",
      inputs: {
        x,
        wQueryKey: queryKey,
        wValue: axes,
        // “cat” is in no round in the first chunk, before which stands the last chunk of the last round.
        rotations: tensor([1, 2, 2, 2], [-1, 0, -0.71, -0.71, 0, -1, -0.71, 0.71]),
        headSize: 2,
        nBuckets: 4,
        nHashes: 2,
        chunkLength: 2,
      },
      labels: tokens,
      shown: [
        {
          picture: {
            kind: "wheel",
            points: "lsh.query-key",
            directions: "lsh.rotations",
            buckets: "lsh.buckets",
            rounds: [0],
          },
          when: "before",
          caption: "first",
        },
        {
          picture: {
            kind: "wheel",
            points: "lsh.query-key",
            directions: "lsh.rotations",
            buckets: "lsh.buckets",
            rounds: [1],
          },
          when: "before",
          caption: "second",
        },
        {
          picture: { ...sorting, token: cat },
          when: "after",
          caption: "sorted",
        },
        {
          picture: { kind: "bars", sets: [{ step: "lsh.round-weights", along: 1, row: cat }], full: 1 },
          when: "after",
          caption: "weights",
        },
      ],
      question: {
        kind: "choose",
        options: {
          first: { same: ["second", "zero"] },
          both: { all: [{ more: ["first", "zero"] }, { more: ["second", "zero"] }] },
        },
      },
      facts: {
        first: { step: "lsh.round-weights", index: [0, 0, cat] },
        second: { step: "lsh.round-weights", index: [0, 1, cat] },
        zero: { is: 0 },
      },
      links: { step: "lsh.round-weights", exercise: "lsh-bucket-steps" },
      source: KITAEV,
    },
    {
      id: "twice",
      algorithm: "lsh-attention",
      inputs: {
        x: withDog,
        wQueryKey: matrix([
          [Math.SQRT1_2, 0],
          [0, Math.SQRT1_2],
          [0, 0],
          [0, 0],
        ]),
        wValue: matrix([
          [0, 0],
          [0, 0],
          [1, 0],
          [0, 1],
        ]),
        // As in the scene before, “cat” is in no round in the first chunk.
        rotations: tensor([1, 2, 2, 2], [0, 1, -1, 0, -1, 0, 0, 1]),
        headSize: 2,
        nBuckets: 4,
        nHashes: 2,
        chunkLength: 2,
      },
      labels: { ...tokens, "head-feature": named("dog", "all others") },
      controls: [
        {
          kind: "choice",
          id: "repeated",
          choices: { each: { repeatedKeys: "each-time" }, once: { repeatedKeys: "once" } },
          start: "each",
          answer: "once",
        },
      ],
      shown: [
        {
          picture: sorting,
          caption: "sorted",
        },
        { picture: { kind: "bars", sets: [{ step: "lsh.output", row: cat }], full: 1 }, caption: "shares" },
      ],
      question: {
        kind: "choose",
        options: {
          less: { more: ["each", "once"] },
          same: { same: ["each", "once"] },
          more: { more: ["once", "each"] },
        },
      },
      facts: {
        each: { step: "lsh.output", index: [cat, 0], at: "start" },
        once: { step: "lsh.output", index: [cat, 0] },
        others: { step: "lsh.output", index: [cat, 1] },
        // In its chunk, “cat” sees the two words of the chunk before, itself and “dog”.
        times: { step: "lsh.times", index: [0, 1, 0, 3] },
        timesBefore: { step: "lsh.times", index: [0, 1, 0, 0] },
        first: { step: "lsh.round-weights", index: [0, 0, cat] },
      },
      links: { step: "lsh.once" },
      source: "Kitaev, Kaiser and Levskaya 2020 (Reformer), appendix A, eqs. (6) and (7)",
    },
    {
      id: "uneven",
      algorithm: "bucket-attention",
      inputs: { x: crowded, rotation: axes },
      labels: tokens,
      runs: {
        even: { inputs: { x } },
        sizes: {
          algorithm: "feed-forward",
          inputs: { w1: onesDown, w2: matrix([[1]]) },
          takes: { x: { run: "main", step: "bucket.same-bucket" } },
        },
        pairs: {
          algorithm: "graph-readout",
          inputs: {},
          takes: { x: { run: "sizes", step: "feed-forward.output" } },
        },
        evenSizes: {
          algorithm: "feed-forward",
          inputs: { w1: onesDown, w2: matrix([[1]]) },
          takes: { x: { run: "even", step: "bucket.same-bucket" } },
        },
        evenPairs: {
          algorithm: "graph-readout",
          inputs: {},
          takes: { x: { run: "evenSizes", step: "feed-forward.output" } },
        },
      },
      shown: [
        {
          picture: { kind: "wheel", points: "bucket.tokens", directions: "bucket.rotation", buckets: "bucket.buckets" },
          caption: "wheel",
        },
        { picture: { kind: "pattern", step: "bucket.same-bucket" }, when: "after", caption: "crowded" },
        { picture: { kind: "pattern", step: "bucket.same-bucket" }, run: "even", when: "after", caption: "even" },
      ],
      question: { kind: "number", fact: "pairs", within: 0.5 },
      facts: {
        pairs: { step: "readout.sum", index: [0], run: "pairs" },
        even: { step: "readout.sum", index: [0], run: "evenPairs" },
        crowd: { step: "feed-forward.output", index: [cat, 0], run: "sizes" },
      },
      links: { step: "bucket.same-bucket", erratum: "S0-E22" },
      source: KITAEV,
    },
    {
      id: "growth",
      algorithm: "lsh-attention",
      inputs: oneRound,
      labels: tokens,
      controls: [
        {
          kind: "stops",
          id: "tokens",
          stops: LENGTHS,
          start: FEW,
          answer: MANY,
          changes: [
            { run: "hashed", input: "x", shape: [null, 2] },
            ...["query", "key", "value"].map((input) => ({ run: "full", input, shape: [null, 2] })),
          ],
        },
      ],
      runs: {
        hashed: { algorithm: "lsh-attention", inputs: { ...oneRound, chunkLength: 4 } },
        full: { algorithm: "scaled-dot-product-attention", inputs: { query: x, key: x, value: x } },
      },
      series: [
        { id: "full", over: "tokens", at: LENGTHS, of: { run: "full", estimate: "operations" } },
        { id: "hashed", over: "tokens", at: LENGTHS, of: { run: "hashed", estimate: "operations" } },
      ],
      shown: [
        {
          picture: sorting,
          caption: "sorted",
        },
        {
          picture: {
            kind: "curves",
            steps: ["full", "hashed"],
            along: 0,
            places: "full.places",
            cursor: 0,
            logX: true,
            logY: true,
          },
          when: "after",
          caption: "growth",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["hashed", "hashedShort"] },
          linear: { all: [{ more: ["hashed", "sixty"] }, { more: ["hundred", "hashed"] }] },
          square: { more: ["hashed", "hundred"] },
        },
      },
      facts: {
        few: { is: FEW },
        many: { is: MANY },
        hashedShort: { run: "hashed", estimate: "operations", at: "start" },
        hashed: { run: "hashed", estimate: "operations" },
        fullShort: { run: "full", estimate: "operations", at: "start" },
        full: { run: "full", estimate: "operations" },
        longer: {
          times: [
            { run: "hashed", estimate: "operations" },
            { run: "hashed", estimate: "operations", at: "start" },
          ],
        },
        fullLonger: {
          times: [
            { run: "full", estimate: "operations" },
            { run: "full", estimate: "operations", at: "start" },
          ],
        },
        savedShort: {
          times: [
            { run: "full", estimate: "operations", at: "start" },
            { run: "hashed", estimate: "operations", at: "start" },
          ],
        },
        saved: {
          times: [
            { run: "full", estimate: "operations" },
            { run: "hashed", estimate: "operations" },
          ],
        },
        // About 60 and 100 times as many as at first.
        sixty: { is: 7e5 },
        hundred: { is: 1.2e6 },
      },
      links: { step: "lsh.sort-order", erratum: "S0-E22" },
      source: KITAEV,
    },
    {
      id: "error",
      algorithm: "pattern-error",
      inputs: { query: x, key: x, value: x },
      takes: { mask: { run: "buckets", step: "bucket.same-bucket" } },
      labels: tokens,
      controls: [
        {
          kind: "slider",
          id: "length",
          from: 1,
          to: 4,
          step: 0.5,
          start: 1,
          answer: 4,
          changes: [
            { input: "query", timesRows: everyRow },
            { input: "key", timesRows: everyRow },
          ],
        },
      ],
      runs: { buckets: { algorithm: "bucket-attention", inputs: { x, rotation: axes } } },
      series: [
        { id: "kept", over: "length", at: TIMES, of: kept() },
        { id: "error", over: "length", at: TIMES, of: largestError() },
      ],
      shown: [
        {
          picture: { kind: "bars", full: 1, sets: [{ step: "full/attention.weights", row: cat }] },
          caption: "weights",
        },
        {
          picture: { kind: "curves", steps: ["kept", "error"], along: 0, places: "kept.places", cursor: 0 },
          when: "after",
          caption: "losses",
        },
      ],
      question: {
        kind: "choose",
        options: {
          less: { more: ["short", "long"] },
          same: { same: ["short", "long"] },
          all: { all: [{ more: ["long", "nearlyAll"] }] },
        },
      },
      facts: {
        short: kept({ at: "start" }),
        long: kept(),
        errorShort: largestError({ at: "start" }),
        errorLong: largestError(),
        nearlyAll: { is: 0.9 },
      },
      links: { step: "error.kept-mass" },
      source: KITAEV,
    },
  ],
};
