/** The table of results, in Markdown. */
const HEAD = ["consumer", "result", "requests", "loaded", "emitted", "files", "notes"];

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

/** The row of a result: `{ name, note, found, wrong }`. */
export function row({ name, note, found, wrong }) {
  const result = wrong.length === 0 ? "passed" : "failed";
  if (!found) return [name, result, null, null, null, null, wrong.join("; ")];
  const notes = wrong.length === 0 ? notesOf(found, note) : wrong.join("; ");
  const { requests, loaded, emitted } = found;
  return [name, result, requests, thousands(loaded), thousands(emitted?.bytes), emitted?.files, notes];
}

/** A table of rows. */
export function table(rows) {
  const lines = [HEAD, HEAD.map(() => "---"), ...rows.map((cells) => cells.map(cell))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The document that holds the table of a run of all. */
export function document(rows, chromium) {
  const date = new Date().toISOString().slice(0, 10);
  return `# Consumers

The packed package in ${rows.length} projects, each built by its tool's defaults, run, and opened in headless Chromium where it is a page. Every one computes a trace that is
compared with the golden file and, to the bit, with Node, and a run of the fast engine that is large enough for workers. Written by \`npm run consumers\` on
${date}, with Node ${process.versions.node} and Chromium ${chromium}.

Requests are those that the page made until the first trace, itself not counted, and loaded are their bytes; none went to another origin than the consumer's
own. Emitted are the files for browsers that the tool wrote.

${table(rows)}
`;
}
