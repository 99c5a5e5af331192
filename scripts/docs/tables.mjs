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

/** What stops a gradient, by the word in the facts of `no-gradient`. */
const OBSTACLES = {
  argmax: "the position of the largest number",
  color: "colors of nodes",
  comparison: "a comparison: it stays the same until it jumps",
  diagonal: "a diagonal, read by one letter for two axes",
  distance: "numbers of edges on shortest paths",
  draw: "random numbers, which depend on a seed",
  names: "whole numbers that name something",
  orthogonalization: "directions that are made orthogonal",
  rounding: "rounding: it stays the same until it jumps",
  "second-order": "a derivative, which is not derived again",
  sorting: "an order",
  spectrum: "eigenvalues and eigenvectors",
  structure: "a list or a mask that follows from sizes, a graph or a pattern",
  unread: "nothing that leads to the result reads it",
};

/** Returns the inputs of algorithms that have no gradient in any case as a table, with the step that stops it and why. */
export function gradientTable(lab, cases) {
  const having = new Set();
  const lacking = new Map();
  for (const { algorithm, inputs } of cases) {
    const { trace, gradients } = lab.gradient(algorithm, inputs);
    for (const input of Object.keys(gradients)) having.add(`${algorithm} ${input}`);
    for (const { code: name, input, step, why } of trace.notices)
      if (name === "no-gradient") lacking.set(`${algorithm} ${input}`, { algorithm, input, step, why });
  }
  const order = lab.catalog().map(({ id }) => id);
  const rows = [...lacking]
    .filter(([key]) => !having.has(key))
    .map(([, row]) => row)
    .sort((one, other) => order.indexOf(one.algorithm) - order.indexOf(other.algorithm))
    .map(({ algorithm, input, step, why }) => [code(algorithm), code(input), code(step), OBSTACLES[why]]);
  return `${table(["algorithm", "input", "is stopped by", "why"], rows)}\n`;
}
