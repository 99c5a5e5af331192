/** What a place shows beside numbers: words and formulas, loaded before the place is entered. */
import { findLesson, findPart } from "../lessons/index.ts";
import { addFormulas, type Formulas } from "./formula/tree.ts";
import type { Place } from "./state/state.ts";
import { type Language, useWords } from "./text.ts";

const formulaLoaders = import.meta.glob<Formulas>("../generated/formulas/*.json", { import: "default" });

/** The home shows the first lesson's example. */
const HOME_EXAMPLE = "scaled-dot-product-attention";

/** What exercises need beside the lessons. */
export type Rooms = typeof import("./practice/index.ts");

/**
 * Loads what a place shows, in a language, and makes it the one in use. Rejects, with all as before, when something cannot be loaded. Answers what
 * shows exercises, where one is asked for.
 */
export async function bring(
  place: Pick<Place, "lesson" | "part" | "practice">,
  language: Language,
): Promise<Rooms | null> {
  const lesson = findLesson(place.lesson);
  const rooms = place.practice ? await import("./practice/index.ts") : null;
  const practiced = place.practice && rooms ? rooms.algorithmOf(place.practice) : null;
  const algorithm = lesson ? findPart(lesson, place.part).algorithm : practiced;
  const formulas = formulaLoaders[`../generated/formulas/${algorithm ?? HOME_EXAMPLE}.json`];
  const [found] = await Promise.all([
    formulas?.(),
    useWords(language, algorithm, place.practice?.room),
    rooms?.prepare(),
  ]);
  if (found) addFormulas(found);
  return rooms;
}
