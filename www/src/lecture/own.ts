/** Polls of a lecturer: opened from a file and kept in this browser, or brought by an address or by an element. */
import {
  type CheckedQuestions,
  checkQuestions,
  inWords,
  type OwnAnswer,
  type OwnPoll,
  type QuestionsProblem,
  revealQuestion,
  statementIds,
} from "attograph/questions";
import type { Lab, PollStatement } from "../library.ts";
import { sectionAddress } from "../state/addresses.ts";
import { hashOf } from "../state/hash.ts";
import { LANGUAGES } from "../state/language.ts";
import { packText, unpackText } from "../state/packed.ts";
import { remember, remembered } from "../state/preferences.ts";
import { giveTexts, type Tree } from "../text.ts";
import { findPoll, POLLS, type PollContent, setOwnPolls } from "./contents.ts";

/** A statement with its answer, whoever has asked it. */
export type AnsweredStatement = PollStatement | OwnAnswer;

/** The answers to a poll. */
export interface Revealed {
  readonly options: readonly string[];
  readonly statements: readonly AnsweredStatement[];
}

/** The name of the entry in the browser's storage. */
export const KEPT = "attograph.questions";
const FORMAT = "attograph-questions";
/** What an address begins with that has a whole poll. */
const WHOLE = "own.";

/** Polls that an address or an element has brought, which last until the page is closed. */
const brought = new Map<string, OwnPoll>();

/** The poll of each address that has a whole one. */
const addressed = new Map<string, string>();

/** Whether something is a poll that can be shown; what was kept may be damaged, or was kept by another version. */
function isPoll(poll: unknown): poll is OwnPoll {
  try {
    return statementIds(poll as OwnPoll).length > 0;
  } catch {
    return false;
  }
}

/** Reads the storage anew each time: another window may have written to it. */
function kept(): readonly unknown[] {
  try {
    const polls: unknown = JSON.parse(remembered(KEPT) ?? "[]");
    return Array.isArray(polls) ? polls : [];
  } catch {
    return [];
  }
}

/** The polls that this browser keeps. */
export const keptPolls = (): readonly OwnPoll[] => kept().filter((poll) => isPoll(poll) && isOwn(poll)) as OwnPoll[];

/** Polls by their ids; those that an address has brought stand for those that are kept. */
const all = (): ReadonlyMap<string, OwnPoll> =>
  new Map([...keptPolls().map((poll) => [poll.id, poll] as const), ...brought]);

/** Returns a poll of the lecturer as it was given. */
export const ownPoll = (id: string): OwnPoll | null => all().get(id) ?? null;

/** Whether a poll can stand beside those of the library: its id is none of theirs. */
export const isOwn = ({ id }: OwnPoll): boolean => POLLS.every((poll) => poll.id !== id);

/** Writes the list of polls, and returns whether the browser keeps it. What is not understood stays where it is. */
function write(polls: readonly unknown[]): boolean {
  const text = JSON.stringify(polls);
  remember(KEPT, text);
  announce();
  return remembered(KEPT) === text;
}

const idOf = (poll: unknown): unknown => Object(poll).id;

function contentOf(poll: OwnPoll): PollContent {
  const runs = poll.statements.flatMap(({ holds }) => (typeof holds === "boolean" ? [] : holds.runs));
  const algorithms = [...new Set(runs.map(({ algorithm }) => algorithm))];
  return {
    id: poll.id,
    topic: "own",
    source: null,
    algorithms,
    options: statementIds(poll),
    version: hashOf(JSON.stringify(poll)),
  };
}

/** Tells the lists and the texts of the page which polls there are. */
export function announce(): void {
  const polls = [...all().values()];
  setOwnPolls(polls.map(contentOf));
  const textsIn = (language: "en" | "ko"): Tree => {
    const entries = polls.map((poll) => {
      const texts = (read: (statement: OwnPoll["statements"][number]) => Tree | string): Tree =>
        Object.fromEntries(poll.statements.map((statement, at) => [statementIds(poll)[at] ?? "", read(statement)]));
      const question = {
        question: inWords(poll.question, language),
        options: texts(({ text }) => inWords(text, language)),
      };
      const answers = texts(({ why }): Tree => (why ? { why: inWords(why, language) } : {}));
      return [poll.id, question, answers] as const;
    });
    return {
      polls: Object.fromEntries(entries.map(([id, question]) => [id, question])),
      "poll-answers": Object.fromEntries(entries.map(([id, , answers]) => [id, answers])),
    };
  };
  giveTexts(
    Object.fromEntries(LANGUAGES.map((language) => [language, textsIn(language)])) as Record<"en" | "ko", Tree>,
  );
}

/** Reads polls that are given as data. Those with mistakes are left out. */
export const readQuestions = (lab: Lab, value: unknown): CheckedQuestions => checkQuestions(lab.questions, value);

/** What became of a file. */
export interface Opened {
  readonly added: number;
  /** Polls in the place of earlier ones with the same id. */
  readonly replaced: number;
  readonly problems: readonly QuestionsProblem[];
  /** Whether the browser keeps them; otherwise they last until the page is closed. */
  readonly stored: boolean;
}

/** Opens the text of a file. Polls with mistakes are left out and named. Throws where it is no JSON. */
export function openQuestions(lab: Lab, text: string): Opened {
  const { polls, problems } = readQuestions(lab, JSON.parse(text.replace(/^\uFEFF/, "")));
  const before = kept();
  const known = new Set(before.map(idOf));
  const ids = new Set<unknown>(polls.map(({ id }) => id));
  for (const poll of polls) brought.delete(poll.id);
  const stored = polls.length === 0 || write([...before.filter((poll) => !ids.has(idOf(poll))), ...polls]);
  if (!stored) bring(polls);
  const replaced = polls.filter(({ id }) => known.has(id)).length;
  return { added: polls.length - replaced, replaced, problems, stored };
}

export function removeQuestion(id: string): void {
  brought.delete(id);
  write(kept().filter((poll) => idOf(poll) !== id));
}

/** Shows polls until the page is closed. */
export function bring(polls: readonly OwnPoll[]): void {
  for (const poll of polls) brought.set(poll.id, poll);
  announce();
}

/** All polls of the lecturer that are shown, as a file. */
export const writeQuestions = (): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, polls: [...all().values()] }, null, 2)}\n`;

/** The address at which others see a poll: of a lecturer's own it has the whole poll, since no other browser keeps it. */
export function pollAddress(id: string): string {
  const poll = all().get(id);
  return sectionAddress("polls", poll && findPoll(id)?.source === null ? WHOLE + packText(JSON.stringify(poll)) : id);
}

/** Reads the poll of an address that has a whole one; a damaged one is none. */
export function readAddress(id: string | null): void {
  if (!id?.startsWith(WHOLE) || addressed.has(id)) return;
  try {
    const poll: unknown = JSON.parse(unpackText(id.slice(WHOLE.length)));
    if (!isPoll(poll) || !isOwn(poll)) return;
    addressed.set(id, poll.id);
    bring([poll]);
  } catch {
    // The address names no poll, which is said like any other that does not exist.
  }
}

/** The id of the poll that an address names. */
export const pollIn = (id: string | null): string | null => (id === null ? null : (addressed.get(id) ?? id));

/** Computes the answers to a poll. */
export function revealed(lab: Lab, id: string): Revealed {
  const poll = all().get(id);
  if (!poll || findPoll(id)?.source !== null) return lab.reveal(id);
  return { options: statementIds(poll), statements: revealQuestion(lab.questions, poll) };
}
