/** The finished package, loaded in Node as its readers load it. */
import { readFile } from "node:fs/promises";

const folder = new URL("../../pkg/", import.meta.url);

/** The first file that a Node reader of the package gets. */
function nodeEntry(target) {
  if (typeof target === "string") return target;
  const { types: _, ...conditions } = target;
  return nodeEntry(conditions.node ?? conditions.import ?? conditions.default);
}

export async function catalogOfPackage() {
  const manifest = await readFile(new URL("package.json", folder), "utf8").catch(() => {
    throw new Error("The package has not been built: run `npm run build` in the root folder first.");
  });
  const { load } = await import(new URL(nodeEntry(JSON.parse(manifest).exports["."]), folder).href);
  const lab = await load();
  return lab.catalog();
}
