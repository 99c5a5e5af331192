import type { CatalogEntry, CatalogStep } from "./types.js";

/** A group in braces, at most three deep. */
const GROUP = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`;
/** A sign, a group, or a command with the group that follows it. */
const TOKEN = String.raw`(?:${GROUP}|\\[A-Za-z]+(?:${GROUP})?|[^])`;
/** The letter of an operand, whose position is counted from 1: `#1S`, `#2{X'}`. The sign itself is `\#`. */
const MARKED = new RegExp(String.raw`(?<!\\)#(\d)(${TOKEN})`, "g");
const SCRIPTED = /^[_^']/;
/** A letter with an exponent, and one with an index. */
const RAISED = new RegExp(String.raw`^${TOKEN}(?:'|\^${TOKEN})*$`);
const LOWERED = new RegExp(`^${TOKEN}(?:_${TOKEN})*$`);

/**
 * Returns a formula with the symbol of each marked operand, or with the marked letter where there is none. The library does the same in Rust
 * (`trace/formula.rs`), and both have the cases of `pkg-tests/formulas.json`.
 */
export function filled(formula: string, symbolOf: (operand: number) => string | undefined): string {
  return formula.replace(MARKED, (mark: string, position: string, marked: string, at: number) => {
    const letter = marked.replace(/^\{(.*)\}$/s, "$1");
    const symbol = symbolOf(Number(position) - 1);
    // A small letter stands for a row or an entry of the matrix of the same letter.
    if (symbol === undefined || symbol.toLowerCase() === letter.toLowerCase()) return letter;
    return needsBrackets(symbol, formula.slice(0, at), formula.slice(at + mark.length)) ? `(${symbol})` : symbol;
  });
}

/** Whether a symbol stands in brackets: several letters with one index, or a sum that is no term. */
function needsBrackets(symbol: string, before: string, behind: string): boolean {
  if (SCRIPTED.test(behind)) return !(behind[0] === "_" ? RAISED : LOWERED).test(symbol);
  const isTerm = /(?:^|[({[=,+;])\s*$/.test(before) && /^\s*(?:$|[)}\],+;-])/.test(behind);
  if (isTerm) return false;
  let outside = symbol;
  for (let inner = ""; inner !== outside; ) {
    inner = outside;
    outside = inner.replace(/\{[^{}()[\]]*\}|\([^{}()[\]]*\)|\[[^{}()[\]]*\]/g, "");
  }
  return /[+-]/.test(outside);
}

/** Returns an algorithm whose steps have a formula, and the pattern that it has in each run. */
export function withPatterns(entry: CatalogEntry): CatalogEntry {
  const steps = entry.steps.map((step): CatalogStep => {
    const formula = filled(step.formula, () => undefined);
    return { ...step, formula, pattern: formula === step.formula ? null : step.formula };
  });
  return { ...entry, steps };
}
