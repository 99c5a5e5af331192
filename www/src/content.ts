/** Texts and formulas of a place, loaded before it is shown. */

import { exampleOf } from "../examples/index.ts";
import { addFormulas, type Formulas } from "./formula/tree.ts";
import { loadBackward } from "./lesson/backward-door.ts";
import { loadGraphSide } from "./lesson/graph-side.ts";
import { loadLesson } from "./lesson/lesson-door.ts";
import { loadPicture } from "./pictures/draw.ts";
import type { SectionPages } from "./section-pages.ts";
import { enterSection } from "./sections.ts";
import type { Language } from "./state/language.ts";
import { EVERY_ALGORITHM, type Front, type Place } from "./state/state.ts";
import { useWords } from "./text.ts";

/** The algorithms that the home computes. */
const AT_HOME = { sentence: "scaled-dot-product-attention", graph: "gat-layer" } as const satisfies Record<
  Front,
  string
>;

/** The home, once it was entered. */
let home: typeof import("./home/index.ts") | null = null;
export const enteredHome = (): typeof home => home;

async function enterHome(front: Front): Promise<void> {
  home = await import("./home/index.ts");
  await Promise.all([home.prepare(front), front === "graph" ? loadGraphSide() : loadPicture("arcs")]);
}

const formulaLoaders = import.meta.glob<Formulas>("../generated/formulas/*.json", { import: "default" });

/** Loads the example, texts and formulas of an algorithm in a language, without what its page says about the example. */
export async function bringAlgorithm(algorithm: string, language: Language): Promise<void> {
  const example = await exampleOf(algorithm);
  const [formulas] = await Promise.all([
    formulaLoaders[`../generated/formulas/${algorithm}.json`]?.(),
    useWords(language, [algorithm]),
    example.graph !== undefined ? loadGraphSide() : null,
  ]);
  if (formulas) addFormulas(formulas);
}

/**
 * Loads the texts and formulas of a place in a language, and uses that language from then on. Rejects without any change when something cannot be
 * loaded. Returns the pages of the place's section, if it is in one.
 */
export async function bring(
  place: Pick<Place, "algorithm" | "practice" | "view" | "backward" | "front">,
  language: Language,
): Promise<SectionPages | null> {
  const { algorithm, practice } = place;
  const atHome = algorithm === null && practice === null;
  const home = atHome ? enterHome(place.front) : null;
  const lesson = atHome || (algorithm !== null && algorithm !== EVERY_ALGORITHM) ? loadLesson() : null;
  const example = algorithm === null || algorithm === EVERY_ALGORITHM ? null : await exampleOf(algorithm);
  if (example && example.graph !== undefined) await loadGraphSide();
  const pages = practice ? await enterSection(practice) : null;
  const practiced = practice && pages ? pages.algorithmsOf(practice, place.view) : [];
  const algorithms = example ? [example.algorithm] : atHome ? [AT_HOME[place.front]] : practiced;
  const back = place.backward !== null && example !== null;
  const parts = practice && pages ? pages.textsOf(practice) : back ? ["backward"] : [];
  const formulas = algorithms.map((algorithm) => formulaLoaders[`../generated/formulas/${algorithm}.json`]?.());
  const [found] = await Promise.all([
    Promise.all(formulas),
    useWords(language, algorithms, parts),
    practice && pages?.ready?.(practice, place.view),
    place.view === "print" && import("./print/index.ts"),
    home,
    lesson,
    back && loadBackward(),
  ]);
  for (const more of found) if (more) addFormulas(more);
  return pages;
}
