import { describe, expect, it } from "vitest";
import type { CatalogEntry, CatalogInput } from "../library.ts";
import { letterSizes, newTensor, resized, withLetter } from "./resize.ts";

const input = (name: string, index: string, axes: readonly string[]): CatalogInput => ({
  name,
  kind: "tensor",
  required: true,
  default: null,
  choices: [],
  step: null,
  index,
  axes,
  minimum: null,
  learned: false,
  former: null,
});
const entry: CatalogEntry = {
  id: "example",
  title: "Example",
  source: "",
  inputs: [
    input("key", "jk", ["key", "feature"]),
    input("value", "jv", ["key", "value"]),
    input("w", "k(hc)", ["feature", "both"]),
    input("mask", "ij", ["query", "key"]),
  ],
  steps: [],
  outputs: [],
};
const key = { shape: [2, 2], data: [1, 2, 3, 4] };
const value = { shape: [2, 1], data: [5, 6] };

describe("resizing", () => {
  it("keeps what remains and fills what is new, along either axis", () => {
    expect(resized(key, 0, 3)).toEqual({ shape: [3, 2], data: [1, 2, 3, 4, 0, 0] });
    expect(resized(key, 1, 3, 9)).toEqual({ shape: [2, 3], data: [1, 2, 9, 3, 4, 9] });
    expect(resized(key, 1, 1)).toEqual({ shape: [2, 1], data: [1, 3] });
    expect(resized(key, 0, 0)).toEqual({ shape: [0, 2], data: [] });
  });

  it("changes the inner axis of a tensor of rank 3", () => {
    const tensor = { shape: [2, 2, 2], data: [1, 2, 3, 4, 5, 6, 7, 8] };
    expect(resized(tensor, 1, 1)).toEqual({ shape: [2, 1, 2], data: [1, 2, 5, 6] });
  });

  it("gives one letter one length everywhere, save in the input that sets it", () => {
    expect(withLetter(entry, { key, value }, "j", 3)).toEqual({
      key: { shape: [3, 2], data: [1, 2, 3, 4, 0, 0] },
      value: { shape: [3, 1], data: [5, 6, 0] },
    });
    expect(Object.keys(withLetter(entry, { key, value }, "j", 3, "key"))).toEqual(["value"]);
    expect(withLetter(entry, { key, value }, "j", 2)).toEqual({});
  });

  it("knows the lengths of letters, but not of letters that share an axis", () => {
    const sizes = letterSizes(entry, { key, value, w: { shape: [2, 6], data: new Array(12).fill(0) } });
    expect(Object.fromEntries(sizes)).toEqual({ j: 2, k: 2, v: 1 });
  });

  it("makes a new mask that hides nothing", () => {
    const mask = entry.inputs[3] as CatalogInput;
    expect(newTensor(entry, mask, { key, value })).toEqual({ shape: [1, 2], data: [1, 1] });
  });
});
