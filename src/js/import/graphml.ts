import { SaxesParser } from "saxes";
import { graphOf, type NamedEdge } from "./graph.js";
import { numberOf, placesIn, Scanner } from "./place.js";
import type { Imported } from "./types.js";

/** Reads GraphML: the nodes, the edges and their weights; other data are left out. */
export function readGraphml(text: string): Imported {
  const parser = new SaxesParser({ xmlns: true });
  const scanner = new Scanner("graphml", text);
  const placeOf = placesIn(text);
  const open: string[] = [];
  const names: string[] = [];
  const list: NamedEdge[] = [];
  const weightKeys = new Set<string>(["weight"]);
  let directed: boolean | undefined;
  let edge: { weight: number | undefined } | undefined;
  let weight: { text: string; at: number } | undefined;

  /** Where the tag begins that was read last. */
  const tagAt = () => text.lastIndexOf("<", parser.position - 1);
  parser.on("error", () => {
    const at = tagAt();
    if (text.startsWith("</", at)) throw scanner.error(`the end of \`${open.at(-1) ?? "graphml"}\``, at);
    const isInTag = at >= 0 && !text.slice(at, parser.position - 1).includes(">");
    throw scanner.error("an element of GraphML", isInTag ? at : parser.position);
  });
  parser.on("opentag", ({ local, attributes }) => {
    const at = tagAt();
    const attribute = (name: string): string => {
      const value = attributes[name]?.value;
      if (value === undefined) throw scanner.error(`the attribute \`${name}\` of \`${local}\``, at);
      return value;
    };
    if (open.length === 0 && local !== "graphml") throw scanner.error("the element `graphml`", at);
    open.push(local);
    if (local === "key" && attributes["attr.name"]?.value === "weight" && attributes.for?.value !== "node")
      weightKeys.add(attribute("id"));
    if (local === "graph") {
      if (directed !== undefined) throw scanner.error("one graph", at);
      directed = attribute("edgedefault") === "directed";
    }
    if (local === "node") names.push(attribute("id"));
    if (local === "edge") {
      const place = placeOf(at);
      const named = { source: attribute("source"), target: attribute("target"), weight: undefined, place };
      edge = named;
      list.push(named);
    }
    if (local === "data" && edge && weightKeys.has(attributes.key?.value ?? ""))
      weight = { text: "", at: parser.position };
  });
  const read = (content: string) => {
    if (weight) weight.text += content;
  };
  parser.on("text", read);
  parser.on("cdata", read);
  parser.on("closetag", ({ local }) => {
    open.pop();
    if (local === "data" && edge && weight) {
      const number = numberOf(weight.text.trim());
      if (number === null) throw scanner.error("a number as weight", weight.at, "number");
      edge.weight = number;
      weight = undefined;
    }
    if (local === "edge") edge = undefined;
  });
  parser.write(text).close();
  if (directed === undefined) throw scanner.error("a graph", text.length);
  return graphOf("graphml", list, { names, directed });
}
