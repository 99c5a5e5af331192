import { describe, expect, it } from "vitest";
import type { TraceStep } from "../library.ts";
import { domainsOf } from "./scale.ts";

const step = (id: string, axes: readonly string[], data: readonly number[]) =>
  ({ id, axes, shape: axes.map(() => data.length), data: Float64Array.from(data) }) as unknown as TraceStep;

describe("color scales", () => {
  it("are one for steps that count the same things and are of like size", () => {
    const domains = domainsOf([
      step("scores", ["query", "key"], [123, -4]),
      step("scaled", ["query", "key"], [61.5, -2]),
    ]);
    expect(domains.get("scaled")).toEqual({ kind: "signed", max: 123 });
    expect(domains.get("scores")).toEqual({ kind: "signed", max: 123 });
  });

  it("part where the smaller numbers would vanish", () => {
    const domains = domainsOf([
      step("masked", ["i"], [-1e5, 3]),
      step("scores", ["i"], [-8, 3]),
      step("angles", ["i"], [7, 3]),
    ]);
    expect(domains.get("masked")?.max).toBe(1e5);
    expect(domains.get("scores")?.max).toBe(8);
    expect(domains.get("angles")?.max).toBe(8);
  });

  it("are apart for other axes, for single numbers, and for weights", () => {
    const domains = domainsOf([
      step("scores", ["query", "key"], [3, -4]),
      step("tokens", ["query", "feature"], [9, 2]),
      step("width", [], [4]),
      step("scale", [], [2]),
      step("attention.weights", ["query", "key"], [0.25, 0.75]),
    ]);
    expect([...domains.values()].map(({ kind, max }) => [kind, max])).toEqual([
      ["signed", 4],
      ["signed", 9],
      ["plain", 1],
      ["plain", 1],
      ["weights", 1],
    ]);
  });

  it("are one for a step of several runs, however far apart they are", () => {
    const domains = domainsOf([
      step("distances", ["source", "target"], [7, 1]),
      step("distances", ["source", "target"], [1, 1]),
    ]);
    expect(domains.get("distances")).toEqual({ kind: "signed", max: 7 });
  });

  it("does not count what is masked", () => {
    expect(domainsOf([step("masked", ["i"], [Number.NEGATIVE_INFINITY, 5])]).get("masked")?.max).toBe(5);
  });
});
