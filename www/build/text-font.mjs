/**
 * Subsets the font of the page's texts to the characters that the texts have, at the weights that the page uses, without the instructions for coarse screens.
 *
 *   www/generated/text.woff2                 Latin letters, all weights from regular to bold in one file
 *   www/generated/korean-(regular|bold).woff2      the Korean syllables of the texts; the page asks for them in Korean alone
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const generated = new URL("../generated/", import.meta.url);

/** The texts of the library and those of the page. */
const TEXTS = [new URL("../../src/text/", import.meta.url), new URL("../text/", import.meta.url)];

const WEIGHTS = { regular: 400, bold: 600 };

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");

/** What readers type, and names in examples are written with. */
const TYPED = range(0x20, 0x7e) + range(0xa0, 0xff);

/** Returns the characters of all texts in all languages. */
async function written() {
  const signs = new Set(TYPED);
  for (const folder of TEXTS)
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith(".json")) for (const sign of await readFile(new URL(name, folder), "utf8")) signs.add(sign);
  return [...signs];
}

async function write(name, source, signs, options = {}) {
  const font = await readFile(require.resolve(source));
  const subset = await subsetFont(font, signs.join(""), { targetFormat: "woff2", noHinting: true, ...options });
  await writeFile(new URL(`${name}.woff2`, generated), subset);
  console.log(`${name} font: ${(subset.length / 1024).toFixed(1)} KiB`);
}

const signs = await written();
const korean = signs.filter((sign) => /\p{Script=Hangul}/u.test(sign));
await mkdir(generated, { recursive: true });
await write("text", "@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2", signs, {
  variationAxes: { wght: { min: WEIGHTS.regular, max: WEIGHTS.bold } },
});
for (const [name, weight] of Object.entries(WEIGHTS))
  await write(
    `korean-${name}`,
    `@fontsource/ibm-plex-sans-kr/files/ibm-plex-sans-kr-korean-${weight}-normal.woff2`,
    korean,
  );
