/** The table of results, in Markdown. */
const HEAD = ["consumer", "result", "requests", "loaded", "emitted", "files", "date", "notes"];

/** Where WebAssembly came from, in words. */
const originOf = ({ reason }) =>
  reason
    .split(/[;(]/, 1)[0]
    .trim()
    .replace(/^this entry uses /, "");

/** A number of bytes in thousands. */
const thousands = (bytes) => (bytes === undefined ? "–" : `${(bytes / 1000).toFixed(0)} KB`);

/** A text within a cell of a table. */
const cell = (text) =>
  String(text ?? "–")
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ");

/** What a consumer used, in words. */
function notesOf({ results, large, warnings }, note) {
  const told = warnings.some((text) => /attograph/i.test(text)) ? ["a warning has the cure"] : [];
  const engine = large ? [large.workers > 1 ? "fast engine with workers" : "fast engine"] : [];
  return [...new Set(results.map(originOf)), ...told, ...engine, ...(note ? [note] : [])].join("; ");
}

/** The cells of a result: `{ name, note, found, wrong }`. */
function cellsOf({ name, note, found, wrong }) {
  const [result, notes] = wrong.length === 0 ? ["passed", notesOf(found, note)] : ["failed", wrong.join("; ")];
  const { requests, loaded, emitted } = found ?? {};
  const date = new Date().toISOString().slice(0, 10);
  return [name, result, requests, thousands(loaded), thousands(emitted?.bytes), emitted?.files, date, notes];
}

const lineOf = (cells) => `| ${cells.join(" | ")} |`;

/** The row of a result. */
export const row = (result) => lineOf(cellsOf(result).map(cell));

/** A table of rows. */
export const table = (rows) => [lineOf(HEAD), lineOf(HEAD.map(() => "---")), ...rows].join("\n");

/** The rows of a document, by the names of the consumers. */
export function rowsIn(text) {
  const rows = text.split("\n").filter((line) => line.startsWith("| "));
  return new Map(rows.slice(2).map((line) => [line.slice(2).split(" | ", 1)[0], line]));
}

/** The document that holds the latest row of each consumer. */
export const document = (rows) => `# Consumers

The packed package in ${rows.length} projects, each built by its tool's defaults, run, and opened in headless Chromium where it is a page. Every one computes a trace that is
compared with the golden file and, to the bit, with Node, and a run of the fast engine that is large enough for workers, where it has one. Those with a figure are looked at
once it is drawn and the font of formulas has arrived; what stands in its place has to be in the page as it was sent. Those of a document are what it shows, saved and opened as it
says, and compute nothing else.

Requests are those that the page made until the first trace, itself not counted, and loaded are their bytes as they were sent; none went to another origin than
the consumer's own. Emitted are the files for browsers that the tool wrote. \`npm run consumers\` writes the rows of those that it has run.

${table(rows)}
`;
