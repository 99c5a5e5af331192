import { expect, it } from "vitest";
import type { TraceStep } from "../../elements/events.ts";
import { roundOf, roundsOf } from "./waiting.ts";

const run = (reads: Readonly<Record<string, readonly string[]>>) =>
  new Map(
    Object.entries(reads).map(([id, from]) => [
      id,
      { id, reads: from.map((step) => ({ step, index: "" })) } as unknown as TraceStep,
    ]),
  );

it("a step belongs to the round in its id", () => {
  expect(roundOf("time[12]/rnn.state", "time")).toBe(12);
  expect(roundOf("decoder/steps[3]/transformer.prefix", "steps")).toBe(3);
  expect(roundOf("lifetime[3]/a", "time")).toBeNull();
  expect(roundOf("rnn.state", "time")).toBeNull();
});

it("a round that reads the one before waits for it", () => {
  const rounds = roundsOf(
    run({
      x: [],
      "time[0]/state": ["x"],
      "time[0]/history": ["time[0]/state"],
      "time[1]/state": ["x", "time[0]/history"],
      "time[2]/state": ["x", "time[1]/state"],
    }),
    "time",
  );
  expect(rounds).toEqual([
    { number: 0, waits: [], moment: 0 },
    { number: 1, waits: [0], moment: 1 },
    { number: 2, waits: [1], moment: 2 },
  ]);
});

it("rounds that read none of the others run at the same moment", () => {
  const rounds = roundsOf(
    run({ x: [], "heads[0]/a": ["x"], "heads[1]/a": ["x"], sum: ["heads[0]/a", "heads[1]/a"] }),
    "heads",
  );
  expect(rounds.map(({ moment }) => moment)).toEqual([0, 0]);
});

it("a step between two rounds passes the wait on", () => {
  const rounds = roundsOf(
    run({ "steps[0]/a": [], between: ["steps[0]/a"], "steps[1]/a": ["between"], "steps[2]/a": ["steps[0]/a"] }),
    "steps",
  );
  expect(rounds.map(({ waits, moment }) => [waits, moment])).toEqual([
    [[], 0],
    [[0], 1],
    [[0], 1],
  ]);
});
