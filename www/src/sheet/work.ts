/** What was done on the parts of a sheet, as it stands on this device. */
import { type PartAnswers, type Sheet, type SheetPart, seedFor } from "attograph/sheet";
import { findPoll } from "../lecture/contents.ts";
import { bring, isOwn } from "../lecture/own.ts";
import { choicesOf } from "../lecture/poll-answers.ts";
import type { Lab } from "../library.ts";
import { findDerivation, findExercise } from "../practice/contents.ts";
import { ownHash } from "../practice/own-inputs.ts";
import type { Progress } from "../practice/progress.ts";
import type { WorkKey } from "../practice/work.ts";
import { sheetIn } from "./address.ts";
import { changesOf, type ExercisePart } from "./own-part.ts";

/** Opens the sheet of an address and shows its own polls; null where the address is damaged, or a part is not known here. */
export function openSheet(lab: Lab, code: string): Sheet | null {
  const sheet = sheetIn(code);
  if (!sheet?.parts.every((part) => isKnown(lab, part))) return null;
  bring(sheet.parts.flatMap((part) => (part.kind === "own-poll" ? part.poll : [])));
  return sheet;
}

/** Whether the exercise, derivation or poll of a part exists here, and can be done. */
export function isKnown(lab: Lab, part: SheetPart): boolean {
  switch (part.kind) {
    case "text":
      return true;
    case "exercise":
      return findExercise(part.id) !== null && isDoable(lab, part);
    case "derivation":
      return findDerivation(part.id) !== null;
    case "poll":
      return findPoll(part.id) !== null;
    case "own-poll":
      return isOwn(part.poll);
  }
}

function isDoable(lab: Lab, part: ExercisePart): boolean {
  try {
    changesOf(lab, part);
    return true;
  } catch {
    return false;
  }
}

/** The id of the poll of a part; null where it is none. */
export const pollOf = (part: SheetPart | undefined): string | null =>
  part?.kind === "poll" ? part.id : part?.kind === "own-poll" ? part.poll.id : null;

/** Whether the numbers of a sheet follow from the name. */
export const needsName = ({ parts }: Sheet): boolean =>
  parts.some((part) => part.kind === "exercise" && part.seeds[0] !== part.seeds[1]);

/** Where everyone has the same numbers, they are there before a name is. */
function seedOf(sheet: Sheet, { seeds: [first, last] }: ExercisePart, place: number, name: string): number {
  return first === last ? first : seedFor(sheet, place, name);
}

/** The exercise of a part, with the student's own numbers. */
export function workKey(lab: Lab, sheet: Sheet, place: number, name: string): WorkKey | null {
  const part = sheet.parts[place];
  if (part?.kind === "derivation") return { exercise: part.id, difficulty: "easy", seed: 1 };
  if (part?.kind !== "exercise") return null;
  const key = { exercise: part.id, difficulty: part.difficulty, seed: seedOf(sheet, part, place, name) };
  const own = ownHash(changesOf(lab, part));
  return own === undefined ? key : { ...key, own };
}

/** The answers to a part, as the library takes them. */
export function answersTo(lab: Lab, progress: Progress, sheet: Sheet, place: number, name: string): PartAnswers {
  const part = sheet.parts[place];
  const poll = pollOf(part);
  if (poll !== null) return choicesOf(progress, poll, findPoll(poll)?.options ?? []);
  const key = workKey(lab, sheet, place, name);
  const answers = (key && progress.find(key)?.answers) ?? {};
  if (part?.kind === "exercise") return answers;
  return Object.fromEntries(Object.entries(answers).map(([entry, [text = ""]]) => [entry, text]));
}
