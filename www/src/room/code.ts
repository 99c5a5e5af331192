/**
 * Votes as short codes, for rooms without a server: `AG-S1-P1-7K3Q-X9MD-4TZA` has the poll, a random part that stands for the voter, the answers, and a
 * checksum. The answers are mixed with the random part, so that equal votes do not look equal in a chat.
 */
import type { Choice, Choices } from "../lecture/poll-answers.ts";

/** The alphabet of Douglas Crockford's Base 32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const VOTER_LENGTH = 6;
const CHECK_LENGTH = 4;
const BITS = 5;

const VALUES: readonly (Choice | null)[] = [null, "holds", "fails", "contested"];

/** A poll as far as codes need it. */
export interface CodedPoll {
  readonly id: string;
  readonly options: readonly string[];
}

/** Why something that begins like a code is none. */
export type CodeProblem = "unknown-poll" | "wrong-length" | "wrong-letter" | "wrong-check";

interface Place {
  /** The code as it stands in the text. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

export type FoundCode =
  | (Place & { readonly kind: "vote"; readonly poll: string; readonly voter: string; readonly answers: Choices })
  | (Place & { readonly kind: "bad"; readonly problem: CodeProblem });

/** FNV-1a over the characters, and what MurmurHash3 does at its end, so that each character changes every bit. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}

const letterOf = (value: number): string => ALPHABET[value & 31] as string;

/** Draws the part of a code that stands for the voter. */
export function drawVoter(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(VOTER_LENGTH));
  return Array.from(bytes, letterOf).join("");
}

export const isVoter = (text: string | null): text is string =>
  text?.length === VOTER_LENGTH && [...text].every((letter) => ALPHABET.includes(letter));

/** How many letters the answers to so many statements take. */
const answerLength = (statements: number): number => Math.ceil((2 * statements) / BITS);

/** Turns letters into others and back: the same mask twice changes nothing. */
function mixed(poll: string, voter: string, letters: string): string {
  return [...letters].map((letter, at) => letterOf(ALPHABET.indexOf(letter) ^ hash(`${poll} ${voter} ${at}`))).join("");
}

function writeAnswers({ options }: CodedPoll, answers: Choices): string {
  const bits = options.flatMap((option) => {
    const value = Math.max(VALUES.indexOf(answers[option] ?? null), 0);
    return [value >> 1, value & 1];
  });
  return Array.from({ length: answerLength(options.length) }, (_, at) => {
    const five = Array.from({ length: BITS }, (_, bit) => bits[at * BITS + bit] ?? 0);
    return letterOf(five.reduce((sum, bit) => 2 * sum + bit, 0));
  }).join("");
}

function readAnswers({ options }: CodedPoll, letters: string): Choices {
  const bits = [...letters].flatMap((letter) => {
    const value = ALPHABET.indexOf(letter);
    return Array.from({ length: BITS }, (_, bit) => (value >> (BITS - 1 - bit)) & 1);
  });
  const entries = options.flatMap((option, at) => {
    const choice = VALUES[2 * (bits[2 * at] ?? 0) + (bits[2 * at + 1] ?? 0)];
    return choice ? [[option, choice] as const] : [];
  });
  return Object.fromEntries(entries);
}

function checkOf(poll: string, body: string): string {
  const sum = hash(`${poll} ${body}`);
  return Array.from({ length: CHECK_LENGTH }, (_, at) => letterOf(sum >>> (BITS * at))).join("");
}

/** Writes a vote as a code. */
export function writeCode(poll: CodedPoll, voter: string, answers: Choices): string {
  const body = voter + mixed(poll.id, voter, writeAnswers(poll, answers));
  const letters = body + checkOf(poll.id, body);
  // Three groups, the last ones one longer where the letters are not a multiple of three.
  const lengths = [0, 1, 2].map((group) => Math.floor((letters.length + group) / 3));
  const groups = lengths.map((length, group) => {
    const start = lengths.slice(0, group).reduce((sum, other) => sum + other, 0);
    return letters.slice(start, start + length);
  });
  return `AG-${poll.id}-${groups.join("-")}`;
}

/** Hyphens and dashes, which chats put in place of each other. */
const DASH = "[-\\u2010-\\u2015\\u2212]";

/** What begins like a code: `AG`, and the two parts of the poll's id, a letter and a number each. A word such as “AG-Sitzung” does not. Letters of other scripts may follow, as a particle does in Korean. */
const CODES = new RegExp(
  `(?<![0-9A-Z])AG${DASH}[A-Z][0-9OIL]{1,3}${DASH}[A-Z][0-9OIL]{1,3}(?:${DASH}[0-9A-Z]+)*`,
  "giu",
);

/** Reads letters as they are typed: in either case, and with those that look like digits. */
const plain = (letters: string): string => letters.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");

const idOf = (part: string): string => part.charAt(0).toUpperCase() + plain(part.slice(1));

/** Finds every code in a text, such as the log of a chat, and everything that begins like one. */
export function findCodes(text: string, polls: readonly CodedPoll[]): FoundCode[] {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  let line = 0;
  return Array.from(text.matchAll(CODES), ({ 0: found, index }) => {
    while ((lineStarts[line + 1] ?? Number.POSITIVE_INFINITY) <= index) line += 1;
    const column = [...text.slice(lineStarts[line], index)].length + 1;
    return { text: found, line: line + 1, column, ...readCode(found, polls) };
  });
}

type Unplaced<Found> = Found extends unknown ? Omit<Found, keyof Place> : never;

function readCode(code: string, polls: readonly CodedPoll[]): Unplaced<FoundCode> {
  const bad = (problem: CodeProblem) => ({ kind: "bad", problem }) as const;
  const [, document = "", number = "", ...groups] = code.split(new RegExp(DASH, "u"));
  const poll = polls.find(({ id }) => id === `${idOf(document)}-${idOf(number)}`);
  if (!poll) return bad("unknown-poll");
  const letters = plain(groups.join(""));
  if (![...letters].every((letter) => ALPHABET.includes(letter))) return bad("wrong-letter");
  const length = VOTER_LENGTH + answerLength(poll.options.length);
  if (letters.length !== length + CHECK_LENGTH) return bad("wrong-length");
  const body = letters.slice(0, length);
  if (checkOf(poll.id, body) !== letters.slice(length)) return bad("wrong-check");
  const voter = body.slice(0, VOTER_LENGTH);
  const answers = readAnswers(poll, mixed(poll.id, voter, body.slice(VOTER_LENGTH)));
  return { kind: "vote", poll: poll.id, voter, answers };
}
