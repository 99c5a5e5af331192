/** Unit 8: a node and its neighbors. */
import { named, rowsOf } from "../examples/example.ts";
import {
  acidGraph,
  acidLabels,
  asking,
  being,
  friendship,
  people,
  peopleLabels,
  sentenceLabels,
} from "../examples/things.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import type { TensorValue } from "../src/state/state.ts";
import { graph, matrix, tensor } from "../src/state/values.ts";

const KIPF = "Kipf and Welling 2017, eq. (2)";
const [ann, ben, cleo, dana, eli, fay] = [0, 1, 2, 3, 4, 5] as const;

const news = matrix([[1], [0], [0], [0], [0], [0]]);
const ones = matrix([[1], [1], [1], [1], [1], [1]]);
/** What Dana, who knows most, has of ones: at it colors are full, so that a 1 has one color before and after. */
const MOST_FRIENDS = 4;
const keep = matrix([[1]]);
/** What she has of ones by the weights of a GCN, at which colors are full. */
const DANAS_SUM = 1.2;

/** Three people with the voices that they hear: Ann 1 and 2, Ben each of these twice, Cleo a single 3. */
const listening = graph(10, [
  [ann, 3],
  [ann, 4],
  [ben, 5],
  [ben, 6],
  [ben, 7],
  [ben, 8],
  [cleo, 9],
]);
const heard = matrix([[0], [0], [0], [1], [2], [1], [1], [2], [2], [3]]);
const listeners = named("Ann", "Ben", "Cleo", "a", "b", "c", "d", "e", "f", "g");
const heardBy = (node: number, rule: string): Reading => ({
  step: "message.from-neighbors",
  index: [node, 0],
  at: { rule },
});

/** The roots of the degrees 2, 4, 3, 5, 3, 3, which count the self-loop. */
const roots = matrix([
  [Math.SQRT2],
  [2],
  [1.7320508075688772],
  [2.23606797749979],
  [1.7320508075688772],
  [1.7320508075688772],
]);
/** The friendships with a self-loop for everyone. */
const withLoops = graph(6, [...friendship.edges, ...[0, 1, 2, 3, 4, 5].map((node): [number, number] => [node, node])]);

/** The same friendships when the people are counted in another order: each stands where `order` says. */
const order: readonly number[] = [fay, eli, dana, cleo, ben, ann];
const renamed = graph(
  6,
  friendship.edges.map(([one, other]): [number, number] => [order[one] ?? 0, order[other] ?? 0]),
);
const names = "names" in people ? people.names : [];
const renamedPeople = { names: names.map((_, place) => names[order.indexOf(place)] ?? "") };

/** Cups of tea a day. */
const cups = matrix([[2], [1], [4], [3], [6], [2]]);
const MOST_CUPS = 6;
const weight = (number: number) => matrix([[number]]);
const combined = (node: number, more: Partial<Reading> = {}): Reading => ({
  step: "message.relu",
  index: [node, 0],
  ...more,
});

/** How many hydrogens each group of the acid has. */
const hydrogens = [3, 0, 0, 1];
/** The numbers of a molecule as one row: those of its atoms, then all rows of its adjacency, in the order of a list. */
const asRow = (list: readonly number[]) => {
  const bonded = (one: number, other: number) =>
    acidGraph.edges.some(([from, to]) => (from === one && to === other) || (from === other && to === one)) ? 1 : 0;
  return matrix([
    [...list.map((atom) => hydrogens[atom] ?? 0), ...list.flatMap((one) => list.map((other) => bonded(one, other)))],
  ]);
};
const backward = [3, 2, 1, 0];
const acidBack = graph(
  4,
  acidGraph.edges.map(([one, other]): [number, number] => [3 - one, 3 - other]),
);
const acidBackNames = named("OH", "O", "C", "CH₃");
/** Weights that nobody has trained: a matrix from 20 numbers to two, and one from two to the answer. */
const perceptron = {
  w1: tensor(
    [20, 2],
    [
      ...[0.3, -0.2, -0.1, 0.4, 0.2, 0.1, -0.3, 0.5],
      ...[0.1, 0.2, 0.4, -0.1, -0.2, 0.3, 0.1, 0.1, 0.3, 0.2, -0.1, 0.1, 0.2, 0.4, 0.5, -0.3],
      ...[-0.2, 0.1, 0.2, -0.2, 0.1, 0.3, 0.3, 0.1, 0.4, 0.2, -0.1, 0.3, 0.2, -0.2, 0.1, 0.2],
    ],
  ),
  w2: matrix([[0.5], [0.3]]),
} as const;

/** The acid, and beside it three carbons in a ring, as one graph of two parts. */
const batch = graph(7, [...acidGraph.edges, [4, 5], [5, 6], [6, 4]]);
const batchNames = named("CH₃", "C", "O", "OH", "C₁", "C₂", "C₃");
const batchLabels = { node: batchNames, source: batchNames, target: batchNames };
const hydrogensOfBoth = matrix([[3], [0], [0], [1], [2], [2], [2]]);

/** One sentence of another batch: queries and keys of two numbers, values of three. */
const oneSentence = {
  query: rowsOf(asking),
  key: rowsOf(being),
  value: matrix([
    [0, 0, 0],
    [4, 0, 0],
    [1, 2, 1],
    [0, 4, 0],
  ]),
} as const;

/** A picture of four rows of four pixels; each pixel is a node. */
const pixel = (row: number, column: number) => 4 * row + column;
const everyPixel = Array.from({ length: 16 }, (_, at): [number, number] => [Math.floor(at / 4), at % 4]);
const pixels = (bright: (row: number, column: number) => boolean) =>
  matrix(everyPixel.map(([row, column]) => [bright(row, column) ? 1 : 0]));
const pixelNames = named(...everyPixel.map(([row, column]) => `${row + 1}${"abcd"[column]}`));
/** The graph as the picture: each pixel where it is, with its number inside. */
const onGrid = {
  kind: "graph",
  inside: true,
  places: everyPixel.map(([row, column]): [number, number] => [0.14 + 0.24 * column, 0.14 + 0.24 * row]),
} as const;
const toTheRight = everyPixel.flatMap(([row, column]): [number, number][] =>
  column < 3 ? [[pixel(row, column), pixel(row, column + 1)]] : [],
);
const downward = everyPixel.flatMap(([row, column]): [number, number][] =>
  row < 3 ? [[pixel(row, column), pixel(row + 1, column)]] : [],
);
/** Each pixel is joined to all that touch it. */
const touching = graph(16, [...toTheRight, ...downward]);
const [upright, lying] = [pixels((_, column) => column === 1), pixels((row) => row === 1)];
/** The picture itself, whose pixels are the nodes. */
const photo = { kind: "image", image: "vision.image" } as const;
const photoOf = ({ data }: TensorValue) => ({
  algorithm: "image-patches",
  inputs: { image: tensor([1, 4, 4], data), patch: 1 },
});
/** Each pixel hears of the one on its left alone. */
const fromTheLeft = { ...graph(16, toTheRight), directed: true };
/** Each pixel where it is in the picture, with its number. */
const results = { ...onGrid, step: "message.combined" } as const;
const difference = (row: number, column: number, more: Partial<Reading> = {}): Reading => ({
  step: "message.combined",
  index: [pixel(row, column), 0],
  ...more,
});

const aggregated = (node: number, more: Partial<Reading> = {}): Reading => ({
  step: "gcn.aggregated",
  index: [node, 0],
  ...more,
});
const passed = (node: number, more: Partial<Reading> = {}): Reading => ({
  step: "gat.concatenated",
  index: [node, 0],
  ...more,
});

export const unit: UnitContent = {
  after: [],
  covers: [
    "S1-C12",
    "S1-C13",
    "S1-C14",
    "S1-C15",
    "S1-C16",
    "S1-C17",
    "S1-C18",
    "S1-C19",
    "S1-C21",
    "S1-C22",
    "S1-F05",
    "S1-F06",
    "S1-G08",
    "S1-G09",
    "S1-G10",
    "S1-X02",
  ],
  exercise: "gcn-normalization-steps",
  labs: ["symmetry", "graph"],
  scenes: [
    {
      id: "sum",
      algorithm: "message-passing",
      inputs: { graph: friendship, x: ones },
      labels: peopleLabels,
      graph: "graph",
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "message.features", full: MOST_FRIENDS },
          when: "before",
          caption: "ones",
        },
        {
          picture: {
            kind: "graph",
            inside: true,
            step: "gat.concatenated",
            full: MOST_FRIENDS,
            sends: "message.features",
          },
          when: "after",
          caption: "sums",
        },
      ],
      question: { kind: "number", fact: "dana", within: 0.01 },
      runs: {
        again: {
          algorithm: "message-passing",
          inputs: { graph: friendship },
          takes: { x: { run: "main", step: "gat.concatenated" } },
        },
      },
      facts: { dana: passed(dana), ann: passed(ann), ben: passed(ben), danaThen: passed(dana, { run: "again" }) },
      links: { exercise: "mean-aggregation-steps" },
      source: "Gilmer et al. 2017, section 2",
    },
    {
      id: "mean",
      algorithm: "message-passing",
      inputs: { graph: friendship, x: ones },
      labels: peopleLabels,
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "rule",
          choices: { sum: { normalization: "none" }, mean: { normalization: "mean" } },
          start: "sum",
          answer: "mean",
        },
      ],
      shown: [
        { picture: { kind: "graph", inside: true, step: "gat.concatenated", full: MOST_FRIENDS }, caption: "results" },
      ],
      question: {
        kind: "choose",
        options: {
          apart: { more: ["dana", "ann"] },
          alike: { same: ["dana", "ann"] },
        },
      },
      facts: {
        ann: passed(ann),
        dana: passed(dana),
        annSum: passed(ann, { at: "start" }),
        danaSum: passed(dana, { at: "start" }),
      },
      links: { exercise: "layer-as-matrices" },
      source: "Xu et al. 2019, section 5.2",
    },
    {
      id: "blind",
      algorithm: "message-passing-layer",
      inputs: { graph: listening, x: heard, wNeighbor: keep, wSelf: keep },
      labels: { node: listeners, source: listeners, target: listeners },
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "rule",
          choices: { sum: { aggregation: "sum" }, mean: { aggregation: "mean" }, max: { aggregation: "max" } },
          start: "mean",
          answer: "sum",
          passes: ["max"],
        },
      ],
      shown: [
        { picture: { kind: "graph", step: "message.features", full: 6 }, when: "before", caption: "voices" },
        {
          picture: { kind: "graph", step: "message.combined", sends: "message.features", full: 6 },
          when: "after",
          caption: "results",
        },
      ],
      question: {
        kind: "choose",
        options: {
          sum: {
            all: [
              { not: { same: ["annSum", "benSum"] } },
              { same: ["annMean", "benMean"] },
              { same: ["annMax", "benMax"] },
            ],
          },
          mean: { not: { same: ["annMean", "benMean"] } },
          max: { not: { same: ["annMax", "benMax"] } },
        },
      },
      facts: {
        annSum: heardBy(ann, "sum"),
        benSum: heardBy(ben, "sum"),
        cleoSum: heardBy(cleo, "sum"),
        annMean: heardBy(ann, "mean"),
        benMean: heardBy(ben, "mean"),
        cleoMean: heardBy(cleo, "mean"),
        annMax: heardBy(ann, "max"),
        benMax: heardBy(ben, "max"),
        cleoMax: heardBy(cleo, "max"),
      },
      links: { step: "message.from-neighbors", exercise: "graph-isomorphism-steps" },
      source: "Xu et al. 2019, section 5.2",
    },
    {
      id: "matrices",
      algorithm: "mean-aggregation-layer",
      inputs: { graph: friendship, x: cups, activation: "relu" },
      labels: peopleLabels,
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "weights",
          choices: {
            neighbors: { wNeighbor: weight(1), wSelf: weight(0) },
            own: { wNeighbor: weight(0), wSelf: weight(1) },
            difference: { wNeighbor: weight(-1), wSelf: weight(1) },
          },
          start: "neighbors",
          answer: "difference",
        },
      ],
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "message.features", full: MOST_CUPS },
          when: "before",
          caption: "cups",
        },
        {
          picture: { kind: "graph", inside: true, step: "message.relu", sends: "message.features", full: MOST_CUPS },
          when: "after",
          caption: "results",
        },
        { table: "graph.mean-shares", when: "after", caption: "shares" },
      ],
      question: {
        kind: "choose",
        options: {
          most: { all: [{ same: ["ann", "zero"] }, { more: ["eli", "zero"] }] },
          above: {
            all: [
              { more: ["ann", "zero"] },
              { same: ["ben", "zero"] },
              { more: ["cleo", "zero"] },
              { same: ["dana", "zero"] },
              { more: ["eli", "zero"] },
              { same: ["fay", "zero"] },
            ],
          },
          all: { all: [{ more: ["ben", "zero"] }, { more: ["dana", "zero"] }, { more: ["fay", "zero"] }] },
        },
      },
      facts: {
        ann: combined(ann),
        ben: combined(ben),
        cleo: combined(cleo),
        dana: combined(dana),
        eli: combined(eli),
        fay: combined(fay),
        annCups: { step: "message.features", index: [ann, 0] },
        danaCups: { step: "message.features", index: [dana, 0] },
        annMean: { step: "message.aggregated", index: [ann, 0] },
        danaMean: { step: "message.aggregated", index: [dana, 0] },
        danaSum: { step: "message.combined", index: [dana, 0] },
        share: { step: "graph.mean-shares", index: [dana, ben] },
        zero: { is: 0 },
      },
      links: { step: "graph.mean-shares", exercise: "layer-as-matrices", erratum: "S1-E09" },
      source: "Hamilton et al. 2017, algorithm 1; CMU 11-785 (2023)",
    },
    {
      id: "itself",
      algorithm: "gcn-layer",
      inputs: { graph: friendship, x: news, w: keep },
      labels: peopleLabels,
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "loops",
          choices: { with: { selfLoops: true }, without: { selfLoops: false } },
          start: "with",
          answer: "without",
        },
      ],
      shown: [
        { picture: { kind: "graph", inside: true, step: "gcn.features", full: 1 }, when: "before", caption: "news" },
        {
          picture: { kind: "graph", inside: true, step: "gcn.aggregated", sends: "gcn.features", full: 1 },
          when: "after",
          caption: "heard",
        },
      ],
      question: {
        kind: "choose",
        options: {
          all: { same: ["ann", "one"] },
          half: { all: [{ more: ["ann", "zero"] }, { more: ["one", "ann"] }] },
          nothing: { same: ["ann", "zero"] },
        },
      },
      facts: {
        ann: aggregated(ann),
        ben: aggregated(ben),
        with: aggregated(ann, { at: "start" }),
        one: { is: 1 },
        zero: { is: 0 },
      },
      links: { step: "gcn.aggregated", exercise: "gcn-normalization-steps" },
      source: KIPF,
    },
    {
      id: "symmetric",
      algorithm: "gcn-layer",
      inputs: { graph: friendship, x: ones, w: keep },
      labels: peopleLabels,
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "rule",
          choices: { row: { normalization: "row" }, symmetric: { normalization: "symmetric" } },
          start: "row",
          answer: "symmetric",
        },
      ],
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "gcn.features", full: DANAS_SUM },
          when: "before",
          caption: "ones",
        },
        {
          picture: { kind: "graph", inside: true, step: "gcn.aggregated", sends: "gcn.features", full: DANAS_SUM },
          when: "after",
          caption: "results",
        },
      ],
      question: {
        kind: "choose",
        options: {
          one: { same: ["dana", "mean"] },
          both: { all: [{ more: ["dana", "mean"] }, { more: ["mean", "ann"] }] },
          below: { all: [{ more: ["mean", "dana"] }, { more: ["mean", "ann"] }] },
        },
      },
      facts: {
        ann: aggregated(ann),
        dana: aggregated(dana),
        mean: aggregated(ann, { at: "start" }),
        annOwn: { step: "gcn.normalized-adjacency", index: [ann, ann] },
        annBen: { step: "gcn.normalized-adjacency", index: [ann, ben] },
      },
      links: { step: "gcn.normalized-adjacency", erratum: "S1-E10", exercise: "gcn-layer-steps" },
      source: KIPF,
    },
    {
      id: "eigenvalue",
      algorithm: "gcn-layer",
      inputs: { graph: friendship, x: roots, w: keep },
      labels: peopleLabels,
      graph: "graph",
      runs: {
        ones: { inputs: { x: ones } },
        spectrum: {
          algorithm: "laplacian-encoding",
          inputs: { graph: withLoops, skipTrivial: false },
        },
      },
      shown: [
        { picture: { kind: "graph", inside: true, step: "gcn.features" }, when: "before", caption: "roots" },
        {
          picture: { kind: "graph", inside: true, step: "gcn.aggregated", sends: "gcn.features" },
          when: "after",
          caption: "results",
        },
      ],
      question: {
        kind: "choose",
        options: {
          larger: { more: ["dana", "danaHeld"] },
          alike: { same: ["dana", "ann"] },
          stays: { all: [{ same: ["dana", "danaHeld"] }, { same: ["ann", "annHeld"] }] },
        },
      },
      facts: {
        ann: aggregated(ann),
        dana: aggregated(dana),
        annHeld: { step: "gcn.features", index: [ann, 0] },
        danaHeld: { step: "gcn.features", index: [dana, 0] },
      },
      links: { step: "gcn.aggregated", exercise: "gcn-layer-steps" },
      source: "Chung 1997, chapter 1",
    },
    {
      id: "popular",
      algorithm: "gcn-normalization",
      inputs: { graph: friendship },
      labels: peopleLabels,
      graph: "graph",
      shown: [
        { picture: { kind: "graph", inside: true, step: "graph.degree" }, when: "before", caption: "degrees" },
        { picture: { kind: "graph", step: "gcn.normalized-adjacency", into: cleo }, when: "after", caption: "weights" },
      ],
      question: {
        kind: "choose",
        options: {
          ben: { more: ["ben", "dana"] },
          dana: { more: ["dana", "ben"] },
          same: { same: ["ben", "dana"] },
        },
      },
      facts: {
        ben: { step: "gcn.normalized-adjacency", index: [cleo, ben] },
        dana: { step: "gcn.normalized-adjacency", index: [cleo, dana] },
        benDegree: { step: "graph.degree", index: [ben] },
        danaDegree: { step: "graph.degree", index: [dana] },
        own: { step: "gcn.normalized-adjacency", index: [cleo, cleo] },
      },
      links: { step: "gcn.normalized-adjacency", exercise: "gcn-normalization-steps" },
      source: KIPF,
    },
    {
      id: "order",
      algorithm: "gcn-layer",
      inputs: { graph: friendship, x: news, w: keep },
      labels: peopleLabels,
      graph: "graph",
      runs: {
        renamed: {
          inputs: { graph: renamed, x: matrix([[0], [0], [0], [0], [0], [1]]) },
          labels: { node: renamedPeople, source: renamedPeople, target: renamedPeople },
        },
      },
      shown: [
        { picture: { kind: "graph", inside: true, step: "gcn.features" }, when: "before", caption: "first" },
        { table: "graph.adjacency", caption: "adjacency" },
        { table: "graph.adjacency", run: "renamed", when: "after", caption: "adjacencyBack" },
        { table: "gcn.aggregated", when: "after", caption: "rows" },
        { table: "gcn.aggregated", run: "renamed", when: "after", caption: "second" },
      ],
      question: {
        kind: "choose",
        options: {
          same: { all: [{ same: ["ann", "annThere"] }, { same: ["ben", "benThere"] }] },
          other: { not: { same: ["ben", "benThere"] } },
        },
      },
      facts: {
        ann: aggregated(ann),
        annThere: aggregated(fay, { run: "renamed" }),
        ben: aggregated(ben),
        benThere: aggregated(eli, { run: "renamed" }),
      },
      links: { exercise: "graph-convolution-equivariance", poll: "S1-X02" },
      source: "Bronstein et al. 2021, section 5.3",
    },
    {
      id: "molecule",
      algorithm: "gcn-layer",
      inputs: { graph: acidGraph, x: matrix([[3], [0], [0], [1]]), w: keep },
      labels: acidLabels,
      graph: "graph",
      runs: {
        network: { algorithm: "graph-readout", inputs: {}, takes: { x: { run: "main", step: "gcn.aggregated" } } },
        layerBack: {
          inputs: { graph: acidBack, x: matrix([[1], [0], [0], [3]]) },
          labels: { node: acidBackNames, source: acidBackNames, target: acidBackNames },
        },
        networkBack: {
          algorithm: "graph-readout",
          inputs: {},
          takes: { x: { run: "layerBack", step: "gcn.aggregated" } },
        },
        perceptron: { algorithm: "feed-forward", inputs: { x: asRow([0, 1, 2, 3]), ...perceptron } },
        perceptronBack: { algorithm: "feed-forward", inputs: { x: asRow(backward), ...perceptron } },
      },
      shown: [
        { picture: { kind: "graph", inside: true, step: "gcn.features" }, when: "before", caption: "acid" },
        { table: "feed-forward.x", run: "perceptron", when: "before", caption: "row" },
        { table: "feed-forward.x", run: "perceptron", when: "after", caption: "rowRead" },
        { table: "feed-forward.x", run: "perceptronBack", when: "after", caption: "rowBack" },
        {
          picture: { kind: "graph", inside: true, step: "gcn.aggregated" },
          run: "layerBack",
          when: "after",
          caption: "layer",
        },
      ],
      question: {
        kind: "choose",
        options: {
          both: { all: [{ same: ["mlp", "mlpBack"] }, { same: ["sum", "sumBack"] }] },
          perceptron: { all: [{ same: ["mlp", "mlpBack"] }, { not: { same: ["sum", "sumBack"] } }] },
          network: { all: [{ not: { same: ["mlp", "mlpBack"] } }, { same: ["sum", "sumBack"] }] },
        },
      },
      facts: {
        mlp: { run: "perceptron", step: "feed-forward.output", index: [0, 0] },
        mlpBack: { run: "perceptronBack", step: "feed-forward.output", index: [0, 0] },
        sum: { run: "network", step: "readout.sum", index: [0] },
        sumBack: { run: "networkBack", step: "readout.sum", index: [0] },
        methyl: aggregated(0),
        carbon: aggregated(1),
        oxygen: aggregated(2),
        group: aggregated(3),
      },
      links: { step: "gcn.aggregated", erratum: "S1-E08" },
      source: "CMU 11-785 (2023), Transformers and Graph Neural Networks; Xu et al. 2019, eq. (4.2)",
    },
    {
      id: "batch",
      algorithm: "mean-aggregation-layer",
      inputs: { graph: batch, x: hydrogensOfBoth, wNeighbor: keep, wSelf: keep },
      labels: batchLabels,
      graph: "graph",
      runs: {
        alone: { inputs: { graph: acidGraph, x: matrix([[3], [0], [0], [1]]) }, labels: acidLabels },
        bonds: { algorithm: "gcn-normalization", inputs: { graph: batch }, labels: batchLabels },
        sentence: { algorithm: "scaled-dot-product-attention", inputs: oneSentence, labels: sentenceLabels },
      },
      shown: [
        { picture: { kind: "graph", inside: true, step: "message.features" }, when: "before", caption: "features" },
        { picture: { kind: "graph", inside: true, step: "message.combined" }, when: "after", caption: "results" },
        { table: "graph.adjacency", run: "bonds", when: "after", caption: "adjacency" },
      ],
      question: {
        kind: "choose",
        options: {
          same: {
            all: [
              { same: ["carbon", "carbonAlone"] },
              { same: ["methyl", "methylAlone"] },
              { same: ["oxygen", "oxygenAlone"] },
              { same: ["group", "groupAlone"] },
            ],
          },
          all: { all: [{ not: { same: ["carbon", "carbonAlone"] } }, { not: { same: ["oxygen", "oxygenAlone"] } }] },
          some: { all: [{ not: { same: ["carbon", "carbonAlone"] } }, { same: ["oxygen", "oxygenAlone"] }] },
        },
      },
      facts: {
        methyl: difference(0, 0),
        carbon: difference(0, 1),
        oxygen: difference(0, 2),
        group: difference(0, 3),
        methylAlone: difference(0, 0, { run: "alone" }),
        carbonAlone: difference(0, 1, { run: "alone" }),
        oxygenAlone: difference(0, 2, { run: "alone" }),
        groupAlone: difference(0, 3, { run: "alone" }),
        nodes: { step: "message.features", along: 0 },
        words: { run: "sentence", step: "attention.query", along: 0 },
        width: { run: "sentence", step: "attention.query", along: 1 },
        keys: { run: "sentence", step: "attention.scores", along: 1 },
        valueWidth: { run: "sentence", step: "attention.output", along: 1 },
      },
      links: { step: "graph.message-counts", erratum: "S1-E14" },
      source: "CMU 11-785 (2023), Transformers and Graph Neural Networks; Fey and Lenssen 2019, section 3",
    },
    {
      id: "pixels",
      algorithm: "mean-aggregation-layer",
      inputs: { graph: fromTheLeft, x: upright, wNeighbor: weight(-1), wSelf: keep },
      labels: { node: pixelNames, source: pixelNames, target: pixelNames },
      graph: "graph",
      runs: {
        turned: { inputs: { x: lying } },
        evenTurned: { inputs: { graph: touching, x: lying } },
        photo: photoOf(upright),
        photoTurned: photoOf(lying),
      },
      shown: [
        { picture: results, when: "before", caption: "left" },
        { picture: results, run: "turned", when: "after", caption: "leftTurned", follows: "photoTurned" },
        { picture: results, run: "evenTurned", when: "after", caption: "evenTurned", follows: "photoTurned" },
        { picture: photo, run: "photo", when: "before", caption: "photo" },
        { picture: photo, run: "photoTurned", when: "after", caption: "photoTurned" },
      ],
      question: {
        kind: "choose",
        options: {
          turns: { all: [{ same: ["beside", "below"] }, { same: ["on", "onTurned"] }] },
          gone: { all: [{ not: { same: ["beside", "below"] } }, { same: ["onTurned", "zero"] }] },
          stays: { same: ["on", "onLater"] },
        },
      },
      facts: {
        on: difference(2, 1),
        beside: difference(1, 2),
        onTurned: difference(1, 1, { run: "turned" }),
        onLater: difference(2, 1, { run: "turned" }),
        below: difference(2, 2, { run: "turned" }),
        evenOnTurned: difference(1, 1, { run: "evenTurned" }),
        evenBelow: difference(2, 2, { run: "evenTurned" }),
        zero: { is: 0 },
      },
      links: { step: "message.combined", erratum: "S1-E07" },
      source: "CMU 11-785 (2023), Transformers and Graph Neural Networks; Bronstein et al. 2021, section 5.1",
    },
  ],
};
