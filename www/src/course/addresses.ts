/** Addresses of units and scenes. */
import { encodePlace } from "../state/link.ts";
import { HOME, type View } from "../state/state.ts";

/** The page after the last scene. */
export const END = "end";

/** Returns the address of a scene, with its answer shown or not; without a scene, that of the unit's first page. */
export function sceneAddress(
  unit: string,
  scene: string | null = null,
  { answer = false, view = "explore" }: { readonly answer?: boolean; readonly view?: View } = {},
): string {
  const practice = { section: "units", id: unit, difficulty: "easy", solution: answer, scene } as const;
  return encodePlace({ ...HOME, practice, view });
}

/** Returns the address of an algorithm's page, at a step if one is given. */
export function algorithmAddress(algorithm: string): string {
  return encodePlace({ ...HOME, lesson: "algorithms", part: algorithm });
}

export function exerciseAddress(id: string): string {
  return encodePlace({
    ...HOME,
    practice: { section: "exercises", id, difficulty: "easy", solution: false, scene: null },
  });
}

export function erratumAddress(id: string): string {
  return encodePlace({
    ...HOME,
    practice: { section: "errata", id, difficulty: "easy", solution: false, scene: null },
  });
}

export function pollAddress(id: string): string {
  return encodePlace({ ...HOME, practice: { section: "polls", id, difficulty: "easy", solution: false, scene: null } });
}
