import { readdir } from "node:fs/promises";
import { at } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";

/** What building makes, or npm. */
const MADE = new Set(["dist", "generated", "node_modules"]);

/** Builds the page, if it or the package has changed. */
export async function buildPage() {
  const own = (await readdir(at("www"))).filter((name) => !MADE.has(name)).map((name) => at("www", name));
  const hash = await contentHash([...own, at("pkg"), at("package-lock.json"), at("scripts/policy.mjs")]);
  return unlessDone("page", hash, [at("www/dist/index.html")], () =>
    run("npm", ["run", "build", "--workspace", "www"]),
  );
}
