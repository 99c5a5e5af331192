/** What a place shows beside numbers: words and formulas, loaded before the place is entered. */
import { findLesson, findPart } from "../lessons/index.ts";
import { addFormulas, type Formulas } from "./formula/tree.ts";
import type { Place } from "./state/state.ts";
import { type Language, useWords } from "./text.ts";

const formulaLoaders = import.meta.glob<Formulas>("../generated/formulas/*.json", { import: "default" });

/** The home shows the first lesson's example. */
const HOME_EXAMPLE = "scaled-dot-product-attention";

/** Loads what a place shows, in a language, and makes it the one in use. Rejects, with all as before, when something cannot be loaded. */
export async function bring(place: Pick<Place, "lesson" | "part">, language: Language): Promise<void> {
  const lesson = findLesson(place.lesson);
  const algorithm = lesson ? findPart(lesson, place.part).algorithm : null;
  const formulas = formulaLoaders[`../generated/formulas/${algorithm ?? HOME_EXAMPLE}.json`];
  const [found] = await Promise.all([formulas?.(), useWords(language, algorithm)]);
  if (found) addFormulas(found);
}
