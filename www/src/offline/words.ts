/** Texts on use without a network: few, and in every language, so that nothing has to be loaded when they are shown. */
import { fillText, findText } from "attograph/text";
import { language } from "../text.ts";

const files = import.meta.glob<Record<string, string>>("../../text/*/offline.json", { eager: true, import: "default" });

/** Returns the text of a key in the language of the page. */
export function offlineText(key: string): string {
  const words = files[`../../text/${language()}/offline.json`] ?? {};
  return fillText(findText(words, key) ?? key, {});
}
