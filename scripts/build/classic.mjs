import { readdir, stat } from "node:fs/promises";
import { at } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";

/** Folders that the build or npm creates. */
const MADE = new Set(["dist", "generated", "node_modules"]);

/** The elements, the plugin for reveal.js and the library as one classic script. */
export const classicScript = at("target/classic/attograph-elements.js");

/** Builds the classic script, if it or the package has changed. */
export async function buildClassic() {
  const own = (await readdir(at("www"))).filter((name) => !MADE.has(name)).map((name) => at("www", name));
  const library = (await readdir(at("pkg"))).filter((name) => name !== "elements").map((name) => at("pkg", name));
  const hash = await contentHash([...own, ...library, at("src/text"), at("package-lock.json")]);
  // Vite keeps the mode of a caller that is a test.
  const env = { NODE_ENV: "production" };
  return unlessDone("classic", hash, [classicScript], () =>
    run("npm", ["run", "build:classic", "--workspace", "www"], { env }),
  );
}

/** Returns how large the script is, in bytes. */
export const classicSize = async () => (await stat(classicScript)).size;
