import type { DerivationMark, MarkedDerivation } from "./derivation-types.js";
import { AttographError } from "./errors.js";
import type { CrossedChecked, CrossedDerivationMark } from "./glue.js";
import { freeze } from "./plain.js";
import { readRecord, wholeNumber, wrongType } from "./refuse.js";

const EXPECTED = "an object with a text for each entry";

/** Validates the types of the texts of a derivation, and returns a copy. The library validates the names of the entries. */
export function readEntries(texts: unknown): { entries: string[]; texts: string[] } {
  if (Array.isArray(texts)) throw wrongType("texts", EXPECTED, texts);
  const typed = Object.entries(readRecord("texts", texts, null, EXPECTED)).filter(
    ([, text]) => text !== undefined && text !== null,
  );
  for (const [entry, text] of typed) if (typeof text !== "string") throw wrongType(`texts.${entry}`, "a text", text);
  return { entries: typed.map(([entry]) => entry), texts: typed.map(([, text]) => text as string) };
}

/** Validates the options, and returns the seed of the points. */
export function readSeed(options: unknown): number {
  const { seed = 0 } = readRecord("options", options, ["seed"]);
  return wholeNumber("seed", seed, 0, Number.MAX_SAFE_INTEGER);
}

/** Returns the marks of a derivation with their own fields only. */
export function describeMarked({ marks, complete }: CrossedChecked): MarkedDerivation {
  return freeze({ marks: marks.map(describeMark), complete });
}

function describeMark(mark: CrossedDerivationMark): DerivationMark {
  const { entry, kind, cell, sides, mistake } = mark;
  const at = mark.at ?? [];
  const [one, other] = mark.numbers ?? [Number.NaN, Number.NaN];
  switch (kind) {
    case "empty":
    case "right":
      return { entry, kind };
    case "unreadable":
      return { entry, kind, place: mark.place ?? 0, expected: mark.reason ?? "" };
    case "undefined":
      return { entry, kind, at };
    case "depends":
      return {
        entry,
        kind,
        symbol: mark.symbol ?? "",
        at,
        other: mark.other ?? Number.NaN,
        cell,
        here: one,
        there: other,
      };
    case "unequal":
      return { entry, kind, at, cell, found: one, expected: other, sides, mistake };
  }
  throw new AttographError("internal", `there is no mark \`${kind}\``, { kind });
}
