/** Unit 11: where is a node? What tells nodes apart that attention alone takes for the same. */
import { named, rowsOf } from "../examples/example.ts";
import { acidGraph, acidLabels, atoms, chain, friendship, people, peopleLabels, rings } from "../examples/things.ts";
import type { SceneControl, UnitContent, Variant } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import type { Inputs } from "../src/state/state.ts";
import { graph, matrix, tensor } from "../src/state/values.ts";

const YALE = "CPSC 483 (Yale), Transformers and GNNs";
const YING = "Ying et al. 2021 (Graphormer), section 3";
const [ann, ben, cleo, dana, eli, fay] = [0, 1, 2, 3, 4, 5] as const;

/** The people in the opposite order: the first is the last. */
const reversed = named("Fay", "Eli", "Dana", "Cleo", "Ben", "Ann");
const reversedLabels = { node: reversed, source: reversed, target: reversed };
const relisted = graph(
  6,
  friendship.edges.map(([one, other]): [number, number] => [5 - one, 5 - other]),
);

/** Cups of tea a day, by the list and by the reversed one; the same as in unit 1. */
const cups = matrix([[3], [1], [0], [2], [1], [4]]);
const cupsBack = matrix([[4], [1], [2], [0], [1], [3]]);
/** A learned number for each pair of places in the list. */
const mixing = matrix([
  [1, 0.2, 0, 0.1, 0, 0.3],
  [0.2, 1, 0.1, 0, 0.2, 0],
  [0, 0.1, 1, 0.2, 0, 0.1],
  [0.1, 0, 0.2, 1, 0.3, 0],
  [0, 0.2, 0, 0.3, 1, 0.2],
  [0, 0.4, 0, 0, 0.1, 1],
]);
const received = (node: number, more: Partial<Reading> = {}): Reading => ({
  step: "gat.concatenated",
  index: [node, 0],
  ...more,
});

/** The rings of {@link rings}, each by itself: six atoms, and on the right twice three. */
const ringsApart = [
  ...[[0.16, 0.85] as const, [0.06, 0.5] as const, [0.16, 0.15] as const],
  ...[[0.36, 0.15] as const, [0.46, 0.5] as const, [0.36, 0.85] as const],
  ...[[0.82, 0.08] as const, [0.94, 0.38] as const, [0.7, 0.38] as const],
  ...[[0.82, 0.62] as const, [0.94, 0.92] as const, [0.7, 0.92] as const],
];
/** The atoms of {@link rings}. */
const inRings = named("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");
const [inSix, inThree] = [0, 6] as const;
const color = (round: number, node: number): Reading => ({
  step: `rounds[${round - 1}]/weisfeiler-lehman.colors`,
  index: [node],
});

/** Numbers from 0 to 9, drawn anew for each atom. */
const firstDraw = matrix([[3], [8], [1], [5], [9], [2], [7], [4], [0], [6], [2], [5]]);
const secondDraw = matrix([[6], [1], [7], [7], [0], [4], [2], [9], [5], [3], [8], [1]]);

/** Twelve stops of a tram. */
const line = chain(12);
const stops = chain(6);
const stopNames = named("Port", "Mall", "Zoo", "Gym", "Park", "Hill");
const stopsBack = named("Hill", "Park", "Gym", "Zoo", "Mall", "Port");
/** Where the stops are on the map, whatever the order of a list. */
const along = stopNames.names.map((_, at): [number, number] => [0.08 + 0.168 * at, 0.5]);
const alongBack = along.toReversed();
const wave = (stop: number, number: number): Reading => ({ step: "laplacian.encoding", index: [stop, number] });

/** Attention on the acid in which all dot products are 0, so that only the biases speak. */
const silent: Inputs = {
  graph: acidGraph,
  x: rowsOf(atoms),
  wQuery: matrix([
    [0, 0],
    [0, 0],
  ]),
  wKey: matrix([
    [1, 0],
    [0, 1],
  ]),
  wValue: matrix([
    [1, 0],
    [0, 1],
  ]),
};
const nowhere = tensor([4], [0, 0, 0, 0]);
const nearness = tensor([4], [0, 0.5, -0.5, -1]);
/** What is added to the scores of one distance. */
const biasOf = (distance: number, answer: number): SceneControl => ({
  kind: "slider",
  id: `b${distance}`,
  from: -2,
  to: 2,
  step: 0.25,
  start: 0,
  answer,
  changes: [{ input: "spatialBias", entry: distance }],
});
const bonds: Inputs = { edgeFeatures: tensor([3, 1], [1, 2, 1]), wEdge: tensor([2, 1], [0.4, 0.4]) };
const [methyl, carbon, oxygen, hydroxyl] = [0, 1, 2, 3] as const;
const acidWeights = (query: number, key: number, more: Partial<Reading> = {}): Reading => ({
  step: "attention.weights",
  index: [query, key],
  ...more,
});
const atomLabels = { ...acidLabels, query: acidLabels.node, key: acidLabels.node };

/** The names of the people whose order is reversed, for a run with its own inputs. */
const back = (inputs: Inputs): Variant => ({ inputs, labels: reversedLabels });

/** CH₃, C, O and OH, so that no arrow between two of them passes over a third. */
const apart = [
  [0.14, 0.5],
  [0.46, 0.18],
  [0.86, 0.46],
  [0.56, 0.84],
] as const;

export const unit: UnitContent = {
  after: ["positions", "graphs", "graph-networks"],
  covers: [
    "S0-C21",
    "S0-C22",
    "S0-F13",
    "S0-G13",
    "S0-X04",
    "S0-E28",
    "S0-E29",
    "S1-X03",
    "S1-X06",
    "S1-G09",
    "S1-G13",
  ],
  exercise: "graphormer-bias-steps",
  labs: ["graph"],
  scenes: [
    {
      id: "index",
      algorithm: "message-passing",
      inputs: { graph: friendship, x: cups, normalization: "softmax", selfLoops: true },
      labels: peopleLabels,
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "knows",
          choices: { nothing: {}, place: { positions: matrix([[0], [1], [2], [3], [4], [5]]) } },
          start: "nothing",
          answer: "place",
        },
      ],
      runs: {
        back: back({ graph: relisted, x: cupsBack }),
        pairs: { inputs: { mixing } },
        pairsBack: back({ graph: relisted, x: cupsBack, mixing }),
      },
      shown: [
        { picture: { kind: "graph", step: "message.features" }, when: "before", caption: "cups" },
        { picture: { kind: "graph", step: "gat.concatenated" }, when: "before", caption: "graph" },
        { table: "gat.concatenated", when: "after", caption: "first" },
        { table: "gat.concatenated", run: "back", when: "after", caption: "second" },
        { table: "message.mixed", run: "pairs", when: "after", caption: "pairs" },
        { table: "message.mixed", run: "pairsBack", when: "after", caption: "pairsBack" },
      ],
      question: {
        kind: "choose",
        options: {
          same: { all: [{ same: ["ann", "annBack"] }, { same: ["fay", "fayBack"] }] },
          other: { all: [{ not: { same: ["ann", "annBack"] } }, { not: { same: ["fay", "fayBack"] } }] },
          swapped: { all: [{ same: ["ann", "fayBack"] }, { same: ["fay", "annBack"] }] },
        },
      },
      facts: {
        annNothing: received(ann, { at: "start" }),
        annNothingBack: received(fay, { at: "start", run: "back" }),
        ann: received(ann),
        annBack: received(fay, { run: "back" }),
        fay: received(fay),
        fayBack: received(ann, { run: "back" }),
        annPairs: { step: "message.mixed", index: [ann, 0], run: "pairs" },
        annPairsBack: { step: "message.mixed", index: [fay, 0], run: "pairsBack" },
      },
      links: { step: "message.features" },
      source: `${YALE}; CMU 11-785 (2023), food for thought`,
    },
    {
      id: "colors",
      algorithm: "weisfeiler-lehman-colors",
      inputs: { graph: friendship, rounds: 3 },
      labels: { node: people, color: { from: 0 } },
      graph: "graph",
      shown: [
        { picture: { kind: "graph", step: "rounds[0]/weisfeiler-lehman.colors" }, when: "before", caption: "one" },
        { picture: { kind: "graph", step: "rounds[1]/weisfeiler-lehman.colors" }, when: "after", caption: "two" },
      ],
      question: {
        kind: "choose",
        options: {
          all: { all: [{ same: ["cleo2", "eli2"] }, { same: ["eli2", "fay2"] }] },
          pair: { all: [{ not: { same: ["cleo2", "eli2"] } }, { same: ["eli2", "fay2"] }] },
          none: { all: [{ not: { same: ["cleo2", "eli2"] } }, { not: { same: ["eli2", "fay2"] } }] },
        },
      },
      facts: {
        cleo1: color(1, cleo),
        eli1: color(1, eli),
        fay1: color(1, fay),
        cleo2: color(2, cleo),
        eli2: color(2, eli),
        fay2: color(2, fay),
        eli3: color(3, eli),
        fay3: color(3, fay),
      },
      links: { step: "rounds[1]/weisfeiler-lehman.neighbor-colors", exercise: "node-color-steps" },
      source: "Weisfeiler and Lehman 1968; Xu et al. 2019, section 2",
    },
    {
      id: "rings",
      algorithm: "weisfeiler-lehman-colors",
      inputs: { graph: rings, rounds: 10 },
      labels: { node: inRings, color: { from: 0 } },
      graph: "graph",
      runs: {
        near: {
          algorithm: "receptive-field",
          inputs: { graph: rings, layers: 3 },
          labels: { node: inRings, source: inRings, target: inRings },
        },
      },
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "weisfeiler-lehman.start", places: ringsApart },
          when: "before",
          caption: "start",
        },
        {
          picture: { kind: "graph", inside: true, step: "rounds[9]/weisfeiler-lehman.colors", places: ringsApart },
          when: "after",
          caption: "ten",
        },
        { table: "reach.field-size", run: "near", when: "after", caption: "near", wide: true },
      ],
      question: {
        kind: "choose",
        options: {
          two: { not: { same: ["six", "three"] } },
          one: { all: [{ same: ["six", "three"] }, { same: ["six", "other"] }] },
        },
      },
      facts: {
        six: color(10, inSix),
        three: color(10, inThree),
        other: color(10, 11),
        nearSix: { run: "near", step: "reach.field-size", index: [inSix] },
        nearThree: { run: "near", step: "reach.field-size", index: [inThree] },
        neighborsSix: { step: "rounds[0]/weisfeiler-lehman.neighbor-colors", index: [inSix, 0, 0] },
        neighborsThree: { step: "rounds[0]/weisfeiler-lehman.neighbor-colors", index: [inThree, 0, 0] },
      },
      links: { step: "rounds[9]/weisfeiler-lehman.colors" },
      source: "Xu et al. 2019, section 4; Morris et al. 2019",
    },
    {
      id: "walks",
      algorithm: "random-walk-encoding",
      inputs: { graph: rings, steps: 3 },
      labels: { node: inRings },
      graph: "graph",
      shown: [
        {
          picture: { kind: "graph", inside: true, plain: true, step: "steps[1]/random-walk.returns" },
          when: "before",
          caption: "two",
        },
        {
          picture: { kind: "graph", inside: true, plain: true, step: "steps[2]/random-walk.returns" },
          when: "after",
          caption: "three",
        },
      ],
      question: { kind: "number", fact: "three", within: 0.02 },
      facts: {
        twoSix: { step: "steps[1]/random-walk.returns", index: [inSix] },
        twoThree: { step: "steps[1]/random-walk.returns", index: [inThree] },
        six: { step: "steps[2]/random-walk.returns", index: [inSix] },
        three: { step: "steps[2]/random-walk.returns", index: [inThree] },
      },
      links: { step: "steps[2]/random-walk.power" },
      source: "Dwivedi et al. 2022, section 3",
    },
    {
      id: "random",
      algorithm: "message-passing",
      inputs: { graph: rings, x: firstDraw, selfLoops: true },
      labels: { node: inRings, source: inRings, target: inRings },
      graph: "graph",
      runs: { again: { inputs: { x: secondDraw } } },
      shown: [
        { picture: { kind: "graph", inside: true, step: "message.features" }, when: "before", caption: "draw" },
        { picture: { kind: "graph", inside: true, step: "gat.concatenated" }, when: "after", caption: "first" },
        {
          picture: { kind: "graph", inside: true, step: "gat.concatenated" },
          run: "again",
          when: "after",
          caption: "second",
        },
      ],
      question: {
        kind: "choose",
        options: {
          numbers: { all: [{ same: ["six", "sixAgain"] }, { same: ["three", "threeAgain"] }] },
          nothing: { all: [{ not: { same: ["three", "threeNext"] } }, { not: { same: ["six", "sixNext"] } }] },
          agree: {
            all: [
              { same: ["three", "threeNext"] },
              { same: ["threeAgain", "threeNextAgain"] },
              { not: { same: ["six", "sixNext"] } },
              { not: { same: ["sixAgain", "sixNextAgain"] } },
              { not: { same: ["three", "threeAgain"] } },
            ],
          },
        },
      },
      facts: {
        six: received(inSix),
        sixNext: received(inSix + 1),
        three: received(inThree),
        threeNext: received(inThree + 1),
        sixAgain: received(inSix, { run: "again" }),
        sixNextAgain: received(inSix + 1, { run: "again" }),
        threeAgain: received(inThree, { run: "again" }),
        threeNextAgain: received(inThree + 1, { run: "again" }),
      },
      links: { step: "gat.concatenated" },
      source: `Sato, Yamada and Kashima 2021; Abboud et al. 2021; ${YALE}`,
    },
    {
      id: "distance",
      algorithm: "distance-encoding",
      inputs: { graph: friendship, anchors: tensor([1], [ann]) },
      labels: { node: people, distance: named("0", "1", "2", "3", "farther"), anchor: named("Ann", "Eli") },
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "anchors",
          choices: { one: { anchors: tensor([1], [ann]) }, two: { anchors: tensor([2], [ann, eli]) } },
          start: "one",
          answer: "two",
        },
      ],
      runs: {
        distances: { algorithm: "shortest-path-distances", inputs: { graph: friendship } },
        eli: { inputs: { anchors: tensor([1], [eli]) } },
      },
      shown: [
        { picture: { kind: "graph", step: "distance-encoding.distances" }, when: "before", caption: "fromAnn" },
        {
          picture: { kind: "graph", step: "distance-encoding.distances" },
          run: "eli",
          when: "after",
          caption: "fromEli",
        },
        { table: "distance-encoding.encoding", caption: "encoding" },
      ],
      question: {
        kind: "choose",
        options: {
          cleo: { all: [{ same: ["cleoNear", "danaNear"] }, { same: ["cleoFar", "danaFar"] }] },
          eli: { all: [{ same: ["eliSelf", "faySelf"] }, { same: ["eliNear", "fayNear"] }] },
          anchors: {
            all: [
              { same: ["annSelf", "eliSelf"] },
              { same: ["annFar", "eliFar"] },
              { same: ["benNear", "danaNear"] },
              { same: ["benFar", "danaFar"] },
              { not: { same: ["cleoNear", "danaNear"] } },
              { not: { same: ["eliSelf", "faySelf"] } },
            ],
          },
        },
      },
      facts: {
        cleo: { run: "distances", step: "graph.distances", index: [ann, cleo] },
        dana: { run: "distances", step: "graph.distances", index: [ann, dana] },
        eli: { run: "distances", step: "graph.distances", index: [ann, eli] },
        fay: { run: "distances", step: "graph.distances", index: [ann, fay] },
        annSelf: { step: "distance-encoding.encoding", index: [ann, 0] },
        annFar: { step: "distance-encoding.encoding", index: [ann, 3] },
        eliFar: { step: "distance-encoding.encoding", index: [eli, 3] },
        benNear: { step: "distance-encoding.encoding", index: [ben, 1] },
        benFar: { step: "distance-encoding.encoding", index: [ben, 2] },
        cleoNear: { step: "distance-encoding.encoding", index: [cleo, 1] },
        danaNear: { step: "distance-encoding.encoding", index: [dana, 1] },
        cleoFar: { step: "distance-encoding.encoding", index: [cleo, 2] },
        danaFar: { step: "distance-encoding.encoding", index: [dana, 2] },
        eliSelf: { step: "distance-encoding.encoding", index: [eli, 0] },
        faySelf: { step: "distance-encoding.encoding", index: [fay, 0] },
        eliNear: { step: "distance-encoding.encoding", index: [eli, 1] },
        fayNear: { step: "distance-encoding.encoding", index: [fay, 1] },
        fromEli: { run: "distances", step: "graph.distances", index: [eli, dana] },
        cleoFromEli: { run: "distances", step: "graph.distances", index: [eli, cleo] },
      },
      links: { step: "distance-encoding.one-hot", erratum: "S0-E29" },
      source: "Li et al. 2020, section 3",
    },
    {
      id: "waves",
      algorithm: "laplacian-encoding",
      inputs: { graph: line, width: 3 },
      labels: { node: { from: 0 } },
      graph: "graph",
      shown: [
        {
          picture: { kind: "curves", steps: ["laplacian.encoding"], along: 0, lines: [0] },
          when: "before",
          caption: "first",
        },
        {
          picture: { kind: "curves", steps: ["laplacian.encoding"], along: 0, lines: [0, 1, 2] },
          when: "after",
          caption: "three",
        },
      ],
      question: {
        kind: "choose",
        options: {
          again: { all: [{ more: ["zero", "left"] }, { more: ["right", "zero"] }] },
          twice: {
            all: [{ more: ["zero", "left"] }, { more: ["middle", "zero"] }, { more: ["zero", "right"] }],
          },
          never: { all: [{ more: ["left", "zero"] }, { more: ["middle", "zero"] }, { more: ["right", "zero"] }] },
        },
      },
      facts: {
        firstLeft: wave(0, 0),
        firstRight: wave(11, 0),
        left: wave(0, 1),
        middle: wave(5, 1),
        right: wave(11, 1),
        first: { step: "laplacian.eigenvalues", index: [1] },
        second: { step: "laplacian.eigenvalues", index: [2] },
        third: { step: "laplacian.eigenvalues", index: [3] },
        zero: { is: 0 },
      },
      links: { step: "laplacian.eigenvectors", exercise: "laplacian-steps" },
      source: "Dwivedi and Bresson 2021, section 2.2; Chung 1997, chapter 1",
    },
    {
      id: "sign",
      algorithm: "laplacian-encoding",
      inputs: { graph: stops, width: 1 },
      labels: { node: stopNames },
      graph: "graph",
      runs: { back: { inputs: {}, labels: { node: stopsBack } } },
      shown: [
        { picture: { kind: "graph", step: "laplacian.encoding", places: along }, when: "before", caption: "there" },
        {
          picture: { kind: "graph", step: "laplacian.encoding", places: alongBack },
          run: "back",
          when: "after",
          caption: "back",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["harborBack", "harbor"] },
          negated: { all: [{ same: ["harborBack", "hill"] }, { more: ["harbor", "harborBack"] }] },
          zero: { same: ["harborBack", "zero"] },
        },
      },
      facts: {
        harbor: { step: "laplacian.encoding", index: [0, 0] },
        hill: { step: "laplacian.encoding", index: [5, 0] },
        harborBack: { run: "back", step: "laplacian.encoding", index: [5, 0] },
        zero: { is: 0 },
      },
      links: { step: "laplacian.signs" },
      source: "Dwivedi and Bresson 2021, section 2.2; Lim et al. 2023",
    },
    {
      id: "zeros",
      algorithm: "laplacian-encoding",
      inputs: { graph: rings, skipTrivial: false },
      labels: { node: inRings, source: inRings, target: inRings },
      graph: "graph",
      runs: {
        degrees: { algorithm: "gcn-normalization", inputs: { graph: rings, selfLoops: false } },
        line: { inputs: { graph: stops } },
      },
      shown: [
        {
          picture: { kind: "graph", inside: true, step: "graph.degree" },
          run: "degrees",
          when: "before",
          caption: "rings",
        },
        { picture: { kind: "bars", sets: [{ step: "laplacian.eigenvalues" }] }, when: "after", caption: "spectrum" },
      ],
      question: {
        kind: "choose",
        options: {
          one: { more: ["second", "zero"] },
          two: { all: [{ same: ["second", "zero"] }, { more: ["third", "zero"] }] },
          three: { all: [{ same: ["third", "zero"] }, { more: ["fourth", "zero"] }] },
        },
      },
      facts: {
        first: { step: "laplacian.eigenvalues", index: [0] },
        second: { step: "laplacian.eigenvalues", index: [1] },
        third: { step: "laplacian.eigenvalues", index: [2] },
        fourth: { step: "laplacian.eigenvalues", index: [3] },
        ofLine: { run: "line", step: "laplacian.eigenvalues", index: [1] },
        zero: { is: 0 },
      },
      links: { step: "laplacian.eigenvalues", exercise: "laplacian-steps" },
      source: "Chung 1997, chapter 1",
    },
    {
      id: "graphormer",
      algorithm: "graphormer-attention",
      inputs: { ...silent, spatialBias: nowhere },
      labels: atomLabels,
      graph: "graph",
      controls: [biasOf(0, 0), biasOf(1, 0.5), biasOf(2, -0.5)],
      runs: { distances: { algorithm: "shortest-path-distances", inputs: { graph: acidGraph } } },
      shown: [
        { table: "graph.distances", run: "distances", caption: "distances" },
        // The arrows from O and OH to CH₃ pass below C.
        {
          picture: { kind: "graph", step: "attention.weights", into: methyl, row: true, places: apart },
          caption: "weights",
        },
      ],
      question: {
        kind: "choose",
        options: {
          itself: { more: ["itself", "carbon"] },
          carbon: { all: [{ more: ["carbon", "itself"] }, { more: ["oxygen", "zero"] }] },
          only: { same: ["oxygen", "zero"] },
        },
      },
      facts: {
        before: acidWeights(methyl, oxygen, { at: "start" }),
        itself: acidWeights(methyl, methyl),
        carbon: acidWeights(methyl, carbon),
        oxygen: acidWeights(methyl, oxygen),
        near: { step: "graphormer.spatial-bias", index: [1] },
        far: { step: "graphormer.spatial-bias", index: [2] },
        zero: { is: 0 },
      },
      links: { step: "graphormer.bias", exercise: "graphormer-bias-steps", erratum: "S0-E28" },
      source: YING,
    },
    {
      id: "edges",
      algorithm: "graphormer-attention",
      inputs: { ...silent, spatialBias: nearness },
      labels: atomLabels,
      graph: "graph",
      controls: [
        { kind: "choice", id: "bonds", choices: { none: {}, features: bonds }, start: "none", answer: "features" },
      ],
      shown: [
        {
          picture: { kind: "graph", step: "attention.weights", into: carbon },
          caption: "weights",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["double", "single"] },
          more: { more: ["double", "single"] },
          less: { more: ["single", "double"] },
        },
      },
      facts: {
        before: acidWeights(carbon, oxygen, { at: "start" }),
        beforeSingle: acidWeights(carbon, hydroxyl, { at: "start" }),
        double: acidWeights(carbon, oxygen),
        single: acidWeights(carbon, hydroxyl),
        onDouble: { step: "edges/graphormer.edge-encoding", index: [carbon, oxygen] },
        onSingle: { step: "edges/graphormer.edge-encoding", index: [carbon, hydroxyl] },
        onPath: { step: "edges/graphormer.edge-encoding", index: [methyl, oxygen] },
      },
      links: { step: "edges/graphormer.edge-encoding", exercise: "graphormer-bias-steps" },
      source: YING,
    },
  ],
};
