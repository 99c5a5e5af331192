/** What goes beyond the point of a scene, for those who ask for it. */
import { type Params, type TitleAndText, t, textOf } from "../text.ts";

/** Returns the text of a scene with its title; null where the scene has none. `words`: the key of its texts, `numbers`: those of its run. */
export function furtherText(words: string, numbers: Params): TitleAndText | null {
  if (textOf(`${words}.further.text`) === undefined) return null;
  return { title: t(`${words}.further.title`), text: t(`${words}.further.text`, numbers) };
}
