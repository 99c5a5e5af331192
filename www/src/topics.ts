/** Which of the library's files a place needs. */
import { topicOf } from "../lessons/index.ts";
import type { Topic } from "./library.ts";
import type { Place, Room } from "./state/state.ts";

const PRACTICE: readonly Topic[] = [
  "attention-practice",
  "transformer-practice",
  "graph-practice",
  "graph-attention-practice",
  "sparse-practice",
  "hashing-practice",
];

/** A list shows what all of the files have. */
const ROOMS: Record<Room, readonly Topic[]> = {
  exercises: [...PRACTICE, "derivations"],
  polls: ["polls"],
  errata: ["sequence-errata", "graph-errata"],
};

export function topicsOf({ lesson, practice }: Pick<Place, "lesson" | "practice">): readonly Topic[] {
  return practice ? ROOMS[practice.room] : [topicOf(lesson)];
}
