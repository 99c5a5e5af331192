/** What a file that was handed in says once it is checked: one result for an exercise, and one for each part of a sheet. */
import type { Homework, MarkSummary, Verification } from "../exercise-types.js";
import type { Words } from "../questions.js";
import type { DonePart, HandedIn } from "../sheet.js";

export type Verdict = Verification["verdict"];

/** An exercise, a derivation or a poll, counted. */
export interface Result {
  readonly id: string;
  readonly seed: number | "";
  readonly difficulty: string;
  readonly cells: number;
  readonly right: number;
  readonly following: number;
  readonly short: number;
  readonly wrong: number;
  readonly empty: number;
  readonly misconceptions: readonly string[];
  /** The number of the part in its sheet, and the sheet's title; empty for homework without a sheet. */
  readonly place: string;
  /** What a poll of the lecturer asks, which the library does not know. */
  readonly question?: Words;
}

/** A file: its results, and what is to be said about it. A file without results is unreadable. */
export interface Judged {
  readonly verdict: Verdict;
  readonly results: readonly Result[];
  readonly detail: string;
  readonly name: string;
}

/** The result of an exercise: what the library finds in the answers, whatever the file says. */
export function resultOf({
  exercise,
  seed,
  difficulty,
  marks,
}: Pick<Homework, "exercise" | "seed" | "difficulty" | "marks">): Result {
  const { cells, misconceptions } = marks;
  const { right, empty } = cells;
  const following = cells["follows-from-earlier"];
  const short = cells["too-few-digits"];
  const all = countOf(marks);
  const wrong = all - right - following - short - empty;
  return {
    id: exercise,
    seed,
    difficulty,
    cells: all,
    right,
    following,
    short,
    wrong,
    empty,
    misconceptions,
    place: "",
  };
}

const countOf = ({ cells }: MarkSummary): number => Object.values(cells).reduce((sum, count) => sum + count, 0);

/** The results of a sheet, without its texts. */
export function resultsOf({ sheet, parts }: HandedIn): Result[] {
  return parts.flatMap((part, at) => {
    const found = partResult(part);
    if (!found) return [];
    const given = sheet.parts[at];
    const own = given?.kind === "own-poll" ? { question: given.poll.question } : {};
    return [{ ...found, ...own, place: `part ${at + 1} of ${sheet.title}` }];
  });
}

function partResult(part: DonePart): Result | null {
  if (part.kind === "text") return null;
  if (part.kind === "exercise") return resultOf(part);
  const { id, right, wrong, empty } = part;
  const cells = right + wrong + empty;
  return {
    id,
    seed: "",
    difficulty: "",
    cells,
    right,
    following: 0,
    short: 0,
    wrong,
    empty,
    misconceptions: [],
    place: "",
  };
}
