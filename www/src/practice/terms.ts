/** Where a line may end in what is written as a formula: before an operator between terms, and not within a term. */
import { html, type TemplateResult } from "lit";

/** A product of more signs may go on in another line, before a factor. */
const LONG = 24;
/** A letter with its accents and raised or lowered signs, with what stands around it. */
const SYMBOL = /^\(*\p{L}[\p{M}\p{Lm}\p{No}⁻₊₋]*[\s),.;:?]*$/u;

/** Returns the parts of an expression that are not parted between lines; between them are spaces. */
export function partsOf(expression: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  for (const word of expression.split(" ")) {
    const last = parts.at(-1);
    const isOperator = /^[=+−]$/.test(word);
    const isLong = last !== undefined && last.length > LONG && !/[/·−+=]$/.test(last) && word !== "/";
    if (last === undefined || (depth === 0 && (isOperator || isLong))) parts.push(word);
    else parts[parts.length - 1] = `${last} ${word}`;
    for (const sign of word) depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
  }
  return parts;
}

/** Returns the parts of a sentence that are not parted between lines: its words, products of several letters, and sizes, such as 2 × 2. */
export function partsOfSentence(sentence: string): string[] {
  const parts: string[] = [];
  let before = "";
  for (const word of sentence.split(" ")) {
    const isSize = before !== "" && (word === "×" || before === "×");
    // A product ends where a sentence goes on.
    const isProduct = SYMBOL.test(word) && SYMBOL.test(before) && !/[,.;:?]$/.test(before);
    if (isSize || isProduct) parts.push(`${parts.pop()} ${word}`);
    else parts.push(word);
    before = word;
  }
  return parts;
}

const inLines = (parts: readonly string[]): TemplateResult =>
  html`${parts.map((part, at) => html`${at === 0 ? "" : " "}${part.includes(" ") ? html`<span class="term">${part}</span>` : part}`)}`;

export const formulaInLines = (expression: string): TemplateResult => inLines(partsOf(expression));
export const sentenceInLines = (sentence: string): TemplateResult => inLines(partsOfSentence(sentence));
