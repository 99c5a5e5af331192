/** The finished package, loaded in Node as its readers load it. */
import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../../pkg/", import.meta.url);

/** The first file that a Node reader of the package gets. */
function nodeEntry(target) {
  if (typeof target === "string") return target;
  const { types: _, ...conditions } = target;
  return nodeEntry(conditions.node ?? conditions.import ?? conditions.default);
}

async function openPackage() {
  const manifest = await readFile(new URL("package.json", folder), "utf8").catch(() => {
    throw new Error("The package has not been built: run `npm run build` in the root folder first.");
  });
  const { load } = await import(new URL(nodeEntry(JSON.parse(manifest).exports["."]), folder).href);
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

/** Which algorithm an exercise asks for, which ones an erratum compares, and which ones the evidence of a poll runs. */
export async function practiced() {
  const lab = await openPackage();
  const exercises = Object.fromEntries(lab.exercises().map(({ id, algorithm }) => [id, algorithm]));
  const errata = lab.errata().map(({ id }) => {
    const { right, wrong } = lab.erratum(id);
    return [id, [...new Set([right, wrong].flatMap((side) => (side ? [side.algorithm] : [])))]];
  });
  const polls = lab.polls().map(({ id }) => {
    const runs = lab.reveal(id).statements.flatMap(({ readings }) => readings.flatMap((reading) => reading.runs));
    return [id, [...new Set(runs.map(({ algorithm }) => algorithm))]];
  });
  return { exercises, errata: Object.fromEntries(errata), polls: Object.fromEntries(polls) };
}

/** The catalog's entries of all algorithms that a lesson, an exercise, an erratum or a poll shows. */
export async function shownEntries() {
  const [lab, taught, { exercises, errata, polls }] = await Promise.all([openPackage(), taughtIds(), practiced()]);
  const shown = new Set([
    ...taught,
    ...Object.values(exercises),
    ...Object.values(errata).flat(),
    ...Object.values(polls).flat(),
  ]);
  return lab.catalog().filter(({ id }) => shown.has(id));
}
