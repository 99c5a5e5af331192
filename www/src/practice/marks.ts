/** Signs and texts of marks, so that color is never the only difference. */
import { expectationText, markText } from "attograph/text";
import type { Mark } from "../library.ts";
import { t, textOf } from "../text.ts";

export const SIGNS: Readonly<Record<Mark["kind"], string>> = {
  empty: "",
  unreadable: "?",
  right: "✓",
  "too-few-digits": "≈",
  "follows-from-earlier": "↳",
  misconception: "✗",
  wrong: "✗",
};

/** Whether the number has to change: it is not right, possibly only because an earlier one is not. */
export function isToRetry({ kind }: Mark): boolean {
  return kind !== "empty" && kind !== "right";
}

/** Whether the cell itself has to be corrected. */
export function isWrong({ kind }: Mark): boolean {
  return kind === "misconception" || kind === "wrong" || kind === "unreadable" || kind === "too-few-digits";
}

export function misconceptionName(id: string): string {
  return t(`misconceptions.${id}.name`);
}

/** Returns one sentence on a mark; empty for a cell without one. */
export function spoken(mark: Mark): string {
  return markText(textOf, mark) ?? "";
}

/** Returns what the library expected, which it states in English. */
export function expectation(expected: string): string {
  return expectationText(textOf, expected);
}
