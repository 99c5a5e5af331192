/** What a place shows beside numbers: words and formulas, loaded before the place is entered. */
import { findLesson, findPart } from "../lessons/index.ts";
import { addFormulas, type Formulas } from "./formula/tree.ts";
import type { SectionPages } from "./section-pages.ts";
import { enterSection } from "./sections.ts";
import type { Language } from "./state/language.ts";
import type { Place } from "./state/state.ts";
import { useWords } from "./text.ts";

const formulaLoaders = import.meta.glob<Formulas>("../generated/formulas/*.json", { import: "default" });

/** The home shows the first lesson's example. */
const HOME_EXAMPLE = "scaled-dot-product-attention";

/**
 * Loads what a place shows, in a language, and makes it the one in use. Rejects, with all as before, when something cannot be loaded. Answers the
 * pages of the section that the place is in, if it is in one.
 */
export async function bring(
  place: Pick<Place, "lesson" | "part" | "practice">,
  language: Language,
): Promise<SectionPages | null> {
  const { practice } = place;
  const lesson = findLesson(place.lesson);
  const pages = practice ? await enterSection(practice.section) : null;
  const practiced = practice && pages ? pages.algorithmsOf(practice) : [];
  const algorithms = lesson ? [findPart(lesson, place.part).algorithm] : practiced;
  const drawn = lesson || practice ? algorithms : [HOME_EXAMPLE];
  const formulas = drawn.map((algorithm) => formulaLoaders[`../generated/formulas/${algorithm}.json`]?.());
  const [found] = await Promise.all([Promise.all(formulas), useWords(language, algorithms, practice?.section)]);
  for (const more of found) if (more) addFormulas(more);
  return pages;
}
