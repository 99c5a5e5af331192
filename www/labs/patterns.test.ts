import { beforeAll, expect, test } from "vitest";
import { type Lab, openLibrary, type TraceStep } from "../src/library.ts";
import { factAt } from "../src/stage/facts.ts";
import { StageRuns } from "../src/stage/runs.ts";
import { startValues } from "../src/stage/setting.ts";
import { matrix, tensor } from "../src/state/values.ts";
import { lab } from "./05-patterns.ts";

let own: Lab;
beforeAll(async () => {
  own = await openLibrary();
});

const spec = { ...lab, id: "patterns" };
const settingOf = (values: Readonly<Record<string, number | string>>) => ({
  values: { ...startValues(spec), ...values },
  inputs: {},
});
const numbersOf = (step: TraceStep | undefined) => Array.from(step?.data ?? []);
const sum = (step: TraceStep | undefined) => numbersOf(step).reduce((total, number) => total + number, 0);

const PATTERNS = [
  {},
  { causal: "yes", random: 2 },
  { globals: 2, blocks: 16, dilation: 2 },
  { window: 0, stride: 8 },
  { window: 64, globals: 4, random: 8, blocks: 32, stride: 16 },
] as const;

test.each(PATTERNS)("the pairs of %o are the messages that arrive at all queries", (values) => {
  const runs = new StageRuns(own, spec);
  for (const tokens of [16, 128, 1024]) {
    const setting = settingOf({ ...values, tokens });
    const x = tensor([tokens, 1], Array<number>(tokens).fill(0));
    const { steps } = own.trace("mean-aggregation-layer", {
      graph: runs.graphAt(setting),
      x,
      wNeighbor: matrix([[1]]),
    });
    const step = (id: string) => steps.find((one) => one.id === id);
    const pairs = factAt(runs, setting, { run: "pairs", step: "readout.sum", index: [0] });
    expect(pairs).toBe(sum(step("graph.arrivals")));
    expect(factAt(runs, setting, { run: "mean", step: "readout.mean", index: [0] })).toBe(pairs / tokens);
    const cells = numbersOf(runs.at(setting, "pattern").steps.get("graph.message-counts"));
    const counts = numbersOf(step("graph.message-counts"));
    expect(cells).toHaveLength(counts.length);
    expect(cells.every((cell, at) => cell === counts[at])).toBe(true);
  }
});

test("a run of the pattern stores one matrix of queries and keys", () => {
  const { steps } = new StageRuns(own, spec).at(settingOf({ tokens: 256 }), "pattern");
  expect([...steps.values()].filter(({ data }) => data.length === 256 ** 2).map(({ id }) => id)).toEqual([
    "graph.message-counts",
  ]);
});

test("all runs of a setting read one graph, which is made once", () => {
  let made = 0;
  const graph: typeof spec.graph = (given, run) => {
    if (run === "pattern") made += 1;
    return spec.graph?.(given, run) ?? null;
  };
  const runs = new StageRuns(own, { ...spec, graph });
  const setting = settingOf({});
  for (const run of ["pattern", "reach", "distances"]) runs.at(setting, run);
  expect(runs.graphAt(setting, "reach")).toBe(runs.graphAt(setting));
  expect(made).toBe(1);
});
