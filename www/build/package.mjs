/** The finished package, loaded in Node as its readers load it. */
import { readdir, readFile } from "node:fs/promises";
import { topics } from "../../scripts/build/paths.mjs";

const folder = new URL("../../pkg/", import.meta.url);

/** The first file that a Node reader of the package gets. */
function nodeEntry(target) {
  if (typeof target === "string") return target;
  const { types: _, ...conditions } = target;
  return nodeEntry(conditions.node ?? conditions.import ?? conditions.default);
}

async function importPackage() {
  const manifest = await readFile(new URL("package.json", folder), "utf8").catch(() => {
    throw new Error("The package has not been built: run `npm run build` in the root folder first.");
  });
  return import(new URL(nodeEntry(JSON.parse(manifest).exports["."]), folder).href);
}

async function openPackage() {
  const { load } = await importPackage();
  return load();
}

/** Ids of the algorithms that a lesson runs. */
async function taughtIds() {
  const lessons = new URL("../lessons/", import.meta.url);
  const sources = await Promise.all((await readdir(lessons)).map((name) => readFile(new URL(name, lessons), "utf8")));
  return new Set(
    sources.flatMap((source) => Array.from(source.matchAll(/\balgorithm: "([a-z0-9-]+)"/g), ([, id]) => id)),
  );
}

/** The catalog's entries of the algorithms that a lesson runs. */
export async function taughtEntries() {
  const [lab, taught] = await Promise.all([openPackage(), taughtIds()]);
  return lab.catalog().filter(({ id }) => taught.has(id));
}

/** The algorithms of some runs, each once. */
const algorithmsOf = (runs) => [...new Set(runs.map(({ algorithm }) => algorithm))];

/** What there is to practice, each with `file`, the topic of the library that has it, and the algorithms that it runs. */
export async function practiced() {
  const { load } = await importPackage();
  const found = { exercises: [], derivations: [], errata: [], polls: [] };
  // Of two files that have it, the first.
  const add = (list, entry) => list.some(({ id }) => id === entry.id) || list.push(entry);
  for (const file of topics) {
    const lab = await load({ topics: [file] });
    for (const { id, algorithm } of lab.exercises()) add(found.exercises, { id, file, algorithms: [algorithm] });
    for (const { id } of lab.derivations()) add(found.derivations, { id, file });
    for (const { id, topic } of lab.errata()) {
      const { right, wrong } = lab.erratum(id);
      add(found.errata, { id, topic, file, algorithms: algorithmsOf([right, wrong].filter(Boolean)) });
    }
    for (const { id, topic, options } of lab.polls()) {
      const readings = lab.reveal(id).statements.flatMap((statement) => statement.readings);
      add(found.polls, { id, topic, file, options, algorithms: algorithmsOf(readings.flatMap(({ runs }) => runs)) });
    }
  }
  return found;
}

/** The catalog's entries of all algorithms that a lesson, an exercise, an erratum or a poll shows. */
export async function shownEntries() {
  const [lab, taught, { exercises, errata, polls }] = await Promise.all([openPackage(), taughtIds(), practiced()]);
  const run = [...exercises, ...errata, ...polls].flatMap(({ algorithms }) => algorithms);
  const shown = new Set([...taught, ...run]);
  return lab.catalog().filter(({ id }) => shown.has(id));
}
