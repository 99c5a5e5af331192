/** What a reader answers to a poll, kept like the answers of an exercise: one entry for each poll, with a text for each statement. */
import type { PollAnswer } from "../library.ts";
import type { Progress } from "../practice/progress.ts";
import { newWork, type Work, withAnswer } from "../practice/work.ts";
import { findPoll } from "./contents.ts";

export type Choice = PollAnswer["statements"][number]["key"];
export type Choices = Readonly<Record<string, Choice>>;

export const CHOICES: readonly Choice[] = ["holds", "fails", "contested"];

const keyOf = (poll: string) =>
  ({ exercise: `polls/${poll}`, difficulty: "easy", seed: findPoll(poll)?.version ?? 1 }) as const;
/** Names of steps begin with a letter; ids of statements may be numbers. */
const stepOf = (option: string): string => `statement-${option}`;

const workOn = (progress: Progress, poll: string): Work => progress.find(keyOf(poll)) ?? newWork(keyOf(poll));

/** Returns what was answered so far. */
export function choicesOf(progress: Progress, poll: string, options: readonly string[]): Choices {
  const { answers } = workOn(progress, poll);
  const chosen = options.flatMap((option) => {
    const text = answers[stepOf(option)]?.[0];
    const choice = CHOICES.find((one) => one === text);
    return choice ? [[option, choice] as const] : [];
  });
  return Object.fromEntries(chosen);
}

export function keepChoice(progress: Progress, poll: string, option: string, choice: Choice): void {
  const now = Date.now();
  progress.keep({ ...withAnswer(workOn(progress, poll), stepOf(option), 1, 0, choice, now), at: now });
}

/** Keeps how many answers agree with the evidence. */
export function keepScore(progress: Progress, poll: string, right: number, asked: number): void {
  progress.keep({ ...workOn(progress, poll), right, asked, at: Date.now() });
}
