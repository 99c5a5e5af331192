/** Unit 13: long inputs. Which pairs may be left out, what is lost with them, and in how many layers the rest still reaches everyone. */
import { named, rowsOf } from "../examples/example.ts";
import { chain, farAsking, farBeing, farSentence } from "../examples/things.ts";
import type { SceneControl, UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { graph, matrix, tensor, vector } from "../src/state/values.ts";

const BELTAGY = "Beltagy, Peters and Cohan 2020 (Longformer), section 3";
const YALE = "CPSC 483 (Yale), Transformers and GNNs";

const LENGTH = 16;
const every = Array.from({ length: LENGTH }, (_, at) => at);
const text = named(..."the cat that lives here drinks cold milk and then it sleeps on the red chair".split(" "));
const labels = { query: text, key: text, node: text, source: text, target: text };
/** How quickly the scores of a head fall with the square of the distance. */
const FALL = 0.5;
/**
 * Queries and keys of a head that looks at the word `back` places before: qᵢ·kⱼ = √2 · FALL · (2(i − back)j − j²), which is, but for what is the same for all
 * keys of a query, the negative square of the distance between j and i − back. The factor undoes the division by √d, here √2.
 */
const looking = (back: number) => ({
  query: matrix(every.map((at) => [2 * (at - back), -1])),
  key: matrix(every.map((at) => [Math.SQRT2 * FALL * at, Math.SQRT2 * FALL * at * at])),
});
const near = looking(0);
/** A head whose words all look for the first one, as heads of BERT do for a mark. */
const first = {
  query: matrix(every.map(() => [1, 0])),
  key: matrix(every.map((at) => [at === 0 ? 6 : 0, 0])),
};
const evenly = { query: matrix(every.map(() => [0, 0])), key: matrix(every.map(() => [0, 0])) };
/** Each word sees itself and as many words on each side. */
const band = (side: number) =>
  matrix(every.map((row) => every.map((column) => (Math.abs(row - column) <= side ? 1 : 0))));
/** Tokens that are all alike, where only the pattern counts. */
const alike = (length: number) =>
  tensor(
    [length, 1],
    Array.from({ length }, () => 1),
  );
const same = (length: number) => ({ query: alike(length), key: alike(length), value: alike(length) });

/** What a layer puts out. */
const SPREAD = "dense/attention.output";
/** How many tokens a text has: BERT reads 512 at once, Longformer 4096. */
const TOKENS = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];
const [SHORT, LONG, BOOK] = [512, 4096, 65536] as const;

/** The first word is joined to all, and each word to the next. */
const withGlobal = graph(LENGTH, [
  ...chain(LENGTH).edges,
  ...every.slice(2).map((word): [number, number] => [0, word]),
]);
/** Twelve tokens, joined to the next and to the one six further on. */
const strided = graph(12, [
  ...chain(12).edges,
  ...[0, 1, 2, 3, 4, 5].map((token): [number, number] => [token, token + 6]),
]);
/** The nodes of the binary tree over eight words. */
const spans = named(
  ...Object.keys(farBeing),
  "the cat",
  "that lives",
  "here drinks",
  "cold milk",
  "the … lives",
  "here … milk",
  "all",
);
const fromZero = { from: 0 };

const kept = (more: Partial<Reading> = {}): Reading => ({ step: "error.mean-kept-mass", index: [], ...more });
const sight = (layers: number, token: number): Reading => ({
  step: `layers[${layers - 1}]/reach.reached`,
  index: [0, token],
});
const shift: SceneControl = {
  kind: "choice",
  id: "shift",
  choices: { plain: { shift: 0 }, shifted: { shift: 1 } },
  start: "plain",
  answer: "shifted",
};
const patch = (target: number, source: number, more: Partial<Reading> = {}): Reading => ({
  step: "dense/attention.weights",
  index: [target, source],
  ...more,
});

export const unit: UnitContent = {
  after: ["self-attention", "graph-networks", "depth"],
  covers: ["S0-C07", "S0-C23", "S0-C24", "S0-C25", "S0-W02", "S0-G14", "S0-X05", "S3-C07", "S3-C08"],
  exercise: "window-mask-steps",
  labs: ["patterns"],
  scenes: [
    {
      id: "kept",
      algorithm: "pattern-error",
      inputs: { ...near, value: evenly.key, mask: band(1) },
      labels,
      controls: [
        {
          kind: "choice",
          id: "head",
          choices: { near, even: evenly, far: looking(8), first },
          start: "near",
          answer: "near",
        },
        {
          kind: "choice",
          id: "window",
          choices: { two: { mask: band(1) }, four: { mask: band(2) }, eight: { mask: band(4) } },
          start: "two",
          answer: "two",
        },
      ],
      runs: {
        pairs: { algorithm: "window-attention", inputs: { ...same(LENGTH), window: 2 } },
        all: { algorithm: "window-attention", inputs: { ...same(LENGTH), window: 2 * LENGTH } },
      },
      shown: [
        { picture: { kind: "pattern", step: "full/attention.weights" }, when: "before", caption: "full" },
        { picture: { kind: "pattern", step: "kept/attention.weights" }, when: "after", caption: "kept" },
      ],
      question: {
        kind: "choose",
        options: {
          most: { more: ["two", "most"] },
          half: { all: [{ more: ["most", "two"] }, { more: ["two", "third"] }] },
          little: { more: ["third", "two"] },
        },
      },
      facts: {
        two: kept(),
        four: kept({ at: { window: "four" } }),
        own: { step: "full/attention.weights", index: [8, 8] },
        away: { step: "full/attention.weights", index: [8, 4] },
        even: kept({ at: { head: "even" } }),
        evenFour: kept({ at: { head: "even", window: "four" } }),
        evenEight: kept({ at: { head: "even", window: "eight" } }),
        far: kept({ at: { head: "far" } }),
        first: kept({ at: { head: "first" } }),
        pairs: { run: "pairs", step: "window.pairs", along: 0 },
        all: { run: "all", step: "window.pairs", along: 0 },
        most: { is: 0.7 },
        third: { is: 0.33 },
      },
      links: { step: "error.kept-mass", exercise: "window-mask-steps" },
      source: `${BELTAGY}; Clark et al. 2019, section 3`,
    },
    {
      id: "layers",
      algorithm: "window-attention",
      inputs: { ...same(LENGTH), window: 2 },
      labels,
      runs: {
        distances: { algorithm: "shortest-path-distances", inputs: { graph: chain(LENGTH) } },
        all: { inputs: { window: 2 * LENGTH } },
      },
      shown: [
        { picture: { kind: "pattern", step: "dense/sparse.mask" }, caption: "window" },
        { picture: { kind: "pattern", step: "graph.distances" }, run: "distances", when: "after", caption: "layers" },
      ],
      question: { kind: "number", fact: "layers", within: 0.01 },
      facts: {
        layers: { run: "distances", step: "graph.distances", index: [0, LENGTH - 1] },
        pairs: { step: "window.pairs", along: 0 },
        allPairs: { run: "all", step: "window.pairs", along: 0 },
      },
      links: { step: "window.pairs", exercise: "receptive-field-steps" },
      source: BELTAGY,
    },
    {
      id: "global",
      algorithm: "window-attention",
      inputs: { ...same(LENGTH), window: 2 },
      labels,
      controls: [
        {
          kind: "choice",
          id: "globals",
          choices: { none: { globals: vector([]) }, first: { globals: vector([0]) } },
          others: { distances: { none: { graph: chain(LENGTH) }, first: { graph: withGlobal } } },
          start: "none",
          answer: "first",
        },
      ],
      runs: { distances: { algorithm: "shortest-path-distances", inputs: { graph: withGlobal } } },
      shown: [
        { picture: { kind: "pattern", step: "dense/sparse.mask" }, caption: "pattern" },
        { picture: { kind: "pattern", step: "graph.distances" }, run: "distances", when: "after", caption: "layers" },
      ],
      question: { kind: "number", fact: "layers", within: 0.01 },
      facts: {
        layers: { run: "distances", step: "graph.distances", index: [3, LENGTH - 1] },
        toFirst: { run: "distances", step: "graph.distances", index: [0, LENGTH - 1] },
        before: { step: "window.pairs", along: 0, at: "start" },
        pairs: { step: "window.pairs", along: 0 },
      },
      links: { step: "window.pairs", exercise: "bigbird-mask-steps", poll: "S0-X05" },
      source: `${BELTAGY}; Zaheer et al. 2020 (BigBird), section 2`,
    },
    {
      id: "bigbird",
      algorithm: "bigbird-attention",
      inputs: {
        ...same(LENGTH),
        value: matrix(every.map((word) => [word === LENGTH - 1 ? 1 : 0])),
        ...{ blockSize: 1, window: 3, globals: 0, random: 0, seed: 6 },
      },
      labels: { ...labels, "value-feature": named("of “chair”") },
      controls: [
        {
          kind: "choice",
          id: "parts",
          choices: {
            window: { globals: 0, random: 0 },
            random: { globals: 0, random: 1 },
            all: { globals: 1, random: 1 },
          },
          start: "window",
          answer: "random",
        },
      ],
      // Each layer mixes what the layer before it has put out.
      runs: {
        second: { inputs: {}, takes: { value: { run: "main", step: SPREAD } } },
        third: { inputs: {}, takes: { value: { run: "second", step: SPREAD } } },
        fourth: { inputs: {}, takes: { value: { run: "third", step: SPREAD } } },
      },
      shown: [{ picture: { kind: "pattern", step: "dense/sparse.mask" }, caption: "pattern" }],
      question: {
        kind: "choose",
        options: {
          once: { more: ["one", "zero"] },
          few: { all: [{ same: ["one", "zero"] }, { more: ["four", "zero"] }] },
          many: { same: ["four", "zero"] },
        },
      },
      facts: {
        one: { step: SPREAD, index: [0, 0] },
        three: { run: "third", step: SPREAD, index: [0, 0] },
        four: { run: "fourth", step: SPREAD, index: [0, 0] },
        windowFour: { run: "fourth", step: SPREAD, index: [0, 0], at: "start" },
        allTwo: { run: "second", step: SPREAD, index: [0, 0], at: { parts: "all" } },
        pairs: { step: "bigbird.pairs", along: 0, at: "start" },
        withRandom: { step: "bigbird.pairs", along: 0 },
        withAll: { step: "bigbird.pairs", along: 0, at: { parts: "all" } },
        zero: { is: 0 },
      },
      links: { step: "bigbird.pairs", exercise: "bigbird-mask-steps" },
      source: "Zaheer et al. 2020 (BigBird), sections 2 and 3.2, appendix E",
    },
    {
      id: "strided",
      algorithm: "receptive-field",
      inputs: { graph: strided, layers: 3 },
      labels: {},
      runs: {
        pattern: {
          algorithm: "block-sparse-attention",
          inputs: { ...same(12), blockSize: 1, local: 1, stride: 6 },
        },
      },
      shown: [
        { picture: { kind: "pattern", step: "dense/sparse.mask" }, run: "pattern", when: "before", caption: "pattern" },
        { picture: { kind: "pattern", step: "layers[1]/reach.reached" }, when: "after", caption: "two" },
      ],
      question: {
        kind: "choose",
        options: {
          all: { all: [{ more: ["fourth", "zero"] }, { more: ["fifth", "zero"] }] },
          hole: { all: [{ same: ["fourth", "zero"] }, { more: ["seventh", "zero"] }] },
          near: { all: [{ same: ["fourth", "zero"] }, { same: ["seventh", "zero"] }] },
        },
      },
      facts: {
        third: sight(2, 2),
        fourth: sight(2, 3),
        fifth: sight(2, 4),
        seventh: sight(2, 6),
        eighth: sight(2, 7),
        fourthLater: sight(3, 3),
        pairs: { run: "pattern", step: "block.strided-pairs", along: 0 },
        zero: { is: 0 },
      },
      links: { step: "layers[1]/reach.ways" },
      source: "Child et al. 2019, section 4",
    },
    {
      id: "pieces",
      algorithm: "block-sparse-attention",
      inputs: {
        ...same(LENGTH),
        value: matrix(every.map((word) => [word === 0 ? 1 : 0])),
        ...{ blockSize: 4, local: 0, causal: true },
      },
      labels: { ...labels, "value-feature": named("of “the”") },
      controls: [
        {
          kind: "choice",
          id: "reads",
          choices: { own: { local: 0 }, before: { local: 1 } },
          start: "own",
          answer: "before",
        },
      ],
      // Each layer mixes what the layer before it has put out.
      runs: {
        second: { inputs: {}, takes: { value: { run: "main", step: SPREAD } } },
        third: { inputs: {}, takes: { value: { run: "second", step: SPREAD } } },
        pieces: { algorithm: "shortest-path-distances", inputs: { graph: chain(4) } },
      },
      shown: [{ picture: { kind: "pattern", step: "dense/sparse.mask" }, caption: "pattern" }],
      question: { kind: "number", fact: "layers", within: 0.01 },
      facts: {
        layers: { run: "pieces", step: "graph.distances", index: [0, 3] },
        one: { step: SPREAD, index: [LENGTH - 1, 0] },
        two: { run: "second", step: SPREAD, index: [LENGTH - 1, 0] },
        three: { run: "third", step: SPREAD, index: [LENGTH - 1, 0] },
        threeAlone: { run: "third", step: SPREAD, index: [LENGTH - 1, 0], at: "start" },
      },
      links: { step: "dense/sparse.mask" },
      source: "Dai et al. 2019 (Transformer-XL), section 3.2; Rae et al. 2020; Sukhbaatar et al. 2019",
    },
    {
      id: "tree",
      algorithm: "binary-partition-attention",
      inputs: { query: rowsOf(farAsking), key: rowsOf(farBeing), value: rowsOf(farBeing) },
      labels: { query: farSentence, token: farSentence, key: spans, node: spans },
      shown: [
        {
          picture: {
            kind: "tree",
            spans: "partition.spans",
            pairs: "partition.pairs",
            weights: "dense/attention.weights",
            row: 0,
          },
          when: "before",
          caption: "the",
        },
        {
          picture: {
            kind: "tree",
            spans: "partition.spans",
            pairs: "partition.pairs",
            weights: "dense/attention.weights",
            row: 5,
          },
          when: "after",
          caption: "drinks",
        },
      ],
      question: {
        kind: "choose",
        options: {
          none: { all: [{ same: ["cat", "zero"] }, { same: ["start", "zero"] }] },
          own: { more: ["cat", "zero"] },
          part: { all: [{ same: ["cat", "zero"] }, { more: ["start", "zero"] }] },
        },
      },
      facts: {
        cat: { step: "dense/attention.weights", index: [5, 1] },
        start: { step: "dense/attention.weights", index: [5, 8] },
        middle: { step: "dense/attention.weights", index: [5, 9] },
        milk: { step: "dense/attention.weights", index: [5, 7] },
        pairs: { step: "partition.pairs", along: 0 },
        zero: { is: 0 },
      },
      links: { step: "partition.pairs" },
      source: "Ye et al. 2019 (BP-Transformer), section 3",
    },
    {
      id: "shifted",
      algorithm: "shifted-window-attention",
      inputs: { ...same(LENGTH), height: 4, window: 2, shift: 0 },
      labels: { query: fromZero, key: fromZero, place: fromZero, window: fromZero },
      controls: [shift],
      shown: [
        {
          picture: { kind: "image", windows: "swin.partition", windowMask: "swin.window-mask", columns: 4 },
          caption: "windows",
        },
      ],
      question: {
        kind: "choose",
        options: {
          all: { more: ["corners", "zero"] },
          neighbors: { all: [{ more: ["border", "zero"] }, { same: ["corners", "zero"] }] },
          none: { same: ["border", "zero"] },
        },
      },
      facts: {
        before: patch(5, 6, { at: "start" }),
        border: patch(5, 6),
        corners: patch(0, 15),
        alone: patch(0, 0),
        zero: { is: 0 },
      },
      links: { step: "swin.window-mask", exercise: "shifted-window-steps" },
      source: "Liu et al. 2021 (Swin), section 3.2",
    },
    {
      id: "cost",
      algorithm: "window-attention",
      inputs: { ...same(LENGTH), window: 4 },
      labels,
      controls: [
        {
          kind: "stops",
          id: "tokens",
          stops: TOKENS,
          start: SHORT,
          answer: LONG,
          changes: ["full", "window"].flatMap((run) =>
            ["query", "key", "value"].map((input) => ({ run, input, shape: [null, 1] })),
          ),
        },
      ],
      runs: {
        full: { algorithm: "scaled-dot-product-attention", inputs: same(1) },
        window: { algorithm: "window-attention", inputs: { ...same(1), window: 64, form: "sparse" } },
      },
      series: [
        { id: "full", over: "tokens", at: TOKENS, of: { run: "full", estimate: "operations" } },
        { id: "band", over: "tokens", at: TOKENS, of: { run: "window", estimate: "operations" } },
      ],
      shown: [
        { picture: { kind: "pattern", step: "dense/sparse.mask" }, when: "before", caption: "band" },
        {
          picture: {
            kind: "curves",
            steps: ["full", "band"],
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
          eight: { more: ["thirty", "full"] },
          square: { all: [{ more: ["full", "thirty"] }, { more: ["hundreds", "full"] }] },
          cube: { more: ["full", "hundreds"] },
        },
      },
      facts: {
        fullShort: { run: "full", estimate: "operations", at: "start" },
        full: { run: "full", estimate: "operations" },
        bytesShort: { run: "full", estimate: "bytes", at: "start" },
        bytes: { run: "full", estimate: "bytes" },
        windowShort: { run: "window", estimate: "operations", at: "start" },
        window: { run: "window", estimate: "operations" },
        windowBook: { run: "window", estimate: "operations", at: { tokens: BOOK } },
        thirty: { is: 3e7 },
        hundreds: { is: 5e8 },
      },
      links: { step: "window.pairs", exercise: "window-mask-steps", erratum: "S0-E18" },
      source: `${YALE}; ${BELTAGY}; Devlin et al. 2019 (BERT), section 3.1`,
    },
  ],
};
