/** The list of polls and errata with the algorithms that they run, which the build takes from the library. It contains no answers. */
import generated from "../../generated/lecture.json";

export interface ErratumContent {
  readonly id: string;
  /** The topic under which it is listed. */
  readonly topic: string;
  readonly algorithms: readonly string[];
}

export interface PollContent extends ErratumContent {
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
