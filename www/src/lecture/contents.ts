/** The list of polls and errata with the algorithms that they run, which the build takes from the library. It contains no answers. */
import generated from "../../generated/lecture.json";
import type { ErratumEntry, LectureSource } from "../library.ts";

interface Content {
  readonly id: string;
  /** The topic under which it is listed. */
  readonly topic: string;
  /** Where it is printed. */
  readonly source: LectureSource;
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
}

const contents = generated as unknown as { readonly errata: ErratumContent[]; readonly polls: PollContent[] };

export const ERRATA: readonly ErratumContent[] = contents.errata;
export const POLLS: readonly PollContent[] = contents.polls;

export function findErratum(id: string | null): ErratumContent | null {
  return ERRATA.find((erratum) => erratum.id === id) ?? null;
}

export function findPoll(id: string | null): PollContent | null {
  return POLLS.find((poll) => poll.id === id) ?? null;
}

/** Returns the poll after this one in the list; null after the last. */
export function nextPoll(id: string): PollContent | null {
  return POLLS[POLLS.findIndex((poll) => poll.id === id) + 1] ?? null;
}
