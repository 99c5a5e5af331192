import { describe, expect, it } from "vitest";
import { partsOf, partsOfSentence } from "./terms.ts";

describe("a line", () => {
  it("of a formula ends before an operator between terms", () => {
    expect(partsOf("D L = A H Wᵀ + D H Bᵀ")).toEqual(["D L", "= A H Wᵀ", "+ D H Bᵀ"]);
    expect(partsOf("(g − g J / n − g x̂ᵀ x̂ / n) / σ")).toEqual(["(g − g J / n − g x̂ᵀ x̂ / n) / σ"]);
    expect(partsOf("E = −(T − X W)")).toEqual(["E", "= −(T − X W)"]);
  });

  it("of a formula ends before a factor where a product is long", () => {
    const long = "degrees(PAPᵀ + I)^(-1/2) (PAPᵀ + I) degrees(PAPᵀ + I)^(-1/2)";
    const parts = partsOf(`S = ${long}`);
    expect(parts.join(" ")).toBe(`S = ${long}`);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.split("(").length).toBe(part.split(")").length);
  });

  it("of a sentence does not end within a product", () => {
    expect(partsOfSentence("Each degree moves with its node: P D̂ Pᵀ.")).toEqual([
      ..."Each degree moves with its node:".split(" "),
      "P D̂ Pᵀ.",
    ]);
    expect(partsOfSentence("P A Pᵀ + I = P (A + I) Pᵀ, because P Pᵀ = I.")[0]).toBe("P A Pᵀ");
    expect(partsOfSentence("Write the 2 × 2 matrix")).toEqual(["Write", "the", "2 × 2", "matrix"]);
    expect(partsOfSentence("becomes P A Pᵀ, P in front")).toEqual(["becomes", "P A Pᵀ,", "P", "in", "front"]);
  });
});
