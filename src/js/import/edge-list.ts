import { graphOf, type NamedEdge } from "./graph.js";
import { numberOf, refused } from "./place.js";
import type { Imported } from "./types.js";

/**
 * Reads a list of edges, one on each line: two names, separated by spaces, a comma, a tab, `--` or `->` (which makes the graph directed), and a weight if there is
 * one, also as NetworkX writes it: `{'weight': 0.5}`. Lines that begin with `#` or `%` are comments.
 */
export function readEdgeList(text: string, { directed = false }: { directed?: boolean } = {}): Imported {
  const list: NamedEdge[] = [];
  let arrows = directed;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*(?:[#%]|$)/.test(line)) continue;
    const facts = /\{[^{}]*\}\s*$/.exec(line);
    const plain = facts ? line.slice(0, facts.index) : line;
    const fields = [...plain.matchAll(/->|--|[^\s,;]+?(?=->|--|[\s,;]|$)/g)].map((match) => ({
      text: match[0],
      column: match.index + 1,
    }));
    const arrow = fields[1]?.text;
    if (arrow === "->") arrows = true;
    const parts = arrow === "->" || arrow === "--" ? fields.filter((_, place) => place !== 1) : fields;
    const [source, target, weight, extra] = parts;
    const isName = (part: typeof source) => part !== undefined && part.text !== "->" && part.text !== "--";
    if (!source || !target || !isName(source) || !isName(target))
      throw refused(
        "edge-list",
        { line: at + 1, column: target?.column ?? line.length + 1 },
        "two nodes on each line",
        target?.text ?? "",
        "two-nodes",
      );
    if (extra) throw refused("edge-list", { line: at + 1, column: extra.column }, "the end of the line", extra.text);
    const value = weight ? numberOf(weight.text) : weightIn(facts?.[0]);
    if (value === null || Number.isNaN(value))
      throw refused(
        "edge-list",
        { line: at + 1, column: weight?.column ?? (facts?.index ?? 0) + 1 },
        "a number as weight",
        weight?.text ?? facts?.[0] ?? "",
        "number",
      );
    list.push({
      source: source.text,
      target: target.text,
      weight: value,
      place: { line: at + 1, column: source.column },
    });
  }
  if (list.length === 0) throw refused("edge-list", { line: 1, column: 1 }, "an edge", "");
  return graphOf("edge-list", list, { directed: arrows });
}

/** The weight among the facts of an edge; undefined without one, null if it is no number. */
function weightIn(facts: string | undefined): number | null | undefined {
  const text = facts && /['"]weight['"]\s*:\s*([^,}\s]+)/.exec(facts)?.[1];
  return text === undefined || text === "" ? undefined : numberOf(text);
}
