/** What is said to a scene that is presented: the question, what is right, what it shows, and what to remember. */

import type { Lab } from "../library.ts";
import type { Notes } from "../section-pages.ts";
import { shownFacts } from "../stage/facts.ts";
import { StageRuns } from "../stage/runs.ts";
import { t } from "../text.ts";
import { rightAnswer, sceneFacts } from "./answers.ts";
import { furtherText } from "./further.ts";
import type { Scene } from "./scene.ts";
import { stageOf } from "./scene-stage.ts";

const known = new WeakMap<Scene, { readonly lab: Lab; readonly language: string; readonly say: Notes["say"] }>();

/** Returns the notes to a scene; `words`: the key of its texts. */
export function sceneNotes(lab: Lab, scene: Scene, words: string): Notes["say"] {
  const question = t(`${words}.question`);
  const before = known.get(scene);
  // A question is another one in another language.
  if (before?.lab === lab && before.language === question) return before.say;
  const runs = new StageRuns(lab, stageOf(scene));
  const facts = sceneFacts(scene, runs);
  const numbers = shownFacts(facts, scene);
  const right = scene.question.kind === "choose" ? rightAnswer(scene, runs, facts) : null;
  const further = furtherText(words, numbers);
  const say = [
    { title: t("presenter.asks"), text: question },
    ...(typeof right === "string" ? [{ title: t("presenter.right"), text: t(`${words}.options.${right}`) }] : []),
    { title: t("presenter.shows"), text: t(`${words}.shows`, numbers) },
    { title: t("presenter.remember"), text: t(`${words}.remember`) },
    ...(further ? [further] : []),
  ];
  known.set(scene, { lab, language: question, say });
  return say;
}
