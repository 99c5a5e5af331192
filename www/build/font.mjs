/** The math font, cut down to the signs that formulas use; its table of mathematical layout stays whole. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const source = require.resolve("@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2");
const generated = new URL("../generated/", import.meta.url);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");

/** Letters stand for themselves upright; as single-letter identifiers a browser sets them in the italic of the mathematical alphabet. */
const signs = [
  range(0x20, 0x7e),
  range(0x391, 0x3a9),
  range(0x3b1, 0x3c9),
  range(0x1d434, 0x1d467),
  range(0x1d6e2, 0x1d71b),
  "ℎℝℕℤ𝟏𝟙",
  range(0x300, 0x304),
  "ˆ˜¯ˉ·×÷±−∓∗⋅∘⊙⊗⊕⊤∥‖∣∈∉∀∃∅∞∂∑∏∫√≤≥≠≈≡∼←→↦⇒⌊⌋⌈⌉⟨⟩…⋯⋮⋱′″∪∩⊂⊆∧∨¬",
].join("");

const text = JSON.stringify(JSON.parse(await readFile(new URL("formulas.json", generated), "utf8")));
const font = await subsetFont(await readFile(source), signs + text, { targetFormat: "woff2" });
await mkdir(generated, { recursive: true });
await writeFile(new URL("math.woff2", generated), font);
console.log(`math font: ${(font.length / 1024).toFixed(1)} KiB`);
