/** The list of polls and errata with the algorithms that they run, which the build takes from the library. It contains no answers. */
import generated from "../../generated/lecture.json";
import type { ErratumEntry, LectureSource } from "../library.ts";

interface Content {
  readonly id: string;
  /** The topic under which it is listed. */
  readonly topic: string;
  /** Where it is printed; null for what a lecturer has brought. */
  readonly source: LectureSource | null;
  readonly algorithms: readonly string[];
}

export interface ErratumContent extends Content {
  readonly status: ErratumEntry["status"];
  readonly quoted: ErratumEntry["quoted"];
  /** Whether it has numbers to compare. */
  readonly runs: boolean;
}

export interface PollContent extends Content {
  /** Ids of the statements. */
  readonly options: readonly string[];
  /** A number that follows from the contents of a lecturer's poll, so that answers to another one of the same id are not taken for answers to this one. */
  readonly version?: number;
}

const contents = generated as unknown as { readonly errata: ErratumContent[]; readonly polls: PollContent[] };

export const ERRATA: readonly ErratumContent[] = contents.errata;
export const POLLS: readonly PollContent[] = contents.polls;

export function findErratum(id: string | null): ErratumContent | null {
  return ERRATA.find((erratum) => erratum.id === id) ?? null;
}

/** Polls of a lecturer, as far as they are known. */
let own: readonly PollContent[] = [];

export const ownPolls = (): readonly PollContent[] => own;

/** Those of the library and those of a lecturer. */
export const everyPoll = (): readonly PollContent[] => [...POLLS, ...own];

export function setOwnPolls(polls: readonly PollContent[]): void {
  own = polls;
}

const listOf = (id: string): readonly PollContent[] => (POLLS.some((poll) => poll.id === id) ? POLLS : own);

export function findPoll(id: string | null): PollContent | null {
  return (id !== null && listOf(id).find((poll) => poll.id === id)) || null;
}

/** Returns the poll after this one in its list; null after the last. */
export function nextPoll(id: string): PollContent | null {
  const list = listOf(id);
  return list[list.findIndex((poll) => poll.id === id) + 1] ?? null;
}
