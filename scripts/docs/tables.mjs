/** Tables of documents that are written from the catalog and from the list of messages. `pkg-tests/npm/documents.test.mjs` compares them. */
import { readFile } from "node:fs/promises";
import { idsIn } from "../build/listed.mjs";
import { at } from "../build/paths.mjs";
import { code, namedAxes, plain, table, withoutBars } from "./markdown.mjs";
import { readTexts, textsOf } from "./texts.mjs";

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

/** The groups of `www/text/en/embed.json` that say what is wrong with the data of an attribute: the last part of a key is the rest of its code. */
const GIVEN = ["lab", "given", "attention"];

/** The codes that elements send with `ag-error`, each with its message in English; `{…}` is filled in. */
export async function elementErrorTable() {
  const { unknown, missing, ...groups } = JSON.parse(await readFile(at("www/text/en/embed.json"), "utf8"));
  const messages = [
    ["unknown-attribute", unknown],
    ["missing-attribute", missing],
    ...GIVEN.flatMap((group) => Object.entries(groups[group]).map(([key, message]) => [`wrong-${key}`, message])),
  ];
  const codes = [...new Set(messages.map(([name]) => name))];
  const rows = codes.map((name) => [
    code(name),
    messages
      .filter(([other]) => other === name)
      .map(([, message]) => message.replaceAll("|", "\\|"))
      .join("<br>"),
  ]);
  return `${table(["code", "message"], rows)}\n`;
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

const json = async (path) => JSON.parse(await readFile(at(path), "utf8"));

/** Returns the scenes of the course as a table: unit, scene, title, as `<attograph-scene>` takes their ids. */
export async function sceneTable() {
  const rows = [];
  for (const unit of await idsIn("www/units")) {
    const { title, scenes } = (await json(`www/text/en/units/${unit}.json`))[unit];
    for (const [place, [scene, text]] of Object.entries(scenes).entries())
      rows.push([place === 0 ? `${title}: ${code(unit)}` : "", code(scene), text.title]);
  }
  return `${table(["unit", "scene", "title"], rows)}\n`;
}

/** Returns the labs as a table: the tag of the element, and the title. */
export async function labTable() {
  const rows = (await idsIn("www/labs")).map(async (id) => {
    const { title } = (await json(`www/text/en/labs/${id}.json`))[id];
    return [code(`<attograph-lab-${id}>`), title];
  });
  return `${table(["element", "title"], await Promise.all(rows))}\n`;
}

/** Returns exercises and derivations as a table, with what each exercise computes. */
export async function exerciseTable(lab) {
  const [exercises, derivations] = [await json("src/text/en/exercises.json"), await textsOf("derivations")];
  const rows = [
    ...lab.exercises().map(({ id, algorithm }) => [code(id), exercises[id].title, code(algorithm)]),
    ...lab.derivations().map(({ id }) => [code(id), derivations[id].title, "a derivation"]),
  ];
  return `${table(["id", "title", "of"], rows)}\n`;
}

/** Returns the polls as a table, with their questions. */
export async function pollTable(lab) {
  const texts = await textsOf("polls");
  const rows = lab.polls().map(({ id }) => [code(id), plain(texts[id].question)]);
  return `${table(["id", "question"], rows)}\n`;
}

/** Why an input cannot be a batch. */
const SHARED = {
  graph: "several graphs are one graph",
  read: "the run goes on by its numbers, or by what is computed from them",
};

const valueAt = (inputs, path) => path.split(".").reduce((group, name) => group?.[name], inputs);

/** Inputs with another value at a path. */
function withInput(inputs, [name, ...rest], value) {
  return { ...inputs, [name]: rest.length > 0 ? withInput(inputs[name], rest, value) : value };
}

/** A batch of a tensor twice. */
const twice = (tensor) =>
  tensor.shape ? { shape: [2, ...tensor.shape], data: [...tensor.data, ...tensor.data] } : [tensor, tensor];

/** Returns the inputs that are not learned and can be a batch in no case as a table, with the reason. */
export function batchTable(lab, cases) {
  const accepted = new Set();
  const refused = new Map();
  const entries = new Map(lab.catalog().map((entry) => [entry.id, entry]));
  for (const { algorithm, inputs } of cases) {
    const tensors = entries.get(algorithm).inputs.filter(({ kind, learned }) => kind === "tensor" && !learned);
    for (const { name } of tensors) {
      const tensor = valueAt(inputs, name);
      if (tensor === undefined || tensor === null || typeof tensor !== "object") continue;
      try {
        lab.trace(algorithm, withInput(inputs, name.split("."), { batch: twice(tensor) }));
        accepted.add(`${algorithm} ${name}`);
      } catch (error) {
        if (error.code !== "no-batch") throw error;
        refused.set(`${algorithm} ${name}`, { algorithm, name, why: error.facts.why });
      }
    }
  }
  const rows = [...entries.keys()].flatMap((algorithm) => {
    const left = [...refused].filter(([key, row]) => row.algorithm === algorithm && !accepted.has(key));
    const reasons = [...new Set(left.map(([, { why }]) => why))];
    return reasons.map((why) => {
      const names = left.filter(([, row]) => row.why === why).map(([, { name }]) => code(name));
      return [code(algorithm), names.join(", "), SHARED[why]];
    });
  });
  return `${table(["algorithm", "input", "why"], rows)}\n`;
}
