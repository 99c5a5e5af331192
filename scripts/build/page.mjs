import { readdir } from "node:fs/promises";
import { compressFolder } from "./compress.mjs";
import { at } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";

/** Folders that the build or npm creates. */
const MADE = new Set(["dist", "generated", "node_modules"]);

/** Inputs of the page's build other than its own sources. */
const OTHERS = ["src/text", "package-lock.json", "scripts/policy.mjs", "scripts/build/compress.mjs", "package.json"];

/** Builds the page with compressed copies of its files, if it or the package has changed. */
export async function buildPage() {
  const own = (await readdir(at("www"))).filter((name) => !MADE.has(name)).map((name) => at("www", name));
  const library = (await readdir(at("pkg"))).filter((name) => name !== "elements").map((name) => at("pkg", name));
  const hash = await contentHash([...own, ...library, ...OTHERS.map((path) => at(path))]);
  return unlessDone("page", hash, [at("www/dist/index.html")], async () => {
    await run("npm", ["run", "build", "--workspace", "www"]);
    await compressFolder(at("www/dist"));
  });
}
