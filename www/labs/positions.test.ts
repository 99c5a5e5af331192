import { beforeAll, describe, expect, it } from "vitest";
import type { LabSpec } from "../src/labs/lab.ts";
import { otherValues, readState, startOf, withValue } from "../src/labs/lab-state.ts";
import { openLibrary } from "../src/library.ts";
import { StageRuns } from "../src/stage/runs.ts";
import type { Setting } from "../src/stage/stage.ts";
import { LABS } from "./index.ts";

const found = await LABS.open("positions");
if (!found) throw new Error("there is no lab positions");
const positions: LabSpec = found;

let runs: StageRuns<LabSpec>;
beforeAll(async () => {
  runs = new StageRuns(await openLibrary(), positions);
});

/** The settings of the two runs of an experiment. */
function settingsOf(id: string): [Setting, Setting] {
  const state = readState(runs, positions.experiments.find((one) => one.id === id)?.state ?? {});
  if (!state) throw new Error(`there is no experiment ${id}`);
  const { values, inputs } = state;
  return [
    { values, inputs },
    { values: otherValues(positions, state) ?? values, inputs },
  ];
}

const numbersOf = (setting: Setting, run: string, step: string): readonly number[] => [
  ...(runs.at(setting, run).steps.get(step)?.data ?? []),
];

describe("what the experiments of the lab Positions say", () => {
  it("sinusoidal beside binary: steps of one length, and steps that jump where digits change", () => {
    const [sine, binary] = settingsOf("binary").map((setting) => numbersOf(setting, "pairs", "vectors.apart"));
    for (const step of sine ?? []) expect(step).toBeCloseTo(0.964, 3);
    expect((binary ?? []).slice(0, 8).map((step) => Number((step ** 2).toFixed(9)))).toEqual([1, 2, 1, 3, 1, 2, 1, 4]);
  });

  it("base 100 beside 10000: every hand moves, and two of four hardly do", () => {
    const turns = settingsOf("base").map((setting) => numbersOf(setting, "sinusoidal", "position.angles").slice(-4));
    for (const turn of turns[0] ?? []) expect(turn).toBeGreaterThan(0.9);
    const [, , third = 1, last = 1] = turns[1] ?? [];
    // Less than a twentieth of a turn.
    expect(Math.max(third, last)).toBeLessThan(0.32);
  });

  it("base 1: positions that are 44 apart are almost the same, and those 22 apart are opposite", () => {
    const [setting] = settingsOf("alike");
    const [far = 1] = numbersOf(setting, "pair", "vectors.distances");
    expect(far).toBeLessThan(0.04);
    const row = numbersOf(setting, "row", "vectors.distances");
    expect(row[3 + 22]).toBeGreaterThan(3.9);
  });

  it("width 64 beside 8: similarity rises again after half a turn of the fastest hand, much less where there are many hands", () => {
    const rises = settingsOf("width").map((setting) => {
      const { position } = setting.values;
      const product = (offset: number) =>
        numbersOf(setting, "row", "vectors.products")[Number(position) + offset] ?? Number.NaN;
      return (product(6) - product(3)) / product(0);
    });
    expect(rises[1]).toBeGreaterThan(0.15);
    expect(rises[0]).toBeLessThan(0.05);
  });

  it("ALiBi beside T5: one falls with the distance, the other repeats a number of its table", () => {
    const [alibi, t5] = settingsOf("biases");
    const bias = numbersOf(alibi, "alibi", "alibi.bias").slice(0, 32);
    for (let key = 1; key < 32; key += 1) expect(bias[key]).toBeLessThan(bias[key - 1] ?? 0);
    const row = numbersOf(t5, "t5", "relative-position.bias").slice(0, 32);
    expect(row[31]).toBe(row[30]);
    expect(new Set(row).size).toBeGreaterThan(4);
  });
});

it("the matrix of an offset takes every row to the one further on", () => {
  const start = startOf(positions);
  for (const [position, offset] of [
    [0, 1],
    [3, 5],
    [20, 11],
  ] as const) {
    const state = withValue(positions, withValue(positions, start, "position", position), "offset", offset);
    const setting = { values: state.values, inputs: {} };
    for (const number of numbersOf(setting, "missed", "vectors.differences")) expect(number).toBeCloseTo(0, 12);
  }
});

it("both positions stay within the sequence, whichever control is moved", () => {
  let state = startOf(positions);
  for (const [id, value] of [
    ["length", 64],
    ["position", 60],
    ["offset", 3],
    ["length", 8],
    ["width", 64],
    ["hand", 31],
    ["width", 2],
  ] as const) {
    state = withValue(positions, state, id, value);
    const { length, position, offset, hand, width } = state.values as Record<string, number>;
    expect(Number(position) + Number(offset)).toBeLessThan(Number(length));
    expect(2 * Number(hand) + 1).toBeLessThan(Number(width));
    expect(() => runs.stageAt({ values: state.values, inputs: {} })).not.toThrow();
  }
});
