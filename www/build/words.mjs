/**
 * The words on what lessons, exercises, errata and polls show, gathered when the page is built, so that each brings its own and no others.
 *
 *   www/generated/practice.json                       { exercises: [{ id, algorithms }], derivations: [{ id }] }
 *   www/generated/lecture.json                        { errata: [{ id, topic, algorithms }], polls: [… and options] }
 *   www/generated/words/<language>/titles.json        { "<algorithm>": title }     of what the lessons teach
 *   www/generated/words/<language>/<algorithm>.json   { "<step key>": { title, text } }
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { practiced, shownEntries, taughtEntries } from "./package.mjs";

const texts = new URL("../text/", import.meta.url);
const generated = new URL("../generated/words/", import.meta.url);

/** The entries of all files in a folder. */
async function entriesIn(name) {
  const folder = new URL(name, texts);
  const read = async (file) => JSON.parse(await readFile(new URL(file, folder), "utf8"));
  return Object.assign({}, ...(await Promise.all((await readdir(folder)).map(read))));
}

const entries = await shownEntries();
const taught = await taughtEntries();
const { exercises, derivations, errata, polls } = await practiced();
await writeFile(new URL("../practice.json", generated), `${JSON.stringify({ exercises, derivations })}\n`);
await writeFile(new URL("../lecture.json", generated), `${JSON.stringify({ errata, polls })}\n`);
await rm(generated, { recursive: true, force: true });
const languages = (await readdir(texts, { withFileTypes: true })).filter((entry) => entry.isDirectory());
for (const { name: language } of languages) {
  const [words, algorithms] = await Promise.all(
    ["steps", "algorithms"].map((name) => entriesIn(`${language}/${name}/`)),
  );
  await mkdir(new URL(`${language}/`, generated), { recursive: true });
  const titles = Object.fromEntries(taught.map(({ id }) => [id, algorithms[id].title]));
  await writeFile(new URL(`${language}/titles.json`, generated), `${JSON.stringify(titles)}\n`);
  for (const { id, steps } of entries) {
    const keys = new Set(steps.map((step) => step.id.slice(step.id.lastIndexOf("/") + 1)));
    const own = Object.fromEntries([...keys].map((key) => [key, words[key]]));
    await writeFile(new URL(`${language}/${id}.json`, generated), `${JSON.stringify(own)}\n`);
  }
}
console.log(`words of ${entries.length} algorithms in ${languages.length} languages`);
