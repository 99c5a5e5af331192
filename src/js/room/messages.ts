/** What phones, the lecturer's page and the room send each other, as JSON. */

/** What can be answered to a statement, in the order in which counts are listed. */
export const CHOICES = ["holds", "fails", "contested"] as const;

export type Choice = (typeof CHOICES)[number];

/** Answers by statement; a statement may be left out. */
export type Answers = Readonly<Record<string, Choice>>;

export const LANGUAGES = ["en", "ko"] as const;

export type Language = (typeof LANGUAGES)[number];

/** From a phone or from the lecturer's page. */
export type Request =
  | { readonly type: "join"; readonly code: string; readonly voter: string; readonly language: Language }
  | { readonly type: "lead"; readonly key: string; readonly language: Language }
  | { readonly type: "language"; readonly language: Language }
  | { readonly type: "vote"; readonly poll: string; readonly answers: Answers }
  | { readonly type: "show"; readonly poll: string }
  | { readonly type: "reveal" | "hide" | "clear" };

/** Why the room does not do what was asked. */
export type Refusal =
  /** It is no message of these pages. */
  | "unreadable"
  | "wrong-code"
  | "wrong-key"
  /** There are as many voters as the room takes. */
  | "full"
  /** The answers are shown: no vote is taken. */
  | "closed"
  /** The poll is not the one that is asked. */
  | "other-poll"
  /** The vote could not be kept on disk. */
  | "not-kept"
  /** Messages came too quickly, or nobody joined. */
  | "too-many"
  | "too-late";

/** A poll in one language, without its answers. */
export interface PollText {
  readonly id: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
}

/** The evidence on a statement, in one language. */
export interface Revealed {
  readonly id: string;
  readonly key: Choice;
  readonly verdict: string;
  readonly explanation: string;
  /** What decides where no run can; absent where runs decide. */
  readonly argument?: string;
  readonly readings: readonly {
    /** The reading and its verdict; null where there is only one. */
    readonly title: string | null;
    readonly facts: readonly { readonly title: string; readonly value: number }[];
  }[];
}

/** From the room. */
export type Message =
  /** The poll that is asked, and the answers once they are shown; `mine` is what was counted for this phone. */
  | {
      readonly type: "poll";
      readonly poll: PollText;
      readonly choices: readonly string[];
      readonly revealed: readonly Revealed[] | null;
      readonly mine: Answers | null;
    }
  | { readonly type: "counted"; readonly poll: string; readonly answers: Answers }
  | { readonly type: "refused"; readonly reason: Refusal }
  /** To the lecturer: the room, and every poll that can be asked. */
  | {
      readonly type: "room";
      readonly code: string;
      readonly addresses: readonly string[];
      readonly polls: readonly { readonly id: string; readonly question: string }[];
    }
  /** To the lecturer: how many phones are here, how many voted, and for each statement how often each choice was made. */
  | {
      readonly type: "tally";
      readonly poll: string;
      readonly phones: number;
      readonly votes: number;
      readonly counts: readonly (readonly number[])[];
    };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most;

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);

export const isChoice = (value: unknown): value is Choice => CHOICES.some((choice) => choice === value);

/** What a phone calls itself: random characters that it drew once. */
const VOTER = /^[A-Za-z0-9_-]{16,64}$/;

/** More than the statements of any poll. */
const MOST_ANSWERS = 32;

/** Reads what came over a connection; null where it is no request. */
export function readRequest(text: string): Request | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { type, code, voter, key, language, poll } = value;
  switch (type) {
    case "join":
      if (!isText(code, 16) || !isText(voter, 64) || !VOTER.test(voter) || !isLanguage(language)) return null;
      return { type, code, voter, language };
    case "lead":
      return isText(key, 64) && isLanguage(language) ? { type, key, language } : null;
    case "language":
      return isLanguage(language) ? { type, language } : null;
    case "vote": {
      const answers = readAnswers(value.answers);
      return isText(poll, 32) && answers ? { type, poll, answers } : null;
    }
    case "show":
      return isText(poll, 32) ? { type, poll } : null;
    case "reveal":
    case "hide":
    case "clear":
      return { type };
    default:
      return null;
  }
}

function readAnswers(value: unknown): Answers | null {
  if (!isRecord(value)) return null;
  const entries = Object.entries(value);
  if (entries.length > MOST_ANSWERS || !entries.every(([id, choice]) => id.length <= 16 && isChoice(choice)))
    return null;
  return Object.fromEntries(entries) as Answers;
}
