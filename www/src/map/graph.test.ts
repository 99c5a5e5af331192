import { describe, expect, it } from "vitest";
import { graphOf, sourceOf } from "./graph.ts";
import { firstOpen, partsAround, partsOf } from "./parts.ts";
import type { MapStep } from "./trivial.ts";

const NONE: ReadonlySet<string> = new Set();

function step(id: string, shape: readonly number[], reads: readonly string[] = [], op: MapStep["op"] = "map"): MapStep {
  return { id, shape, op: reads.length === 0 ? "given" : op, reads: reads.map((read) => ({ step: read, index: "" })) };
}

/** Scaled dot products: the width of a key and its root fold into the step that divides by it. */
const ATTENTION = [
  step("query", [2, 4]),
  step("key", [3, 4]),
  step("scores", [2, 3], ["query", "key"], "contract"),
  step("width", [], ["key"], "size"),
  step("scale", [], ["width"]),
  step("scaled", [2, 3], ["scores", "scale"]),
];

const keys = (of: readonly { readonly key: string }[]) => of.map(({ key }) => key);
const pairs = (steps: readonly MapStep[], open = NONE, told = NONE) =>
  graphOf(sourceOf(steps), open, told).arrows.map(({ from, to, quiet }) => `${from} ${quiet ? "··" : "→"} ${to}`);

describe("the graph of the map", () => {
  it("folds a width and its root into the step that uses them, with an arrow that is quiet", () => {
    const graph = graphOf(sourceOf(ATTENTION), NONE, NONE);
    expect(keys(graph.boxes)).toEqual(["query", "key", "scores", "scaled"]);
    expect(graph.byKey.get("scaled")?.steps).toEqual(["width", "scale", "scaled"]);
    expect(pairs(ATTENTION)).toEqual(["query → scores", "key → scores", "key ·· scaled", "scores → scaled"]);
  });

  it("gives small steps boxes of their own when they are asked for", () => {
    const told = new Set(["scaled"]);
    expect(keys(graphOf(sourceOf(ATTENTION), NONE, told).boxes)).toEqual(ATTENTION.map(({ id }) => id));
    expect(pairs(ATTENTION, NONE, told)).toContain("scale → scaled");
  });

  it("folds a width that several steps use into what it measures, and no single number that was reduced", () => {
    const steps = [
      step("x", [3]),
      step("count", [], ["x"], "size"),
      step("sum", [], ["x"], "reduce"),
      step("mean", [], ["sum", "count"]),
      step("spread", [3], ["x", "mean", "count"]),
    ];
    const graph = graphOf(sourceOf(steps), NONE, NONE);
    expect(keys(graph.boxes)).toEqual(["x", "sum", "mean", "spread"]);
    expect(graph.boxOf.get("count")).toBe("x");
  });

  it("keeps a constant that several boxes use, with quiet arrows, and one that is all that a box reads, with plain ones", () => {
    const steps = [
      step("x", [3]),
      step("epsilon", []),
      step("a", [3], ["x", "epsilon"]),
      step("b", [3], ["a", "epsilon"]),
    ];
    expect(pairs(steps)).toEqual(["x → a", "epsilon ·· a", "a → b", "epsilon ·· b"]);
    expect(pairs([step("rate", []), step("a", [3], ["rate"]), step("b", [3], ["rate"])])).toEqual([
      "rate → a",
      "rate → b",
    ]);
  });
});

const LAYERS = [
  step("x", [2]),
  step("encoder/layers[0]/attention/q", [2], ["x"]),
  step("encoder/layers[0]/attention/o", [2], ["encoder/layers[0]/attention/q"]),
  step("encoder/layers[0]/sum", [2], ["x", "encoder/layers[0]/attention/o"]),
  step("encoder/layers[1]/attention/q", [2], ["encoder/layers[0]/sum"]),
  step("encoder/layers[1]/attention/o", [2], ["encoder/layers[1]/attention/q"]),
  step("encoder/layers[1]/sum", [2], ["encoder/layers[0]/sum", "encoder/layers[1]/attention/o"]),
  step("alone/only", [2], ["encoder/layers[1]/sum"]),
];

describe("the parts of the map", () => {
  const whole = partsOf(LAYERS.map(({ id }) => id));

  it("come from the ids; a part of one step is none", () => {
    const [, encoder, alone] = whole.members;
    expect(alone).toEqual({ step: "alone/only" });
    expect(
      encoder && "part" in encoder && encoder.part.members.map((member) => "part" in member && member.part.key),
    ).toEqual(["encoder/layers[0]", "encoder/layers[1]"]);
  });

  it("are one with a part that is all that they hold", () => {
    const [, only] = partsOf(["x", "encoder/layers[0]/a", "encoder/layers[0]/b"]).members;
    expect(only && "part" in only && [only.part.key, only.part.names]).toEqual([
      "encoder/layers[0]",
      ["encoder", "layers[0]"],
    ]);
  });

  it("open level by level at first, of repeated ones the first", () => {
    expect([...firstOpen(whole, 2)]).toEqual([]);
    expect([...firstOpen(whole, 4)]).toEqual(["encoder"]);
    expect([...firstOpen(whole, 5)]).toEqual(["encoder", "encoder/layers[0]"]);
    expect([...firstOpen(whole, 9)]).toEqual(["encoder", "encoder/layers[0]", "encoder/layers[0]/attention"]);
  });

  it("stand for their steps when folded, with the result that others read", () => {
    const graph = graphOf(sourceOf(LAYERS), new Set(["encoder"]), NONE);
    expect(keys(graph.boxes)).toEqual(["x", "encoder/layers[0]", "encoder/layers[1]", "alone/only"]);
    expect(graph.byKey.get("encoder/layers[0]")?.step).toBe("encoder/layers[0]/sum");
    expect(graph.byKey.get("encoder/layers[1]")?.part).toBe("encoder");
    expect(keys(graph.members.get("encoder") ?? [])).toEqual(["encoder/layers[0]", "encoder/layers[1]"]);
    expect(graph.boxOf.get("encoder/layers[1]/attention/q")).toBe("encoder/layers[1]");
  });

  it("are found around a step, outermost first", () => {
    expect(keys(partsAround(whole, "encoder/layers[1]/attention/q"))).toEqual([
      "encoder",
      "encoder/layers[1]",
      "encoder/layers[1]/attention",
    ]);
    expect(partsAround(whole, "x")).toEqual([]);
  });
});
