/** Checks languages, and joins their texts with results. Part of each `attograph/text/…` module, so that nothing else has to load it. */
import { freeze } from "../plain.js";
import { wrongType } from "../refuse.js";
import { join } from "./join.js";
import { type Find, findText } from "./lookup.js";
import { errorText } from "./sentences.js";
import type { LabText, Refuse, Speak, Texts, TextTree } from "./types.js";

/** Texts that hold placeholders. */
const SENTENCES = new Set(["errors", "notices", "marks", "gradients"]);

/** Returns what {@link Language.speak} is for a language of the package with these texts: the shape of others, and the last to be asked for a text. */
export function speakerOf(language: string, texts: Texts): Speak {
  const own: Read = { tag: language, texts: texts as unknown as TextTree };
  return (languages, refuse) => {
    const read = languages.map((other) => readLanguage(other, own.texts, refuse));
    const [first = own] = read;
    const find: Find = (key) => {
      for (const { texts } of [...read, own]) {
        const text = findText(texts, key);
        if (text !== undefined) return text;
      }
      return undefined;
    };
    const text: LabText = freeze({
      language: first.tag,
      missing: missingOf(first.texts, own.texts, ""),
      error: (error) => errorText(find, error),
      find: (key) => {
        if (typeof key !== "string") throw wrongType("key", "the key of a text", key);
        return find(key);
      },
    });
    return { text, join: (kind, result, of) => join(kind, result, find, of) };
  };
}

/** A language that was checked. */
interface Read {
  readonly tag: string;
  readonly texts: TextTree;
}

/** Returns the keys of the texts that a language lacks. Formulas are the same in every language. */
function missingOf(tree: TextTree | string | undefined, own: TextTree, path: string): string[] {
  return Object.entries(own).flatMap(([name, text]) => {
    const key = `${path}${name}`;
    const said = typeof tree === "object" ? tree[name] : undefined;
    if (typeof text === "object") return missingOf(said, text, `${key}.`);
    return said === undefined && name !== "formula" ? [key] : [];
  });
}

/** Returns a copy of a language. Throws where it holds something that is no text, or texts that `own` does not have. */
function readLanguage(language: unknown, own: TextTree, refuse: Refuse): Read {
  if (typeof language !== "object" || language === null || Array.isArray(language))
    throw refuse.wrongType("text", "a language: an object as `attograph/text/en` exports it", language);
  const { language: tag, speak: _, ...texts } = language as Record<string, unknown>;
  if (typeof tag !== "string" || tag === "") throw refuse.wrongType("text.language", "the tag of a language", tag);
  return { tag, texts: readTree(texts, own, [], refuse) };
}

function readTree(tree: object, own: TextTree, path: readonly string[], refuse: Refuse): TextTree {
  const read: Record<string, TextTree | string> = {};
  for (const [key, said] of Object.entries(tree)) {
    const name = path[0] === "inputs" ? presentName(key) : key;
    const within = [...path, name];
    const text = Object.hasOwn(own, name) ? own[name] : undefined;
    if (text === undefined) throw unknownText(within, Object.keys(own), refuse);
    if (said === undefined) continue;
    read[name] =
      typeof text === "string"
        ? readText(said, text, within, refuse)
        : readTree(branch(said, within, refuse), text, within, refuse);
  }
  return read;
}

/** The key of an input's title, which was its former name before. */
function presentName(key: string): string {
  return key.replace(/^params\./, "").replace(/^(en|de)coderNorm\./, "$1coder.norm.");
}

function branch(said: unknown, path: readonly string[], refuse: Refuse): object {
  if (typeof said === "object" && said !== null && !Array.isArray(said)) return said;
  throw refuse.wrongType(`text.${path.join(".")}`, "an object of texts", said);
}

function readText(said: unknown, text: string, path: readonly string[], refuse: Refuse): string {
  const key = path.join(".");
  if (typeof said !== "string" || said.trim() === "") throw refuse.wrongType(`text.${key}`, "a text", said);
  if (!SENTENCES.has(path[0] ?? "")) return said;
  const known = placeholdersOf(text);
  const placeholder = placeholdersOf(said).find((name) => !known.includes(name));
  if (placeholder === undefined) return said;
  const expected = known.length === 0 ? "it has none" : `it has ${known.map((name) => `{${name}}`).join(", ")}`;
  const nearest = refuse.nearest(placeholder, known);
  const message = `the text \`${key}\` has no placeholder {${placeholder}}: ${expected}`;
  throw new refuse.AttographError("unknown-placeholder", message, { key, placeholder, known, nearest });
}

function unknownText(path: readonly string[], known: readonly string[], refuse: Refuse): Error {
  const [key, group] = [path.join("."), path.slice(0, -1)];
  const close = refuse.nearest(path.at(-1) ?? "", known);
  const nearest = close === null ? null : [...group, close].join(".");
  const hint = nearest === null ? "the keys are those of `attograph/text/en`" : `did you mean \`${nearest}\`?`;
  return new refuse.AttographError("unknown-text", `there is no text \`${key}\`; ${hint}`, { key, nearest });
}

const placeholdersOf = (text: string): string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
