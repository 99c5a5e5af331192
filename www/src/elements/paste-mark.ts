/** What is said about pasted data: what they were, what they became, a conversion of their type, and the names of nodes. */
import type { Imported } from "attograph/import";
import type { Lookup } from "./lookup.ts";
import type { Mark } from "./paste-types.ts";

/** The most names of nodes that are listed. */
const FIRST_NAMES = 12;

export function becameText(text: Lookup, { key, facts, dtype, names }: Mark): string {
  const format = facts.format === "edgelist" ? text("import.edgelist") : (facts.format ?? "");
  const became = text(`import.became.${key}`, { ...facts, format });
  const converted = dtype === null ? [] : [text("import.converted", { dtype })];
  const named = names.length > 0 ? [listOf(names, FIRST_NAMES)] : [];
  return [`${became}.`, ...converted, ...named].join(" ");
}

/** The most names of rows or columns that are listed. */
const FIRST_TITLES = 6;

const listOf = (names: readonly string[], most = FIRST_TITLES): string =>
  names.slice(0, most).join(", ") + (names.length > most ? ", …" : "");

/** What the signs, the first row and the first column of data were taken for. */
export function takenText(text: Lookup, imported: Imported): string {
  if (imported.kind === "tensors") return "";
  const said: string[] = [];
  if (imported.kind === "tensor" && imported.taken) {
    const { separator, decimal } = imported.taken;
    const sign = { ",": "comma", ";": "semicolon", "\t": "tab", " ": "space" }[separator];
    said.push(text(`import.taken.${decimal === "," ? "commas" : "points"}`, { signs: text(`import.taken.${sign}`) }));
    const { rows, columns } = imported;
    if (columns) said.push(text("import.taken.columns", { names: listOf(columns) }));
    if (rows) said.push(text("import.taken.rows", { names: listOf(rows) }));
  }
  if (imported.kind === "graph" && imported.columns)
    said.push(text("import.taken.edges", { names: listOf(imported.columns) }));
  return said.join(" ");
}
