/** Figures that take each other's places with the answer. */
import { expect, test } from "vitest";
import type { SceneShown } from "./scene.ts";
import { turnNames } from "./scene-turns.ts";

const graph = (when?: "before" | "after"): SceneShown => ({
  picture: { kind: "graph", step: "x" },
  ...(when && { when }),
});
const table = (when?: "before" | "after"): SceneShown => ({ table: "x", ...(when && { when }) });
const named = (...all: SceneShown[]) => {
  const names = turnNames(all);
  return all.map((one) => names.get(one));
};

test("a figure takes the place of one of its kind, else of the next one, and what stays is the same", () => {
  expect(named(graph("before"), table(), table("after"), graph("after"))).toEqual([
    "turns 0",
    "stays 0",
    "comes 0",
    "turns 0",
  ]);
  expect(named(graph("before"), table("after"))).toEqual(["turns 0", "turns 0"]);
  expect(named(table("before"), graph("before"), graph("after"), table("after"), table("after"))).toEqual([
    "turns 0",
    "turns 1",
    "turns 1",
    "turns 0",
    "comes 2",
  ]);
});
