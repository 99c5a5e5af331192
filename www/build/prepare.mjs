/**
 * Makes what the page has of its texts, formulas, fonts and colors, and of the catalog, in `www/generated/`, if anything that it is made of has changed: every
 * bundle of the page begins with this.
 */
import { readdir } from "node:fs/promises";
import { at } from "../../scripts/build/paths.mjs";
import { run } from "../../scripts/build/run.mjs";
import { contentHash, unlessDone } from "../../scripts/build/stamp.mjs";

/** The scripts, in the order in which they run, each with a file that it writes. */
const SCRIPTS = {
  ramps: "ramps.json",
  facts: "facts.json",
  formulas: "page-formulas.json",
  font: "math.woff2",
  "text-font": "text.woff2",
  words: "lecture.json",
};

/** Folders that builds or npm create. */
const MADE = new Set(["dist", "generated", "node_modules"]);

const within = async (folder, made) =>
  (await readdir(at(folder))).filter((name) => !made.has(name)).map((name) => at(folder, name));

const sources = [...(await within("www", MADE)), ...(await within("pkg", new Set(["elements"]))), at("src/text")];
const hash = await contentHash([...sources, at("package-lock.json")]);
const results = Object.values(SCRIPTS).map((name) => at("www/generated", name));
await unlessDone("page-data", hash, results, async () => {
  for (const name of Object.keys(SCRIPTS)) await run(process.execPath, [at("www/build", `${name}.mjs`)]);
});
