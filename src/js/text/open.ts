import { AttographError, reading } from "../errors.js";
import { nearest } from "../nearest.js";
import { wrongType } from "../refuse.js";
import { loading } from "../source.js";
import type { Language, LanguageName, Speaker, TextSource } from "./types.js";

/** Imports a language of the package. */
export type ImportLanguage = (name: LanguageName) => Promise<{ readonly default: Language }>;

const NAMES: readonly LanguageName[] = ["en", "ko"];

const EXPECTED = `one of ${NAMES.join(", ")}, a language, a promise of one, a function that returns one, or a list of them`;

/** Returns whether a value may be texts; what a promise or a function gives is checked later. */
export function isTextSource(value: unknown): value is TextSource {
  return Object(value) === value || NAMES.some((name) => name === value);
}

/** Returns the error about a value that is no texts. */
export const noTexts = (value: unknown): AttographError => wrongType("text", EXPECTED, value);

/** Opens texts. The first language of the package among them, or else English, checks the others and is the last to be asked for a text. */
export async function openTexts(source: TextSource, importLanguage: ImportLanguage = notImported): Promise<Speaker> {
  const open = async (given: unknown): Promise<unknown> => {
    const value = await loading("the texts", () => made(given));
    if (typeof value !== "string") return value;
    const name = NAMES.find((known) => known === value);
    if (!name) throw noTexts(value);
    return loading(`the texts \`${name}\``, async () => (await importLanguage(name)).default);
  };
  const languages = await Promise.all((Array.isArray(source) ? source : [source]).map(open));
  const shipped = reading(() => languages.find(isShipped)) ?? ((await open("en")) as Language);
  return reading(() => shipped.speak(languages, { wrongType, nearest, AttographError }));
}

/** Returns what to do where nothing can be imported later. */
export const passTexts = (name: LanguageName): string =>
  `\`import ${name} from "attograph/text/${name}"\`, and pass it: \`load({ text: ${name} })\``;

async function notImported(name: LanguageName): Promise<never> {
  throw new Error(`this entry imports none; ${passTexts(name)}`);
}

const isShipped = (value: unknown): value is Language => typeof (value as Language | null)?.speak === "function";

/** Returns what a promise, a function or a module gives. */
async function made(given: unknown): Promise<unknown> {
  const value: unknown = await (typeof given === "function" ? given() : given);
  return (value as { default?: unknown } | null)?.default ?? value;
}
