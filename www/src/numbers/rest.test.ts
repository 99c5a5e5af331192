import { describe, expect, it } from "vitest";
import { formatIn, isRest, NEARLY_ZERO, restBeside, restOf } from "./rest.ts";

const step = (op: "rule" | "map" | "contract", ...numbers: number[]) => ({ op, data: Float64Array.from(numbers) });

describe("what rounding leaves of a 0", () => {
  it("is nearly 0 beside the largest number of its step", () => {
    const eigenvalues = step("rule", -1.78e-16, 0.238, 1.17);
    expect(formatIn(eigenvalues, -1.78e-16)).toBe(NEARLY_ZERO);
    expect(formatIn(eigenvalues, 0.238)).toBe("0.238");
    expect(formatIn(eigenvalues, 0)).toBe("0");
  });

  it("is so by the scale of the step alone: where all are small, they are what they are", () => {
    const small = step("contract", 1e-16, 3e-16, -2e-16);
    expect(formatIn(small, 1e-16)).not.toBe(NEARLY_ZERO);
    expect(restOf(step("contract", Number.POSITIVE_INFINITY, 2))).toBeCloseTo(2 * restOf(step("contract", 1)), 30);
  });

  it("is nothing of an exponential or a quotient, which is small because it is", () => {
    const weights = step("map", 1, 4.25e-18, 2.65e-261);
    expect(restOf(weights)).toBe(0);
    expect(formatIn(weights, 4.25e-18)).not.toBe(NEARLY_ZERO);
    expect(isRest(0, 1)).toBe(false);
  });

  it("of a sum is measured by all that was added up", () => {
    const wave = step("rule", ...Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? 0.25 : -0.25)));
    expect(isRest(4.5e-15, restBeside(wave))).toBe(true);
    expect(isRest(4.5e-15, restOf(wave))).toBe(false);
    expect(isRest(1e-12, restBeside(wave))).toBe(false);
  });
});
