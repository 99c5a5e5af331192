import { describe, expect, it } from "vitest";
import type { Cell } from "../library.ts";
import { noteOf } from "./cell-note.ts";

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
    expect(noteOf(cell(null, [1, 2], { op: "contract" }))).toBeNull();
    expect(noteOf(cell("normalize", [1, 2]))).toBeNull();
    expect(noteOf(cell("exp-shifted", [1, 2]))).toBeNull();
    expect(noteOf(cell("inverse-square-root", [4]))).toBeNull();
  });

  it("names what was settled by agreement and not by arithmetic", () => {
    expect(noteOf(cell("normalize", [0, 0]))).toBe("emptyRow");
    expect(noteOf(cell("exp-shifted", [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]))).toBe("maskedRow");
    expect(noteOf(cell("inverse-square-root", [0]))).toBe("noDegree");
    expect(noteOf(cell("sum-of-messages", []))).toBe("function.no-message");
    expect(noteOf(cell(null, [], { op: "contract" }))).toBe("empty");
  });

  it("is one for all functions that hand a number on", () => {
    expect(noteOf(cell("copy", [1]))).toBe("function.copy");
    expect(noteOf(cell("rotation", [1]))).toBe("function.copy");
  });
});
