import { describe, expect, it } from "vitest";
import type { Cell, TraceStep } from "../library.ts";
import { arrange, lettersOf, type Piece } from "./arrangement.ts";

type Sketch = Partial<TraceStep> & Pick<TraceStep, "id" | "index" | "shape">;

function step(sketch: Sketch): TraceStep {
  const size = sketch.shape.reduce((product, length) => product * length, 1);
  return { op: "given", reads: [], axes: [], data: new Float64Array(size), ...sketch } as unknown as TraceStep;
}

/** `Q · Kᵀ = S`: names of steps, a mark for transposed operands and columns, and the signs. */
function written(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === "sign") return piece.text;
      return `${piece.step.id}${piece.transposed ? "ᵀ" : ""}${piece.vertical ? "|" : ""}`;
    })
    .join(" ");
}

const stage = (result: TraceStep, operands: readonly TraceStep[], cell: Partial<Cell> | null = null) =>
  written(arrange(result, new Map([...operands, result].map((each) => [each.id, each])), cell as Cell | null));

const term = (id: string) => [{ step: id, index: [0], value: 1 }];
const query = step({ id: "Q", index: "ik", shape: [3, 4] });
const key = step({ id: "K", index: "jk", shape: [3, 4] });
const scores = step({
  id: "S",
  index: "ij",
  shape: [3, 3],
  op: "contract",
  reads: [
    { step: "Q", index: "ik" },
    { step: "K", index: "jk" },
  ],
});

describe("the stage of a step", () => {
  it("shows an input by itself", () => {
    expect(stage(query, [])).toBe("Q");
  });

  it("writes a product with its right factor transposed where rows meet rows", () => {
    expect(stage(scores, [query, key])).toBe("Q · Kᵀ = S");
  });

  it("writes a plain product as it is", () => {
    const value = step({ id: "V", index: "jv", shape: [3, 2] });
    const weights = step({ id: "A", index: "ij", shape: [3, 3] });
    const reads = [
      { step: "A", index: "ij" },
      { step: "V", index: "jv" },
    ];
    const output = step({ id: "O", index: "iv", shape: [3, 2], op: "contract", reads });
    expect(stage(output, [weights, value])).toBe("A · V = O");
  });

  it("sums products of numbers at the same place, which is no matrix product", () => {
    const reads = ["Q", "M"].map((id) => ({ step: id, index: "ij" }));
    const mask = step({ id: "M", index: "ij", shape: [3, 4] });
    const sums = step({ id: "s", index: "i", shape: [3], op: "contract", reads });
    expect(stage(sums, [query, mask])).toBe("Σ Q ⊙ M = s|");
  });

  it("tells a product cell by cell from a matrix product", () => {
    const reads = [
      { step: "Q", index: "ik" },
      { step: "K", index: "ik" },
    ];
    expect(stage(step({ id: "P", index: "ik", shape: [3, 4], op: "contract", reads }), [query, key])).toBe("Q ⊙ K = P");
  });

  it("follows the template of the cell, with a list of one number a row upright", () => {
    const most = step({ id: "m", index: "i", shape: [3] });
    const reads = [
      { step: "S", index: "ij" },
      { step: "m", index: "i" },
    ];
    const shifted = step({ id: "E", index: "ij", shape: [3, 3], op: "map", reads });
    const cell = { template: "exp({0} − {1})", terms: [term("S"), term("m")] };
    expect(stage(shifted, [scores, most], cell)).toBe("exp( S − m| ) = E");
  });

  it("draws a step that a formula reads twice as both operands", () => {
    const reads = [
      { step: "S", index: "ij" },
      { step: "S", index: "ij" },
    ];
    const square = step({ id: "S²", index: "ij", shape: [3, 3], op: "map", reads });
    const cell = { template: "{0} · {1}", terms: [term("S"), term("S")] };
    expect(stage(square, [scores], cell)).toBe("S · S = S²");
    expect(arrange(square, new Map([["S", scores]]), cell as unknown as Cell)[2]).toMatchObject({ operand: 1 });
  });

  it("writes the second of two operands transposed where its rows are the columns of the result", () => {
    const reads = [
      { step: "S", index: "ij" },
      { step: "S", index: "ji" },
    ];
    const both = step({ id: "B", index: "ij", shape: [3, 3], op: "map", reads });
    const cell = { template: "({0} + {1}) / 2", terms: [term("S"), term("S")] };
    expect(stage(both, [scores], cell)).toBe("( S + Sᵀ ) / 2 = B");
  });

  it("writes an operand wherever the formula has it", () => {
    const reads = [
      { step: "v", index: "i" },
      { step: "p", index: "" },
    ];
    const chosen = step({ id: "τ", index: "i", shape: [3], op: "map", reads });
    const draws = step({ id: "v", index: "i", shape: [3] });
    const rate = step({ id: "p", index: "", shape: [] });
    const cell = { template: "{0} < {1} → 0, else {0}", terms: [term("v"), term("p")] };
    expect(stage(chosen, [draws, rate], cell)).toBe("v| < p → 0, else v| = τ|");
  });

  it("names an operand once where a cell reads many of its numbers", () => {
    const reads = [{ step: "S", index: "ij" }];
    const most = step({ id: "m", index: "i", shape: [3], op: "reduce", reads });
    const cell = { template: "max({*})", terms: [term("S"), term("S"), term("S")] };
    expect(stage(most, [scores], cell)).toBe("max( S ) = m|");
  });

  it("shows what only other cells read as well", () => {
    const reads = [
      { step: "S", index: "ij" },
      { step: "Q", index: "ik" },
    ];
    const chosen = step({ id: "R", index: "ij", shape: [3, 3], op: "rule", reads });
    expect(stage(chosen, [scores, query], { template: "{0}", terms: [term("S")] })).toBe("S , Q → R");
  });

  it("does not pretend that a size is computed", () => {
    const reads = [{ step: "K", index: "jk" }];
    expect(stage(step({ id: "d", index: "", shape: [], op: "size", reads }), [key])).toBe("K → d");
  });
});

it("letters that share an axis stay together", () => {
  expect(lettersOf("i(hk)")).toEqual(["i", "hk"]);
  expect(lettersOf("")).toEqual([]);
});
