/** Formulas in the format of the build: `[tag, attributes, ...children]`, text as strings. */
import own from "../../generated/page-formulas.json";
import { type FormulaTree, fill, isPattern } from "./filled.ts";

export type { FormulaTree };

type Node = FormulaTree | string;

const formulas = new Map(Object.entries(own as unknown as Formulas));

/** Formulas by their TeX. */
export type Formulas = Readonly<Record<string, FormulaTree>>;

/** Adds formulas. */
export function addFormulas(more: Formulas): void {
  for (const [tex, tree] of Object.entries(more)) formulas.set(tex, tree);
}

let writer: (tex: string) => FormulaTree | undefined = () => undefined;

/** Sets what makes the trees of formulas that the build has not prepared. */
export function writeUnknown(write: typeof writer): void {
  writer = write;
}

/** Returns the tree of a formula or a symbol, or of a pattern's formula with the symbols of a run. */
export function formulaTree(tex: string): FormulaTree | undefined {
  const known = formulas.get(tex);
  if (known) return known;
  for (const pattern of [...formulas.keys()].filter(isPattern)) {
    const filled = fill(tex, pattern, formulas);
    if (!filled) continue;
    formulas.set(tex, filled);
    return filled;
  }
  const unprepared = writer(tex);
  if (unprepared) formulas.set(tex, unprepared);
  return unprepared;
}

/** Returns the children of a symbol, without the frame around them. */
function content(tree: FormulaTree): readonly Node[] {
  const [, , ...children] = tree;
  const [only] = children;
  return children.length === 1 && only !== undefined && typeof only !== "string" && only[0] === "mrow"
    ? (only.slice(2) as Node[])
    : children;
}

function same(a: Node | undefined, b: Node): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns the formula with each occurrence of a symbol wrapped in an `mrow` of the class `symbol-N`, where N is the symbol's position in the list.
 * Of the first symbol, which the formula defines, only the first occurrence is wrapped. The contents of a wrapped symbol are not searched.
 */
export function withSymbols(tree: FormulaTree, symbols: readonly (string | null)[]): FormulaTree {
  const patterns = symbols.map((tex) => {
    const found = tex === null ? undefined : formulas.get(tex);
    return found ? content(found) : [];
  });
  return mark(tree, { patterns, defined: false });
}

/** Splits a formula with several equations, separated by a wide gap, so that they can be shown below each other. */
export function equations(tree: FormulaTree): readonly FormulaTree[] {
  const [tag, attributes, ...children] = tree;
  const [row] = children;
  const framed = children.length === 1 && row !== undefined && typeof row !== "string" && row[0] === "mrow";
  const parts: Node[][] = [[]];
  for (const node of framed ? (row.slice(2) as Node[]) : children) {
    if (typeof node !== "string" && node[0] === "mspace" && node[1].width === "1em") parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts.length === 1 ? [tree] : parts.map((part) => [tag, attributes, ["mrow", {}, ...part]]);
}

interface Search {
  readonly patterns: readonly (readonly Node[])[];
  /** Whether the first symbol was found. */
  defined: boolean;
}

function mark(tree: FormulaTree, search: Search): FormulaTree {
  const [tag, attributes, ...children] = tree;
  const marked: Node[] = [];
  // Elements such as msup have a fixed number of children, so only a single child may be wrapped there.
  const row = tag === "mrow" || tag === "math";
  for (let at = 0; at < children.length; ) {
    const child = children[at] as Node;
    const hit = search.patterns.findIndex(
      (pattern, position) =>
        (row ? pattern.length > 0 : pattern.length === 1) &&
        !(position === 0 && search.defined) &&
        pattern.every((node, offset) => same(children[at + offset], node)),
    );
    if (hit >= 0) {
      const { length } = search.patterns[hit] ?? [];
      marked.push(["mrow", { class: `symbol-${hit}` }, ...children.slice(at, at + length)]);
      search.defined ||= hit === 0;
      at += length;
    } else {
      marked.push(typeof child === "string" ? child : mark(child, search));
      at += 1;
    }
  }
  return [tag, attributes, ...marked];
}
