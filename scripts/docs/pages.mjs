/**
 * Writes what the site has beside the documents of docs/:
 *
 *   algorithms/<id>.md     a page for each algorithm of the catalog
 *   examples/<id>.json     the inputs of its example
 *   changelog.md           the changelog of the repository
 *   sidebar.json           the algorithms by topic: [{ topic, algorithms: [{ id, title }] }]
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../build/paths.mjs";
import { algorithmPage } from "./algorithm-page.mjs";
import { exampleInputs, readCases, readsOf } from "./examples.mjs";
import { readTexts } from "./texts.mjs";

/** Writes all of it into a folder. */
export async function generatePages(lab, folder) {
  for (const name of ["algorithms", "examples"]) {
    await rm(join(folder, name), { recursive: true, force: true });
    await mkdir(join(folder, name), { recursive: true });
  }
  const [cases, texts] = await Promise.all([readCases(), readTexts()]);
  const examples = await exampleInputs(cases);
  for (const entry of lab.catalog()) {
    const inputs = examples[entry.id];
    const known = {
      text: texts.algorithms[entry.id],
      stepTexts: texts.steps,
      inputTexts: texts.inputs,
      golden: cases.get(entry.id).golden,
      reads: readsOf(lab, entry.id, cases.get(entry.id).cases),
      trace: lab.trace(entry.id, inputs),
      counts: lab.count(entry.id, inputs),
    };
    await writeFile(join(folder, "algorithms", `${entry.id}.md`), algorithmPage(entry, known));
    await writeFile(join(folder, "examples", `${entry.id}.json`), `${JSON.stringify(inputs)}\n`);
  }
  await writeFile(join(folder, "changelog.md"), await readFile(at("CHANGELOG.md"), "utf8"));
  await writeFile(join(folder, "sidebar.json"), `${JSON.stringify(sidebar(lab, texts), null, 2)}\n`);
}

/** The algorithms by topic, in the order of the catalog. */
function sidebar(lab, { topics, algorithms }) {
  const topicOf = (id) => Object.keys(topics).find((topic) => topics[topic].includes(id));
  const found = new Map();
  for (const { id } of lab.catalog()) {
    const topic = topicOf(id);
    found.set(topic, [...(found.get(topic) ?? []), { id, title: algorithms[id].title }]);
  }
  return [...found].map(([topic, algorithms]) => ({ topic, algorithms }));
}
