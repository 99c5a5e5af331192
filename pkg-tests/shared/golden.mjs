import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../golden/", import.meta.url);

/** The golden files of the algorithms that the catalog has. */
export async function goldenFiles(lab) {
  const known = new Set(lab.catalog().map(({ id }) => id));
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, folder), "utf8"))));
  return files.filter(({ algorithm }) => known.has(algorithm));
}
