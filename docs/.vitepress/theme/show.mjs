/** How an example shows what the library computed: it formats numbers, and makes none. */

/** The most numbers of one step that are shown. */
export const MOST = 400;

/** Returns a number with at most six digits. */
export function short(value) {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return "−∞";
  if (Number.isNaN(value)) return "NaN";
  return String(Number(value.toPrecision(6))).replace("-", "−");
}

/**
 * Returns the numbers of a step as tables of rows: `[{ title, rows: [[{ index, value }]] }]`. The last two axes are the rows and columns of a table, and
 * there is one table for each place on the axes before them.
 */
export function tablesOf({ axes, shape, data }) {
  const columns = shape.at(-1) ?? 1;
  const rows = shape.at(-2) ?? 1;
  const outer = shape.slice(0, -2);
  const count = columns * rows === 0 ? 0 : data.length / (columns * rows);
  return Array.from({ length: count }, (_, place) => {
    const before = indexAt(place, outer);
    return {
      title: before.map((at, axis) => `${axes[axis]} ${at}`).join(", "),
      rows: Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_, column) => ({
          index: [...before, ...[row, column].slice(2 - Math.min(2, shape.length))],
          value: data[(place * rows + row) * columns + column],
        })),
      ),
    };
  });
}

/** Returns the index of a place in row-major order. */
function indexAt(place, shape) {
  const index = [];
  let rest = place;
  for (const length of shape.toReversed()) {
    index.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return index;
}

/** Returns the arithmetic of a cell in one line, such as `1 · 4 + 2 · 5 = 14`. */
export function arithmetic({ op, template, terms, value }) {
  const numbers = terms.map((factors) => factors.map((factor) => short(factor.value)));
  if (op === "given") return `${short(value)}, an input`;
  if (template === null) return `${numbers.map((factors) => factors.join(" · ")).join(" + ") || "0"} = ${short(value)}`;
  const operands = numbers.map(([number]) => number);
  const written = template.replaceAll(/\{(\*|\d+)\}/g, (_, at) => (at === "*" ? operands.join(", ") : operands[at]));
  return `${written} = ${short(value)}`;
}

/** Returns the cells that a cell was computed from, each once: `[{ step, index }]`. */
export function sourcesOf({ terms }) {
  const found = new Map(terms.flat().map(({ step, index }) => [`${step}[${index}]`, { step, index }]));
  return [...found].map(([name, source]) => ({ name, ...source }));
}

/** Returns inputs as text with one line for each input. */
export function inputsAsText(inputs) {
  const lines = Object.entries(inputs).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")}\n}`;
}
