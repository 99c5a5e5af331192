/** Formulas of a run, built from the pattern of the catalog and from the symbols of the run's operands. */

export type FormulaTree = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...(FormulaTree | string)[],
];

/** A pattern has `#1`, `#2` and `#3` in the place of operands; `\#` is the sign itself. */
const PLACEHOLDER = /(?<!\\)#(\d)/;

export const isPattern = (tex: string): boolean => PLACEHOLDER.test(tex);

/** What stands at a placeholder: a symbol, or a symbol in brackets. */
interface Filling {
  readonly symbol: string;
  readonly bracketed: boolean;
}
type Fillings = ReadonlyMap<string, Filling>;

/** Returns the tree of a formula that fills the pattern with known symbols; undefined if it does not. */
export function fill(tex: string, pattern: string, trees: ReadonlyMap<string, FormulaTree>): FormulaTree | undefined {
  const tree = trees.get(pattern);
  const fillings = tree && match(tex, pattern.split(PLACEHOLDER), new Map(), trees);
  return fillings && replaced(tree, fillings, trees);
}

/** `pieces` are what the pattern has between its placeholders, and their numbers in turn. */
function match(
  tex: string,
  [literal = "", number, ...pieces]: readonly string[],
  found: Fillings,
  trees: ReadonlyMap<string, FormulaTree>,
): Fillings | undefined {
  if (!tex.startsWith(literal)) return undefined;
  const rest = tex.slice(literal.length);
  if (number === undefined) return rest === "" ? found : undefined;
  for (const symbol of trees.keys()) {
    for (const bracketed of [false, true]) {
      const written = bracketed ? `(${symbol})` : symbol;
      if (!rest.startsWith(written)) continue;
      const more = new Map(found).set(number, { symbol, bracketed });
      const whole = match(rest.slice(written.length), pieces, more, trees);
      if (whole) return whole;
    }
  }
  return undefined;
}

function replaced(tree: FormulaTree, fillings: Fillings, trees: ReadonlyMap<string, FormulaTree>): FormulaTree {
  const [tag, attributes, ...children] = tree;
  const [text] = children;
  if (tag === "mtext" && typeof text === "string" && text.startsWith("#")) {
    const { symbol, bracketed } = fillings.get(text.slice(1)) ?? { symbol: "", bracketed: false };
    const nodes = trees.get(symbol)?.slice(2) as FormulaTree[];
    const bracket = (form: string, sign: string): FormulaTree => ["mo", { form, stretchy: "false" }, sign];
    return ["mrow", {}, ...(bracketed ? [bracket("prefix", "("), ...nodes, bracket("postfix", ")")] : nodes)];
  }
  const filled = children.map((child) => (typeof child === "string" ? child : replaced(child, fillings, trees)));
  return [tag, attributes, ...filled];
}
