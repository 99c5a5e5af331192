/** The texts of the library in English: titles, summaries and explanations, by id. */
import { readdir, readFile } from "node:fs/promises";
import { at } from "../build/paths.mjs";
import { takenApart } from "../build/text.mjs";

const FOLDER = "src/text/en";

async function folder(name) {
  const files = (await readdir(at(FOLDER, name))).sort();
  return Promise.all(
    files.map(async (file) => [file.replace(".json", ""), JSON.parse(await readFile(at(FOLDER, name, file), "utf8"))]),
  );
}

/** Returns the texts of the files of a folder, by id. */
export const textsOf = async (name) => Object.assign({}, ...(await folder(name)).map(([, entries]) => entries));

/** Returns `{ topics, algorithms, steps, inputs }`: the ids of each topic, and the texts of algorithms, steps and inputs by id. */
export async function readTexts() {
  const topics = await folder("algorithms");
  const { algorithms, steps, inputs } = takenApart(Object.assign({}, ...topics.map(([, entries]) => entries)));
  return {
    topics: Object.fromEntries(topics.map(([topic, algorithms]) => [topic, Object.keys(algorithms)])),
    algorithms,
    steps: Object.assign(steps, ...(await folder("steps")).map(([, family]) => family)),
    inputs: { ...inputs, ...JSON.parse(await readFile(at(FOLDER, "inputs.json"), "utf8")) },
  };
}
