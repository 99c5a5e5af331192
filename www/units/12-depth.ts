/** Unit 12: depth. How far a stack of layers reaches on a graph, what it costs to reach far, and what is left there. */
import { named } from "../examples/example.ts";
import { cups, friendship, news, people, peopleLabels } from "../examples/things.ts";
import type { SceneControl, UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { graph, matrix, tensor } from "../src/state/values.ts";

const YALE = "CPSC 483 (Yale), Transformers and GNNs";
const KLICPERA = "Gasteiger, Bojchevski and Günnemann 2019 (APPNP), section 3";
const [ann, ben, cleo, dana, eli] = [0, 1, 2, 3, 4] as const;

const labels = { ...peopleLabels, query: people, key: people, step: { from: 0 }, feature: named("cups") };
const newsLabels = { ...labels, feature: named("news") };
/** Only Eli has the news, three edges from Ann. */
const eliNews = matrix([[0], [0], [0], [0], [1], [0]]);
/** A village in which everyone knows the mayor, and nobody else. */
const village = graph(
  32,
  Array.from({ length: 31 }, (_, at): [number, number] => [0, at + 1]),
);
const alike = tensor(
  [32, 1],
  Array.from({ length: 32 }, () => 1),
);

const ones = matrix([[1], [1], [1], [1], [1], [1]]);
/** From whom Ann receives, below her, and from whom these receive, below them: each sends upward. */
const unrolled = {
  ...graph(9, [
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
    [5, 2],
    [6, 2],
    [7, 2],
    [8, 2],
  ]),
  directed: true,
};
/** Where they stand: Ann on top. */
const below = [
  [0.45, 0.12],
  [0.17, 0.48],
  [0.68, 0.48],
  [0.08, 0.86],
  [0.26, 0.86],
  [0.44, 0.86],
  [0.6, 0.86],
  [0.76, 0.86],
  [0.92, 0.86],
] as const;
const inTree = named("Ann", "Ann", "Ben", "Ann", "Ben", "Ann", "Ben", "Cleo", "Dana");
const unrolledLabels = { node: inTree, source: inTree, target: inTree };
/** A 1 for each place of the bottom row. */
const leaves = matrix([[0], [0], [0], [1], [1], [1], [1], [1], [1]]);

/** Ann, Ben and Cleo know each other, and so do Dana, Eli and Fay; Cleo also knows Dana. */
const circles = graph(6, [
  [ann, ben],
  [ann, cleo],
  [ben, cleo],
  [cleo, dana],
  [dana, eli],
  [dana, 5],
  [eli, 5],
]);
/** How many cups more of tea than of coffee: of Ann, Cleo and Dana it is known. */
const known = matrix([[3], [0], [2], [-3], [0], [0]]);
const learned = (layers: number, node: number): Reading => ({
  step: `layers[${layers - 1}]/smoothing.heard`,
  index: [node, 0],
});

const reached = (layers: number, source: number): Reading => ({
  step: `layers[${layers - 1}]/reach.reached`,
  index: [ann, source],
});
const after3 = (node: number): Reading => ({ step: "layers[2]/smoothing.heard", index: [node, 0] });
const cosine = (layers: number): Reading => ({ step: "layers[16]/smoothing.cosines", index: [layers, 0] });
const held = (node: number, more: Partial<Reading> = {}): Reading => ({
  step: "layers[31]/smoothing.heard",
  index: [node, 0],
  ...more,
});
const teleport: SceneControl = {
  kind: "choice",
  id: "alpha",
  run: "restarting",
  choices: { none: { alpha: 0 }, quarter: { alpha: 0.25 }, half: { alpha: 0.5 } },
  start: "none",
  answer: "quarter",
};
const likeness = (more: Partial<Reading> = {}): Reading => ({
  step: "layers[0]/smoothing.cosines",
  index: [0, 0],
  ...more,
});
const diffused = (hops: number, source: number): Reading => ({
  step: `hops[${hops - 1}]/diffusion.truncated`,
  index: [ann, source],
});

/** What each has after none, one, two and three layers. */
const through = {
  control: "layers",
  steps: ["propagation.features", ...[0, 1, 2].map((layer) => `layers[${layer}]/smoothing.heard`)],
};

export const unit: UnitContent = {
  after: ["graphs", "graph-attention"],
  covers: ["S0-C19", "S1-C20", "S1-C23", "S1-P4", "S0-G10", "S0-G11", "S1-G11"],
  exercise: "receptive-field-steps",
  labs: ["depth"],
  scenes: [
    {
      id: "reach",
      algorithm: "receptive-field",
      inputs: { graph: friendship, layers: 3 },
      labels,
      graph: "graph",
      runs: { distances: { algorithm: "shortest-path-distances", inputs: { graph: friendship } } },
      shown: [
        { picture: { kind: "graph", step: "layers[0]/reach.reached", into: ann }, when: "before", caption: "one" },
        { picture: { kind: "graph", step: "layers[2]/reach.reached", into: ann }, when: "after", caption: "three" },
      ],
      question: { kind: "number", fact: "layers", within: 0.01 },
      facts: {
        layers: { run: "distances", step: "graph.distances", index: [ann, eli] },
        cleo1: reached(1, cleo),
        cleo2: reached(2, cleo),
        eli2: reached(2, eli),
        eli3: reached(3, eli),
      },
      links: { step: "layers[2]/reach.ways", exercise: "receptive-field-steps", poll: "S1-P4" },
      source: "CMU 11-785 (2023), Transformers and Graph Neural Networks",
    },
    {
      id: "unrolled",
      algorithm: "message-passing",
      inputs: { graph: friendship, x: ones, selfLoops: true },
      labels,
      graph: "graph",
      runs: {
        second: { inputs: {}, takes: { x: { run: "main", step: "gat.concatenated" } } },
        third: { inputs: {}, takes: { x: { run: "second", step: "gat.concatenated" } } },
        tree: { inputs: { graph: unrolled, x: leaves, selfLoops: false }, labels: unrolledLabels },
        root: {
          inputs: { graph: unrolled, selfLoops: false },
          takes: { x: { run: "tree", step: "gat.concatenated" } },
          labels: unrolledLabels,
        },
      },
      shown: [
        { picture: { kind: "graph", step: "message.features" }, when: "before", caption: "graph" },
        {
          picture: { kind: "graph", step: "message.features", places: below },
          run: "tree",
          when: "after",
          caption: "leaves",
        },
      ],
      question: { kind: "number", fact: "leaves", within: 0.01 },
      facts: {
        leaves: { step: "gat.concatenated", index: [0, 0], run: "root" },
        onGraph: { step: "gat.concatenated", index: [ann, 0], run: "second" },
        three: { step: "gat.concatenated", index: [ann, 0], run: "third" },
        annChild: { step: "gat.concatenated", index: [1, 0], run: "tree" },
        benChild: { step: "gat.concatenated", index: [2, 0], run: "tree" },
      },
      links: { exercise: "receptive-field-steps" },
      source: "CMU 11-785 (2023), Transformers and Graph Neural Networks; Alon and Yahav 2021, section 3",
    },
    {
      id: "faint",
      algorithm: "over-smoothing",
      inputs: { graph: friendship, x: eliNews, layers: 3 },
      labels: newsLabels,
      graph: "graph",
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "propagation.features" },
          through,
          when: "before",
          caption: "news",
        },
        {
          picture: { kind: "graph", inside: true, step: "layers[2]/smoothing.heard" },
          through,
          when: "after",
          caption: "three",
        },
      ],
      controls: [{ kind: "slider", id: "layers", from: 0, to: 3, step: 1, start: 0, answer: 3, plays: 1, changes: [] }],
      question: {
        kind: "choose",
        options: {
          quarter: { more: ["ann", "fifth"] },
          tenth: {
            all: [{ more: ["fifth", "ann"] }, { more: ["ann", "twentieth"] }],
          },
          fiftieth: { more: ["twentieth", "ann"] },
        },
      },
      facts: {
        ann: after3(ann),
        ben: after3(ben),
        dana: after3(dana),
        eli: after3(eli),
        fifth: { is: 0.2 },
        twentieth: { is: 0.05 },
      },
      links: { step: "layers[2]/smoothing.heard", exercise: "gcn-layer-steps" },
      source: "Alon and Yahav 2021, section 3; Kipf and Welling 2017, eq. (2)",
    },
    {
      id: "alike",
      algorithm: "over-smoothing",
      inputs: { graph: friendship, x: cups, layers: 16 },
      labels,
      graph: "graph",
      runs: {
        few: { inputs: { layers: 4 } },
        reach: { algorithm: "receptive-field", inputs: { graph: friendship, layers: 3 } },
      },
      shown: [
        {
          picture: { kind: "curves", steps: ["layers[4]/smoothing.cosines"], along: 0, close: true, cursor: 0 },
          run: "few",
          when: "before",
          caption: "few",
        },
        {
          picture: { kind: "curves", steps: ["layers[16]/smoothing.cosines"], along: 0, close: true, cursor: 16 },
          when: "after",
          caption: "many",
        },
        {
          picture: { kind: "graph", step: "layers[2]/reach.reached", into: ann },
          run: "reach",
          when: "after",
          caption: "reach",
        },
      ],
      question: {
        kind: "choose",
        options: {
          below: { all: [{ more: ["stay", "at16"] }, { more: ["at16", "at4"] }] },
          falls: { more: ["at4", "at16"] },
          one: { more: ["at16", "nearly"] },
        },
      },
      facts: {
        at0: cosine(0),
        at1: cosine(1),
        at2: cosine(2),
        at4: cosine(4),
        at8: cosine(8),
        at16: cosine(16),
        energy0: { step: "layers[16]/smoothing.energies", index: [0] },
        energy16: { step: "layers[16]/smoothing.energies", index: [16] },
        stay: { is: 0.995 },
        nearly: { is: 0.9999 },
      },
      links: { step: "layers[16]/smoothing.cosines" },
      source: "Li, Han and Wu 2018, section 3; Oono and Suzuki 2020",
    },
    {
      id: "forgotten",
      algorithm: "over-smoothing",
      inputs: { graph: friendship, x: news, layers: 32 },
      labels: newsLabels,
      graph: "graph",
      runs: { cups: { inputs: { x: cups } } },
      shown: [
        { picture: { kind: "graph", inside: true, step: "propagation.features" }, when: "before", caption: "news" },
        {
          picture: { kind: "graph", inside: true, step: "layers[31]/smoothing.heard" },
          when: "after",
          caption: "later",
        },
      ],
      question: {
        kind: "choose",
        options: {
          ann: { more: ["ann", "dana"] },
          dana: { more: ["dana", "ann"] },
          same: { same: ["dana", "ann"] },
        },
      },
      facts: {
        ann: held(ann),
        ben: held(ben),
        dana: held(dana),
        annCups: held(ann, { run: "cups" }),
        danaCups: held(dana, { run: "cups" }),
        rootAnn: { step: "smoothing.root-degree", index: [ann] },
        rootDana: { step: "smoothing.root-degree", index: [dana] },
      },
      links: { step: "smoothing.root-degree" },
      source: "Li, Han and Wu 2018, section 3",
    },
    {
      id: "by-heart",
      algorithm: "over-smoothing",
      inputs: { graph: circles, x: known, layers: 16 },
      labels: { ...labels, feature: named("tea") },
      graph: "graph",
      shown: [
        { picture: { kind: "graph", step: "propagation.features" }, when: "before", caption: "known" },
        { picture: { kind: "graph", plain: true, step: "layers[0]/smoothing.heard" }, when: "after", caption: "one" },
        {
          picture: { kind: "graph", plain: true, step: "layers[15]/smoothing.heard" },
          when: "after",
          caption: "sixteen",
        },
      ],
      question: {
        kind: "choose",
        options: {
          coffee: { more: ["zero", "dana16"] },
          nothing: { same: ["dana16", "zero"] },
          tea: { more: ["dana16", "zero"] },
        },
      },
      facts: {
        dana0: { step: "propagation.features", index: [dana, 0] },
        fay0: { step: "propagation.features", index: [5, 0] },
        dana1: learned(1, dana),
        fay1: learned(1, 5),
        ben1: learned(1, ben),
        dana16: learned(16, dana),
        ann16: learned(16, ann),
        zero: { is: 0 },
      },
      links: { step: "layers[15]/smoothing.heard" },
      source: `${YALE}; Li, Han and Wu 2018, section 3`,
    },
    {
      id: "teleport",
      algorithm: "over-smoothing",
      inputs: { graph: friendship, layers: 0 },
      takes: { x: { run: "restarting", step: "steps[15]/propagation.state" } },
      labels,
      graph: "graph",
      controls: [teleport],
      runs: {
        restarting: {
          algorithm: "personalized-pagerank-propagation",
          inputs: { graph: friendship, x: cups, alpha: 0, steps: 16 },
        },
        first: { algorithm: "over-smoothing", inputs: { graph: friendship, x: cups, layers: 0 } },
        longer: {
          algorithm: "personalized-pagerank-propagation",
          inputs: { graph: friendship, x: cups, alpha: 0.25, steps: 64 },
        },
      },
      shown: [
        {
          picture: { kind: "graph", step: "steps[15]/propagation.state" },
          run: "restarting",
          caption: "state",
        },
      ],
      question: {
        kind: "choose",
        options: {
          later: { more: ["quarter", "nearly"] },
          between: { all: [{ more: ["nearly", "quarter"] }, { more: ["quarter", "start"] }] },
          start: { same: ["quarter", "start"] },
        },
      },
      facts: {
        quarter: likeness(),
        half: likeness({ at: { alpha: "half" } }),
        start: likeness({ run: "first" }),
        ann: { run: "restarting", step: "steps[15]/propagation.state", index: [ann, 0] },
        annLonger: { run: "longer", step: "steps[63]/propagation.state", index: [ann, 0] },
        nearly: { is: 0.999 },
      },
      links: { step: "layers[0]/smoothing.cosines" },
      source: KLICPERA,
    },
    {
      id: "diffusion",
      algorithm: "attention-diffusion",
      inputs: { x: eliNews, alpha: 0.25, steps: 3 },
      takes: { attention: { run: "attention", step: "attention.weights" } },
      labels: newsLabels,
      graph: "graph",
      runs: {
        attention: {
          algorithm: "graph-masked-attention",
          inputs: {
            graph: friendship,
            x: cups,
            wQuery: matrix([[0.1]]),
            wKey: matrix([[0.3]]),
            wValue: matrix([[1]]),
          },
        },
        full: {
          algorithm: "message-passing",
          inputs: {
            graph: friendship,
            x: cups,
            neighborhood: "complete",
            normalization: "softmax",
            score: "dot-product",
            wQuery: matrix([[0.1]]),
            wKey: matrix([[0.3]]),
          },
        },
      },
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "attention.weights", into: ann, row: true },
          run: "attention",
          when: "before",
          caption: "attention",
        },
        {
          picture: { kind: "bars", sets: [{ step: "hops[2]/diffusion.truncated", row: ann }], full: 0.5 },
          when: "after",
          caption: "diffused",
        },
        {
          picture: { kind: "bars", sets: [{ step: "gat.weights", row: ann }], full: 0.5 },
          run: "full",
          when: "after",
          caption: "full",
        },
      ],
      question: {
        kind: "choose",
        options: {
          nothing: { same: ["eli", "zero"] },
          little: { all: [{ more: ["eli", "zero"] }, { more: ["ben", "eli"] }, { more: ["cleo", "eli"] }] },
          same: { same: ["eli", "ben"] },
        },
      },
      facts: {
        attention: { run: "attention", step: "attention.weights", index: [ann, eli] },
        oneHop: diffused(1, eli),
        twoHops: diffused(2, eli),
        eli: diffused(3, eli),
        cleo: diffused(3, cleo),
        ben: diffused(3, ben),
        itself: diffused(3, ann),
        limit: { step: "diffusion.limit", index: [ann, 0] },
        full: { run: "full", step: "gat.weights", index: [0, ann, eli] },
        fullBen: { run: "full", step: "gat.weights", index: [0, ann, ben] },
        zero: { is: 0 },
      },
      links: { step: "hops[2]/diffusion.truncated" },
      source: `Wang et al. 2021 (MAGNA), section 3; ${YALE}`,
    },
    {
      id: "edges",
      algorithm: "k-hop-attention",
      inputs: { graph: village, query: alike, key: alike, value: alike, hops: 1 },
      labels: {},
      controls: [
        { kind: "slider", id: "hops", from: 0, to: 3, step: 1, start: 1, answer: 2, changes: [{ input: "hops" }] },
      ],
      shown: [{ picture: { kind: "pattern", step: "dense/sparse.mask" }, caption: "pairs" }],
      question: {
        kind: "choose",
        options: {
          twice: { same: ["two", "twice"] },
          few: { all: [{ more: ["two", "one"] }, { more: ["half", "two"] }, { not: { same: ["two", "twice"] } }] },
          all: { same: ["two", "all"] },
        },
      },
      facts: {
        one: { step: "k-hop.pairs", along: 0, at: "start" },
        two: { step: "k-hop.pairs", along: 0 },
        twice: { is: 188 },
        half: { is: 512 },
        all: { is: 1024 },
      },
      links: { step: "k-hop.pairs" },
      source: `Wang et al. 2021 (MAGNA), section 3; ${YALE}`,
    },
  ],
};
