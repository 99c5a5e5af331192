/** Writes errors, notices and marks as sentences of a language. Positions are counted from 1, as readers count. */
import { reading } from "../errors.js";
import type { Mark } from "../exercise-types.js";
import type { LectureSource } from "../lecture-types.js";
import { readRecord, wrongType } from "../refuse.js";
import { readAs, type Schema, validate } from "../schema.js";
import type { Notice } from "../types.js";
import { type Find, fillText } from "./lookup.js";
import { fullNumber, shortNumber } from "./numbers.js";

/** What a sentence on an error is written from: an {@link AttographError}, or a copy of its fields. */
export interface Failure {
  readonly code: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Stands in the sentence if the language has no text for the code. */
  readonly message: string;
}

/** Returns the name of a node by its number, from 0. */
export type NodeName = (node: number) => string;

const TEXT = { type: "string" } as const;
const FAILURE: Schema = {
  type: "object",
  required: ["code", "facts", "message"],
  properties: { code: TEXT, facts: { type: "object" }, message: TEXT },
};
const NOTICE: Schema = { type: "object", required: ["code"], properties: { code: TEXT } };
const SOURCE: Schema = {
  type: "object",
  required: ["document", "name", "author", "year", "part"],
  properties: { document: TEXT, name: TEXT, author: TEXT, year: { type: ["integer", "null"] }, part: TEXT },
};
const MARK: Schema = { type: "object", required: ["kind"], properties: { kind: TEXT } };
const UNREADABLE: Schema = {
  required: ["place", "expected"],
  properties: { place: { type: "integer" }, expected: TEXT },
  type: "object",
};
const MISCONCEPTION: Schema = {
  required: ["ids"],
  properties: { ids: { type: "array", items: TEXT } },
  type: "object",
};

/** More values than any error, notice, mark or source has. */
const MOST_VALUES = 2 ** 16;

/** Writes a sentence on something that a caller passed, by texts that the caller finds. */
function said<Given, Said>(find: Find, schema: Schema, input: string, given: Given, say: (given: Given) => Said): Said {
  if (typeof find !== "function")
    throw wrongType("find", "a function that finds texts, such as `lookup` returns", find);
  return reading(() => say(readAs<Given>(schema, input, given, MOST_VALUES)));
}

/** Facts that are positions, from 0. */
const COUNTED = new Set(["axis", "node", "place"]);

/** Facts whose lists hold names or lengths, or are counted from 0 in the text as well. */
const AS_THEY_ARE = new Set(["shape", "known", "outputs", "eigenvalues"]);

/** The library's reasons are English phrases, with the names of inputs in backquotes. */
function phrase(find: Find, text: string): string {
  const known = expectationText(find, text);
  return known.replace(
    /`([^`]+)`( and (?=`))?/g,
    (_, name: string, and?: string) => (find(`inputs.${name}`) ?? name) + (and ? ", " : ""),
  );
}

function writtenFact(find: Find, name: string, fact: unknown): string {
  if (Array.isArray(fact)) {
    const shown = AS_THEY_ARE.has(name) ? fact : fact.map((position) => Number(position) + 1);
    return shown.join(name === "shape" ? " × " : ", ");
  }
  if (typeof fact === "number") {
    if (/bytes$/i.test(name)) return `${shortNumber(fact / 1e6)} MB`;
    if (/seconds$/i.test(name)) return shortNumber(fact);
    return COUNTED.has(name) ? String(fact + 1) : fullNumber(fact);
  }
  return name === "input" ? (find(`inputs.${fact}`) ?? String(fact)) : phrase(find, String(fact));
}

function factsOf(find: Find, facts: Readonly<Record<string, unknown>>): Record<string, string> {
  const written = Object.entries(facts).map(([name, fact]) => [name, writtenFact(find, name, fact)]);
  // A former name of an input and its present one are for programs.
  const names = "name" in facts ? { input: `\`${facts.input}\``, name: `\`${facts.name}\`` } : {};
  return { ...Object.fromEntries(written), ...names };
}

/** Returns a sentence on an error; `find` is {@link lookup} of a language. */
export function errorText(find: Find, failure: Failure): string {
  // The message of an error is not among the fields that a copy has.
  const { code, facts, message } = reading(() => readRecord("failure", failure, null, "an error"));
  return said(find, FAILURE, "failure", { code, facts, message } as Failure, ({ code, facts, message }) => {
    const text = find(`errors.${code}`) ?? find("errors.unknown") ?? "{message}";
    return fillText(text, { ...factsOf(find, facts), message });
  });
}

/** Returns a sentence on a notice, or undefined if the language has none. Nodes are counted from 1, unless `nodeName` names them. */
export function noticeText(find: Find, notice: Notice, nodeName?: NodeName): string | undefined {
  if (nodeName !== undefined && typeof nodeName !== "function")
    throw wrongType("nodeName", "a function that names nodes", nodeName);
  return said(find, NOTICE, "notice", notice, ({ code, ...facts }) => {
    const text = find(`notices.${code}`);
    if (text === undefined) return undefined;
    const params = factsOf(find, facts);
    if (nodeName && Array.isArray(facts.nodes))
      params.nodes = facts.nodes.map((node) => nodeName(Number(node))).join(", ");
    return fillText(text, params);
  });
}

/** Returns what the library expected, which it states in English, in another language. Shapes may follow in parentheses. */
export function expectationText(find: Find, expected: string): string {
  return said(find, TEXT, "expected", expected, (expected) => {
    const known = find(`errors.phrases.${expected}`);
    const [, words, shapes] = known === undefined ? (/^(.*)( \([\d ×,]+\))$/.exec(expected) ?? []) : [];
    if (words === undefined || shapes === undefined) return known ?? expected;
    return (find(`errors.phrases.${words}`) ?? words) + shapes;
  });
}

/** Returns where an erratum or a poll is printed in one line, or undefined if the language has no text for it. */
export function sourceText(find: Find, source: LectureSource): string | undefined {
  return said(find, SOURCE, "source", source, ({ document, name, author, year, part }) => {
    const [line, kind, subject] = [
      find("sources.line"),
      find(`sources.documents.${document}`),
      find(`sources.parts.${part}`),
    ];
    if (line === undefined || kind === undefined || subject === undefined) return undefined;
    const by = find(`sources.authors.${document}`) ?? author;
    return fillText(line, { author: year === null ? by : `${by}, ${year}`, name, kind, part: subject });
  });
}

/** Returns a sentence on a mark, or undefined for an empty cell. */
export function markText(find: Find, mark: Mark): string | undefined {
  return said(find, MARK, "mark", mark, (mark) => {
    const text = find(`marks.${mark.kind}`);
    if (text === undefined) return undefined;
    if (mark.kind === "unreadable") {
      validate(UNREADABLE, mark, "mark");
      return fillText(text, { place: mark.place + 1, expected: expectationText(find, mark.expected) });
    }
    if (mark.kind === "misconception") {
      validate(MISCONCEPTION, mark, "mark");
      return fillText(text, { names: mark.ids.map((id) => find(`misconceptions.${id}.name`) ?? id).join("; ") });
    }
    return text;
  });
}
