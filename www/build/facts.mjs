/**
 * Gathers what the catalog says of its steps when the page is built, by the key of the step, so that a step is known before anything is computed.
 *
 *   www/generated/facts.json   { shares: ["<key>"], names: ["<key>"], counts: ["<key>"], begins: { "<key>": "<chapter>" } }
 */
import { mkdir, writeFile } from "node:fs/promises";
import { catalogEntries } from "./package.mjs";

const generated = new URL("../generated/", import.meta.url);

const steps = (await catalogEntries()).flatMap((entry) => entry.steps);
/** The part of an id that names what the step is, of every step that a condition holds for, each once. */
const keysOf = (holds) => [...new Set(steps.filter(holds).map(({ id }) => id.slice(id.lastIndexOf("/") + 1)))].sort();
const of = (numbers) => keysOf((step) => step.numbers === numbers);
const chapters = [...new Set(steps.map(({ begins }) => begins).filter((chapter) => chapter !== null))];
const begins = chapters.flatMap((chapter) => keysOf((step) => step.begins === chapter).map((key) => [key, chapter]));
await mkdir(generated, { recursive: true });
const facts = { shares: of("shares"), names: of("names"), counts: of("counts"), begins: Object.fromEntries(begins) };
await writeFile(new URL("facts.json", generated), `${JSON.stringify(facts)}\n`);
