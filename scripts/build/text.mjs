import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { at } from "./paths.mjs";

/** The texts of the library: a folder for each language. */
const TEXTS = at("src/text");

/** The names of the languages. */
export async function languages() {
  const entries = await readdir(TEXTS, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

const readJson = async (path) => JSON.parse(await readFile(path, "utf8"));

/** The English title of each algorithm, which stands in its declaration in Rust. */
const TITLES = new Map(
  readdirSync(at("src"), { recursive: true })
    .filter((path) => path.endsWith(".rs"))
    .flatMap((path) => [...readFileSync(at("src", path), "utf8").matchAll(/^ {4}id: "(.+)",\n {4}title: "(.+)",$/gm)])
    .map(([, id, title]) => [id, title]),
);

/**
 * Takes the entries of algorithms apart: beside its summary and, in other languages than English, its title, an entry may have the texts on the steps that are
 * its own, the names of its inputs and of its parts, and the text on the page's example.
 */
export function takenApart(entries) {
  const found = { algorithms: {}, steps: {}, inputs: {}, parts: {}, examples: {} };
  for (const [id, { title = TITLES.get(id), steps, inputs, parts, example, ...own }] of Object.entries(entries)) {
    found.algorithms[id] = { title, ...own };
    Object.assign(found.steps, steps);
    Object.assign(found.inputs, inputs);
    Object.assign(found.parts, parts);
    if (example) found.examples[id] = example;
  }
  return found;
}

/** Returns the texts of a language: the content of each file, and of each folder the entries of all of its files. Those on examples and parts are the page's. */
export async function textsOf(language) {
  const entries = await readdir(join(TEXTS, language), { withFileTypes: true });
  const parts = entries.map(async (entry) => {
    const path = join(TEXTS, language, entry.name);
    if (!entry.isDirectory()) return [entry.name.slice(0, -".json".length), await readJson(path)];
    const files = (await readdir(path)).sort();
    const contents = await Promise.all(files.map((file) => readJson(join(path, file))));
    return [entry.name, Object.assign({}, ...contents)];
  });
  const texts = Object.fromEntries((await Promise.all(parts)).sort(([one], [other]) => (one < other ? -1 : 1)));
  const { algorithms, steps, inputs } = takenApart(texts.algorithms);
  return { ...texts, algorithms, steps: { ...texts.steps, ...steps }, inputs: { ...texts.inputs, ...inputs } };
}

/** The module of a language, beside the one that joins its texts with results. */
const moduleOf = (language, texts) => `import { speakerOf } from "./speak.js";
const texts = ${JSON.stringify(texts)};
export default { language: ${JSON.stringify(language)}, ...texts, speak: speakerOf(${JSON.stringify(language)}, texts) };
`;

const TYPES = `import type { Language } from "./types.js";

/** The texts of the library in one language: \`load({ text })\` takes it. */
declare const language: Language;
export default language;
`;

/** Writes a module for each language into a folder of compiled modules, and its types into a folder of types. */
export async function writeLanguages(modules, types) {
  for (const language of await languages()) {
    const texts = await textsOf(language);
    for (const [path, content] of [
      [join(modules, "text", `${language}.js`), moduleOf(language, texts)],
      [join(types, "text", `${language}.d.ts`), TYPES],
    ]) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
  }
}
