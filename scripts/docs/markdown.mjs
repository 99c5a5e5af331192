/** Small parts of Markdown that generated pages and tables share. */

/** Returns TeX in which bars have names: a bar would end the cell of a table. */
export const withoutBars = (tex) => tex.replaceAll("\\|", "\\Vert ").replaceAll("|", "\\vert ").trim();

/** Returns TeX between dollar signs, which do not stand beside a space. */
export const formula = (tex) => (tex === "" ? "" : `$${withoutBars(tex)}$`);

/** Returns text that Markdown and Vue show as it is. */
export const plain = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("{{", "&#123;&#123;")
    .replace(/[|*_[\]`\\]/g, "\\$&");

/** Returns text as code. */
export const code = (text) => `\`${text}\``;

/** Returns a table; a cell is text that is Markdown already. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Returns the letters of an index, one entry for each axis: `i(hk)` has the axes `i` and `(hk)`. */
export const lettersOf = (index) => index.match(/\([^)]*\)|./gu) ?? [];

/** Returns a shape with the names of its axes: `head *h*, target *v*`. */
export function namedAxes({ index, axes }) {
  const letters = lettersOf(index);
  if (axes.length === 0) return "one number";
  return axes.map((axis, place) => `${plain(axis)} *${plain(letters[place] ?? "")}*`).join(", ");
}
