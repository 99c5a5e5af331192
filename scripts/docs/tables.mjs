/** Tables of documents that are written from the catalog and from the list of messages. `pkg-tests/npm/documents.test.mjs` compares them. */
import { readFile } from "node:fs/promises";
import { at } from "../build/paths.mjs";
import { code, namedAxes, table, withoutBars } from "./markdown.mjs";
import { readTexts } from "./texts.mjs";

/** A document's table: what is between the comment that names it and the one that ends it. */
const between = (name) => new RegExp(`(<!-- table of ${name} -->\\n)([\\s\\S]*?)(<!-- end of table -->)`);

/** Returns the table of this name in a document; null if it has none. */
export const tableIn = (text, name) => text.match(between(name))?.[2] ?? null;

/** Returns a document with another table of this name. */
export const withTable = (text, name, written) =>
  text.replace(between(name), (_, start, __, end) => start + written + end);

/** Returns the steps of a trace as a table: axes, TeX, source, and what each reads. */
export function stepTable({ steps }) {
  const rows = steps.map(({ id, index, axes, formula, source, reads }) => [
    code(id),
    namedAxes({ index, axes }),
    formula === "" ? "" : code(withoutBars(formula)),
    source,
    reads.map(({ step }) => code(step)).join(", "),
  ]);
  return `${table(["step", "axes", "TeX", "source", "reads"], rows)}\n`;
}

/** Returns the algorithms of a lab as a table, by topic as their texts are. */
export async function algorithmTable(lab) {
  const { topics } = await readTexts();
  const topicOf = (id) => Object.keys(topics).find((topic) => topics[topic].includes(id));
  const entries = lab.catalog();
  const rows = entries.map(({ id, title, source }, at) => {
    const topic = topicOf(id);
    return [at > 0 && topicOf(entries[at - 1].id) === topic ? "" : topic, code(id), title, source];
  });
  return `${table(["about", "id", "title", "after"], rows)}\n`;
}

/** Returns the errors of `pkg-tests/messages.json` as a table: the facts, a message, and what to do. A code with several messages is listed once. */
export async function errorTable() {
  const messages = JSON.parse(await readFile(at("pkg-tests/messages.json"), "utf8"));
  const codes = [...new Set(messages.map((message) => message.code))];
  const rows = codes.map((name) => {
    const { facts, message, cure } = messages.find((message) => message.code === name);
    return [code(name), Object.keys(facts).map(code).join(", "), message.replaceAll("|", "\\|"), cure];
  });
  return `${table(["code", "facts", "a message", "what to do"], rows)}\n`;
}
