/** The math font, cut down to the signs that formulas use; its table of mathematical layout stays whole. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const source = require.resolve("@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2");
const generated = new URL("../generated/", import.meta.url);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");

const folder = new URL("formulas/", generated);
const files = (await readdir(folder)).filter((name) => name.endsWith(".json")).concat("../page-formulas.json", "../lecture-formulas.json");
const formulas = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
const written = JSON.stringify(formulas.map((text) => JSON.parse(text)));

/** A browser sets a single-letter identifier in the slanted letters of the mathematical alphabets. */
function slanted(letter) {
  const code = letter.codePointAt(0);
  if (letter === "h") return "ℎ";
  if (/[A-Z]/.test(letter)) return String.fromCodePoint(0x1d434 + code - 0x41);
  if (/[a-z]/.test(letter)) return String.fromCodePoint(0x1d44e + code - 0x61);
  if (/[\u03b1-\u03c9]/.test(letter)) return String.fromCodePoint(0x1d6fc + code - 0x3b1);
  return "";
}

// Signs of the stage, which come from the operations and not from formulas.
const signs = `${range(0x20, 0x7e)}·×÷−⊙Σ⊤√→⌊⌋`;
const text = signs + [...new Set(written)].map((letter) => letter + slanted(letter)).join("");
const font = await subsetFont(await readFile(source), text, { targetFormat: "woff2" });
await mkdir(generated, { recursive: true });
await writeFile(new URL("math.woff2", generated), font);
console.log(`math font: ${(font.length / 1024).toFixed(1)} KiB`);
