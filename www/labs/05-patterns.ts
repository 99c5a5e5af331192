/** The lab Patterns: which pairs a sparse pattern compares, how soon every token hears every other, and how much weight is kept. */

import { named } from "../examples/example.ts";
import type { LabContent, LabSaying } from "../src/labs/lab.ts";
import { labelsOf } from "../src/numbers/labels.ts";
import type { Control, Fact, Given, Reading, Series, Shown, Values } from "../src/stage/stage.ts";
import { isApart, isCausal, isDrawn, isRead, MOST_DRAWN, messages, READ, RUNS } from "./patterns-runs.ts";

const TOKENS = [16, 32, 64, 128, 256, 512, 1024] as const;
const WINDOWS = [0, 2, 4, 8, 16, 32, 64] as const;
const MOST_LAYERS = 16;
const MOST_NAMED = 64;

const CONTROLS: readonly Control[] = [
  { kind: "stops", id: "tokens", stops: TOKENS, start: 32 },
  { kind: "stops", id: "window", stops: WINDOWS, start: 4 },
  { kind: "stops", id: "dilation", stops: [1, 2, 4, 8], start: 1 },
  { kind: "stops", id: "globals", stops: [0, 1, 2, 4], start: 0 },
  { kind: "stops", id: "random", stops: [0, 1, 2, 4, 8], start: 0 },
  { kind: "stops", id: "blocks", stops: [0, 4, 8, 16, 32], start: 0 },
  { kind: "stops", id: "stride", stops: [0, 4, 8, 16, 32], start: 0 },
  { kind: "choice", id: "causal", choices: ["no", "yes"], start: "no" },
  { kind: "slider", id: "layers", from: 1, to: MOST_LAYERS, step: 1, start: 2 },
  { kind: "slider", id: "token", from: 1, to: 128, step: 1, start: 16 },
  { kind: "choice", id: "content", choices: ["near", "anywhere", "first"], start: "near" },
  { kind: "seed", id: "draw", start: 1 },
];

/** The controls of what is not shown for many tokens. */
const READ_CONTROLS = ["layers", "token", "content"];

const cell = (run: string, step: string, ...index: readonly number[]): Reading => ({ run, step, index });

const PATTERN: Shown = {
  picture: { kind: "pattern", step: "graph.message-counts" },
  run: "pattern",
  caption: "pattern",
};
/** The places of as many tokens as are drawn as a graph, on a circle, the first on top. */
const CIRCLE = Array.from({ length: MOST_DRAWN }, (_, at): readonly [number, number] => {
  const turn = (2 * Math.PI * at) / MOST_DRAWN;
  return [0.5 + 0.46 * Math.sin(turn), 0.5 - 0.46 * Math.cos(turn)];
});

/** The pattern as a graph of its tokens. */
const asGraph = (given: Given): Shown => ({
  picture: {
    kind: "graph",
    step: "graph.message-counts",
    into: given.number("token") - 1,
    row: false,
    sparse: true,
    places: CIRCLE,
  },
  run: "pattern",
  caption: "graph",
});
const WORK: Shown = {
  picture: {
    kind: "curves",
    steps: ["pairs", "all"],
    along: 0,
    places: "pairs.places",
    cursor: 0,
    logX: true,
    logY: true,
  },
  run: "pattern",
  caption: "work",
};
const KEPT: Shown = {
  picture: { kind: "curves", steps: ["kept"], along: 0, places: "kept.places", cursor: 0 },
  run: "error",
  caption: "kept",
};
const REACH: Shown = {
  picture: { kind: "curves", steps: ["reach"], along: 0, places: "reach.places", cursor: 0 },
  run: "reach",
  caption: "reach",
};

/** Who has heard whom after the chosen layers. */
const heard = (given: Given): Shown => ({
  picture: { kind: "pattern", step: `layers[${given.number("layers") - 1}]/reach.reached` },
  run: "reach",
  caption: "heard",
});

const WEIGHTS: Shown = {
  picture: { kind: "pattern", step: "full/attention.weights" },
  run: "error",
  caption: "weights",
};

/** The numbers of the pattern alone. */
const PATTERN_FACTS: Readonly<Record<string, Fact>> = {
  pairs: cell("pairs", "readout.sum", 0),
  all: cell("all", "readout.sum", 0),
  mean: cell("mean", "readout.mean", 0),
};

/** How many layers news takes: from the first token to the last, or between those that wait longest. */
function wayOf(given: Given): Readonly<Record<string, Fact>> {
  if (isApart(given)) return {};
  return isCausal(given)
    ? { along: cell("distances", "graph.distances", 0, given.number("tokens") - 1) }
    : { far: cell("longest", "readout.max", 0) };
}

/** What is said of tokens whose weights are shown. */
function saysOf(given: Given): readonly LabSaying[] {
  const [way] = Object.keys(wayOf(given));
  return [{ id: "whole", when: { same: ["pairs", "all"] } }, { id: way ?? "never" }];
}

const factsOf = (given: Given): Readonly<Record<string, Fact>> => ({
  ...PATTERN_FACTS,
  tokens: { is: given.number("tokens") },
  ...(isRead(given) && {
    ...wayOf(given),
    field: cell("reach", "reach.field-size", given.number("token") - 1),
    kept: cell("error", "error.mean-kept-mass"),
    error: cell("error", "error.mean"),
    token: { is: given.number("token") },
    layers: { is: given.number("layers") },
  }),
});

/** Work over tokens is shown for any number of them. */
const work: readonly Series[] = [
  { id: "pairs", over: "tokens", at: TOKENS, of: cell("pairs", "readout.sum", 0) },
  { id: "all", over: "tokens", at: TOKENS, of: cell("all", "readout.sum", 0) },
];

const reachOf = (given: Given): Series => ({
  id: "reach",
  over: "layers",
  at: Array.from({ length: MOST_LAYERS }, (_, layer) => layer + 1),
  of: cell("reach", "reach.field-size", given.number("token") - 1),
});

const kept: Series = { id: "kept", over: "window", at: WINDOWS, of: cell("error", "error.mean-kept-mass") };

/** Whether the tokens are few enough for a reader to name them. */
const isNamed = (given: Given): boolean => given.number("tokens") <= MOST_NAMED;

/** The values with the token within the sequence. */
function settle(values: Values): Values {
  return { ...values, token: Math.min(Number(values.token), Number(values.tokens)) };
}

/** The controls that matter: dilation stretches a window, and few things are drawn. */
function controlsAt(given: Given): readonly Control[] {
  const draws = given.number("random") > 0;
  const idle = [
    ...(given.number("window") > 0 ? [] : ["dilation"]),
    ...(draws ? [] : ["draw"]),
    ...(isRead(given) ? [] : READ_CONTROLS),
  ];
  return CONTROLS.filter(({ id }) => !idle.includes(id)).map((control) =>
    control.id === "token" && control.kind === "slider" ? { ...control, to: given.number("tokens") } : control,
  );
}

const shownOf = (given: Given): readonly Shown[] =>
  isRead(given)
    ? [PATTERN, ...(isDrawn(given) ? [asGraph(given)] : []), heard(given), REACH, WEIGHTS, KEPT, WORK]
    : [PATTERN, WORK];

export const lab: LabContent = {
  controls: CONTROLS,
  inputs: {},
  graph: (given, run) => (run === PATTERN.run ? messages(given) : given.graph()),
  runs: RUNS,
  labels: (given) => {
    if (!isNamed(given)) return {};
    const names = named(...given.called(labelsOf({}, "token", given.number("tokens"))));
    return { query: names, key: names, target: names, source: names, node: names };
  },
  named: {
    of: (given) => (isNamed(given) ? { kind: "tokens", axis: "query", count: given.number("tokens") } : null),
  },
  settle,
  varies: (given) => {
    const read = isRead(given);
    return {
      controls: controlsAt(given),
      runs: Object.keys(RUNS).filter((name) => read || !READ.includes(name)),
      shown: shownOf(given),
      series: [...work, ...(read ? [reachOf(given), kept] : [])],
      facts: factsOf(given),
      listed: ["pairs", "all", "mean", ...(read ? ["field", ...Object.keys(wayOf(given)), "kept", "error"] : [])],
      says: read ? saysOf(given) : [{ id: "large" }],
    };
  },
  shown: [PATTERN, WORK],
  facts: PATTERN_FACTS,
  listed: [],
  says: [],
  presented: (given, compared) => {
    if (!isRead(given))
      return { controls: ["tokens", "window", "globals", "random"], shown: compared ? [PATTERN] : [PATTERN, WORK] };
    return {
      controls: compared ? ["window", "layers"] : ["window", "globals", "random", "layers"],
      shown: compared ? [PATTERN, heard(given)] : [PATTERN, heard(given), REACH, KEPT, WORK],
    };
  },
  experiments: [
    { id: "global", state: { tokens: 16, window: 2, token: 16, "other.globals": 1 } },
    { id: "bird", state: { tokens: 16, window: 2, token: 16, globals: 1, random: 0, layers: 1, "other.random": 1 } },
    { id: "hole", state: { window: 0, stride: 8, layers: 1, token: 4, "other.window": 8 } },
    { id: "causal", state: { window: 2, blocks: 8, causal: "yes", layers: 1, "other.stride": 8 } },
    { id: "bet", state: { tokens: 64, window: 8, "other.content": "anywhere" } },
    { id: "sink", state: { tokens: 64, window: 8, content: "first", "other.globals": 1 } },
    { id: "large", state: { tokens: 1024, window: 32, globals: 4, random: 4 } },
  ],
  source: "Child et al. 2019, section 4; Beltagy et al. 2020, section 3.1; Zaheer et al. 2020 (BigBird), section 2",
};
