import { encodePlace } from "../state/link.ts";
import { HOME, type Section } from "../state/state.ts";

function address(section: Section, id: string | null, solution: boolean): string {
  return encodePlace({ ...HOME, practice: { section, id, difficulty: "easy", solution } });
}

export const erratumAddress = (id: string): string => address("errata", id, false);
export const erratumStepsAddress = (id: string): string => address("errata", id, true);
export const pollsAddress = (): string => address("polls", null, false);
export const pollAddress = (id: string): string => address("polls", id, false);
