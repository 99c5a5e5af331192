import { graphOf, type NamedEdge } from "./graph.js";
import { numberOf, placeOf, Scanner } from "./place.js";
import type { Imported } from "./types.js";

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const BESIDE = /<!--(?:[^-]|-(?!->))*-->|<\?(?:[^?]|\?(?!>))*\?>|<![A-Z][^<>[]*>/y;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");

/** Reads GraphML: the nodes, the edges and their weights; other data are left out. */
export function readGraphml(text: string): Imported {
  const scanner = new Scanner("graphml", text);
  const open: string[] = [];
  const names: string[] = [];
  const list: NamedEdge[] = [];
  const weightKeys = new Set<string>(["weight"]);
  let directed: boolean | undefined;
  let current: { weight: number | undefined } | undefined;
  let key = "";
  while (!scanner.done) {
    const at = scanner.at;
    const content = scanner.take(/[^<]+/y)?.[0];
    if (content !== undefined) {
      if (open.length === 0 && content.trim() !== "") throw scanner.error("an element", at);
      if (current && open.at(-1) === "data" && weightKeys.has(key)) {
        const weight = numberOf(content.trim());
        if (weight === null) throw scanner.error("a number as weight", at, "number");
        current.weight = weight;
      }
      continue;
    }
    if (scanner.take(BESIDE)) continue;
    const tag = scanner.take(TAG);
    if (!tag) throw scanner.error("an element of GraphML");
    const [, closing, name = "", written = "", empty] = tag;
    if (closing) {
      if (open.pop() !== name) throw scanner.error(`the end of another element than \`${name}\``, at);
      if (name === "edge" && open.at(-1) !== "edge") current = undefined;
      continue;
    }
    const attributes = new Map(
      [...written.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = "", double, single]) => [
        key,
        decoded(double ?? single ?? ""),
      ]),
    );
    const attribute = (which: string): string => {
      const value = attributes.get(which);
      if (value === undefined) throw scanner.error(`the attribute \`${which}\` of \`${name}\``, at);
      return value;
    };
    if (open.length === 0 && name !== "graphml") throw scanner.error("the element `graphml`", at);
    if (name === "key" && attributes.get("attr.name") === "weight" && attributes.get("for") !== "node")
      weightKeys.add(attribute("id"));
    if (name === "graph") {
      if (directed !== undefined) throw scanner.error("one graph", at);
      directed = attribute("edgedefault") === "directed";
    }
    if (name === "node") names.push(attribute("id"));
    if (name === "data") key = attributes.get("key") ?? "";
    if (name === "edge") {
      current = { weight: undefined };
      list.push(
        Object.assign(current, { source: attribute("source"), target: attribute("target"), place: placeOf(text, at) }),
      );
      if (empty) current = undefined;
    }
    if (!empty) open.push(name);
  }
  if (open.length > 0) throw scanner.error(`the end of \`${open.at(-1)}\``);
  if (directed === undefined) throw scanner.error("a graph");
  return graphOf("graphml", list, { names, directed });
}
