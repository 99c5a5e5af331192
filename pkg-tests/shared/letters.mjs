/**
 * The letters of formulas. What a step computes from, the formula's last side, consists of the symbols of its operands, of indices, constants and
 * functions, and of the names in `NAMES`. A matrix may lend its letter to its rows and entries in lower case: the row of X is x.
 */

/** Operations and functions, which name no value. */
const FUNCTIONS = new Set(
  String.raw`max min sum ln log exp sin cos arccos tanh sqrt frac tfrac bmod equiv lfloor rfloor left right begin end cases pmatrix & \
    le ge ne in notin to cup sim infty leftarrow cdot times odot ldots dots textstyle overline | operatorname{arg\,max} operatorname{arg\,sort} operatorname{tr}
    operatorname{round} operatorname{Var} text{diag} text{sign} text{argmax} text{clip} text{GELU} text{elu} text{class} text{bucket} text{Concat} text{else} mathrm{ELU}
    mathrm{LeakyReLU} Vert circ emptyset partial`
    .split(/\s+/)
    .map((name) => `\\${name}`),
);

/** What numbers are drawn from, and the set that an axis belongs to. */
const SETS = new Set(["\\mathcal{N}", "U", "\\mathbb{R}"]);

/** Names that a formula has beside its operands, by step, and what they are. */
const NAMES = {
  "alibi.exponents": ["P", "defined in the formula: the power of two below the number of heads"],
  "autoencoder.shuffle": ["\\pi", "the result: the order that sorts u"],
  "bigbird.pairs": ["i j b R", "positions, the blocks that they are in, and the random blocks of a block"],
  "block.pairs": ["i j", "positions"],
  "block.strided-pairs": ["i j b", "positions, and the blocks that they are in"],
  "bucket.orthogonal": ["Q U", "the result and the other factor of a QR decomposition"],
  "collision.orthogonal": ["\\tilde{R} U", "the result and the other factor of a QR decomposition"],
  "diffusion.truncated": ["\\mathcal{A}", "the result, to which a term is added"],
  "distance-encoding.distances": ["\\text{path}", "a path of the graph"],
  "error.difference": ["O'", "the output with the pattern, beside the one without it"],
  "graph.distances": ["\\text{path}", "a path of the graph"],
  "graphormer.edge-encoding": ["N", "the number of edges on the path"],
  "k-hop.pairs": ["v u A I", "nodes, the graph's adjacency and the identity"],
  "laplacian.eigenvalues": ["\\lambda", "the result, sorted"],
  "laplacian.eigenvectors": ["U \\lambda", "the result, and the eigenvalues"],
  "linear.key-sums": ["z", "the result at the position before"],
  "linear.states": ["M", "the result at the position before"],
  "loss.guessing": ["n", "the number of tokens"],
  "lsh-error.seen-in-round": ["p", "the position at a sorted place"],
  "lsh.orthogonal": ["\\tilde{R} U", "the result and the other factor of a QR decomposition"],
  "lsh.undo-sort": ["n", "the number of positions in a round"],
  "lsh.window": ["C", "the number of chunks"],
  "masking.order": ["\\pi", "the result: the order that sorts u"],
  "masking.positions": ["i", "a position"],
  "message.sigmoid": ["\\sigma", "the logistic function"],
  "multi-head.output": ["\\text{head}", "what was concatenated"],
  "partition.pairs": ["i j k", "tokens, nodes, and how many nodes of a level"],
  "partition.spans": ["m l", "the number of a node, and its level"],
  "performer.directions": ["I", "the identity: what the result is defined by"],
  "random-walk.start": ["I", "the identity"],
  "rnn.previous": ["h", "the last of the states so far"],
  "rotary.rotated-halves": ["i d", "a pair of features, and how many features there are"],
  "rounds.rows": ["L", "the result, to which a row is added"],
  "sparse.causal-pairs": ["i j", "positions"],
  "swin.partition": ["x y w", "the place in the grid, and its width"],
  "swin.regions": ["x y z", "the place in the grid, and the number of its stripe, which the formula defines"],
  "transformer.decoded": ["O", "the result, to which a row is added"],
  "vectors.degrees": ["\\pi", "half a turn in radians"],
  "vision.patches": ["P", "the side of a patch"],
  "window.pairs": ["i j t", "positions, and how many strides apart"],
};

/** Letters in braces are one token with their accent or font: `\hat{A}`, `\text{head}`. */
const TOKEN =
  /\\(?:hat|tilde|bar|overline|mathcal|mathbf|mathbb|mathrm|text|operatorname)\s*\{(?:[^{}]|\{[^{}]*\})*\}'*|\\[A-Za-z]+'*|\\.|[A-Za-z]'*|\d+|[^\s]/g;

/** A condition, words, the range of a sum and the set that a matrix belongs to say nothing about what a number is computed from. */
const withoutConditions = (tex) =>
  tex
    .split(/\\enspace|\\quad|,\s*\\;|\\text\{ |\\in \\mathbb/)[0]
    .replace(/\\(sum|max|min)_(?:\{(?:[^{}]|\{[^{}]*\})*\}|[a-z])/g, "\\$1")
    .replace(/\\(?:begin|end)\{\w+\}/g, "")
    // The ends of a list, from 1 to H.
    .replace(/_[\dH](?=.*\\ldots)|(?<=\\ldots.*)_[\dH]/g, "")
    // Euler's number, which is no letter of a step.
    .replace(/(?<![A-Za-z\\])e\^(?=\{)/g, "\\exp ");

/** Returns the last side of an equation; of an assignment, both sides. */
function lastSide(tex) {
  let depth = 0;
  let last = 0;
  for (const found of tex.matchAll(/\\leftarrow|\\sim|\\[{}]|[{}()[\]=]/g)) {
    if (/[{([]/.test(found[0])) depth += 1;
    else if (/[})\]]/.test(found[0])) depth -= 1;
    else if (depth === 0 && found[0] !== "\\leftarrow") last = found.index + found[0].length;
  }
  return tex.slice(last);
}

/** Returns a script behind `_` or `^`, and where it ends. */
function scriptAt(tex, at) {
  if (tex[at] !== "{") {
    const [script] = /^(?:\\[A-Za-z]+|.)/.exec(tex.slice(at)) ?? [""];
    return { script, end: at + script.length };
  }
  let depth = 0;
  let end = at;
  do {
    if (tex[end] === "{") depth += 1;
    if (tex[end] === "}") depth -= 1;
    end += 1;
  } while (depth > 0);
  return { script: tex.slice(at + 1, end - 1), end };
}

/** Whether a script says which entry is meant, and not which matrix: ij, (k), t - 1. */
const isIndex = (script) => /^(?:[\s\d,()+<-]|\\,)*[a-z](?:[\sa-z\d,()+-]|\\,)*$/.test(script) || script === "\\top";

/** A raised letter counts heads, rounds and hops: `h`, `(k)`, `i-1`. */
const COUNTED = /^(?:\\top|\(?[a-z](?:[+-]1)?\)?)$/;

/** Returns TeX without indices, and with other scripts beside their letter. */
function withoutIndices(tex, indices) {
  let text = "";
  for (let at = 0; at < tex.length; ) {
    if (tex[at] !== "_" && tex[at] !== "^") {
      text += tex[at];
      at += 1;
      continue;
    }
    const { script, end } = scriptAt(tex, at + 1);
    const raised = tex[at] === "^";
    const index =
      isIndex(script) &&
      (!raised || COUNTED.test(script) || [...script].every((sign) => !/[a-z]/.test(sign) || indices.has(sign)));
    text += index ? " " : ` ${raised ? "" : "_"} ${withoutIndices(script, indices)} `;
    at = end;
  }
  return text;
}

function tokensOf(tex, indices) {
  const tokens = withoutIndices(tex, indices).match(TOKEN) ?? [];
  return tokens.filter((token) => !/^(?:[{}[\]]|\\[,;! ]|\\left|\\right|\\textstyle)$/.test(token));
}

/** Whether two tokens name the same: rows and entries have the small letter of their matrix. */
const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

/** Returns tokens, with null in the place of each occurrence of a symbol. */
function without(tokens, symbol) {
  const left = [...tokens];
  for (let at = 0; symbol.length > 0 && at + symbol.length <= left.length; at += 1) {
    if (symbol.every((token, offset) => left[at + offset] !== null && isSame(token, left[at + offset])))
      left.fill(null, at, at + symbol.length);
  }
  return left;
}

const isLetter = (token) => token !== null && /[A-Za-z]/.test(token) && !FUNCTIONS.has(token) && !SETS.has(token);

/** Returns what the formulas of a run name and no operand has, a text for each step. */
export function foreignLettersOf({ algorithm, steps }) {
  const symbols = new Map(steps.map(({ id, symbol }) => [id, symbol]));
  return steps.flatMap((step) => {
    const letters = foreignLetters(step, (id) => symbols.get(id));
    return letters.length > 0 ? [`${algorithm}: ${step.id}, ${step.formula}: ${letters.join(", ")}`] : [];
  });
}

/** Returns the letters in the formula of a step that no operand has; `symbolOf` returns the symbol of an operand. */
function foreignLetters({ id, symbol, formula, op, index, reads }, symbolOf) {
  // A size has no formula but its name.
  if (op === "given" || (op === "size" && formula === symbol)) return [];
  const indices = new Set(
    [...index, ...reads.flatMap((read) => [...read.index])].filter((letter) => /[a-z]/.test(letter)),
  );
  let tokens = tokensOf(lastSide(withoutConditions(formula)), indices);
  const symbols = reads.map(({ step }) => tokensOf(withoutConditions(symbolOf(step)), indices));
  for (const symbol of symbols.sort((one, other) => other.length - one.length)) tokens = without(tokens, symbol);
  const named = new Set(NAMES[id.split("/").at(-1)]?.[0].split(" "));
  return [...new Set(tokens.filter((token) => isLetter(token) && !indices.has(token) && !named.has(token)))];
}
