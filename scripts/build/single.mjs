import { readdir, stat } from "node:fs/promises";
import { at } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";

/** Folders that the build or npm creates. */
const MADE = new Set(["dist", "generated", "node_modules"]);

/** The page in one file. */
export const singleFile = at("target/single/attograph.html");

/** Builds the page as one file, if it or the package has changed. */
export async function buildSingle() {
  const own = (await readdir(at("www"))).filter((name) => !MADE.has(name)).map((name) => at("www", name));
  const library = (await readdir(at("pkg"))).filter((name) => name !== "elements").map((name) => at("pkg", name));
  const hash = await contentHash([...own, ...library, at("src/text"), at("package-lock.json")]);
  return unlessDone("single", hash, [singleFile], () => run("npm", ["run", "build:single", "--workspace", "www"]));
}

/** Returns how large the file is, in bytes. */
export const singleSize = async () => (await stat(singleFile)).size;
