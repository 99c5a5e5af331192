/**
 * Every sentence a person reads comes from here, by key. One file of texts is one namespace: `t("ui.next")` is `next` of `ui.json`.
 * A language is one chunk, loaded when it is chosen.
 */
export const LANGUAGES = ["en", "ko"] as const;
export type Language = (typeof LANGUAGES)[number];

type Tree = { readonly [key: string]: Tree | string };
type Params = Readonly<Record<string, string | number>>;

export interface TitleAndText {
  readonly title: string;
  readonly text: string;
}

const loaders: Record<Language, () => Promise<{ catalog: Record<string, Tree> }>> = {
  en: () => import("./text/en.ts"),
  ko: () => import("./text/ko.ts"),
};

let current: Language = "en";
let catalog: Record<string, Tree> = {};

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

export function language(): Language {
  return current;
}

/** Makes a language the one in use. Rejects, with the old one still in use, when its texts cannot be loaded. */
export async function useLanguage(next: Language): Promise<void> {
  catalog = (await loaders[next]()).catalog;
  current = next;
}

/** Follows keys that may themselves contain dots, such as step ids. */
function find(tree: Tree | string | undefined, key: string): string | undefined {
  if (typeof tree !== "object") return undefined;
  const whole = tree[key];
  if (typeof whole === "string") return whole;
  for (let dot = key.indexOf("."); dot >= 0; dot = key.indexOf(".", dot + 1)) {
    const found = find(tree[key.slice(0, dot)], key.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text of a key, or undefined where the language has none. */
export function textOf(key: string): string | undefined {
  return find(catalog, key);
}

/** The text of a key with `{name}` replaced by `params.name`; a missing text shows its key, so that the gap is seen. */
export function t(key: string, params: Params = {}): string {
  const text = textOf(key) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** Title and explanation of a step; the family is the part of its key before the dot. */
export function stepText(id: string): TitleAndText {
  const key = id.slice(id.lastIndexOf("/") + 1);
  const family = key.split(".", 1)[0] ?? key;
  const entry = catalog[`steps/${family}`]?.[key];
  if (typeof entry !== "object") return { title: id, text: "" };
  return { title: String(entry.title ?? id), text: String(entry.text ?? "") };
}

export function algorithmText(id: string): { readonly title: string; readonly summary: string } {
  const topics = Object.entries(catalog).filter(([name]) => name.startsWith("algorithms/"));
  const entry = topics.map(([, algorithms]) => (algorithms as Record<string, Tree | string>)[id]).find(Boolean);
  if (typeof entry !== "object") return { title: id, summary: "" };
  return { title: String(entry.title ?? id), summary: String(entry.summary ?? "") };
}
