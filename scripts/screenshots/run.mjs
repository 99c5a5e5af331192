/**
 * Takes screenshots of every place of the page, at three widths, light and dark, in English and in Korean: the home, every unit with every scene before
 * and with its answer, every lab, every algorithm, every lesson, every exercise, polls and errata, and the engines. With `--against`, each is compared with the
 * picture of the same name in another folder, which an earlier run has filled, as before and after a change of what all places share.
 *
 *   npm run screenshots [-- --lang ko] [--width 1280] [--scheme dark] [--only gcn] [--against FOLDER]
 *
 * Writes target/screenshots/<place>-<width>-<scheme>-<language>.png, and what differs, the largest difference first, to target/screenshots-differences/: a list,
 * and for each picture a file with before, after and what differs beside each other.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { load } from "../../pkg/node.js";
import { readLabs, readUnits } from "../../pkg-tests/page/lessons.mjs";
import { sceneSettled } from "../../pkg-tests/page/looks/fixed.mjs";
import { openPage, openSite } from "../../pkg-tests/page/site.mjs";
import { at } from "../build/paths.mjs";
import { differenceOf } from "./difference.mjs";

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];

const SCHEMES = ["light", "dark"];
const LOCALES = { en: "en-US", ko: "ko-KR" };

/** Whether an option is not given, or asks for this. */
const isWanted = (value, own) => !value || value === String(own);

const text = { type: "string" };
const { values } = parseArgs({ options: { lang: text, width: text, scheme: text, only: text, against: text } });
const folder = at("target/screenshots");
const differences = at("target/screenshots-differences");
const against = values.against && resolve(process.env.INIT_CWD ?? ".", values.against);
if (against === folder)
  throw new Error(`--against: ${folder} is where the new pictures are written; move the earlier ones`);
if (against && !existsSync(against)) throw new Error(`--against: there is no folder ${against}`);
await mkdir(folder, { recursive: true });

const languages = Object.keys(LOCALES).filter((language) => isWanted(values.lang, language));
const schemes = SCHEMES.filter((scheme) => isWanted(values.scheme, scheme));
const looks = WIDTHS.filter(({ width }) => isWanted(values.width, width)).flatMap((viewport) =>
  languages.map((language) => ({ viewport, language })),
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

/** Takes all pictures, and returns the names of their files. A place is opened once, and looked at in each scheme. */
async function takeAll(site) {
  const taken = [];
  for (const { viewport, language } of looks) {
    const { page, close } = await openPage(site, { viewport, locale: LOCALES[language], reducedMotion: "reduce" });
    for (const place of places) {
      await page.goto("about:blank");
      await page.goto(site.address + place.hash);
      await page.locator("main h1, main h2, ag-filmstrip [aria-current=step]").first().waitFor();
      await page.waitForLoadState("networkidle");
      if (place.measured) await page.locator(".engine-list[data-finished=true]").waitFor();
      if (place.reveal) await page.locator("[data-action=reveal]").click();
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await sceneSettled(page);
        const name = `${place.name}-${viewport.width}-${colorScheme}-${language}.png`;
        await page.screenshot({ path: join(folder, name), fullPage: true, animations: "disabled" });
        taken.push(name);
      }
    }
    await close();
  }
  return taken;
}

/** Compares the pictures with those of the other folder, and writes what differs. */
async function compareAll(names) {
  await rm(differences, { recursive: true, force: true });
  await mkdir(differences, { recursive: true });
  const found = [];
  const alone = [];
  for (const name of names) {
    const before = join(against, name);
    if (!existsSync(before)) {
      alone.push(name);
      continue;
    }
    const { pixels, share, picture } = differenceOf(await readFile(before), await readFile(join(folder, name)));
    if (picture === null) continue;
    await writeFile(join(differences, name), picture);
    found.push({ name, pixels, share });
  }
  found.sort((one, other) => other.share - one.share);
  const lines = [
    ...found.map(({ name, pixels, share }) => `${(100 * share).toFixed(2)} %, ${pixels} pixels: ${name}`),
    ...alone.map((name) => `only now: ${name}`),
  ];
  await writeFile(join(differences, "list.txt"), `${lines.join("\n")}\n`);
  console.log(`${found.length} of ${names.length - alone.length} pictures differ; see ${differences}`);
}

const site = await openSite();
const names = await takeAll(site).finally(() => site.close());
console.log(`${names.length} pictures in ${folder}`);
if (against) await compareAll(names);
