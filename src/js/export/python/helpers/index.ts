import { DRAWS } from "./draws.js";
import { GRAPH } from "./graph.js";
import { HASHING } from "./hashing.js";
import { PAIRS } from "./pairs.js";
import { ROWS } from "./rows.js";

/** The functions that the code of a run may need, by name, each after those that it uses. */
export const HELPERS: Readonly<Record<string, string>> = { ...ROWS, ...GRAPH, ...DRAWS, ...PAIRS, ...HASHING };

/** Returns the functions that a program names, and those that they name, in the order of {@link HELPERS}. */
export function helpersOf(program: string): string[] {
  const needed = new Set<string>();
  const visit = (text: string): void => {
    for (const [name, code] of Object.entries(HELPERS)) {
      if (needed.has(name) || !new RegExp(`(?<![.\\w])${name}\\(`).test(text)) continue;
      needed.add(name);
      visit(code);
    }
  };
  visit(program);
  return Object.entries(HELPERS).flatMap(([name, code]) => (needed.has(name) ? [code.trim()] : []));
}
