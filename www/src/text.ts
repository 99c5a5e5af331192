/**
 * Returns every text of the page by key. One file of texts is one namespace: `t("ui.next")` is `next` of `ui.json`.
 * Texts that every place needs are one chunk for each language; those of a unit, a lab, an algorithm or another part are loaded where they are shown.
 */
import { fillText, findText } from "attograph/text";
import { withParticles } from "./numbers/particles.ts";
import type { Language } from "./state/language.ts";

export type Tree = { readonly [key: string]: Tree | string };
export type Params = Readonly<Record<string, string | number>>;

export interface TitleAndText {
  readonly title: string;
  readonly text: string;
}

type Words = Record<string, Tree>;

/** The texts that `build/words.mjs` gathers for each language. */
const files = import.meta.glob<unknown>("../generated/texts/*/**/*.json", { import: "default" });

async function load<Content>(language: Language, name: string): Promise<Content> {
  const file = files[`../generated/texts/${language}/${name}.json`];
  if (!file) throw new Error(`there are no texts ${language}/${name}`);
  return (await file()) as Content;
}

const stepLoaders = import.meta.glob<Tree>("../generated/words/*/*.json", { import: "default" });

/** The loaded texts of one language. */
interface Texts {
  readonly catalog: Words;
  /** Titles of all algorithms. */
  readonly titles: Tree;
  /** Titles and summaries of all algorithms, by topic. */
  readonly algorithms: Words;
  /** Texts of units, exercises and other parts, by the names of their files. */
  readonly parts: Map<string, Words>;
  /** Texts on steps and on the example, and names of inputs, by algorithm. */
  readonly steps: Map<string, Tree>;
}

function noTexts(): Texts {
  return { catalog: {}, titles: {}, algorithms: {}, parts: new Map(), steps: new Map() };
}

/** Texts that came with data of a reader, by language. */
let given: Readonly<Partial<Record<Language, Tree>>> = {};

/** Adds texts that come with data of a reader, in the place of those that came before. */
export function giveTexts(texts: Readonly<Record<Language, Tree>>): void {
  given = texts;
}

/** What was loaded, by language. */
const loaded = new Map<Language, Texts>();
let current: Language = "en";
let texts: Texts = noTexts();

/** Uses the texts of a language from now on, as far as they are loaded. */
export function useLanguage(next: Language): void {
  current = next;
  texts = loaded.get(next) ?? noTexts();
}

/** Runs a function with the texts of a language: elements in two languages may stand in one page. Rendering does not wait for anything. */
export function inLanguage<Result>(own: Language, act: () => Result): Result {
  if (own === current) return act();
  const before = current;
  useLanguage(own);
  try {
    return act();
  } finally {
    useLanguage(before);
  }
}

export function language(): Language {
  return current;
}

/**
 * Sets the language, and loads the texts on the steps of some algorithms, or on the whole catalog if none is given, and those of parts, by the names of their
 * files, such as `units/depth`. Rejects when texts cannot be loaded; the previous language then remains in use.
 */
export async function useWords(next: Language, named: readonly string[], parts: readonly string[] = []): Promise<void> {
  const known = loaded.get(next) ?? noTexts();
  const hasCatalog = Object.keys(known.catalog).length > 0;
  const hasAlgorithms = named.length > 0 || Object.keys(known.algorithms).length > 0;
  const missing = named.filter((algorithm) => !known.steps.has(algorithm));
  const loads = missing.map((algorithm) => stepLoaders[`../generated/words/${next}/${algorithm}.json`]?.());
  const entered = parts.filter((part) => !known.parts.has(part));
  const [{ catalog, titles }, algorithms, steps, words] = await Promise.all([
    hasCatalog ? known : load<Pick<Texts, "catalog" | "titles">>(next, "page"),
    hasAlgorithms ? known.algorithms : load<Words>(next, "algorithms"),
    Promise.all(loads),
    Promise.all(entered.map((part) => load<Words>(next, part))),
  ]);
  // Another place may have been loaded meanwhile.
  const { steps: knownSteps, parts: knownParts, algorithms: others } = loaded.get(next) ?? known;
  const all = Object.keys(algorithms).length > 0 ? algorithms : others;
  loaded.set(next, { catalog, titles, algorithms: all, steps: knownSteps, parts: knownParts });
  for (const [position, part] of entered.entries()) {
    const found = words[position];
    if (found) knownParts.set(part, found);
  }
  for (const [position, algorithm] of missing.entries()) {
    const found = steps[position];
    if (found) knownSteps.set(algorithm, found);
  }
  useLanguage(next);
}

/** Loads the texts that every place needs, among them those of messages, and uses them. */
export async function useMessages(next: Language): Promise<void> {
  if (!loaded.has(next)) {
    const { catalog, titles } = await load<Pick<Texts, "catalog" | "titles">>(next, "page");
    if (!loaded.has(next)) loaded.set(next, { ...noTexts(), catalog, titles });
  }
  useLanguage(next);
}

/** Returns the text of a key, or undefined where the language has none. */
export function textOf(key: string): string | undefined {
  const own = findText(texts.catalog, key);
  if (own !== undefined) return own;
  const others = /^(?:inputs|examples)\./.test(key) ? texts.steps : texts.parts;
  for (const words of others.values()) {
    const found = findText(words, key);
    if (found !== undefined) return found;
  }
  return findText(given[current] ?? {}, key);
}

/** Returns the text of a key with `{name}` replaced by `params.name`; the key itself for a missing text, so that it is noticed. */
export function t(key: string, params: Params = {}): string {
  const text = fillText(textOf(key) ?? key, params);
  return current === "ko" ? withParticles(text) : text;
}

/**
 * Returns a name of a position in the language that is used; what has no other name, such as a word of a sentence, stays as it is. Some names are those of
 * features or heads on one axis, and words of sentences on others.
 */
export function nameText(name: string, axis: string = ""): string {
  const feature = /feature$|hidden$|^head$/.test(axis) ? findText(texts.catalog, `ui.features.${name}`) : undefined;
  return feature ?? findText(texts.catalog, `ui.names.${name}`) ?? name;
}

/**
 * Returns a source in the language that is used. Titles, sections and equations stay as they are printed; what is said of them, which ends the source, is in
 * `ui.sources`.
 */
export function sourceOf(source: string): string {
  const starts = [0, ...Array.from(source.matchAll(/[,;:] /g), ({ index }) => index + 2)];
  for (const start of starts) {
    const said = findText(texts.catalog, `ui.sources.${source.slice(start)}`);
    if (said !== undefined) return source.slice(0, start) + said;
  }
  return source;
}

/** What a step of a way back does; see `StepOfGradient` of the library. */
interface Described {
  readonly id: string;
  readonly gradient?: { readonly role: string; readonly of: string; readonly through: string | null } | undefined;
}

/** Returns the title and explanation of a step of an exercise. */
export function askedText({ step, gradient }: { readonly step: string } & Pick<Described, "gradient">): TitleAndText {
  return stepText({ id: step, gradient });
}

/** Returns the title and explanation of a step. */
export function stepText(step: Described | string): TitleAndText {
  if (typeof step === "string") return textOfRun(step);
  const { id, gradient } = step;
  if (!gradient) return textOfRun(id);
  const { role, of, through } = gradient;
  const titles = { of: textOfRun(of).title, through: through === null ? "" : textOfRun(through).title };
  const part = `gradients.${role}.parts.${id.slice(id.lastIndexOf("/") + 1)}`;
  const serves = textOf(`${part}.title`) !== undefined;
  const key = serves ? part : `gradients.${role}`;
  const byPath = !serves && id.includes("/via/");
  return { title: t(byPath ? "gradients.by-path.title" : `${key}.title`, titles), text: t(`${key}.text`, titles) };
}

function textOfRun(id: string): TitleAndText {
  const key = id.slice(id.lastIndexOf("/") + 1);
  for (const steps of texts.steps.values()) {
    const entry = steps[key];
    if (typeof entry === "object") return { title: String(entry.title ?? id), text: String(entry.text ?? "") };
  }
  return { title: id, text: "" };
}

/** Returns the title of an algorithm. */
export function algorithmTitle(id: string): string {
  return String(texts.titles[id] ?? id);
}

/** Returns the title and summary of an algorithm. */
export interface AlgorithmText {
  readonly title: string;
  readonly summary: string;
}

/** Returns the texts on all algorithms by topic and id, for the home. */
export function algorithmTexts(): ReadonlyMap<string, ReadonlyMap<string, AlgorithmText>> {
  const read = (entry: Tree | string): AlgorithmText =>
    typeof entry === "object"
      ? { title: String(entry.title), summary: String(entry.summary) }
      : { title: entry, summary: "" };
  const topics = Object.entries(texts.algorithms);
  return new Map(
    topics.map(([topic, entries]) => [topic, new Map(Object.entries(entries).map(([id, entry]) => [id, read(entry)]))]),
  );
}
