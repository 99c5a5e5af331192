/**
 * Gathers the texts of the page from the files of each language when it is built, so that each place loads only its own. A language is a folder of
 * `src/text/`, whose texts the package has as well, and one of `www/text/`, with those of the page.
 *
 *   www/generated/texts/<language>/page.json          { catalog, titles }   texts that every place needs, among them the titles and questions of units and labs
 *   www/generated/texts/<language>/algorithms.json    { "<topic>": { "<algorithm>": { title, summary } } }
 *   www/generated/texts/<language>/<part>.json        further texts of exercises, errata and polls, engines, or the way back
 *   www/generated/texts/<language>/<kind>/<id>.json   texts of one unit or of one lab
 *   www/generated/practice.json                       { exercises: [{ id, algorithms }], derivations: [{ id }] }
 *   www/generated/lecture.json                        { errata: [{ id, topic, status, source, … }], polls: [… and options] }
 *   www/generated/words/<language>/<algorithm>.json   { "<step key>": { title, text }, inputs: { "<input>": name }, examples: { "<algorithm>": … } }
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { takenApart } from "../../scripts/build/text.mjs";
import { catalogEntries, practiced } from "./package.mjs";

/** The texts of the library and those of the page. No folder or file is in both. */
const texts = [new URL("../../src/text/", import.meta.url), new URL("../text/", import.meta.url)];
const generated = new URL("../generated/words/", import.meta.url);
const gathered = new URL("../generated/texts/", import.meta.url);

/** The parts of the page with separate texts: whole files, and folders whose files are merged. */
const PARTS = {
  exercises: {
    files: ["practice", "sheet", "exercises", "misconceptions", "hints", "marks", "checks"],
    folders: ["derivations", "polls"],
  },
  lecture: {
    files: ["practice", "lecture", "room", "verdicts", "sources"],
    folders: ["errata", "errata-answers", "polls", "poll-answers"],
  },
  engines: { files: ["engines"], folders: [] },
  presenter: { files: ["presenter"], folders: [] },
  export: { files: ["export"], folders: [] },
  import: { files: ["import"], folders: [] },
  whole: { files: ["whole"], folders: [] },
  backward: { files: ["backward", "gradients"], folders: [] },
};

/** Parts that name what others tell in full: of these only titles, and questions of polls. */
const NAMING = {
  syllabus: { files: ["syllabus"], named: ["exercises"], folders: ["units", "derivations", "polls", "errata"] },
};

/** Files whose texts come with what shows them, in every language. */
const APART = ["offline", "single"];

/** Kinds of places with a file of texts for each. Their titles and questions are needed where they are listed, too. */
const SINGLE = ["units", "labs"];

/** Returns the contents of all JSON files in a folder of the library's texts or of the page's, by name without the extension. */
async function filesIn(name) {
  return Object.assign({}, ...(await Promise.all(texts.map((place) => filesOf(new URL(name, place))))));
}

async function filesOf(folder) {
  const all = await readdir(folder).catch(absent);
  const names = all.filter((file) => file.endsWith(".json")).sort();
  const read = async (file) => [
    file.slice(0, -".json".length),
    JSON.parse(await readFile(new URL(file, folder), "utf8")),
  ];
  return Object.fromEntries(await Promise.all(names.map(read)));
}

function absent(problem) {
  if (problem.code !== "ENOENT") throw problem;
  return [];
}

/** Returns the titles in a tree of texts; a poll has its question for a title. */
function titlesIn(tree, isPoll = false) {
  const entries = Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value === "string") return key === (isPoll ? "question" : "title") ? [[key, value]] : [];
    const inner = titlesIn(value, isPoll);
    return Object.keys(inner).length > 0 ? [[key, inner]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns the entries of all files in a folder. */
const entriesIn = async (name) => Object.assign({}, ...Object.values(await filesIn(name)));

/** Behind a bracket or a sign of a unit a line may break before a Korean particle, which belongs to what stands in front of it: a word joiner forbids it. */
const held = (_, text) =>
  typeof text === "string" ? text.replace(/(?<=[)\]°%])(?=\p{Script=Hangul})/gu, "\u2060") : text;

const write = (folder, name, content) =>
  writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(content, held)}\n`);

/** Writes the texts of a language other than those on steps. */
async function gather(language, titles, named) {
  const folder = new URL(`${language}/`, gathered);
  await mkdir(folder, { recursive: true });
  const files = await filesIn(`${language}/`);
  const topics = await filesIn(`${language}/algorithms/`);
  const { inputs, parts } = takenApart(Object.assign({}, ...Object.values(topics)));
  files.map = { ...files.map, parts: { ...files.map.parts, ...parts } };
  Object.assign(files.inputs, inputs);
  // The names of an algorithm's inputs are loaded with the texts on its steps.
  files.inputs = Object.fromEntries(Object.entries(files.inputs).filter(([name]) => !named.has(name)));
  const ofParts = new Set([...APART, ...Object.values({ ...PARTS, ...NAMING }).flatMap((part) => part.files)]);
  for (const kind of SINGLE) {
    const entries = await entriesIn(`${language}/${kind}/`);
    await mkdir(new URL(`${kind}/`, folder), { recursive: true });
    for (const [id, own] of Object.entries(entries)) await write(folder, `${kind}/${id}`, { [kind]: { [id]: own } });
    const named = Object.entries(entries).filter(([, { title }]) => title !== undefined);
    files.course[kind] = Object.fromEntries(named.map(([id, { title, question }]) => [id, { title, question }]));
  }
  const catalog = Object.fromEntries(Object.entries(files).filter(([name]) => !ofParts.has(name)));
  await write(folder, "page", { catalog, titles });
  const entriesOf = Object.entries(topics).map(([topic, entries]) => [topic, takenApart(entries).algorithms]);
  await write(folder, "algorithms", Object.fromEntries(entriesOf));
  for (const [part, { files: own, folders }] of Object.entries(PARTS)) {
    const merged = folders.map(async (name) => [name, await entriesIn(`${language}/${name}/`)]);
    const words = Object.fromEntries([...own.map((name) => [name, files[name]]), ...(await Promise.all(merged))]);
    await write(folder, part, words);
  }
  for (const [part, { files: own, named: others, folders }] of Object.entries(NAMING)) {
    const texts = await Promise.all(
      folders.map(async (name) => [name, titlesIn(await entriesIn(`${language}/${name}/`), name === "polls")]),
    );
    const named = others.map((name) => [name, titlesIn(files[name])]);
    const words = own.map((name) => [name, files[name]]);
    await write(folder, part, Object.fromEntries([...words, ...named, ...texts]));
  }
}

const entries = await catalogEntries();
const { exercises, derivations, errata, polls } = await practiced();
await writeFile(new URL("../practice.json", generated), `${JSON.stringify({ exercises, derivations })}\n`);
await writeFile(new URL("../lecture.json", generated), `${JSON.stringify({ errata, polls })}\n`);
await rm(generated, { recursive: true, force: true });
await rm(gathered, { recursive: true, force: true });
const languages = (await readdir(texts[0], { withFileTypes: true })).filter((entry) => entry.isDirectory());
const named = new Set(entries.flatMap(({ inputs }) => inputs.map(({ name }) => name)));
for (const { name: language } of languages) {
  const { algorithms, examples, ...own } = takenApart(await entriesIn(`${language}/algorithms/`));
  const words = { ...own.steps, ...(await entriesIn(`${language}/steps/`)) };
  const names = { ...own.inputs, ...(await filesIn(`${language}/`)).inputs };
  await mkdir(new URL(`${language}/`, generated), { recursive: true });
  const titles = Object.fromEntries(entries.map(({ id }) => [id, algorithms[id].title]));
  await gather(language, titles, named);
  for (const { id, steps, inputs } of entries) {
    const keys = new Set(steps.map((step) => step.id.slice(step.id.lastIndexOf("/") + 1)));
    const own = Object.fromEntries([...keys].map((key) => [key, words[key]]));
    own.inputs = Object.fromEntries(inputs.map(({ name }) => [name, names[name]]));
    own.examples = { [id]: examples[id] };
    await write(new URL(`${language}/`, generated), id, own);
  }
}
console.log(`words of ${entries.length} algorithms in ${languages.length} languages`);
