import { expect, it } from "vitest";
import { type FormulaTree, fill, isPattern } from "./filled.ts";

const letter = (text: string): FormulaTree => ["mi", {}, text];
const math = (...nodes: FormulaTree[]): FormulaTree => ["math", {}, ...nodes];
const operand = (number: number): FormulaTree => ["mtext", {}, `#${number}`];
const sum: FormulaTree[] = [letter("S"), ["mo", {}, "+"], letter("B")];

const trees = new Map<string, FormulaTree>([
  ["S", math(letter("S"))],
  ["B", math(letter("B"))],
  ["S + B", math(...sum)],
  ["#1_{ij}", math(["msub", {}, operand(1), letter("ij")])],
  ["#1 + #2", math(operand(1), ["mo", {}, "+"], operand(2))],
]);

it("puts the symbols of a run where a pattern has operands, in brackets where the formula has them", () => {
  const indexed = (...nodes: FormulaTree[]) => math(["msub", {}, ["mrow", {}, ...nodes], letter("ij")]);
  expect(fill("S_{ij}", "#1_{ij}", trees)).toEqual(indexed(letter("S")));
  const bracket = (form: string, sign: string): FormulaTree => ["mo", { form, stretchy: "false" }, sign];
  expect(fill("(S + B)_{ij}", "#1_{ij}", trees)).toEqual(
    indexed(bracket("prefix", "("), ...sum, bracket("postfix", ")")),
  );
});

it("finds which symbols make up the formula, although one begins with another", () => {
  const [, , first, , second] = fill("S + B + S", "#1 + #2", trees) ?? [];
  expect([first, second]).toEqual([
    ["mrow", {}, ...sum],
    ["mrow", {}, letter("S")],
  ]);
});

it("is none where the formula is another, or a symbol is not known", () => {
  expect(fill("S_{ik}", "#1_{ij}", trees)).toBeUndefined();
  expect(fill("C_{ij}", "#1_{ij}", trees)).toBeUndefined();
  expect(isPattern("#1_{ij}")).toBe(true);
  expect(isPattern("\\#_v")).toBe(false);
});
