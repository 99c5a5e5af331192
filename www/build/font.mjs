/**
 * Subsets the math font to the characters that formulas use; its table of mathematical layout stays complete.
 *
 *   www/generated/math.woff2        what the home and the formulas of several algorithms use
 *   www/generated/math-more.woff2   what else formulas use, with `math-more.css`, which lists these characters
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import { catalogEntries } from "./package.mjs";

const require = createRequire(import.meta.url);
const source = require.resolve("@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2");
const generated = new URL("../generated/", import.meta.url);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");

/** A browser shows a single-letter identifier in the italic letters of the mathematical alphabets. */
function slanted(letter) {
  const code = letter.codePointAt(0);
  if (letter === "h") return "ℎ";
  if (/[A-Z]/.test(letter)) return String.fromCodePoint(0x1d434 + code - 0x41);
  if (/[a-z]/.test(letter)) return String.fromCodePoint(0x1d44e + code - 0x61);
  if (/[\u03b1-\u03c9]/.test(letter)) return String.fromCodePoint(0x1d6fc + code - 0x3b1);
  return "";
}

/** Returns the characters of files of formulas. */
async function signsIn(names) {
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, generated), "utf8")));
  const written = JSON.stringify(texts.map((text) => JSON.parse(text)));
  return new Set([...new Set(written)].flatMap((letter) => [letter, ...slanted(letter)]));
}

/** Returns the characters that at least `least` of some files of formulas have. */
async function signsInSeveral(names, least) {
  const counts = new Map();
  for (const name of names) for (const sign of await signsIn([name])) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts].flatMap(([sign, count]) => (count >= least ? [sign] : []));
}

async function write(name, signs) {
  const font = await subsetFont(await readFile(source), [...signs].join(""), { targetFormat: "woff2" });
  await writeFile(new URL(`${name}.woff2`, generated), font);
  console.log(`${name} font: ${(font.length / 1024).toFixed(1)} KiB`);
}

/** A sign of fewer algorithms is in the second font, which is loaded where it occurs. */
const SEVERAL = 8;

// Signs of operations on the stage, which are not part of formulas.
const OPERATIONS = `${range(0x20, 0x7e)}·×÷−⊙⊗Σ⊤√→⌊⌋`;
const algorithms = (await catalogEntries()).map(({ id }) => `formulas/${id}.json`);
const first = new Set([
  ...OPERATIONS,
  ...(await signsIn(["page-formulas.json"])),
  ...(await signsInSeveral(algorithms, SEVERAL)),
]);
const all = (await readdir(new URL("formulas/", generated))).filter((name) => name.endsWith(".json"));
const every = await signsIn(["lecture-formulas.json", ...all.map((name) => `formulas/${name}`)]);
const more = [...every].filter((sign) => !first.has(sign));

await mkdir(generated, { recursive: true });
await write("math", first);
await write("math-more", more);
const points = more.map((sign) => `U+${sign.codePointAt(0).toString(16)}`).join(", ");
await writeFile(
  new URL("math-more.css", generated),
  `@font-face {
  font-family: "Attograph Math";
  src: url("./math-more.woff2") format("woff2");
  font-display: swap;
  unicode-range: ${points};
}
`,
);
