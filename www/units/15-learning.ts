/** Unit 15: how weights are learned. What a gradient says, which way it comes back, and where it gets lost. */
import { named } from "../examples/example.ts";
import { cups, friendship, peopleLabels } from "../examples/things.ts";
import { encoderLayerInputs, roles, source } from "../examples/transformer-layers.ts";
import type { Takes, UnitContent, Variant } from "../src/course/scene.ts";
import type { PathNode, PathsSpec } from "../src/pictures/paths/spec.ts";
import type { Reading } from "../src/stage/stage.ts";
import { matrix, tensor } from "../src/state/values.ts";

const GOODFELLOW = "Goodfellow, Bengio and Courville 2016";
const [cleo, fay] = [2, 5] as const;

const single = (step: string, index: readonly number[], more: Partial<Reading> = {}): Reading => ({
  step,
  index,
  ...more,
});

/** One number goes through three hidden ones, of which the ReLU lets two pass, to one result. */
const paths = {
  x: matrix([[6]]),
  w1: matrix([[2, 1, -1]]),
  w2: matrix([[-3], [1], [4]]),
};

const HIDDEN = [0, 1, 2] as const;
const numberAt = (step: string, ...index: readonly number[]) => ({ step, index });
/** The paths of that number, unit by unit; on the way back each number has its gradient, and the ReLU its slope. */
function pathsOf(back: boolean): Pick<PathsSpec, "nodes" | "links"> {
  const node = (at: PathNode["at"], step: string, index: readonly number[], name?: string): PathNode => ({
    ...{ at, as: "number", cell: numberAt(step, ...index) },
    ...(back && { gradient: numberAt(`gradient/${step}`, ...index) }),
    ...(name !== undefined && { name }),
  });
  return {
    nodes: {
      x: node([0, 2], "feed-forward.x", [0, 0], "x"),
      ...Object.fromEntries(
        HIDDEN.flatMap((unit) => [
          [`h${unit}`, node([1, 2 * unit], "feed-forward.hidden", [0, unit], `h${"₁₂₃"[unit]}`)],
          [`r${unit}`, node([2, 2 * unit], "feed-forward.relu", [0, unit], "ReLU")],
        ]),
      ),
      l: node([3, 2], "feed-forward.output", [0, 0], "L"),
    },
    links: HIDDEN.flatMap((unit) => [
      { from: "x", to: `h${unit}`, times: numberAt("feed-forward.first", 0, unit) },
      {
        ...{ from: `h${unit}`, to: `r${unit}` },
        ...(back && { times: numberAt("gradient/feed-forward.hidden/local", 0, unit) }),
      },
      { from: `r${unit}`, to: "l", times: numberAt("feed-forward.second", unit, 0) },
    ]),
  };
}

/** Three words with one number each, and one weight that all of them share. */
const shared = { x: matrix([[1], [2], [4]]), w1: matrix([[1]]), w2: matrix([[1]]) };
/** The weight leads to the result of each word, times the value of the word. */
const usesOfWeight: Pick<PathsSpec, "nodes" | "links"> = {
  nodes: {
    weight: {
      ...{ at: [0, 2], as: "number", name: "W₁", cell: numberAt("feed-forward.first", 0, 0) },
      gradient: numberAt("gradient/feed-forward.first", 0, 0),
    },
    ...Object.fromEntries(
      ["the", "cat", "drinks"].map((name, word): [string, PathNode] => [
        name,
        {
          ...{ at: [1, 2 * word], as: "number", name, cell: numberAt("feed-forward.hidden", word, 0) },
          gradient: numberAt("gradient/feed-forward.hidden", word, 0),
        },
      ]),
    ),
  },
  links: ["the", "cat", "drinks"].map((to, word) => ({
    ...{ from: "weight", to, times: numberAt("feed-forward.x", word, 0) },
  })),
};

/** How much speaks for each word that may come next; “tea” comes. */
const words = named("milk", "tea", "water", "stone");
const next = { logits: matrix([[2, 1, 0.5, -2]]), labels: tensor([1], [1]) };
const ofScore = (word: number): Reading => single("gradient/cross-entropy.logits", [0, word]);

const keys = { query: named("q"), key: { prefix: "k", from: 1 } } as const;
const SCORES = "gradient/jacobian.scores";
/** Scores that give half of the attention to the first of three keys and a quarter to each other: all that follows is short. */
const half = matrix([[Math.LN2, 0, 0]]);
const toWeights = { of: "weights", wrt: ["scores"] } as const;

/** A row for each distance of two scores, from −6 to 6. */
const distances = Array.from({ length: 13 }, (_, at) => at - 6);
const minus = (distance: number) => String(distance).replace("-", "−");
const EVEN = 6;
const slopes = {
  scores: matrix(distances.map((distance) => [distance, 0])),
  upstream: matrix(distances.map(() => [1, 0])),
};
/** The row that unit 3 met: scores of the worked example of CMU 11-785, divided by √4. */
const met = { scores: matrix([[15, 22.5, 14.5]]), upstream: matrix([[0, 1, 0]]) };

const verb = 1;
const reading = { token: source, query: source, key: source, feature: roles, "output-feature": roles };

/** The two ways around each part of a layer, and through it; on the way back with the gradient that comes on each. */
function layerPaths(back: boolean): Pick<PathsSpec, "nodes" | "links"> {
  const node = (at: PathNode["at"], step: string, name: string): PathNode => ({
    ...{ at, as: "number", name, cell: numberAt(step, verb, verb) },
    ...(back && { gradient: numberAt(`gradient/${step}`, verb, verb) }),
  });
  const link = (from: string, to: string, step: string) => ({
    ...{ from, to },
    ...(back && { back: numberAt(`gradient/${step}`, verb, verb) }),
  });
  const [X, ATTENDED] = ["transformer.x", "transformer.attended"];
  return {
    nodes: {
      x: node([0, 2], X, "X"),
      attention: { at: [1, 0], as: "part", word: "attention" },
      attended: node([2, 2], ATTENDED, "+"),
      network: { at: [3, 0], as: "part", word: "feedForward" },
      result: node([4, 2], "transformer.fed-forward", "+"),
    },
    links: [
      link("x", "attended", `${X}/via/${ATTENDED}`),
      link("x", "attention", `${X}/via/pre-norm1/layer-norm.normalized`),
      link("attention", "attended", "attention/multi-head.output"),
      link("attended", "result", `${ATTENDED}/via/transformer.fed-forward`),
      link("attended", "network", `${ATTENDED}/via/pre-norm2/layer-norm.normalized`),
      link("network", "result", "feed-forward/feed-forward.output"),
    ],
  };
}

const [LAYERS, WIDTH, last] = [6, 4, 3] as const;
/** The result stands so far behind the last norm. */
const BEHIND = 0.6;
/** Numbers without a pattern that means anything. */
const unlearned = (shape: readonly number[], phase: number, largest: number) =>
  tensor(
    shape,
    Array.from(
      { length: shape.reduce((all, length) => all * length, 1) },
      (_, at) => Math.round(10 * largest * Math.sin(phase + 4.7 * at)) / 10,
    ),
  );
const square = (phase: number) => unlearned([LAYERS, WIDTH, WIDTH], phase, 0.8);
/** Layers that have learned nothing yet. */
const unlearnedLayers = {
  x: unlearned([3, WIDTH], 0, 2),
  heads: 1,
  "attention.wQuery": square(1),
  "attention.wKey": square(2),
  "attention.wValue": square(3),
  "attention.wOutput": square(4),
  w1: square(5),
  w2: square(6),
};

/**
 * The residual path through these layers, with the gradient that comes back on it: of each part its addition, and behind it the norm, where norms are behind
 * additions. Each is a bar across the path there; a norm within a part is a bar of the loop that stands for the part.
 */
function residualPath(): Pick<PathsSpec, "nodes" | "links"> {
  const gradientOf = (step: string) => numberAt(`gradient/${step}`, verb, last);
  const parts = Array.from({ length: LAYERS }, (_, layer) => `layers[${layer}]`).flatMap((layer) => [
    { sum: `${layer}/transformer.attended`, norm: "norm1", layer },
    { sum: `${layer}/transformer.fed-forward`, norm: "norm2", layer },
  ]);
  const normOf = (at: number, form: "pre" | "post") =>
    `${parts[at]?.layer}/${form}-${parts[at]?.norm}/layer-norm.normalized`;
  const tick = (place: number, step: string): PathNode => ({ at: [place, 0], as: "tick", cell: gradientOf(step) });
  const lastPart = parts.length - 1;
  const behind = (at: number) => (at === lastPart ? BEHIND : 0) + at + 1;
  const nodes = parts.flatMap(({ sum }, at): (readonly [string, PathNode])[] => [
    [`part${at}`, { at: [at + 0.5, 0], as: "loop", where: normOf(at, "pre") }],
    [`sum${at}`, { at: [at + 1, 0], as: "bend", ...(at % 2 === 0 && { name: `${at / 2 + 1}` }) }],
    [`norm${at}`, { at: [at + 1, 0], as: "gate", where: normOf(at, "post") }],
    ...(at % 2 === 0
      ? []
      : [
          [`post${at}`, tick(behind(at), normOf(at, "post"))] as const,
          [`pre${at}`, { ...tick(behind(at), sum), where: normOf(at, "pre") }] as const,
        ]),
  ]);
  const links = parts.map(({ sum }, at) => ({
    ...{ from: at === 0 ? "x" : `sum${at - 1}`, to: `sum${at}`, back: gradientOf(sum), silent: true },
  }));
  const ends = [`pre${lastPart}`, `post${lastPart}`].map((to) => ({
    ...{ from: `sum${lastPart}`, to, silent: true },
    back: gradientOf(to.startsWith("pre") ? (parts[lastPart]?.sum ?? "") : normOf(lastPart, "post")),
  }));
  return { nodes: { x: tick(0, "transformer.x"), ...Object.fromEntries(nodes) }, links: [...links, ...ends] };
}

/** The loss wants Cleo above Fay. */
const apart = tensor([6, 1], [0, 0, 1, 0, 0, -1]);
const ONE = matrix([[1]]);
const smoothed = (node: number, more: Partial<Reading> = {}): Reading =>
  single("gradient/gcn.features", [node, 0], more);
/** Places at which each number has room beside its person and is near to no other. */
const PLACES = [
  [0.1, 0.5],
  [0.34, 0.5],
  [0.47, 0.16],
  [0.6, 0.5],
  [0.9, 0.24],
  [0.9, 0.8],
] as const;
const layersOf = (count: number) =>
  tensor(
    [count, 1, 1],
    Array.from({ length: count }, () => 1),
  );

/** A graph layer with two weights, and people by two features. The weights that made the targets are 2 and 1. */
const PEOPLE = matrix([
  [1, 0],
  [2, 1],
  [1, 2],
  [3, 1],
  [2, 3],
  [0, 1],
]);
const BEST = [2, 1] as const;
/** A grid of pairs of weights, each a column: the layer predicts by all of them at once. */
const SIDE = 25;
const across = (at: number) => -1 + (at % SIDE) / 4;
const up = (at: number) => -2 + Math.floor(at / SIDE) / 4;
const everywhere = Array.from({ length: SIDE * SIDE }, (_, at) => at);
const columns = (of: (at: number, row: 0 | 1) => number) =>
  tensor(
    [2, everywhere.length],
    [0, 1].flatMap((row) => everywhere.map((at) => of(at, row as 0 | 1))),
  );
const gridWeights = columns((at, row) => (row === 0 ? across(at) : up(at)));
const LINEAR = "gcn.transformed";
const DIFFERENCE = "gradient/squared-error.predictions";
const W = "gradient/gcn.projection";
const toPredictions = { wrt: ["predictions"] } as const;
/** The loss at a pair of weights, and over the grid. */
const lossRuns = {
  forward: { inputs: {}, takes: {} },
  right: { inputs: { w: matrix([[BEST[0]], [BEST[1]]]) }, takes: {} },
  loss: {
    algorithm: "mean-squared-error",
    inputs: {},
    takes: { predictions: { run: "forward", step: LINEAR }, targets: { run: "right", step: LINEAR } },
    gradient: toPredictions,
  },
  grid: { inputs: { w: gridWeights }, takes: {} },
  rights: { inputs: { w: columns((_, row) => BEST[row]) }, takes: {} },
  errors: {
    algorithm: "mean-squared-error",
    inputs: {},
    takes: { predictions: { run: "grid", step: LINEAR }, targets: { run: "rights", step: LINEAR } },
  },
  surface: {
    algorithm: "graph-readout",
    inputs: { aggregation: "mean" },
    takes: { x: { run: "errors", step: "squared-error.squares" } },
  },
} as const;
const SURFACE = {
  kind: "surface",
  places: "grid:gcn.projection",
  heights: "surface:readout.mean",
  at: "gcn.projection",
  input: "w",
} as const;
/** Of a step of gradient descent: large enough to be seen, and small enough to end within the picture. */
const RATE = 0.05;
const slopeOf = (weight: 0 | 1): Reading => single(W, [weight, 0]);
const LOSS = "squared-error.mean";

/** Learning rates: with the small one steps are slow, with the better one they reach farther, and with the large one they lead up. */
const [SMALL, LARGE] = [0.04, 0.24] as const;
const BETTER = { rate: 0.12 };
/** So many steps of gradient descent one after the other. */
const STEPS = 8;
const places = Array.from({ length: STEPS + 1 }, (_, at) => at);
const stepsTaken = places.slice(1);
/** The weights at a place: those of the scene at the first, and at the others those to which the last step led. */
const weightsAt = (place: number): Takes =>
  place === 0 ? {} : { w: { run: `step${place}`, step: "descent.learned" } };
/** At each place the loss and its gradient, and from place to place a step against it. */
const walkRuns: Readonly<Record<string, Variant>> = Object.fromEntries([
  ...places.flatMap((place): (readonly [string, Variant])[] => [
    [`forward${place}`, { inputs: {}, takes: weightsAt(place) }],
    [
      `loss${place}`,
      {
        ...lossRuns.loss,
        takes: {
          predictions: { run: `forward${place}`, step: LINEAR },
          targets: { run: "right", step: LINEAR },
        },
      },
    ],
    [
      `back${place}`,
      {
        inputs: {},
        takes: { ...weightsAt(place), upstream: { run: `loss${place}`, step: DIFFERENCE } },
        gradient: { wrt: ["w"] },
      },
    ],
  ]),
  ...stepsTaken.map((number): readonly [string, Variant] => [
    `step${number}`,
    {
      algorithm: "gradient-descent",
      inputs: { learningRate: SMALL },
      takes: {
        w: { run: `forward${number - 1}`, step: "gcn.projection" },
        gradient: { run: `back${number - 1}`, step: W },
      },
    },
  ]),
]);
const lossAfter = (more: Partial<Reading> = {}): Reading => single(LOSS, [], { run: `loss${STEPS}`, ...more });
const rateOf = (more: Partial<Reading> = {}): Reading => single("descent.rate", [], { run: "step1", ...more });

export const unit: UnitContent = {
  after: ["scaling", "layers", "depth"],
  covers: ["S0-C09", "S3-C12"],
  exercise: "softmax-gradient-steps",
  opening: "downhill",
  scenes: [
    {
      id: "downhill",
      algorithm: "gcn-layer",
      inputs: { graph: friendship, x: PEOPLE, w: matrix([[0], [1]]) },
      takes: { upstream: { run: "loss", step: DIFFERENCE } },
      gradient: { wrt: ["w"] },
      labels: { feature: named("w₁", "w₂"), "output-feature": named("W") },
      runs: lossRuns,
      shown: [
        { picture: SURFACE, beside: ["grid", "surface"], when: "before", caption: "plain" },
        {
          picture: { ...SURFACE, gradient: W, rate: RATE },
          beside: ["grid", "surface"],
          when: "after",
          caption: "down",
        },
      ],
      question: {
        kind: "choose",
        options: {
          lowest: { same: ["g2", "zero"] },
          across: { all: [{ more: ["zero", "g1"] }, { more: ["zero", "g2"] }] },
          other: { all: [{ more: ["zero", "g1"] }, { more: ["g2", "zero"] }] },
        },
      },
      facts: {
        g1: slopeOf(0),
        g2: slopeOf(1),
        loss: single("squared-error.mean", [], { run: "loss" }),
        rate: { is: RATE },
        zero: { is: 0 },
      },
      links: { step: W, exercise: "squared-error-gradient-steps" },
      source: `${GOODFELLOW}, section 4.3`,
    },
    {
      id: "stride",
      algorithm: "gcn-layer",
      inputs: { graph: friendship, x: PEOPLE, w: matrix([[0.5], [3.75]]) },
      labels: { feature: named("w₁", "w₂"), "output-feature": named("W") },
      controls: [
        {
          ...{
            kind: "slider",
            id: "rate",
            from: 0.02,
            to: 0.26,
            step: 0.02,
            start: SMALL,
            answer: LARGE,
            plays: BETTER.rate,
          },
          changes: stepsTaken.map((number) => ({ input: "learningRate", run: `step${number}` })),
        },
      ],
      runs: {
        right: lossRuns.right,
        grid: lossRuns.grid,
        rights: lossRuns.rights,
        errors: lossRuns.errors,
        surface: lossRuns.surface,
        ...walkRuns,
      },
      shown: [
        {
          picture: {
            ...SURFACE,
            height: `loss0:${LOSS}`,
            walk: stepsTaken.map((number) => ({
              at: `step${number}:descent.learned`,
              height: `loss${number}:${LOSS}`,
            })),
          },
          beside: ["grid", "surface", "loss0", ...stepsTaken.flatMap((number) => [`step${number}`, `loss${number}`])],
          caption: "walk",
        },
      ],
      question: {
        kind: "choose",
        options: {
          further: { more: ["afterBetter", "afterLarge"] },
          slower: { all: [{ more: ["afterLarge", "afterBetter"] }, { more: ["loss", "afterLarge"] }] },
          grows: { more: ["afterLarge", "loss"] },
        },
      },
      facts: {
        loss: single(LOSS, [], { run: "loss0" }),
        small: rateOf({ at: "start" }),
        after: lossAfter({ at: "start" }),
        better: rateOf({ at: BETTER }),
        afterBetter: lossAfter({ at: BETTER }),
        large: rateOf(),
        afterLarge: lossAfter(),
      },
      links: { step: LINEAR, exercise: "squared-error-gradient-steps" },
      source: `${GOODFELLOW}, sections 4.3 and 8.3.2`,
    },
    {
      id: "chain",
      algorithm: "feed-forward",
      inputs: paths,
      gradient: { wrt: ["x", "w1", "w2"] },
      labels: { hidden: named("h₁", "h₂", "h₃") },
      shown: [
        {
          picture: { kind: "paths", ...pathsOf(false) },
          when: "before",
          caption: "ways",
        },
        {
          picture: { kind: "paths", ...pathsOf(true) },
          when: "after",
          caption: "back",
        },
      ],
      question: { kind: "number", fact: "number", within: 0.4 },
      facts: {
        number: single("gradient/feed-forward.x", [0, 0]),
        x: single("feed-forward.x", [0, 0]),
        out1: single("feed-forward.first", [0, 0]),
        out2: single("feed-forward.first", [0, 1]),
        out3: single("feed-forward.first", [0, 2]),
        in1: single("feed-forward.second", [0, 0]),
        in2: single("feed-forward.second", [1, 0]),
        in3: single("feed-forward.second", [2, 0]),
        closed: single("feed-forward.hidden", [0, 2]),
      },
      links: { step: "gradient/feed-forward.x", exercise: "linear-gradient-steps" },
      source: `${GOODFELLOW}, section 6.5`,
    },
    {
      id: "uses",
      algorithm: "feed-forward",
      inputs: shared,
      gradient: { wrt: ["x", "w1", "w2"] },
      labels: { token: named("the", "cat", "drinks") },
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: "feed-forward.x", along: 0, row: 0 }] },
          when: "before",
          caption: "words",
        },
        { picture: { kind: "paths", ...usesOfWeight }, when: "after", caption: "weight" },
      ],
      question: { kind: "number", fact: "all", within: 0.4 },
      facts: {
        all: single("gradient/feed-forward.first", [0, 0]),
        the: single("feed-forward.x", [0, 0]),
        cat: single("feed-forward.x", [1, 0]),
        drinks: single("feed-forward.x", [2, 0]),
      },
      links: { step: "gradient/feed-forward.first", exercise: "linear-gradient-steps" },
      source: `${GOODFELLOW}, section 9.2`,
    },
    {
      id: "word",
      algorithm: "cross-entropy",
      inputs: next,
      gradient: { wrt: ["logits"] },
      labels: { class: words, key: words, sample: named("next"), query: named("next") },
      runs: {
        guess: { algorithm: "softmax-jacobian", inputs: { scores: next.logits } },
      },
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: "cross-entropy.logits", row: 0 }] },
          when: "before",
          caption: "scores",
        },
        {
          picture: { kind: "bars", sets: [{ step: "attention.weights", row: 0 }], full: 1 },
          run: "guess",
          when: "after",
          caption: "probabilities",
        },
        {
          picture: { kind: "bars", sets: [{ step: "gradient/cross-entropy.logits", row: 0 }], full: 1, signed: true },
          when: "after",
          caption: "gradient",
        },
      ],
      question: {
        kind: "choose",
        options: {
          stone: { all: [{ more: ["stone", "milk"] }, { more: ["stone", "water"] }] },
          alike: { all: [{ same: ["milk", "water"] }, { same: ["water", "stone"] }] },
          milk: { all: [{ more: ["milk", "water"] }, { more: ["water", "stone"] }] },
        },
      },
      facts: {
        probable: single("attention.weights", [0, 0], { run: "guess" }),
        right: single("attention.weights", [0, 1], { run: "guess" }),
        milk: ofScore(0),
        tea: ofScore(1),
        water: ofScore(2),
        stone: ofScore(3),
        loss: single("cross-entropy.mean", []),
      },
      links: { step: "gradient/cross-entropy.logits" },
      source: `${GOODFELLOW}, section 6.2.2.3`,
    },
    {
      id: "row",
      algorithm: "softmax-jacobian",
      inputs: { scores: half, upstream: matrix([[2, 2, 2]]) },
      gradient: toWeights,
      labels: keys,
      runs: {
        third: {
          algorithm: "softmax-jacobian",
          inputs: { scores: half, upstream: matrix([[2, 2, 6]]) },
          gradient: toWeights,
        },
      },
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: "attention.weights", row: 0 }], full: 1 },
          caption: "weights",
        },
        {
          picture: { kind: "bars", sets: [{ step: SCORES, row: 0 }], full: 1, signed: true },
          when: "after",
          caption: "equal",
        },
        {
          picture: { kind: "bars", sets: [{ step: SCORES, row: 0 }], full: 1, signed: true },
          run: "third",
          when: "after",
          caption: "third",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["first", "two"] },
          shares: { more: ["first", "some"] },
          nothing: { same: ["first", "zero"] },
        },
      },
      facts: {
        first: single(SCORES, [0, 0]),
        mean: single(`${SCORES}/weighted-sum`, [0]),
        third: single(SCORES, [0, 2], { run: "third" }),
        thirdFirst: single(SCORES, [0, 0], { run: "third" }),
        thirdMean: single(`${SCORES}/weighted-sum`, [0], { run: "third" }),
        weight: single("attention.weights", [0, 2]),
        secondWeight: single("attention.weights", [0, 1]),
        firstWeight: single("attention.weights", [0, 0]),
        two: { is: 2 },
        some: { is: 0.5 },
        zero: { is: 0 },
      },
      links: { step: `${SCORES}/weighted-sum`, exercise: "softmax-gradient-steps" },
      source: `${GOODFELLOW}, section 6.5`,
    },
    {
      id: "slope",
      algorithm: "softmax-jacobian",
      inputs: slopes,
      gradient: toWeights,
      labels: { query: named(...distances.map(minus)), key: { prefix: "k", from: 1 } },
      runs: { met: { algorithm: "softmax-jacobian", inputs: met, gradient: toWeights } },
      shown: [
        {
          picture: { kind: "curves", steps: ["attention.weights"], along: 0, called: "difference", lines: [0] },
          when: "before",
          caption: "weight",
        },
        {
          picture: { kind: "curves", steps: ["attention.weights", SCORES], along: 0, called: "difference", lines: [0] },
          when: "after",
          caption: "both",
        },
      ],
      question: {
        kind: "choose",
        options: {
          sure: { all: [{ more: ["sure", "even"] }, { more: ["sure", "none"] }] },
          even: { all: [{ more: ["even", "sure"] }, { more: ["even", "none"] }] },
          alike: { same: ["even", "sure"] },
        },
      },
      facts: {
        even: single(SCORES, [EVEN, 0]),
        sure: single(SCORES, [12, 0]),
        none: single(SCORES, [0, 0]),
        sureWeight: single("attention.weights", [12, 0]),
        sureRest: single("attention.weights", [12, 1]),
        met: single(SCORES, [0, 1], { run: "met" }),
      },
      links: { step: SCORES, exercise: "softmax-gradient-steps" },
      source: "Vaswani et al. 2017, section 3.2.1; CMU 11-785 (2023), Transformers and Graph Neural Networks",
    },
    {
      id: "past",
      algorithm: "encoder-layer",
      inputs: { ...encoderLayerInputs, normFirst: true },
      gradient: { at: [verb, verb], wrt: ["x"] },
      labels: reading,
      shown: [
        {
          picture: { kind: "paths", ...layerPaths(false) },
          when: "before",
          caption: "behind",
        },
        {
          picture: { kind: "paths", ...layerPaths(true) },
          when: "after",
          caption: "before",
        },
      ],
      question: {
        kind: "choose",
        options: {
          attention: { all: [{ more: ["attention", "half"] }, { more: ["half", "around"] }] },
          both: { all: [{ more: ["attention", "tenth"] }, { more: ["around", "tenth"] }] },
          around: { all: [{ more: ["around", "half"] }, { more: ["tenth", "attention"] }] },
        },
      },
      facts: {
        all: single("gradient/transformer.x", [verb, verb]),
        around: single("gradient/transformer.attended/via/transformer.fed-forward", [verb, verb]),
        network: single("gradient/transformer.attended/via/pre-norm2/layer-norm.normalized", [verb, verb]),
        attention: single("gradient/transformer.x/via/pre-norm1/layer-norm.normalized", [verb, verb]),
        half: { is: 0.5 },
        tenth: { is: 0.1 },
      },
      links: { step: "gradient/transformer.x", exercise: "residual-steps" },
      source: "He et al. 2016, section 3; Xiong et al. 2020",
    },
    {
      id: "norms",
      algorithm: "encoder",
      inputs: unlearnedLayers,
      gradient: { at: [verb, last], wrt: ["x"] },
      labels: { token: source, query: source, key: source },
      controls: [
        {
          kind: "choice",
          id: "norm",
          choices: { before: { normFirst: true }, after: { normFirst: false } },
          start: "before",
          answer: "after",
        },
      ],
      shown: [
        {
          picture: { kind: "paths", ...residualPath(), full: 1.2 },
          caption: "arrives",
        },
      ],
      question: {
        kind: "choose",
        options: {
          more: { more: ["after", "before"] },
          same: { same: ["after", "before"] },
          less: { all: [{ more: ["fifth", "after"] }, { more: ["before", "one"] }] },
        },
      },
      facts: {
        before: single("gradient/transformer.x", [verb, last], { at: "start" }),
        after: single("gradient/transformer.x", [verb, last]),
        lastLayer: single(`gradient/layers[${LAYERS - 2}]/post-norm2/layer-norm.normalized`, [verb, last]),
        fifth: { is: 0.2 },
        one: { is: 1 },
      },
      links: { step: "gradient/transformer.x" },
      source: "Xiong et al. 2020; Joshi 2020",
    },
    {
      id: "smooth",
      algorithm: "gcn-network",
      inputs: { graph: friendship, x: cups, w: ONE, "next.w": layersOf(16), activation: "none", upstream: apart },
      gradient: { wrt: ["x"] },
      labels: { ...peopleLabels, feature: named("cups") },
      graph: "graph",
      controls: [
        {
          kind: "slider",
          id: "layers",
          from: 1,
          to: 16,
          step: 1,
          start: 1,
          answer: 16,
          changes: [{ input: "next.w", shape: [null, 1, 1] }],
        },
      ],
      shown: [
        {
          picture: { kind: "graph", step: "gradient/gcn.features", full: 0.25, plain: true, places: PLACES },
          caption: "back",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { more: ["cleo", "tenth"] },
          some: { all: [{ more: ["tenth", "cleo"] }, { more: ["cleo", "hundredth"] }] },
          nothing: { more: ["hundredth", "cleo"] },
        },
      },
      facts: {
        cleoFirst: smoothed(cleo, { at: "start" }),
        fayFirst: smoothed(fay, { at: "start" }),
        cleo: smoothed(cleo),
        fay: smoothed(fay),
        tenth: { is: 0.1 },
        hundredth: { is: 0.01 },
      },
      links: { step: "gradient/gcn.features" },
      source: "Li, Han and Wu 2018, section 3; Oono and Suzuki 2020",
    },
  ],
};
