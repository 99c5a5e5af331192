/** The lab Morph: from a sum over neighbors to an encoder layer, one switch after the other, and back. */

import type { LabContent } from "../src/labs/lab.ts";
import type { Control, Fact, Given, Reading, Shown } from "../src/stage/stage.ts";
import { formulaAt } from "./morph-formula.ts";
import { COMPLETE, everyPair, RUNS, STOPS, type Stop, stopAt, THINGS, thingOf } from "./morph-runs.ts";

const places = STOPS.map((_, at) => at + 1);

const CONTROLS: readonly Control[] = [
  { kind: "stops", id: "stop", stops: places, start: 1 },
  { kind: "choice", id: "thing", choices: Object.keys(THINGS), start: "tree" },
  { kind: "slider", id: "node", from: 1, to: 5, step: 1, start: 3 },
  { kind: "seed", id: "draw", start: 8 },
];

/** The things that are words. */
const WORDED = ["sentence", "tree"];

const cell = (run: string, step: string, ...index: readonly number[]): Reading => ({ run, step, index });
const position = (given: Given): number => given.number("stop");
const isFirst = (given: Given): boolean => position(given) === 1;

const graphOf = (given: Given): Shown => {
  const { run, weights } = stopAt(position(given));
  return {
    picture: { kind: "graph", step: weights, into: given.number("node") - 1 },
    run,
    caption: "graph",
    wide: true,
  };
};

/** A table of a stop, on the scale of the stop that is shown. */
function tableOf(given: Given, stop: Stop, what: "weights" | "output", caption: string): Shown {
  const now = stopAt(position(given));
  return { table: stop[what], run: stop.run, caption, scale: { run: now.run, step: now[what] } };
}

function tablesOf(given: Given): readonly Shown[] {
  const now = stopAt(position(given));
  if (isFirst(given)) return [tableOf(given, now, "weights", "weights"), tableOf(given, now, "output", "results")];
  const then = stopAt(position(given) - 1);
  return [
    tableOf(given, then, "weights", "weightsBefore"),
    tableOf(given, now, "weights", "weights"),
    tableOf(given, then, "output", "resultsBefore"),
    tableOf(given, now, "output", "results"),
  ];
}

function factsOf(given: Given): Readonly<Record<string, Fact>> {
  const { run, output } = stopAt(position(given));
  return {
    first: cell(run, output, given.number("node") - 1, 0),
    sum: cell("row-sum", "readout.sum", 0),
    most: cell("row-most", "readout.max", 0),
    ...(!isFirst(given) && {
      shifted: cell("weights-most", "readout.max", 0),
      changed: cell("outputs-most", "readout.max", 0),
    }),
    apart: cell("other-most", "readout.max", 0),
    again: cell("again-most", "readout.max", 0),
    stop: { is: position(given) },
    ...Object.fromEntries(places.map((place) => [`stop${place}`, { is: place }])),
  };
}

const named = (given: Given) => ({ names: given.called(thingOf(given).names) });

export const lab: LabContent = {
  controls: CONTROLS,
  track: { control: "stop", formulaAt },
  inputs: {},
  runs: RUNS,
  graph: (given, run) => (run === COMPLETE.run ? everyPair(thingOf(given).graph) : thingOf(given).graph),
  labels: (given) => {
    const names = named(given);
    const { features } = thingOf(given);
    return {
      ...{ node: names, source: names, target: names, query: names, key: names, token: names },
      ...{ feature: features, "output-feature": features },
    };
  },
  named: {
    of: (given) => {
      const kind = WORDED.includes(given.choice("thing")) ? "tokens" : "nodes";
      return { kind, axis: "node", count: thingOf(given).names.length };
    },
    resetBy: ["thing"],
  },
  varies: (given) => ({
    controls: CONTROLS.map((control) => (control.id === "node" ? { ...control, ...named(given) } : control)),
    shown: [graphOf(given), ...tablesOf(given)],
    facts: factsOf(given),
    listed: ["first", "sum", "most", ...(isFirst(given) ? [] : ["shifted", "changed"]), "apart"],
  }),
  shown: [{ picture: { kind: "graph", step: "message.scored" }, run: "sum", caption: "graph", wide: true }],
  facts: {},
  listed: [],
  says: places.map((place) => ({ id: `stop${place}`, when: { same: ["stop", `stop${place}`] } })),
  presented: (given, compared) => {
    const [weights, results] = isFirst(given) ? tablesOf(given) : [tablesOf(given)[1], tablesOf(given)[3]];
    const tables = [weights, results].flatMap((one) => one ?? []);
    return { controls: ["thing", "node"], shown: compared ? [graphOf(given)] : [graphOf(given), ...tables] };
  },
  experiments: [
    { id: "equal", state: { stop: 2, "other.stop": 3 } },
    { id: "attention", state: { thing: "sentence", stop: 4, node: 1, "other.stop": 5 } },
    { id: "mask", state: { stop: 4, "other.stop": 6 } },
    { id: "graph", state: { stop: 5, "other.thing": "sentence" } },
    { id: "layer", state: { thing: "molecule", stop: 8, node: 3, "other.stop": 9 } },
  ],
  source:
    "Joshi 2020, Transformers are Graph Neural Networks; Vaswani et al. 2017, eq. (1); Dwivedi and Bresson 2021, section 2.1",
};
