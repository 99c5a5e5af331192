/**
 * Converts TeX to MathML when the page is built: every formula and symbol of the lessons and exercises, and those of `text/formulas.json`, become
 * small trees from which the page creates elements. The page's policy drops `style=` attributes, so the styles become classes of a style sheet.
 *
 *   www/generated/formulas/<algorithm>.json   { "<tex>": ["math", {attributes}, ...children] }
 *   www/generated/page-formulas.json          those of `text/formulas.json`
 *   www/generated/lecture-formulas.json       those of the texts on errata
 *   www/generated/formulas/styles.css
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { SaxesParser } from "saxes";
import temml from "temml";
import { catalogEntries } from "./package.mjs";

const generated = new URL("../generated/formulas/", import.meta.url);

/** Folders of texts that hold formulas themselves. */
const LECTURE = ["errata", "errata-answers"];

/** The class of each style declaration seen so far. */
const classes = new Map();

function classFor(style) {
  if (!classes.has(style)) classes.set(style, `tex-${classes.size}`);
  return classes.get(style);
}

function plainAttributes({ style, class: names = "", xmlns: _, ...others }) {
  const all = [...names.split(" ").filter(Boolean), ...(style ? [classFor(style)] : [])];
  return all.length > 0 ? { ...others, class: all.join(" ") } : others;
}

/** Returns markup as a tree of `[tag, attributes, ...children]`. */
function treeOf(markup) {
  const root = ["", {}];
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const node = [name, plainAttributes(attributes)];
    open.at(-1).push(node);
    open.push(node);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (text) => {
    if (text !== "") open.at(-1).push(text);
  });
  parser.write(markup).close();
  return root[2];
}

function convert(tex) {
  const markup = temml.renderToString(tex, { displayMode: true, throwOnError: true, annotate: false, trust: false });
  // The attributes of the `math` element are set where the formula is shown.
  const [tag, , ...children] = treeOf(markup.replace(/^<math[^>]*>/, "<math>"));
  return [tag, {}, ...children];
}

/** Returns the TeX that the stage uses; see `transposedSymbol` in `src/lesson/stage.ts`. */
function transposed(symbol) {
  return `{${symbol}}^\\top`;
}

/**
 * For each operand of a product that the stage may show transposed, its number of axes: those whose rows (of the first operand) or columns (of any
 * other) are summed over; see `product` in `src/lesson/arrangement.ts`.
 */
function ranksOfTransposed({ index, reads }) {
  const summed = (axis = "") => [...axis].some((letter) => /\p{L}/u.test(letter) && !index.includes(letter));
  const axes = reads.map((read) => read.index.match(/\([^)]*\)|./g) ?? []);
  return axes
    .filter((letters, place) => letters.length >= 2 && summed(letters.at(place === 0 ? -2 : -1)))
    .map(({ length }) => length);
}

/** Returns everything that a lesson on an algorithm may show as a formula. */
function formulasOf({ steps }) {
  const wanted = new Set();
  for (const [position, step] of steps.entries()) {
    wanted.add(step.symbol).add(step.formula);
    if (step.op !== "contract") continue;
    // Which step an operand is depends on the run: any earlier one of as many axes.
    const ranks = ranksOfTransposed(step);
    for (const { symbol, axes } of steps.slice(0, position)) {
      if (ranks.includes(axes.length)) wanted.add(transposed(symbol));
    }
  }
  return [...wanted].filter(Boolean);
}

/** Returns every formula in the texts of a lecture, in any language. */
async function lectureFormulas() {
  const found = new Set();
  const entries = await readdir(new URL("../../src/text/", import.meta.url), { withFileTypes: true });
  for (const { name: language } of entries.filter((entry) => entry.isDirectory())) {
    for (const folder of LECTURE) {
      const at = new URL(`../../src/text/${language}/${folder}/`, import.meta.url);
      for (const name of await readdir(at)) {
        for (const { formula } of Object.values(JSON.parse(await readFile(new URL(name, at), "utf8")))) {
          if (formula) found.add(formula);
        }
      }
    }
  }
  return [...found];
}

async function write(name, formulas) {
  await writeFile(new URL(`${name}.json`, generated), `${JSON.stringify(formulas)}\n`);
}

await rm(generated, { recursive: true, force: true });
await mkdir(generated, { recursive: true });
const own = JSON.parse(await readFile(new URL("../text/formulas.json", import.meta.url), "utf8"));
await write("../page-formulas", Object.fromEntries(own.map((tex) => [tex, convert(tex)])));
const lecture = await lectureFormulas();
await write("../lecture-formulas", Object.fromEntries(lecture.map((tex) => [tex, convert(tex)])));
const entries = await catalogEntries();
for (const entry of entries) {
  await write(entry.id, Object.fromEntries(formulasOf(entry).map((tex) => [tex, convert(tex)])));
}
const styles = [...classes]
  .map(([style, name]) => `.${name} {\n  ${style.replaceAll(/;(?=.)/g, ";\n  ")}\n}\n`)
  .join("");
await writeFile(new URL("styles.css", generated), styles);
console.log(`formulas of ${entries.length} algorithms`);
