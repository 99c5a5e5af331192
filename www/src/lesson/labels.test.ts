import { describe, expect, it } from "vitest";
import { labelOf } from "../numbers/labels.ts";
import { NO_CHANGES } from "../state/state.ts";
import { useWords } from "../text.ts";
import { labelsAt } from "./labels.ts";
import type { Lesson } from "./lesson.ts";

const names = (...all: string[]) => ({ names: all });
const lesson: Lesson = {
  algorithm: "decoder",
  inputs: {},
  labels: { query: names("Katze"), key: names("Katze"), token: names("Katze") },
  within: { encoder: { token: names("cat") }, "cross-attention": { key: names("cat") } },
  presets: [{ id: "other", inputs: { causal: true }, labels: { query: names("chat") } }],
};
const nameOf = (axis: string, step: string, changes = NO_CHANGES) =>
  labelOf(labelsAt(lesson, changes, step, { inputs: [] }), axis, 0);

describe("the names of an axis", () => {
  it("depend on where the step stands", () => {
    expect(nameOf("key", "layers[0]/self-attention/multi-head.weights")).toBe("Katze");
    expect(nameOf("key", "layers[0]/cross-attention/multi-head.weights")).toBe("cat");
    expect(nameOf("token", "encoder/layer-norm.mean")).toBe("cat");
    expect(nameOf("token", "decoder/layer-norm.mean")).toBe("Katze");
  });

  it("are those of the preset whose inputs are chosen", () => {
    expect(nameOf("query", "multi-head.weights", { causal: true })).toBe("chat");
    expect(nameOf("query", "multi-head.weights", { causal: false })).toBe("Katze");
    expect(nameOf("key", "multi-head.weights", { causal: true })).toBe("Katze");
  });

  it("are in the language that is used where they are features, and the same object each time; words of sentences stay", async () => {
    const features: Lesson = {
      algorithm: "rnn",
      inputs: {},
      labels: { feature: names("noun", "cat"), token: names("drink") },
    };
    const labels = () => labelsAt(features, NO_CHANGES, "rnn.x", { inputs: [] });
    await useWords("en", []);
    expect(labelOf(labels(), "feature", 0)).toBe("noun");
    await useWords("ko", []);
    expect([0, 1].map((position) => labelOf(labels(), "feature", position))).toEqual(["명사", "cat"]);
    const axis = "feature";
    expect(labels()[axis]).toBe(labels()[axis]);
    await useWords("en", []);
    expect(labelOf(labels(), "feature", 0)).toBe("noun");
  });
});
