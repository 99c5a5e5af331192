/** The finished package, loaded in Node as its readers load it. */
import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../../pkg/", import.meta.url);

/** The first file that a Node reader of the package gets. */
function nodeEntry(target) {
  if (typeof target === "string") return target;
  const { types: _, ...conditions } = target;
  return nodeEntry(conditions.node ?? conditions.import ?? conditions.default);
}

async function catalogOfPackage() {
  const manifest = await readFile(new URL("package.json", folder), "utf8").catch(() => {
    throw new Error("The package has not been built: run `npm run build` in the root folder first.");
  });
  const { load } = await import(new URL(nodeEntry(JSON.parse(manifest).exports["."]), folder).href);
  const lab = await load();
  return lab.catalog();
}

/** The catalog's entries of the algorithms that a lesson runs. */
export async function taughtEntries() {
  const lessons = new URL("../lessons/", import.meta.url);
  const sources = await Promise.all((await readdir(lessons)).map((name) => readFile(new URL(name, lessons), "utf8")));
  const taught = new Set(
    sources.flatMap((source) => Array.from(source.matchAll(/\balgorithm: "([a-z0-9-]+)"/g), ([, id]) => id)),
  );
  return (await catalogOfPackage()).filter(({ id }) => taught.has(id));
}
