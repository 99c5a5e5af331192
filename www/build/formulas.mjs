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
import { caseFiles } from "../../pkg-tests/shared/golden.mjs";
import { catalogEntries, openPackage } from "./package.mjs";

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

/** An operand in a formula, which the page replaces: `#1`. */
const PLACEHOLDER = /(?<!\\)#\d/g;

/** The letter of an operand behind its number: a sign, a group in braces, or a command with the group that follows it. */
const GROUP = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`;
const MARKED = new RegExp(String.raw`(${PLACEHOLDER.source})(?:${GROUP}|\\[A-Za-z]+(?:${GROUP})?|.)`, "g");

/** Returns the pattern of the catalog without the letters for which a run has the symbols of its operands. */
function placeholders(pattern) {
  return pattern === null ? "" : pattern.replace(MARKED, "$1");
}

function convert(tex) {
  const markup = temml.renderToString(tex.replaceAll(PLACEHOLDER, "\\text{\\$&}"), {
    displayMode: true,
    throwOnError: true,
    annotate: false,
    trust: false,
  });
  // The attributes of the `math` element are set where the formula is shown.
  const [tag, , ...children] = treeOf(markup.replace(/^<math[^>]*>/, "<math>"));
  return [tag, {}, ...children];
}

/** Returns the TeX that the stage uses; see `symbolOf` in `src/lesson/stage.ts`. */
function transposed(symbol) {
  return `{${symbol}}^\\top`;
}

/**
 * For each operand that the stage may show transposed, its number of axes: in a product those whose rows (of the first operand) or columns (of any
 * other) are summed over, elsewhere those whose rows are the columns of the result; see `product` and `isExchanged` in `src/lesson/arrangement.ts`.
 */
function ranksOfTransposed({ op, index, reads }) {
  const summed = (axis = "") => [...axis].some((letter) => /\p{L}/u.test(letter) && !index.includes(letter));
  const exchanged = (letters) => letters.length === 2 && letters.toReversed().join("") === index;
  const axes = reads.map((read) => read.index.match(/\([^)]*\)|./g) ?? []);
  return axes
    .filter((letters, place) =>
      op === "contract"
        ? letters.length >= 2 && summed(letters.at(place === 0 ? -2 : -1))
        : reads.length > 1 && exchanged(letters),
    )
    .map(({ length }) => length);
}

/** Returns everything that a lesson on an algorithm may show as a formula. Of a pattern, the page makes those of each run. */
function formulasOf({ id, steps }, runs) {
  const wanted = new Set(runs.get(id));
  for (const [position, step] of steps.entries()) {
    wanted.add(step.symbol).add(step.formula).add(placeholders(step.pattern));
    // Which step an operand is depends on the run: any earlier one of as many axes.
    const ranks = ranksOfTransposed(step);
    for (const { symbol, axes } of steps.slice(0, position)) {
      if (ranks.includes(axes.length)) wanted.add(transposed(symbol));
    }
  }
  return [...wanted].filter(Boolean);
}

/** Returns, by algorithm, the symbols and formulas that steps of the test cases have in some modes, and not in the catalog. */
async function formulasOfRuns(entries) {
  const lab = await openPackage();
  const found = new Map(entries.map(({ id }) => [id, new Set()]));
  const declared = new Map(entries.map(({ id, steps }) => [id, new Map(steps.map((step) => [step.id, step]))]));
  for (const { algorithm, cases } of await caseFiles()) {
    for (const { inputs } of cases) {
      for (const { id, symbol, formula } of lab.trace(algorithm, inputs).steps) {
        found.get(algorithm).add(symbol);
        if (!declared.get(algorithm).get(id.replaceAll(/\[\d+\]/g, "[]")).pattern) found.get(algorithm).add(formula);
      }
    }
  }
  // Exercises on gradients are the only ones whose formulas the catalog does not have.
  for (const { id, algorithm } of lab.exercises()) {
    const { inputs, gradient } = lab.exercise(id, { seed: 0 });
    if (!gradient) continue;
    const back = lab.gradient(algorithm, inputs, gradient).trace.steps.filter((step) => step.gradient);
    for (const { symbol, formula } of back) found.get(algorithm).add(symbol).add(formula);
  }
  return found;
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
const runs = await formulasOfRuns(entries);
for (const entry of entries) {
  await write(entry.id, Object.fromEntries(formulasOf(entry, runs).map((tex) => [tex, convert(tex)])));
}
const styles = [...classes]
  .map(([style, name]) => `.${name} {\n  ${style.replaceAll(/;(?=.)/g, ";\n  ")}\n}\n`)
  .join("");
await writeFile(new URL("styles.css", generated), styles);
console.log(`formulas of ${entries.length} algorithms`);
