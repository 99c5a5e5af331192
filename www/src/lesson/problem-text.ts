/** Errors and notices in the page's language. */
import type { Notice, Problem } from "../library.ts";
import { formatCell, formatFull } from "../numbers/format.ts";
import { t, textOf } from "../text.ts";

/** Returns the title of an input. */
function inputName(name: string): string {
  return textOf(`inputs.${name}`) ?? name;
}

/** The library's reasons are English phrases, with the names of inputs in backquotes. */
function phrase(text: string): string {
  const known = textOf(`errors.phrases.${text}`) ?? text;
  return known.replace(
    /`([^`]+)`( and (?=`))?/g,
    (_, name: string, and?: string) => inputName(name) + (and ? ", " : ""),
  );
}

/** Facts that are positions, from 0. */
const COUNTED = new Set(["axis", "node", "place"]);

/** Positions are shown from 1. */
function written(name: string, fact: unknown): string {
  if (Array.isArray(fact)) {
    const counted =
      name === "shape" || name === "known" || name === "outputs" ? fact : fact.map((at) => Number(at) + 1);
    return counted.join(name === "shape" ? " × " : ", ");
  }
  if (typeof fact === "number" && /bytes$/i.test(name)) return `${formatCell(fact / 1e6)} MB`;
  if (typeof fact === "number" && /seconds$/i.test(name)) return formatCell(fact);
  if (typeof fact === "number") return COUNTED.has(name) ? String(fact + 1) : formatFull(fact);
  return name === "input" ? inputName(String(fact)) : phrase(String(fact));
}

function factsOf(facts: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, written(name, fact)]));
}

export function problemText(problem: Problem): string {
  const key = `errors.${problem.code}`;
  if (textOf(key) === undefined) return t("errors.unknown", { message: problem.message });
  return t(key, { ...factsOf(problem.facts), message: problem.message });
}

/** `nodeName` returns the lesson's name of a node. */
export function noticeText(notice: Notice, nodeName: (node: number) => string): string {
  const { code, ...facts } = notice;
  const params = factsOf(facts);
  if (Array.isArray(facts.nodes)) params.nodes = facts.nodes.map((node) => nodeName(Number(node))).join(", ");
  return t(`notices.${code}`, params);
}
