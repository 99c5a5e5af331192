/** The lab Graph: a graph that the reader draws, and what each algorithm computes at its nodes and edges. */
import { named } from "../examples/example.ts";
import type { LabContent } from "../src/labs/lab.ts";
import type { AxisLabels } from "../src/numbers/labels.ts";
import type { Control, Given, Reading, Run, Shown, StepOfRun } from "../src/stage/stage.ts";
import { tensor } from "../src/state/values.ts";
import { READY } from "./graph-ready.ts";
import { cellOf, columnOf, FEATURES, nodeOf, numbersOf, ROUNDS, VIEW_RUNS, VIEWS, viewOf } from "./graph-views.ts";

/** The most nodes of a graph that is edited. */
const MOST_NODES = 40;

const CONTROLS: readonly Control[] = [
  { kind: "choice", id: "what", choices: Object.keys(VIEWS), start: "gcn-weights" },
  { kind: "choice", id: "ready", choices: Object.keys(READY), start: "lecture", resets: ["graph"] },
  { kind: "slider", id: "node", from: 1, to: MOST_NODES, step: 1, start: 4 },
  { kind: "slider", id: "rounds", from: 1, to: ROUNDS, step: 1, start: 2 },
  { kind: "slider", id: "column", from: 1, to: FEATURES, step: 1, start: 1 },
  { kind: "seed", id: "draw", start: 0 },
];

function readyOf(given: Given) {
  const found = READY[given.choice("ready")];
  if (!found) throw new Error(`there is no graph ${given.choice("ready")}`);
  return found;
}

/** The names that the graph has brought, or those of the one that it began with. */
function namesOf(given: Given): AxisLabels {
  const { names } = given.graph();
  return names ? named(...names) : readyOf(given).names;
}

/** The name of every node, also of those that a reader has added. */
function allNames(given: Given): readonly string[] {
  const rule = namesOf(given);
  const own = "names" in rule ? rule.names : [];
  return Array.from({ length: given.graph().nodes }, (_, node) => own[node] ?? String(node + 1));
}

const gathered = (aggregation: "sum" | "mean" | "max"): Run => ({
  algorithm: "graph-readout",
  inputs: (given) => {
    const data = numbersOf(given);
    return { x: tensor([data.length, 1], data), aggregation };
  },
});

const RUNS: Readonly<Record<string, Run>> = {
  ...VIEW_RUNS,
  total: gathered("sum"),
  average: gathered("mean"),
  largest: gathered("max"),
};
/** Views whose numbers are not added up. */
const LABELS: readonly string[] = ["wl", "distances"];
const NUMBERS = ["total", "average", "largest"];

/**
 * Numbers of pairs stand at the nodes that the chosen one receives them from, and not at the lines once more. `half`: the picture has half of a room's screen, where
 * neither legends nor the numbers of the chosen node's lines fit.
 */
const picture = (given: Given, half = false): Shown => {
  const { run, step, of } = viewOf(given);
  const own = { step: step(given), into: nodeOf(given), input: "graph" };
  return {
    picture: { kind: "graph", ...own, row: true, sized: true, legend: !half, sparse: half || of === "pair" },
    run,
    caption: of === "pair" ? "pairs" : given.choice("what") === "wl" ? "colors" : "nodes",
    wide: true,
  };
};

const table = (given: Given): Shown => {
  const { run, step } = viewOf(given);
  return { table: step(given), run, caption: "table", wide: true };
};

/** The controls that matter. */
function controlsOf(given: Given): readonly Control[] {
  const { rounds, column } = viewOf(given);
  const idle = [...(rounds ? [] : ["rounds"]), ...(column === "chosen" ? [] : ["column"])];
  return CONTROLS.filter(({ id }) => !idle.includes(id)).map((control) =>
    control.id === "node" && control.kind === "slider"
      ? { ...control, to: given.graph().nodes, names: allNames(given) }
      : control,
  );
}

/** The runs of a view, and those that its numbers come from. */
function runsOf(given: Given): readonly string[] {
  const { run } = viewOf(given);
  return [run, ...(run === "diffusion" ? ["gat"] : []), ...NUMBERS];
}

const cell = (run: string, step: string, ...index: readonly number[]): Reading => ({ run, step, index });
/** The numbers of a view may cancel where they are added up, such as those of a wave. */
const together = (run: string, step: string, from: StepOfRun): Reading => ({ ...cell(run, step, 0), from });

export const lab: LabContent = {
  controls: CONTROLS,
  inputs: {},
  draws: true,
  graph: (given) => readyOf(given).graph,
  runs: RUNS,
  labels: (given) => {
    const names = namesOf(given);
    const feature = named("1", "2", "3");
    return {
      ...{ node: names, source: names, target: names, query: names, key: names, token: names },
      ...(viewOf(given).column === "node" ? { feature: names } : { feature }),
    };
  },
  varies: (given) => {
    const { run, step } = viewOf(given);
    const column = columnOf(given);
    return {
      controls: controlsOf(given),
      runs: runsOf(given),
      shown: [picture(given), table(given)],
      slices: { feature: column, "output-feature": column, eigenvector: column },
      facts: {
        own: { run, step: step(given), index: cellOf(given, nodeOf(given)) },
        total: together("total", "readout.sum", { run, step: step(given) }),
        average: together("average", "readout.mean", { run, step: step(given) }),
        largest: cell("largest", "readout.max", 0),
      },
      listed: LABELS.includes(given.choice("what")) ? ["own", "largest"] : ["own", "total", "average", "largest"],
      says: [{ id: given.choice("what") }],
    };
  },
  shown: [{ picture: { kind: "graph", step: "gcn.normalized-adjacency" }, run: "gcn", caption: "pairs", wide: true }],
  facts: {},
  listed: [],
  says: [],
  presented: (given, compared) => ({
    controls: [...(compared ? [] : ["what", "ready"]), "node", ...(viewOf(given).rounds ? ["rounds"] : [])],
    shown: compared ? [picture(given, true)] : [picture(given), table(given)],
  }),
  experiments: [
    { id: "bridge", state: { ready: "groups", "other.what": "gat-weights" } },
    { id: "same", state: { ready: "ring", what: "wl", "other.ready": "triangles" } },
    { id: "favorite", state: { what: "gat-scores", "other.what": "gatv2-scores" } },
    { id: "waves", state: { ready: "grid", what: "laplacian", node: 1, "other.column": 2 } },
    { id: "far", state: { ready: "path", what: "reach", node: 1, rounds: 2, "other.rounds": 4 } },
    { id: "smooth", state: { ready: "groups", what: "smoothing", rounds: 1, "other.rounds": 8 } },
    { id: "depends", state: { ready: "groups", what: "gcn-depends", node: 1, rounds: 2, "other.node": 8 } },
    {
      id: "drawn",
      state: {
        what: "walk-returns",
        rounds: 3,
        graph: {
          nodes: 7,
          edges: [
            [0, 1],
            [1, 2],
            [2, 0],
            [2, 3],
            [3, 4],
            [4, 5],
            [5, 6],
          ],
          directed: false,
          weights: null,
        },
      },
    },
  ],
  source:
    "Kipf and Welling 2017; Veličković et al. 2018; Brody et al. 2022; Xu et al. 2019 (GIN); Ying et al. 2021 (Graphormer); Dwivedi et al. 2022 (random walks)",
};
