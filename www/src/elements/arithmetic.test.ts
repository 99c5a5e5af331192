import { describe, expect, it } from "vitest";
import type { Cell, Operand } from "../library.ts";
import { arithmetic, isFold, isOperand } from "./arithmetic.ts";

const operand = (value: number, position = 0): Operand => ({ step: "s", index: [position], value });
const contract = (...terms: number[][]): Cell => ({
  step: "t",
  index: [0],
  value: 0,
  op: "contract",
  function: null,
  template: null,
  terms: terms.map((factors) => factors.map((value) => operand(value))),
});
const written = (cell: Cell, open = false): string =>
  arithmetic(cell, open)
    .map((piece) => {
      if (isOperand(piece)) return piece.bracketed ? `(${piece.operand.value})` : String(piece.operand.value);
      return isFold(piece) ? `[${piece.folded}]` : piece;
    })
    .join("");
const map = (template: string, values: number[], name: string | null = null): Cell => ({
  ...contract(...values.map((value) => [value])),
  op: "map",
  function: name,
  template,
});

describe("a sum of products", () => {
  it("is written as it is computed", () => {
    expect(written(contract([1, 4], [2, 5], [3, 9], [4, 1]))).toBe("1·4 + 2·5 + 3·9 + 4·1");
  });

  it("has negative factors in parentheses, and powers of ten beside another factor", () => {
    expect(written(contract([-2, 4], [1, -3]))).toBe("(-2)·4 + 1·(-3)");
    expect(written(contract([1e-17, 2]))).toBe("(1e-17)·2");
    expect(written(contract([1e-17]))).toBe("1e-17");
  });

  it("of eight terms is whole, of nine folds in the middle and opens", () => {
    const terms = (count: number) => contract(...Array.from({ length: count }, (_, at) => [at, 1]));
    expect(written(terms(8))).not.toContain("[");
    expect(written(terms(9))).toBe("0·1 + 1·1 + 2·1 + 3·1 + [3] + 7·1 + 8·1");
    expect(written(terms(9), true).split(" + ")).toHaveLength(9);
  });

  it("of nothing is 0", () => {
    expect(written(contract())).toBe("0");
  });
});

describe("the messages of a graph", () => {
  it("are added up, and none of them is 0", () => {
    expect(written(map("sum({*})", [1, 2], "sum-of-messages"))).toBe("1 + 2");
    expect(written(map("sum({*})", [], "sum-of-messages"))).toBe("0");
  });

  it("leave no empty brackets where there are none", () => {
    expect(written(map("[({*}) ∈ ℰ]", [1, 3]))).toBe("[(1, 3) ∈ ℰ]");
    expect(written(map("[({*}) ∈ ℰ]", []))).toBe("");
  });
});

describe("another operation", () => {
  it("follows its template", () => {
    expect(written(map("exp({0} − {1})", [3, 5]))).toBe("exp(3 − 5)");
    expect(written(map("exp({0} − {1})", [-3, -5]))).toBe("exp(-3 − (-5))");
    expect(written(map("{0} / {1}", [-3, -5]))).toBe("-3 / (-5)");
    expect(written(map("{0} · {1}", [-3, -5]))).toBe("(-3) · (-5)");
    expect(written(map("√{0}", [4]))).toBe("√4");
    expect(written(map("{0}²", [-4]))).toBe("(-4)²");
    expect(written(map("max({*})", [1, -2, 3]))).toBe("max(1, -2, 3)");
  });

  it("that adds is written with plus signs", () => {
    expect(written({ ...map("sum({*})", [1, -2, 3], "sum"), op: "reduce" })).toBe("1 + (-2) + 3");
  });

  it("of many numbers folds", () => {
    expect(
      written(
        map(
          "max({*})",
          Array.from({ length: 12 }, (_, at) => at),
        ),
      ),
    ).toBe("max(0, 1, 2, 3, [6], 10, 11)");
  });

  it("keeps every operand, in order, when it is open", () => {
    const cell = map(
      "max({*})",
      Array.from({ length: 12 }, (_, at) => at),
    );
    expect(
      arithmetic(cell, true)
        .filter(isOperand)
        .map((piece) => piece.operand.value),
    ).toEqual(cell.terms.flat().map(({ value }) => value));
  });
});

it("an input has no arithmetic", () => {
  expect(arithmetic({ ...contract(), op: "given" }, false)).toEqual([]);
});
