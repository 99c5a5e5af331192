/** Unit 9: attention on graphs, or neighbors that are not all alike. */
import { named } from "../examples/example.ts";
import { chain, friendship, peopleLabels, trio, trioGraph } from "../examples/things.ts";
import type { SceneShown, UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import type { GraphValue, Inputs } from "../src/state/state.ts";
import { graph, matrix, tensor } from "../src/state/values.ts";

const VELICKOVIC = "Veličković et al. 2018, eqs. (1) to (4)";
const BRODY = "Brody, Alon and Yahav 2022, section 3";
const [ann, ben, cleo, dana] = [0, 1, 2, 3] as const;

const one = matrix([[1]]);
const labels = { node: trio, source: trio, target: trio, query: trio, key: trio, head: { from: 1 } };
/** Cups of tea a day of three friends, what they are worth as a sender, and as a receiver. */
const gat = {
  graph: trioGraph,
  x: matrix([[0], [1], [3]]),
  w: one,
  attentionSource: tensor([1, 1], [0.5]),
  attentionTarget: tensor([1, 1], [-1]),
};
const zero = tensor([1, 1], [0]);

/** Ann knows Ben well, and Cleo a little. */
const bridge: readonly [number, number][] = [
  [ann, ben],
  [ann, cleo],
];
/** How much more tea than usual six friends drink, and how many more songs than usual they know. */
const habits = matrix([
  [-2, 3],
  [-1, -1],
  [2, -2],
  [0, 1],
  [3, -1],
  [-2, 2],
]);
const teaAndSongs = named("tea", "songs");
const habitLabels = { ...peopleLabels, feature: teaAndSongs, "output-feature": named("head 1", "head 2") };
/** One of the two heads alone, with its column of W. */
const oneHead = (column: readonly [number, number]): Inputs => ({
  w: matrix(column.map((number) => [number])),
  heads: 1,
  attentionSource: tensor([1, 1], [0.8]),
  attentionTarget: tensor([1, 1], [0.3]),
});
/** What Ben receives by a head. He has room around him, so that it is seen which numbers are his. */
const ofHead = {
  kind: "graph",
  inside: true,
  step: "gat.weights",
  into: ben,
  nodes: "gat.projected",
  places: [
    [0.15, 0.85],
    [0.24, 0.43],
    [0.5, 0.14],
    [0.66, 0.64],
    [0.88, 0.4],
    [0.88, 0.87],
  ],
} as const;

/** From which node to which. */
type Edge = GraphValue["edges"][number];

/** Three films that someone has watched: what each has of space and of love, and from which of them the viewer receives. */
const orbit: Edge = [1, 0];
const comet: Edge = [2, 0];
const roses: Edge = [3, 0];
const watched = { ...graph(4, [orbit, comet, roses]), directed: true };
/** The viewer on the left, the films on the right. */
const seen = [
  [0.14, 0.5],
  [0.8, 0.14],
  [0.8, 0.5],
  [0.8, 0.86],
] as const;
const films = {
  x: matrix([
    [0, 0],
    [4, 0],
    [3.9, 0],
    [0, 3],
  ]),
  w: matrix([
    [1, 0],
    [0, 1],
  ]),
  attentionSource: tensor([1, 2], [1, 0.5]),
  attentionTarget: tensor([1, 2], [0, 0]),
  selfLoops: false,
} as const;
const filmNames = named("viewer", "Orbit", "Comet", "Roses");
const filmLabels = {
  node: filmNames,
  source: filmNames,
  target: filmNames,
  feature: named("space", "love"),
  "output-feature": named("space", "love"),
};
/** The weights of what the viewer receives, as wide in each run as in any other. */
const weighed = { kind: "graph", step: "gat.weights", into: 0, places: seen, widest: 1 } as const;
/** What the viewer has of space and of love, and had with all three films. */
const viewersTaste = {
  kind: "bars",
  full: 4,
  sets: [{ step: "gat.concatenated", row: 0 }],
  earlier: { step: "main:gat.concatenated", row: 0 },
} as const;
const taste = (feature: number, more: Partial<Reading> = {}): Reading => ({
  step: "gat.concatenated",
  index: [0, feature],
  ...more,
});

/** A pixel of a picture whose second row is bright, and the four that touch it: each by how bright and how dark it is, so that a query fits the keys of those that are alike. */
const middle = 2;
const intoMiddle = {
  graph: {
    ...graph(
      5,
      [0, 1, 3, 4].map((other): [number, number] => [other, middle]),
    ),
    directed: true,
  },
  x: matrix([0, 1, 1, 1, 0].map((bright) => [bright, 1 - bright])),
} as const;
const alike = matrix([
  [2, 0],
  [0, 2],
]);
const pixelsAround = named("1b", "2a", "2b", "2c", "3b");
const cross = {
  kind: "graph",
  inside: true,
  places: [
    [0.5, 0.15],
    [0.12, 0.5],
    [0.5, 0.5],
    [0.88, 0.5],
    [0.5, 0.85],
  ],
} as const;
/** How bright and how dark the pixel becomes: by the mean of its neighbors, and by what it takes from them. */
const brightness = named("bright", "dark");
const taken = { kind: "bars", full: 1, sets: [{ step: "gat.concatenated", row: middle }] } as const;
const takenWithEqual = { ...taken, earlier: { step: "plain:gat.concatenated", row: middle } } as const;
const ofPixel = (more: Partial<Reading> = {}): Reading => ({
  step: "gat.concatenated",
  index: [middle, 0],
  ...more,
});

/** Thirty-two people in a row, by where they stand. */
const places = matrix(Array.from({ length: 32 }, (_, place) => [(place % 3) - 1, (place % 5) - 2]));

const weight = (target: number, source: number, more: Partial<Reading> = {}): Reading => ({
  step: "gat.weights",
  index: [0, target, source],
  ...more,
});
const scored = (target: number, source: number): Reading => ({ step: "gatv2.scores", index: [0, target, source] });
const shared = (query: number, key: number, more: Partial<Reading> = {}): Reading => ({
  step: "attention.weights",
  index: [query, key],
  ...more,
});

/** The two learned numbers of a score, before anything is changed. */
const vectors = {
  a: { step: "gat.attention-source", index: [0, 0], at: "start" },
  b: { step: "gat.attention-target", index: [0, 0], at: "start" },
} as const;
/** Who is asked about has room before the answer, so that nothing becomes smaller with it. */
const asked = (person: number): SceneShown => ({
  picture: { kind: "graph", inside: true, step: "gat.features", into: person },
  when: "before",
  caption: "asked",
});
const cups = (person: number): Reading => ({ step: "gat.features", index: [person, 0] });

export const unit: UnitContent = {
  after: ["self-attention", "graphs"],
  covers: ["S0-C12", "S0-C13", "S0-C14", "S0-C15", "S0-F09", "S0-E03", "S2-C01", "S3-C11"],
  exercise: "gat-steps",
  scenes: [
    {
      id: "equal",
      algorithm: "gat-layer",
      inputs: gat,
      labels,
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "vectors",
          choices: { own: {}, zero: { attentionSource: zero, attentionTarget: zero } },
          start: "own",
          answer: "zero",
        },
      ],
      shown: [
        {
          picture: {
            kind: "graph",
            inside: true,
            step: "gat.weights",
            into: ann,
            others: "known",
            nodes: "gat.features",
          },
          caption: "weights",
        },
      ],
      question: {
        kind: "choose",
        options: {
          none: { same: ["cleo", "nothing"] },
          even: { all: [{ same: ["cleo", "ben"] }, { more: ["cleo", "nothing"] }] },
          itself: { more: ["ann", "cleo"] },
        },
      },
      facts: {
        ann: weight(ann, ann),
        ben: weight(ann, ben),
        cleo: weight(ann, cleo),
        before: weight(ann, cleo, { at: "start" }),
        annCups: cups(ann),
        benCups: cups(ben),
        cleoCups: cups(cleo),
        ...vectors,
        slope: { step: "gat.negative-slope", index: [] },
        nothing: { is: 0 },
      },
      links: { step: "gat.weights", exercise: "gat-steps" },
      source: VELICKOVIC,
    },
    {
      id: "steps",
      algorithm: "gat-layer",
      // W doubles the cups. With another a the weights are not those that the scenes after this one ask for.
      inputs: {
        ...gat,
        w: matrix([[2]]),
        attentionSource: tensor([1, 1], [-0.75]),
        attentionTarget: tensor([1, 1], [0.5]),
      },
      labels: { ...labels, feature: named("cups"), "output-feature": named("cups") },
      graph: "graph",
      shown: [
        {
          picture: {
            kind: "graph",
            inside: true,
            step: "gat.weights",
            into: ann,
            others: "known",
            nodes: "gat.features",
          },
          when: "before",
          caption: "before",
        },
        {
          picture: {
            kind: "graph",
            inside: true,
            step: "gat.weights",
            into: ann,
            others: "known",
            nodes: "gat.projected",
          },
          when: "after",
          caption: "node",
        },
        { table: "gat.projected", when: "after", caption: "map", bare: true },
        { table: "gat.weights", when: "after", caption: "attend", bare: true },
        { table: "gat.concatenated", when: "after", caption: "update", bare: true },
      ],
      question: { kind: "number", fact: "result", within: 0.2 },
      facts: {
        result: { step: "gat.concatenated", index: [ann, 0] },
        own: weight(ann, ann),
        ben: weight(ann, ben),
        cleo: weight(ann, cleo),
        annCups: cups(ann),
        benCups: cups(ben),
        cleoCups: cups(cleo),
        ...vectors,
        w: { step: "gat.projection", index: [0, 0] },
        annMapped: { step: "gat.projected", index: [0, ann, 0] },
        benMapped: { step: "gat.projected", index: [0, ben, 0] },
        cleoMapped: { step: "gat.projected", index: [0, cleo, 0] },
      },
      links: { step: "gat.concatenated", exercise: "gat-steps" },
      source: VELICKOVIC,
    },
    {
      id: "directions",
      algorithm: "gat-layer",
      inputs: gat,
      labels,
      graph: "graph",
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "gat.weights", into: ann, nodes: "gat.features" },
          caption: "ann",
        },
        asked(cleo),
        {
          picture: { kind: "graph", inside: true, step: "gat.weights", into: cleo, nodes: "gat.features" },
          when: "after",
          caption: "cleo",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["back", "there"] },
          less: { more: ["there", "back"] },
          more: { more: ["back", "there"] },
        },
      },
      facts: { there: weight(ann, cleo), back: weight(cleo, ann), own: weight(cleo, cleo), ...vectors },
      links: { step: "gat.weights", exercise: "gat-steps" },
      source: VELICKOVIC,
    },
    {
      id: "favorite",
      algorithm: "gat-layer",
      inputs: gat,
      labels,
      graph: "graph",
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "gat.weights", into: ann, nodes: "gat.features" },
          caption: "ann",
        },
        asked(ben),
        {
          picture: { kind: "graph", inside: true, step: "gat.weights", into: ben, nodes: "gat.features" },
          when: "after",
          caption: "ben",
        },
      ],
      question: {
        kind: "choose",
        options: {
          ann: { more: ["benAnn", "benCleo"] },
          ben: { more: ["benBen", "benCleo"] },
          cleo: { all: [{ more: ["benCleo", "benAnn"] }, { more: ["benCleo", "benBen"] }] },
        },
      },
      facts: {
        annCleo: weight(ann, cleo),
        cleoCleo: weight(cleo, cleo),
        benAnn: weight(ben, ann),
        benBen: weight(ben, ben),
        benCleo: weight(ben, cleo),
        slope: { step: "gat.negative-slope", index: [] },
      },
      links: { step: "gat.scores" },
      source: BRODY,
    },
    {
      id: "gatv2",
      algorithm: "gatv2-layer",
      inputs: {
        graph: trioGraph,
        x: matrix([[0], [1], [3]]),
        wSource: matrix([[0.5, -0.5]]),
        wTarget: matrix([[-0.5, 0.5]]),
        attention: tensor([1, 2], [1.25, 1.25]),
      },
      labels,
      graph: "graph",
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "gat.weights", into: ann, nodes: "gat.features" },
          caption: "ann",
        },
        asked(cleo),
        {
          picture: { kind: "graph", inside: true, step: "gat.weights", into: cleo, nodes: "gat.features" },
          when: "after",
          caption: "cleo",
        },
      ],
      question: {
        kind: "choose",
        options: {
          cleo: { all: [{ more: ["cleoCleo", "cleoAnn"] }, { more: ["cleoCleo", "cleoBen"] }] },
          ben: { all: [{ more: ["cleoBen", "cleoAnn"] }, { more: ["cleoBen", "cleoCleo"] }] },
          ann: { all: [{ more: ["cleoAnn", "cleoBen"] }, { more: ["cleoAnn", "cleoCleo"] }] },
        },
      },
      facts: {
        annCleo: weight(ann, cleo),
        cleoAnn: weight(cleo, ann),
        cleoBen: weight(cleo, ben),
        cleoCleo: weight(cleo, cleo),
        annScore: scored(ann, cleo),
        scoreAnn: scored(cleo, ann),
        scoreBen: scored(cleo, ben),
        scoreCleo: scored(cleo, cleo),
      },
      links: { exercise: "gatv2-steps" },
      source: BRODY,
    },
    {
      id: "slope",
      algorithm: "gat-layer",
      inputs: gat,
      labels,
      graph: "graph",
      controls: [
        {
          kind: "slider",
          id: "slope",
          from: 0,
          to: 1,
          step: 0.1,
          start: 0.2,
          answer: 1,
          changes: [{ input: "negativeSlope" }],
        },
      ],
      shown: [
        {
          picture: {
            kind: "graph",
            inside: true,
            step: "gat.weights",
            into: ann,
            others: "known",
            nodes: "gat.features",
          },
          caption: "ann",
        },
        {
          picture: {
            kind: "graph",
            inside: true,
            step: "gat.weights",
            into: cleo,
            others: "known",
            nodes: "gat.features",
          },
          caption: "cleo",
        },
      ],
      question: {
        kind: "choose",
        options: {
          apart: { not: { same: ["ann", "cleo"] } },
          alike: { same: ["ann", "cleo"] },
        },
      },
      facts: {
        annBefore: weight(ann, cleo, { at: "start" }),
        cleoBefore: weight(cleo, cleo, { at: "start" }),
        ann: weight(ann, cleo),
        cleo: weight(cleo, cleo),
      },
      links: { step: "gat.scores", exercise: "gat-steps" },
      source: VELICKOVIC,
    },
    {
      id: "heads",
      algorithm: "gat-layer",
      inputs: {
        graph: friendship,
        x: habits,
        w: matrix([
          [0.9, -0.25],
          [0.2, 0.75],
        ]),
        heads: 2,
        attentionSource: tensor([2, 1], [0.8, 0.8]),
        attentionTarget: tensor([2, 1], [0.3, 0.3]),
        activation: "elu",
      },
      labels: habitLabels,
      graph: "graph",
      runs: { tea: { inputs: oneHead([0.9, 0.2]) }, songs: { inputs: oneHead([-0.25, 0.75]) } },
      shown: [
        {
          picture: ofHead,
          run: "tea",
          caption: "tea",
        },
        { table: "gat.features", when: "before", caption: "habits" },
        {
          picture: ofHead,
          run: "songs",
          when: "after",
          caption: "songs",
        },
      ],
      question: {
        kind: "choose",
        options: {
          cleo: { more: ["songsCleo", "songsAnn"] },
          ann: { all: [{ more: ["songsAnn", "songsCleo"] }, { more: ["songsAnn", "songsDana"] }] },
          even: { same: ["songsAnn", "songsCleo"] },
        },
      },
      facts: {
        a: { step: "gat.attention-source", index: [0, 0] },
        b: { step: "gat.attention-target", index: [0, 0] },
        teaCleo: { step: "gat.weights", index: [0, ben, cleo] },
        songsAnn: { step: "gat.weights", index: [1, ben, ann] },
        songsCleo: { step: "gat.weights", index: [1, ben, cleo] },
        songsDana: { step: "gat.weights", index: [1, ben, dana] },
        teaOfTea: { step: "gat.projection", index: [0, 0], run: "tea" },
        songsOfTea: { step: "gat.projection", index: [1, 0], run: "tea" },
        teaOfSongs: { step: "gat.projection", index: [0, 0], run: "songs" },
        songsOfSongs: { step: "gat.projection", index: [1, 0], run: "songs" },
      },
      links: { step: "gat.concatenated", exercise: "gat-steps" },
      source: "Veličković et al. 2018, eqs. (4) and (5)",
    },
    {
      id: "reason",
      algorithm: "gat-layer",
      inputs: { graph: watched, ...films },
      labels: filmLabels,
      graph: "graph",
      runs: {
        without: { inputs: { graph: { ...watched, edges: [comet, roses] } } },
      },
      shown: [
        { picture: weighed, when: "before", caption: "weights" },
        { picture: weighed, run: "without", when: "after", caption: "without" },
        { table: "gat.features", caption: "features" },
        { picture: viewersTaste, beside: ["main"], when: "before", caption: "taste" },
        { picture: viewersTaste, beside: ["main"], run: "without", when: "after", caption: "tasteWithout" },
      ],
      question: {
        kind: "choose",
        options: {
          half: { more: ["half", "spaceWithout"] },
          little: { all: [{ more: ["spaceWithout", "nearly"] }, { more: ["space", "spaceWithout"] }] },
          nothing: { same: ["spaceWithout", "space"] },
        },
      },
      facts: {
        a: { step: "gat.attention-source", index: [0, 0] },
        b: { step: "gat.attention-source", index: [0, 1] },
        orbit: weight(0, 1),
        roses: weight(0, 3),
        rosesWithout: weight(0, 3, { run: "without" }),
        cometWithout: weight(0, 2, { run: "without" }),
        space: taste(0),
        spaceWithout: taste(0, { run: "without" }),
        half: { is: 2 },
        nearly: { is: 3.4 },
      },
      links: { step: "gat.weights" },
      source: "Jain and Wallace 2019; Wiegreffe and Pinter 2019; CPSC 483 (Yale), Transformers and GNNs",
    },
    {
      id: "bright",
      algorithm: "message-passing",
      inputs: {
        ...intoMiddle,
        score: "dot-product",
        normalization: "softmax",
        wQuery: alike,
        wKey: alike,
      },
      labels: {
        ...{ node: pixelsAround, source: pixelsAround, target: pixelsAround },
        ...{ feature: brightness, "output-feature": brightness },
      },
      graph: "graph",
      runs: { plain: { algorithm: "message-passing", inputs: { ...intoMiddle, normalization: "mean" } } },
      shown: [
        { picture: { ...cross, step: "message.features" }, when: "before", caption: "pixels" },
        {
          picture: { ...cross, step: "gat.weights", into: middle, nodes: "message.features" },
          when: "after",
          caption: "weights",
        },
        { picture: taken, run: "plain", when: "before", caption: "mean" },
        { picture: takenWithEqual, beside: ["plain"], when: "after", caption: "taken" },
      ],
      question: {
        kind: "choose",
        options: {
          less: { more: ["plain", "result"] },
          same: { same: ["result", "plain"] },
          more: { all: [{ more: ["result", "plain"] }, { more: ["result", "nearly"] }] },
        },
      },
      facts: {
        result: ofPixel(),
        plain: ofPixel({ run: "plain" }),
        alike: { step: "dot-product/multi-head.scaled", index: [0, middle, 3] },
        unlike: { step: "dot-product/multi-head.scaled", index: [0, middle, 0] },
        along: weight(middle, 3),
        across: weight(middle, 0),
        nearly: { is: 0.9 },
      },
      links: { step: "gat.weights" },
      source: "Bronstein et al. 2021, section 5.3",
    },
    {
      id: "mask",
      algorithm: "graph-masked-attention",
      inputs: {
        graph: chain(3),
        x: matrix([[0.5], [-0.2], [1]]),
        wQuery: matrix([[2]]),
        wKey: one,
        wValue: one,
      },
      labels,
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "masking",
          choices: { infinity: { masking: "minus-infinity" }, zero: { masking: "hadamard" } },
          start: "infinity",
          answer: "zero",
        },
      ],
      shown: [
        { picture: { kind: "arcs", step: "attention.weights", mode: "columns", query: ann }, caption: "weights" },
      ],
      question: {
        kind: "choose",
        options: {
          nothing: { same: ["cleo", "zero"] },
          some: { all: [{ more: ["cleo", "tenth"] }] },
          little: { all: [{ more: ["cleo", "zero"] }, { more: ["tenth", "cleo"] }] },
        },
      },
      facts: {
        cleo: shared(ann, cleo),
        annNow: shared(ann, ann),
        annBefore: shared(ann, ann, { at: "start" }),
        benBefore: shared(ann, ben, { at: "start" }),
        own: { step: "attention.scores", index: [ann, ann] },
        withBen: { step: "attention.scores", index: [ann, ben] },
        withCleo: { step: "attention.scores", index: [ann, cleo] },
        zero: { is: 0 },
        tenth: { is: 0.1 },
      },
      links: { step: "attention.masked", erratum: "S0-E03", exercise: "graph-masked-attention-steps" },
      source: "CPSC 483 (Yale), Transformers and GNNs",
    },
    {
      id: "edge-weights",
      algorithm: "graph-masked-attention",
      inputs: {
        graph: { ...chain(3), edges: bridge, weights: [1, 0.25] },
        x: matrix([
          [0.5, 1],
          [-0.2, 1],
          [1, 1],
        ]),
        wQuery: matrix([[2], [0]]),
        wKey: matrix([[1], [0]]),
        wValue: matrix([[0], [1]]),
      },
      labels,
      graph: "graph",
      // Its steps have the weights of the edges, whatever is chosen.
      runs: { known: { inputs: { edgeWeights: "factor" } } },
      controls: [
        {
          kind: "choice",
          id: "weights",
          choices: { none: { edgeWeights: "none" }, factor: { edgeWeights: "factor" } },
          start: "none",
          answer: "factor",
        },
      ],
      shown: [
        {
          picture: { kind: "graph", step: "graph/weights/graph.with-loops", into: ann, others: "known" },
          run: "known",
          caption: "edges",
        },
        { picture: { kind: "graph", step: "attention.weights", into: ann, others: "known" }, caption: "weights" },
      ],
      question: {
        kind: "choose",
        options: {
          only: { all: [{ more: ["cleoBefore", "cleo"] }, { same: ["ben", "benBefore"] }] },
          share: { all: [{ more: ["cleoBefore", "cleo"] }, { more: ["ben", "benBefore"] }] },
          same: { same: ["cleoBefore", "cleo"] },
        },
      },
      facts: {
        ann: shared(ann, ann),
        ben: shared(ann, ben),
        cleo: shared(ann, cleo),
        annBefore: shared(ann, ann, { at: "start" }),
        benBefore: shared(ann, ben, { at: "start" }),
        cleoBefore: shared(ann, cleo, { at: "start" }),
        sum: { step: "attention.output", index: [ann, 0] },
      },
      links: { step: "graph-attention.weighted-exponentials" },
      source: "CPSC 483 (Yale), Transformers and GNNs",
    },
    {
      id: "work",
      algorithm: "k-hop-attention",
      inputs: { graph: chain(32), query: places, key: places, value: places, hops: 1, form: "sparse" },
      labels: {},
      runs: { table: { inputs: { form: "dense" } } },
      shown: [
        {
          picture: { kind: "pattern", step: "dense/attention.scores" },
          through: {
            control: "stage",
            steps: ["dense/attention.scores", "dense/attention.masked", "dense/attention.weights"],
          },
          run: "table",
          caption: "table",
        },
      ],
      controls: [{ kind: "slider", id: "stage", from: 0, to: 2, step: 1, start: 0, answer: 2, changes: [] }],
      question: { kind: "number", fact: "pairs", within: 0.5 },
      facts: {
        nodes: { step: "attention.query", along: 0 },
        pairs: { step: "k-hop.pairs", along: 0 },
        output: { step: "sparse/pair.output", index: [5, 0] },
        outputOfTable: { run: "table", step: "dense/attention.output", index: [5, 0] },
      },
      links: { step: "sparse/pair.scores" },
      source: "Dwivedi and Bresson 2021, section 2.1",
    },
  ],
};
