/** What a node becomes at each stop of the lab Morph, term by term. Terms of two stops with one id are one term. */

import type { FormulaTree } from "../src/formula/tree.ts";
import type { Equation, Term } from "../src/labs/ag-terms.ts";

const letter = (name: string): FormulaTree => ["mi", {}, name];
const word = (name: string): FormulaTree => ["mi", { mathvariant: "normal" }, name];
const sign = (text: string): FormulaTree => ["mo", {}, text];
const bracket = (text: string): FormulaTree => ["mo", { stretchy: "false" }, text];
const row = (...parts: readonly FormulaTree[]): FormulaTree => ["mrow", {}, ...parts];
const at = (what: FormulaTree, index: FormulaTree): FormulaTree => ["msub", {}, what, index];
const ofHead = (what: FormulaTree, index: FormulaTree): FormulaTree => ["msubsup", {}, what, index, letter("k")];
const term = (id: string, ...trees: readonly FormulaTree[]): Term => ({ id, trees });

const [i, j] = [letter("i"), letter("j")];
const [NEIGHBORS, DOT, COMPLETE, MASK, HEADS, RESIDUAL, FEED_FORWARD] = [1, 4, 5, 6, 7, 8, 9];

/** Whose values are added up. */
function sum(stop: number): Term {
  const among = stop >= COMPLETE ? letter("V") : row(letter("N"), bracket("("), i, bracket(")"));
  return term("sum", ["munder", {}, ["mo", { movablelimits: "false" }, "∑"], row(j, sign("∈"), among)]);
}

function score(stop: number): Term {
  if (stop < DOT) return term("score", ["mn", {}, "1"]);
  const own = stop >= HEADS ? ofHead : at;
  const product = row(own(letter("q"), i), sign("·"), own(letter("k"), j));
  return term("score", ["mfrac", {}, product, ["msqrt", {}, letter("d")]]);
}

/** How much of each. */
function weight(stop: number): readonly Term[] {
  if (stop === NEIGHBORS) return [];
  if (stop === NEIGHBORS + 1) return [term("share", ["mfrac", {}, ["mn", {}, "1"], at(letter("n"), i)])];
  return [
    term("softmax", at(word("softmax"), j), bracket("(")),
    score(stop),
    ...(stop >= MASK ? [term("mask", sign("+"), at(letter("m"), row(i, j)))] : []),
    term("softmax-end", bracket(")")),
  ];
}

function received(stop: number): readonly Term[] {
  const heads: FormulaTree = [
    "munderover",
    {},
    ["mo", { movablelimits: "false" }, "∥"],
    row(letter("k"), sign("="), ["mn", {}, "1"]),
    ["mn", {}, "2"],
  ];
  return [
    ...(stop >= HEADS ? [term("heads", heads)] : []),
    sum(stop),
    ...weight(stop),
    term("value", (stop >= HEADS ? ofHead : at)(letter("x"), j)),
  ];
}

/** Returns the equations of a stop. */
export function formulaAt(stop: number): readonly Equation[] {
  const result = (name: string) => term("result", at(letter(name), i), sign("="));
  if (stop < RESIDUAL) return [[result("h"), ...received(stop)]];
  const added = [
    term("norm", word("Norm"), bracket("(")),
    term("self", at(letter("x"), i), sign("+")),
    ...received(stop),
    term("norm-end", bracket(")")),
  ];
  if (stop < FEED_FORWARD) return [[result("h"), ...added]];
  const u = at(letter("u"), i);
  const network = term(
    "network",
    at(letter("h"), i),
    sign("="),
    word("Norm"),
    bracket("("),
    u,
    sign("+"),
    word("FFN"),
    bracket("("),
    u,
    bracket(")"),
    bracket(")"),
  );
  return [[result("u"), ...added], [network]];
}
