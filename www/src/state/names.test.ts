import { expect, it } from "vitest";
import { namesAfter } from "./names.ts";

it("nodes keep their names when another one is removed", () => {
  expect(namesAfter(["C1", "O2", "N3"], 2, 1)).toEqual(["C1", "N3"]);
  expect(namesAfter(["C1", "O2", "N3"], 2, null)).toEqual(["C1", "O2"]);
});

it("a node that is added is called by a number that no other has", () => {
  expect(namesAfter(["a", "b"], 3, null)).toEqual(["a", "b", "3"]);
  expect(namesAfter(["a", "4", "c", "5"], 5, 2)).toEqual(["a", "4", "5", "6", "7"]);
});
