/** The finished package, loaded in Node as its users load it. */
import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../../pkg/", import.meta.url);

/** The entry of the package in Node. */
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

/** The exercises and derivations, each with the algorithms that it runs. */
export async function practiced() {
  const lab = await openPackage();
  return {
    exercises: lab.exercises().map(({ id, algorithm }) => ({ id, algorithms: [algorithm] })),
    derivations: lab.derivations().map(({ id }) => ({ id })),
    errata: lab.errata().map(({ id, topic }) => {
      const { right, wrong } = lab.erratum(id);
      return { id, topic, algorithms: algorithmsOf([right, wrong].filter(Boolean)) };
    }),
    polls: lab.polls().map(({ id, topic, options }) => {
      const readings = lab.reveal(id).statements.flatMap((statement) => statement.readings);
      return { id, topic, options, algorithms: algorithmsOf(readings.flatMap(({ runs }) => runs)) };
    }),
  };
}

/** The catalog's entries of all algorithms that a lesson, an exercise, an erratum or a poll shows. */
export async function shownEntries() {
  const [lab, taught, { exercises, errata, polls }] = await Promise.all([openPackage(), taughtIds(), practiced()]);
  const run = [...exercises, ...errata, ...polls].flatMap(({ algorithms }) => algorithms);
  const shown = new Set([...taught, ...run]);
  return lab.catalog().filter(({ id }) => shown.has(id));
}
