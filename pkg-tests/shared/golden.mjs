import { readdir, readFile } from "node:fs/promises";

/** The golden files: inputs with the outputs of other libraries. */
export function goldenFiles() {
  return filesIn("golden");
}

/** The golden files, and the examples of algorithms and options that no golden file has: inputs alone. */
export async function caseFiles() {
  return [...(await filesIn("golden")), ...(await filesIn("examples"))];
}

async function filesIn(name) {
  const folder = new URL(`../${name}/`, import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, folder), "utf8"))));
}
