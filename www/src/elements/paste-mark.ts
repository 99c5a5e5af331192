/** What is said about pasted data: what they were, what they became, a conversion of their type, and the names of nodes. */
import type { Lookup } from "./lookup.ts";
import type { Mark } from "./paste-types.ts";

/** The most names of nodes that are listed. */
const FIRST_NAMES = 12;

/** `nameOfNode`: how a node is called in the drawing. */
export function becameText(
  text: Lookup,
  { key, facts, dtype, names }: Mark,
  nameOfNode: (node: number) => string,
): string {
  const format = facts.format === "edgelist" ? text("import.edgelist") : (facts.format ?? "");
  const became = text(`import.became.${key}`, { ...facts, format });
  const converted = dtype === null ? [] : [text("import.converted", { dtype })];
  // A node that is called by its own name needs no explanation.
  const differ = names.some((name, node) => nameOfNode(node) !== name);
  const listed = differ ? names.slice(0, FIRST_NAMES).map((name, node) => `${nameOfNode(node)} = ${name}`) : [];
  const more = differ && names.length > FIRST_NAMES ? ["…"] : [];
  const named = listed.length > 0 ? [[...listed, ...more].join(", ")] : [];
  return [`${became}.`, ...converted, ...named].join(" ");
}
