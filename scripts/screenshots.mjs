/**
 * Takes screenshots of every place of the page, at three widths, light and dark, in English and in Korean: the home, every unit with every scene before
 * and with its answer, every lab, every algorithm, every lesson, every exercise, polls and errata, and the engines.
 *
 *   npm run screenshots [-- --lang ko] [-- --only gcn]     writes target/screenshots/<place>-<width>-<scheme>-<language>.png
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { load } from "../pkg/node.js";
import { readLabs, readUnits } from "../pkg-tests/page/lessons.mjs";
import { openPage, openSite } from "../pkg-tests/page/site.mjs";

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];

const SCHEMES = ["light", "dark"];
const LOCALES = { en: "en-US", ko: "ko-KR" };

const { values } = parseArgs({ options: { lang: { type: "string" }, only: { type: "string" } } });
const folder = fileURLToPath(new URL("../target/screenshots", import.meta.url));
await mkdir(folder, { recursive: true });

const languages = Object.keys(LOCALES).filter((language) => !values.lang || language === values.lang);
const looks = WIDTHS.flatMap((viewport) =>
  SCHEMES.flatMap((colorScheme) => languages.map((language) => ({ viewport, colorScheme, language }))),
);

const lab = await load();
const [units, labs] = await Promise.all([readUnits(), readLabs()]);
const places = [
  { name: "home", hash: "#/" },
  { name: "units", hash: "#/units" },
  ...units.flatMap(({ id, scenes }) => [
    { name: `unit-${id}`, hash: `#/units/${id}` },
    ...scenes.flatMap((scene) => [
      { name: `unit-${id}-${scene.id}`, hash: `#/units/${id}/${scene.id}` },
      { name: `unit-${id}-${scene.id}-answer`, hash: `#/units/${id}/${scene.id}/answer` },
    ]),
    { name: `unit-${id}-end`, hash: `#/units/${id}/end` },
  ]),
  { name: "labs", hash: "#/labs" },
  ...labs.flatMap(({ id, experiments }) => [
    { name: `lab-${id}`, hash: `#/labs/${id}` },
    ...experiments.map(({ id: experiment, address }) => ({ name: `lab-${id}-${experiment}`, hash: address })),
  ]),
  { name: "syllabus", hash: "#/syllabus" },
  { name: "algorithms", hash: "#/algorithms" },
  ...lab.catalog().map(({ id }) => ({ name: `algorithm-${id}`, hash: `#/algorithms/${id}` })),
  { name: "exercises", hash: "#/exercises" },
  ...lab.exercises().map(({ id }) => ({ name: `exercise-${id}`, hash: `#/exercises/${id}` })),
  ...lab.derivations().map(({ id }) => ({ name: `exercise-${id}`, hash: `#/exercises/${id}` })),
  { name: "polls", hash: "#/polls" },
  ...lab.polls().map(({ id }) => ({ name: `poll-${id}`, hash: `#/polls/${id}`, reveal: true })),
  { name: "errata", hash: "#/errata" },
  { name: "erratum", hash: "#/errata/S0-E01", reveal: true },
  { name: "engines", hash: "#/engines", measured: true },
  { name: "engines-product", hash: "#/engines/product", measured: true },
].filter(({ name }) => !values.only || name.includes(values.only));

const site = await openSite();
let count = 0;
try {
  for (const { viewport, colorScheme, language } of looks) {
    const { page, close } = await openPage(site, { viewport, colorScheme, locale: LOCALES[language] });
    for (const place of places) {
      await page.goto("about:blank");
      await page.goto(site.address + place.hash);
      await page.locator("main h1, main h2, ag-filmstrip [aria-current=step]").first().waitFor();
      await page.waitForLoadState("networkidle");
      if (place.measured) await page.locator(".engine-list[data-finished=true]").waitFor();
      if (place.reveal) await page.locator("[data-action=reveal]").click();
      const name = `${place.name}-${viewport.width}-${colorScheme}-${language}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true });
      count += 1;
    }
    await close();
  }
} finally {
  await site.close();
}
console.log(`${count} pictures in ${folder}`);
