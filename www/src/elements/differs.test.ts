import { expect, it } from "vitest";
import { differs } from "./differs.ts";

it("equal lists, records and marks do not differ", () => {
  expect(differs(["a", "b"], ["a", "b"])).toBe(false);
  expect(differs([{ index: [0, 1], role: 0 }], [{ index: [0, 1], role: 0 }])).toBe(false);
  expect(differs(null, null)).toBe(false);
  expect(differs(Number.NaN, Number.NaN)).toBe(false);
  expect(differs(new Map([["a", [1]]]), new Map([["a", [1]]]))).toBe(false);
});

it("anything else differs", () => {
  expect(differs(["a"], ["b"])).toBe(true);
  expect(differs(["a"], ["a", "b"])).toBe(true);
  expect(differs([], null)).toBe(true);
  expect(differs(new Map([["a", 1]]), new Map([["a", 2]]))).toBe(true);
  expect(differs(new Map([["a", 1]]), new Map([["b", 1]]))).toBe(true);
  expect(differs(new Map(), new Map([["a", 1]]))).toBe(true);
  expect(differs(undefined, [])).toBe(true);
  expect(differs([{ index: [0, 1], role: 0 }], [{ index: [0, 1], role: 1 }])).toBe(true);
  expect(differs({ kind: "weights" }, { max: "weights" })).toBe(true);
});
