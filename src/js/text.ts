/** Writes errors, notices, marks and numbers as readers of a language expect them; `attograph/text/en` and `attograph/text/ko` are languages. */
export { type Find, fillText, findText, lookup } from "./text/lookup.js";
export { noteKey } from "./text/notes.js";
export { fullNumber, shortNumber } from "./text/numbers.js";
export {
  errorText,
  expectationText,
  type Failure,
  markText,
  type NodeName,
  noticeText,
  sourceText,
} from "./text/sentences.js";
export type { Language, LanguageName, OwnLanguage, Texts } from "./text/types.js";
