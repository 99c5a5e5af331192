import { expect, it } from "vitest";
import { tickNames } from "./axes.ts";

it("the ticks of a logarithmic axis are written in one way: in powers of ten where one is long, and in digits otherwise", () => {
  expect(tickNames([10, 1000, 100_000, 10_000_000])).toEqual(["10¹", "10³", "10⁵", "10⁷"]);
  expect(tickNames([1000, 10_000])).toEqual(["10³", "10⁴"]);
  expect(tickNames([10, 100, 1000])).toEqual(["10", "100", "1000"]);
  expect(tickNames([0.1, 1, 10])).toEqual(["0.1", "1", "10"]);
  expect(tickNames([20, 50, 100])).toEqual(["20", "50", "100"]);
});
