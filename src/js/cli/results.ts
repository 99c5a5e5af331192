/** The page of results: who did what, and which misconceptions were common, as one HTML file that loads nothing and runs nothing. */
import { createHash } from "node:crypto";
import { type FileHandle, mkdtemp, open, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { reasonOf } from "../errors.js";
import type { Lab } from "../lab.js";
import { load } from "../node.js";
import { inWords } from "../questions.js";
import { plain } from "./csv.js";
import { EXIT } from "./exit.js";
import { Failure } from "./failure.js";
import type { Judged, Result } from "./judged.js";

/** The most bars of the picture. */
const MOST_BARS = 25;

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;color:light-dark(#1b1d21,#eceae4);background:light-dark(#fdfcf9,#17191d)}
body{max-width:72rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.6rem}h2{margin-top:2.5rem;font-size:1.25rem}
.fine{font-weight:400;font-size:.9rem}
.fine,.bar text.n{color:light-dark(#5a5e66,#a4a8b0);fill:light-dark(#5a5e66,#a4a8b0)}
svg{display:block;width:100%;max-width:44rem}
svg text{fill:light-dark(#1b1d21,#eceae4);font:15px system-ui,sans-serif}
.track{fill:light-dark(#efece3,#262a31)}.fill{fill:light-dark(#1257a6,#8fc1ff)}
.scroll{overflow-x:auto}
table{width:100%;min-width:44rem;border-collapse:collapse}
tbody{border-top:1px solid light-dark(#a9a598,#5d626c)}
th,td{padding:.4rem 1rem .4rem 0;border-top:1px solid light-dark(#e9e6dd,#2b2f36);text-align:start;vertical-align:top;overflow-wrap:anywhere}
td.number{white-space:nowrap;font-variant-numeric:tabular-nums}
.verdict strong{font-weight:inherit}tr[data-verdict=altered] .verdict strong,tr[data-verdict=unreadable] .verdict strong{color:light-dark(#a3121f,#ff9d96);font-weight:600}
@media print{.scroll{overflow:visible}table{min-width:0}tbody{break-inside:avoid}}`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as HTML shows it, without control characters and characters that turn the direction of a text. */
const escaped = (text: string): string => plain(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

type Texts = { readonly [key: string]: Texts | string };

export interface Results {
  add(path: string, judged: Judged): Promise<void>;
  /** Writes the page. */
  finish(): Promise<void>;
  /** Removes what is not finished. */
  discard(): Promise<void>;
}

/** Begins a page. Rows are written as they come, so that any number of files needs no more memory than one. */
export async function openResults(path: string, language: "en" | "ko"): Promise<Results> {
  const lab = await load({ text: language });
  const texts: Texts = JSON.parse(await readFile(new URL(`../results/${language}.json`, import.meta.url), "utf8"));
  const next = `${path}.${process.pid}.new`;
  // Not beside the page, which may lie in a folder that is being checked.
  const rows = join(await mkdtemp(join(tmpdir(), "attograph-results-")), "rows");
  try {
    // Said before hundreds of files are checked.
    await (await open(next, "w")).close();
    await rm(next);
    return new Page(lab, texts, language, path, rows, next, await open(rows, "w+"));
  } catch (thrown) {
    await rm(dirname(rows), { recursive: true, force: true });
    throw new Failure(EXIT.unreadable, `${path} cannot be written: ${reasonOf(thrown)}`);
  }
}

class Page implements Results {
  /** In how many files each misconception was recognized. */
  readonly #common = new Map<string, number>();
  #files = 0;
  /** The files of which the answers are known. */
  #read = 0;
  #verified = 0;
  readonly #titles = new Map<string, string>();

  constructor(
    readonly lab: Lab,
    readonly texts: Texts,
    readonly language: "en" | "ko",
    readonly path: string,
    readonly rows: string,
    readonly next: string,
    readonly file: FileHandle,
  ) {
    for (const { id, title = id } of [...lab.exercises(), ...lab.derivations()]) this.#titles.set(id, title);
    for (const { id, question = id } of lab.polls()) this.#titles.set(id, question);
    for (const { misconceptionTexts = {} } of lab.exercises())
      for (const [id, { title }] of Object.entries(misconceptionTexts)) this.#titles.set(`misconception ${id}`, title);
  }

  #t(key: string, facts: Readonly<Record<string, string | number>> = {}): string {
    let found: Texts | string | undefined = this.texts;
    for (const name of key.split(".")) found = typeof found === "object" ? found[name] : undefined;
    return String(found ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
  }

  #titleOf(misconception: string): string {
    return this.#titles.get(`misconception ${misconception}`) ?? misconception;
  }

  async add(path: string, judged: Judged): Promise<void> {
    this.#files += 1;
    if (judged.results.length > 0) this.#read += 1;
    if (judged.verdict === "verified") this.#verified += 1;
    const found = new Set(judged.results.flatMap(({ misconceptions }) => misconceptions));
    for (const id of found) this.#common.set(id, (this.#common.get(id) ?? 0) + 1);
    await this.file.appendFile(this.#rowsOf(path, judged));
  }

  #rowsOf(path: string, { verdict, results, detail, name }: Judged): string {
    const span = `rowspan="${Math.max(results.length, 1)}"`;
    const who = `<th scope="rowgroup" ${span}>${escaped(name === "" ? this.#t("withoutName") : name)}<br><span class="fine">${escaped(path)}</span></th>`;
    const judgement = `<td class="verdict" ${span}><strong>${escaped(this.#t(`verdicts.${verdict}`))}</strong>${detail === "" ? "" : `<br><span class="fine">${escaped(detail)}</span>`}</td>`;
    const cells =
      results.length === 0 ? ["<td></td><td></td><td></td>"] : results.map((result) => this.#cellsOf(result));
    const rows = cells.map(
      (row, at) => `<tr data-verdict="${verdict}">${at === 0 ? who : ""}${row}${at === 0 ? judgement : ""}</tr>`,
    );
    return `<tbody>${rows.join("")}</tbody>\n`;
  }

  #cellsOf({ id, question, seed, difficulty, right, cells, misconceptions }: Result): string {
    const drawn = seed === "" ? "" : this.#t("seed", { seed, difficulty: this.#t(`difficulties.${difficulty}`) });
    const known = misconceptions.map((one) => escaped(this.#titleOf(one))).join("<br>");
    const title = question ? inWords(question, this.language) : (this.#titles.get(id) ?? id);
    const what = `${escaped(title)}${drawn === "" ? "" : `<br><span class="fine">${escaped(drawn)}</span>`}`;
    return `<td>${what}</td><td class="number">${escaped(this.#t("of", { right, all: cells }))}</td><td>${known}</td>`;
  }

  /** The picture: a bar for each misconception, the commonest first. */
  #picture(): string {
    const bars = [...this.#common].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, MOST_BARS);
    if (bars.length === 0) return `<p>${escaped(this.#t("noMisconceptions"))}</p>`;
    const height = 52;
    // Lengths are shares of the width: the type keeps its size on a phone.
    const drawn = bars.map(([id, count], at) => {
      const width = (100 * count) / this.#read;
      const label = this.#t("count", { title: this.#titleOf(id), count, all: this.#read });
      return `<g class="bar" data-misconception="${escaped(id)}" data-count="${count}"><title>${escaped(label)}</title><text x="0" y="${at * height + 18}">${escaped(this.#titleOf(id))}</text><rect class="track" x="0" y="${at * height + 26}" width="100%" height="14" rx="3"/><rect class="fill" x="0" y="${at * height + 26}" width="${width.toFixed(1)}%" height="14" rx="3"/><text class="n" x="100%" y="${at * height + 18}" text-anchor="end">${count} / ${this.#read}</text></g>`;
    });
    return `<svg height="${bars.length * height}" role="group" aria-labelledby="common">${drawn.join("")}</svg>`;
  }

  async finish(): Promise<void> {
    await this.file.close();
    const hash = createHash("sha256").update(STYLE).digest("base64");
    const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
    const t = (key: string, facts = {}) => escaped(this.#t(key, facts));
    const heads = ["who", "what", "right", "recognized", "verdict"].map((key) => `<th scope="col">${t(key)}</th>`);
    const page = await open(this.next, "w");
    try {
      await page.appendFile(`<!doctype html>
<html lang="${this.language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${t("title")}</title><style>${STYLE}</style></head>
<body><main><h1>${t("title")}</h1>
<p>${t("files", { count: this.#files, verified: this.#verified })}</p>
<h2 id="common">${t("common")}</h2>
${this.#picture()}
<h2>${t("byFile")}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${t("byFile")}"><table><thead><tr>${heads.join("")}</tr></thead>
`);
      const rows = await open(this.rows);
      for await (const chunk of rows.createReadStream()) await page.appendFile(chunk);
      await page.appendFile(`</table></div>
<p class="fine">${t("note")}</p></main></body></html>
`);
    } finally {
      await page.close();
    }
    await rename(this.next, this.path);
  }

  async discard(): Promise<void> {
    await this.file.close();
    await rm(dirname(this.rows), { recursive: true, force: true });
    await rm(this.next, { force: true });
  }
}
