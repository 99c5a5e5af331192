/**
 * The letters of formulas, read as they are seen. What a step computes from, the last side of its formula, consists of the symbols of its operands, of
 * indices, constants and functions, and of the names in `NAMES`; and each operand is seen in it. A matrix may lend its letter to its rows and entries in
 * lower case: the row of X is x.
 */
import { textOf, treeOf } from "./mathml.mjs";

/** Operations and functions, which name no value. */
const FUNCTIONS = new Set(
  `max min ln log exp sin cos arccos tanh mod arg_max arg_sort argmax tr round Var diag sign clip GELU elu class bucket Concat ELU LeakyReLU ∂`
    .split(/\s+/)
    .map((name) => name.replace("_", " ")),
);

/** What numbers are drawn from, and the set that an axis belongs to. */
const SETS = new Set(["𝒩", "U", "ℝ"]);

/** Names that a formula has beside its operands, by step, and what they are. */
const NAMES = {
  "autoencoder.shuffle": ["π", "the result: the order that sorts u"],
  "bigbird.pairs": ["R", "the random blocks of a block, which the rule draws from the seed"],
  "bucket.orthogonal": ["Q U I", "the result and the other factor of a QR decomposition"],
  "collision.orthogonal": ["R̃ U I", "the result and the other factor of a QR decomposition"],
  "diffusion.truncated": ["𝒜", "the result, to which a term is added"],
  "distance-encoding.distances": ["P", "a path of the graph"],
  "error.difference": ["O′", "the output with the pattern, beside the one without it"],
  "graph.distances": ["P", "a path of the graph"],
  "graphormer.edge-encoding": ["N", "the number of edges on the path"],
  "k-hop.pairs": ["A I", "the graph's adjacency and the identity"],
  "laplacian.eigenvalues": ["λ u", "the result, sorted, and its eigenvectors"],
  "laplacian.eigenvectors": ["U λ", "the result, and the eigenvalues"],
  "linear.key-sums": ["z", "the result at the position before"],
  "linear.states": ["M", "the result at the position before"],
  "loss.guessing": ["n", "the number of tokens"],
  "lsh-error.seen-in-round": ["p n", "the position at a sorted place, and the number of positions in a round"],
  "lsh.orthogonal": ["R̃ U I", "the result and the other factor of a QR decomposition"],
  "lsh.undo-sort": ["n", "the number of positions in a round"],
  "masking.order": ["π", "the result: the order that sorts u"],
  "masking.positions": ["i", "a position"],
  "message.sigmoid": ["σ", "the logistic function"],
  "multi-head.output": ["head", "what was concatenated"],
  "partition.pairs": ["i j k", "tokens, nodes, and how many nodes of a level"],
  "partition.spans": ["m l", "the number of a node, and its level"],
  "performer.directions": [
    "U L I d",
    "the result and the other factor of an LQ decomposition, the identity, and how many rows a block has",
  ],
  "random-walk.start": ["I", "the identity"],
  "rnn.previous": ["h", "the last of the states so far"],
  "rotary.rotated-halves": ["i d", "a pair of features, and how many features there are"],
  "rounds.rows": ["L", "the result, to which a row is added"],
  "schedule.factors": ["w", "how many steps warm up, in the condition of the second case"],
  "smoothing.roughness": ["H′", "the second operand, whose symbol is also that of the round before"],
  "transformer.decoded": ["O", "the result, to which a row is added"],
  "lsh.round-logit": ["n", "the number of positions in a round"],
  "window.pairs": ["t", "how many strides apart"],
  "vectors.degrees": ["π", "half a turn in radians"],
};

/** Operands that a formula does not show, by step: what they are. */
const UNSEEN = {
  "bigbird.pairs": "the seed of the random blocks",
  "rnn.input": "the states so far, which say which row is next",
  "transformer.decoding-start": "the rows of another table, of which there is none yet",
};

/** What parts a formula from the next equation or from a condition. */
const GAP = "gap";
const GAPS = new Set(["0.2778em", "0.5em", "1em"]);
const RANGED = new Set(["∑", "max", "min", "⋃"]);
const IGNORED = new Set(["", "⁡"]);

const isLeaf = ({ tag }) => ["mi", "mn", "mo", "mtext"].includes(tag);
const leavesOf = (node) =>
  typeof node === "string" ? [] : isLeaf(node) ? [node] : node.children.flatMap((child) => leavesOf(child));

/** Words between formulas have a space at one of their ends; a name has none. */
const isWords = (node) => node.tag === "mtext" && textOf(node) !== textOf(node).trim();

/** Whether a script says which entry is meant, and not which matrix: ij, (k), t − 1. */
const isIndex = (script) =>
  leavesOf(script).every(({ tag, children }) => {
    const text = children.join("");
    return tag !== "mtext" && (/^[a-z]$/.test(text) || tag === "mn" || /^[(),+<−⊤]?$/.test(text));
  }) && /[a-z⊤]/.test(textOf(script));

/** The ends of a list, from 1 to H. */
const isEnd = (script) => /^[\dA-Z]$/.test(textOf(script));

/** A raised letter counts heads, rounds and hops: `h`, `(k)`, `i−1`. */
const COUNTED = /^(?:⊤|\(?[a-z](?:[+−]1)?\)?)$/;
const isRaisedIndex = (script, indices) =>
  isIndex(script) &&
  (COUNTED.test(textOf(script)) || [...textOf(script)].every((sign) => !/[a-z]/.test(sign) || indices.has(sign)));

const isPrime = (script) => /^′+$/.test(textOf(script));

/**
 * The signs of a formula from left to right, without the indices of entries; an accent, a prime and a font are part of their letter, and a root is a sign.
 * `list`: whether the formula is a list with ends.
 */
function signsOf(node, indices, list = textOf(node).includes("…")) {
  const signs = (child) => signsOf(child, indices, list);
  const { tag, children } = node;
  const [base, second, third] = children;
  const lowered = (script) => (isIndex(script) || (list && isEnd(script)) ? [] : ["_", ...signs(script)]);
  const raised = (script) => (isPrime(script) || isRaisedIndex(script, indices) ? [] : signs(script));
  const marked = (script) => {
    const own = signs(base);
    return isPrime(script) ? [...own.slice(0, -1), `${own.at(-1)}${textOf(script)}`] : own;
  };
  if (isLeaf(node)) return isWords(node) || IGNORED.has(textOf(node)) ? [] : [textOf(node).replace(/\s/g, " ")];
  if (tag === "mspace") return GAPS.has(node.width) ? [GAP] : [];
  if (tag === "msqrt") return ["√", ...children.flatMap(signs)];
  if (tag === "mfrac") return [...signs(base), "/", ...signs(second)];
  if (tag === "mtd") return [...children.flatMap(signs), ","];
  if (/^m(?:under|underover|sub|subsup)$/.test(tag) && RANGED.has(textOf(base))) return signs(base);
  if (tag === "mover" || tag === "munder") return [textOf(node)];
  if (tag === "msub") return [...signs(base), ...lowered(second)];
  if (tag === "msup" && textOf(base) === "e" && raised(second).length > 0) return ["exp", ...raised(second)];
  if (tag === "msup") return [...marked(second), ...raised(second)];
  if (tag === "msubsup") return [...marked(third), ...lowered(second), ...raised(third)];
  return children.flatMap(signs);
}

/** The letters that a formula shows anywhere, also as an index or below a sum, without accents. */
const shownIn = (node) =>
  leavesOf(node)
    .filter((leaf) => !isWords(leaf))
    .map((leaf) => textOf(leaf));

const isLetter = (sign) =>
  sign !== null && sign !== GAP && /\p{L}/u.test(sign) && !FUNCTIONS.has(sign) && !SETS.has(sign);

const isLower = (one, other) => one.toLowerCase() === other.toLowerCase();

/** The clauses of a formula: the equation itself, further ones, and conditions. A set that a tensor belongs to parts them as well. */
function clausesOf(signs) {
  const clauses = [[]];
  for (const [at, sign] of signs.entries()) {
    if (sign === GAP || (sign === "∈" && /^[ℝℕ]$/.test(signs[at + 1]))) clauses.push([]);
    else clauses.at(-1).push(sign);
  }
  return clauses;
}

/** Splits a clause at its signs of equality. */
function sidesOf(signs) {
  const sides = [[]];
  let depth = 0;
  for (const sign of signs) {
    if (/^[[({]$/.test(sign)) depth += 1;
    if (/^[\])}]$/.test(sign)) depth -= 1;
    if (depth === 0 && (sign === "=" || sign === "∼")) sides.push([]);
    else sides.at(-1).push(sign);
  }
  return sides;
}

/** The letters of the elements of a set, `{(i, j) : …}`, which the formula binds. */
function boundIn(signs) {
  const colon = signs.indexOf(":");
  const open = signs.lastIndexOf("{", colon);
  return colon > 0 && open >= 0 ? signs.slice(open, colon) : [];
}

/** Returns signs, with null in the place of each occurrence of a symbol. The rows and entries of a tensor have the small letter of its symbol. */
function without(signs, { symbol, rows }) {
  const isSame = (one, other) => other !== null && (rows ? isLower(one, other) : one === other);
  const left = [...signs];
  for (let at = 0; symbol.length > 0 && at + symbol.length <= left.length; at += 1) {
    if (symbol.every((sign, offset) => isSame(sign, left[at + offset]))) left.fill(null, at, at + symbol.length);
  }
  return left;
}

const bare = (signs) => signs.filter((sign) => !/^[[\]{}]$/.test(sign) && sign !== GAP);

/** The letters that no operand has. Equations that follow the first define further names. */
function foreignIn(signs, { index, reads, op, symbols, named }) {
  const indices = [...index, ...reads.flatMap((read) => [...read.index])];
  const [first, ...others] = clausesOf(signs);
  const equations = others.map(sidesOf).filter((sides) => sides.length > 1);
  const defined = equations.flatMap(([left]) => left);
  // The length of an axis has the capital of its letter.
  const known = new Set([
    ...named,
    ...indices,
    ...indices.map((letter) => letter.toUpperCase()),
    ...defined,
    ...boundIn(first),
  ]);
  // Where a tensor is said to belong to a set, its letter stands before it.
  let checked = bare([
    ...sidesOf(first).at(-1),
    "|",
    ...(op === "size" ? [] : equations.flatMap((sides) => [...sides.at(-1), "|"])),
  ]);
  for (const symbol of [...symbols].sort((one, other) => other.symbol.length - one.symbol.length))
    checked = without(checked, symbol);
  return [...new Set(checked.filter((sign) => isLetter(sign) && !known.has(sign)))];
}

/** Whether a formula shows an operand: one of the letters of its symbol. */
function isSeen(symbol, formula) {
  const [shown, own] = [shownIn(formula), shownIn(symbol)];
  const letters = own.filter(isLetter);
  return (letters.length > 0 ? letters : own).some((sign) => shown.some((other) => isLower(sign, other)));
}

/** `symbolOf` returns the symbol of an operand. */
function lettersOf({ id, formula, op, index, reads }, symbolOf) {
  const name = id.split("/").at(-1);
  const letters = new Set(
    [...index, ...reads.flatMap((read) => [...read.index])].filter((letter) => /[a-z]/.test(letter)),
  );
  const tree = treeOf(formula);
  const signs = signsOf(tree, letters);
  const trees = reads.map((read) => treeOf(symbolOf(read.step)));
  const symbols = trees.map((symbol, at) => ({ symbol: bare(signsOf(symbol, letters)), rows: reads[at].index !== "" }));
  const named = NAMES[name]?.[0].split(" ") ?? [];
  const unseen = reads.flatMap(({ step }, at) => (isSeen(trees[at], tree) ? [] : [symbolOf(step)]));
  return {
    foreign: foreignIn(signs, { index, reads, op, symbols, named }),
    // Random numbers say what they are drawn from, and not by which seed.
    unseen: signs.includes("∼") || name in UNSEEN ? [] : unseen,
  };
}

/** Returns what the formulas of a run name and no operand has, and the operands that a formula does not show, a text for each step. */
export function foreignLettersOf({ algorithm, steps }) {
  const symbols = new Map(steps.map(({ id, symbol }) => [id, symbol]));
  return steps.flatMap((step) => {
    if (step.op === "given") return [];
    const { foreign, unseen } = lettersOf(step, (id) => symbols.get(id));
    const say = (what, letters) =>
      letters.length > 0 ? [`${algorithm}: ${step.id}, ${step.formula}, ${what} ${letters.join(", ")}`] : [];
    return [...say("has beside its operands", foreign), ...say("does not show", unseen)];
  });
}
