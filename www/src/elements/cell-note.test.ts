import { noteKey } from "attograph/text";
import { describe, expect, it } from "vitest";
import type { Cell } from "../library.ts";

const cell = (name: string | null, values: number[], more: Partial<Cell> = {}): Cell => ({
  step: "t",
  index: [0],
  value: 0,
  op: "map",
  function: name,
  template: null,
  terms: values.map((value) => [{ step: "s", index: [0], value }]),
  ...more,
});

describe("the note to an equation", () => {
  it("is missing where the equation says everything", () => {
    expect(noteKey(cell(null, [1, 2], { op: "contract" }))).toBeNull();
    expect(noteKey(cell("normalize", [1, 2]))).toBeNull();
    expect(noteKey(cell("exp-shifted", [1, 2]))).toBeNull();
    expect(noteKey(cell("inverse-square-root", [4]))).toBeNull();
  });

  it("names what was settled by agreement and not by arithmetic", () => {
    expect(noteKey(cell("normalize", [0, 0]))).toBe("empty-row");
    expect(noteKey(cell("exp-shifted", [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]))).toBe("masked-row");
    expect(noteKey(cell("inverse-square-root", [0]))).toBe("no-degree");
    expect(noteKey(cell("sum-of-messages", []))).toBe("no-message");
    expect(noteKey(cell(null, [], { op: "contract" }))).toBe("empty");
  });

  it("is one for all functions that hand a number on", () => {
    expect(noteKey(cell("copy", [1]))).toBe("copy");
    expect(noteKey(cell("rotation", [1]))).toBe("copy");
  });
});
