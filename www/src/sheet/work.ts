/** What was done on the parts of a sheet, as it stands on this device. */
import { type PartAnswers, type Sheet, type SheetPart, seedFor } from "attograph/sheet";
import { findPoll } from "../lecture/contents.ts";
import { choicesOf } from "../lecture/poll-answers.ts";
import { findDerivation, findExercise } from "../practice/contents.ts";
import type { Progress } from "../practice/progress.ts";
import type { WorkKey } from "../practice/work.ts";

/** Whether the exercise, derivation or poll of a part exists here. */
export function isKnown(part: SheetPart): boolean {
  switch (part.kind) {
    case "text":
      return true;
    case "exercise":
      return findExercise(part.id) !== null;
    case "derivation":
      return findDerivation(part.id) !== null;
    case "poll":
      return findPoll(part.id) !== null;
  }
}

/** Whether the numbers of a sheet follow from the name. */
export const needsName = ({ parts }: Sheet): boolean =>
  parts.some((part) => part.kind === "exercise" && part.seeds[0] !== part.seeds[1]);

/** The exercise of a part, with the student's own numbers. */
export function workKey(sheet: Sheet, place: number, name: string): WorkKey | null {
  const part = sheet.parts[place];
  if (part?.kind === "derivation") return { exercise: part.id, difficulty: "easy", seed: 1 };
  if (part?.kind !== "exercise") return null;
  return { exercise: part.id, difficulty: part.difficulty, seed: seedFor(sheet, place, name) };
}

/** The answers to a part, as the library takes them. */
export function answersTo(progress: Progress, sheet: Sheet, place: number, name: string): PartAnswers {
  const part = sheet.parts[place];
  if (part?.kind === "poll") return choicesOf(progress, part.id, findPoll(part.id)?.options ?? []);
  const key = workKey(sheet, place, name);
  const answers = (key && progress.find(key)?.answers) ?? {};
  if (part?.kind === "exercise") return answers;
  return Object.fromEntries(Object.entries(answers).map(([entry, [text = ""]]) => [entry, text]));
}
