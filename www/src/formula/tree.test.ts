import { expect, it } from "vitest";
import { equations, type FormulaTree } from "./tree.ts";

const gap = (width: string): FormulaTree => ["mspace", { width }];
const letter = (text: string): FormulaTree => ["mi", {}, text];

it("parts a formula at wide gaps, and leaves one without them as it is", () => {
  const one: FormulaTree = ["math", {}, ["mrow", {}, letter("a"), gap("0.1667em"), letter("b")]];
  expect(equations(one)).toEqual([one]);
  const two: FormulaTree = ["math", {}, ["mrow", {}, letter("a"), gap("1em"), letter("b")]];
  expect(equations(two)).toEqual([
    ["math", {}, ["mrow", {}, letter("a")]],
    ["math", {}, ["mrow", {}, letter("b")]],
  ]);
});
