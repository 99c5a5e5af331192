import { expect, it } from "vitest";
import { labelOf } from "../numbers/labels.ts";
import { labelRules, ofNodes } from "./labels.ts";

const first = (algorithm: string, graph: boolean, axis: string) => labelOf(labelRules(algorithm, graph), axis, 0);

it("numbers a distance from 0, which is that of a node to itself", () => {
  expect(first("graphormer-attention", true, "distance")).toBe("0");
});

it("numbers steps of training from 0, as the exercise on the learning rate says", () => {
  expect(first("linear-warmup-decay", false, "training-step")).toBe("0");
});

it("names the nodes of a graph, which are its tokens, by letters", () => {
  expect(first("graphormer-attention", true, "query")).toBe("A");
  expect(first("scaled-dot-product-attention", false, "query")).toBe("x₁");
});

it("names guesses by the positions that are masked", () => {
  expect(labelOf(labelRules("masked-language-model-loss", false, [2, 4]), "guess", 1)).toBe("4");
});

it("calls the tokens of a graph nodes, and its queries where they meet no keys", () => {
  expect(ofNodes({ axes: ["token", "feature"] }, true).axes).toEqual(["node", "feature"]);
  expect(ofNodes({ axes: ["query", "feature"] }, true).axes).toEqual(["node", "feature"]);
  expect(ofNodes({ axes: ["query", "key"] }, true).axes).toEqual(["query", "key"]);
  expect(ofNodes({ axes: ["token", "feature"] }, false).axes).toEqual(["token", "feature"]);
});
