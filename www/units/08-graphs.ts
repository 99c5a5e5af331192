/** Unit 8: a node and its neighbors. */
import { named } from "../examples/example.ts";
import { friendship, people, peopleLabels } from "../examples/things.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { graph, matrix } from "../src/state/values.ts";

const KIPF = "Kipf and Welling 2017, eq. (2)";
const [ann, ben, cleo, dana, eli, fay] = [0, 1, 2, 3, 4, 5] as const;

const news = matrix([[1], [0], [0], [0], [0], [0]]);
const ones = matrix([[1], [1], [1], [1], [1], [1]]);
const keep = matrix([[1]]);

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
  covers: ["S1-C13", "S1-C14", "S1-C18", "S1-C19", "S1-C22", "S1-X02"],
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
        { picture: { kind: "graph", step: "message.features" }, when: "before", caption: "ones" },
        { picture: { kind: "graph", step: "gat.concatenated" }, when: "after", caption: "sums" },
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
      shown: [{ picture: { kind: "graph", step: "gat.concatenated" }, caption: "results" }],
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
      inputs: { graph: listening, x: heard, wNeighbor: keep },
      labels: { node: listeners, source: listeners, target: listeners },
      graph: "graph",
      controls: [
        {
          kind: "choice",
          id: "rule",
          choices: { sum: { aggregation: "sum" }, mean: { aggregation: "mean" }, max: { aggregation: "max" } },
          start: "mean",
          answer: "sum",
        },
      ],
      shown: [
        { picture: { kind: "graph", step: "message.features" }, when: "before", caption: "voices" },
        { picture: { kind: "graph", step: "message.from-neighbors" }, when: "after", caption: "results" },
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
        { picture: { kind: "graph", step: "gcn.features" }, when: "before", caption: "news" },
        { picture: { kind: "graph", step: "gcn.aggregated" }, when: "after", caption: "heard" },
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
        { picture: { kind: "graph", step: "gcn.features" }, when: "before", caption: "ones" },
        { picture: { kind: "graph", step: "gcn.aggregated" }, when: "after", caption: "results" },
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
        spectrum: {
          algorithm: "laplacian-encoding",
          inputs: { graph: withLoops, skipTrivial: false },
        },
      },
      shown: [
        { picture: { kind: "graph", step: "gcn.features" }, when: "before", caption: "roots" },
        { picture: { kind: "graph", step: "gcn.aggregated" }, when: "after", caption: "results" },
        { table: "laplacian.eigenvalues", run: "spectrum", when: "after", caption: "spectrum" },
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
        smallest: { run: "spectrum", step: "laplacian.eigenvalues", index: [0] },
        largest: { run: "spectrum", step: "laplacian.eigenvalues", index: [5] },
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
        { picture: { kind: "graph", step: "graph.degree" }, when: "before", caption: "degrees" },
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
        { picture: { kind: "graph", step: "gcn.aggregated" }, when: "before", caption: "first" },
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
  ],
};
