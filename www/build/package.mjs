/** The finished package, loaded in Node as its users load it. */
import { readFile } from "node:fs/promises";

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

export async function openPackage() {
  const { load } = await importPackage();
  return load();
}

/** The algorithms of some runs, each once. */
const algorithmsOf = (runs) => [...new Set(runs.map(({ algorithm }) => algorithm))];

/** The exercises and derivations, each with the algorithms that it runs. */
export async function practiced() {
  const lab = await openPackage();
  return {
    exercises: lab.exercises().map(({ id, algorithm, asked }) => {
      const backward = asked.some(({ gradient }) => gradient);
      return { id, algorithms: [algorithm], ...(backward && { backward }) };
    }),
    derivations: lab.derivations().map(({ id }) => ({ id })),
    errata: lab.errata().map(({ id, topic, status, quoted, source }) => {
      const { right, wrong, shown } = lab.erratum(id);
      const runs = shown.length > 0;
      return { id, topic, status, quoted, source, runs, algorithms: algorithmsOf([right, wrong].filter(Boolean)) };
    }),
    polls: lab.polls().map(({ id, topic, source, options }) => {
      const readings = lab.reveal(id).statements.flatMap((statement) => statement.readings);
      return { id, topic, source, options, algorithms: algorithmsOf(readings.flatMap(({ runs }) => runs)) };
    }),
  };
}

/** The catalog's entries: each algorithm has a page. */
export async function catalogEntries() {
  return (await openPackage()).catalog();
}
