/** The lecture of the examples, in both languages: every slide is in its room, can be read from the back row, and shows numbers of the library. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load } from "../../pkg/node.js";
import { after, before, test } from "../shared/tests.mjs";
import "../../examples/slides/lecture.js";
import { openFolder, openPage } from "../shared/browser.mjs";
import { goToSlide, lookAtSlide } from "./deck-look.mjs";
import { nested, readExamples, readModule, readUnits } from "./lessons.mjs";
import { twoFrames } from "./site.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:";
const { slides } = globalThis.lecture;
const lab = await load();

let folder;
let runs;
const site = {};
before(async () => {
  runs = await readRuns();
  folder = await mkdtemp(join(tmpdir(), "attograph-deck-"));
  for (const path of ["pkg", "examples", "node_modules"]) await symlink(at(path), join(folder, path));
  Object.assign(site, await openFolder(folder, [], POLICY));
});
after(async () => {
  await site.close?.();
  await rm(folder, { recursive: true, force: true });
});

async function open(query, options) {
  const opened = await openPage(site, { viewport: { width: 1280, height: 720 }, ...options });
  await opened.page.goto(`${site.address}examples/slides/index.html${query}`);
  await opened.page.waitForSelector("html[data-deck=ready]", { state: "attached" });
  return opened;
}

const valueIn = ({ shape, data }, index) =>
  data[(index === "" ? [] : index.split(",").map(Number)).reduce((sum, place, axis) => sum * shape[axis] + place, 0)];

/** What each slide may show: the runs of its element. */
async function readRuns() {
  const [examples, units] = await Promise.all([readExamples(), readUnits()]);
  const [{ settingOf, stageOf }, { StageRuns }] = await Promise.all(
    ["/src/course/scene-stage.ts", "/src/stage/runs.ts"].map((path) => readModule(path, (module) => module)),
  );
  return new Map(
    slides.map(({ id, element }) => {
      const [name, attributes] = element ?? [];
      if (name === "attograph-figure") {
        const { algorithm, inputs } = attributes;
        const all = { ...nested(examples[algorithm].inputs), ...JSON.parse(inputs ?? "{}") };
        return [id, [lab.trace(algorithm, all)]];
      }
      if (name !== "attograph-scene") return [id, []];
      const scene = units
        .find((unit) => unit.id === attributes.lesson)
        .scenes.find((one) => one.id === attributes.scene);
      const ofScene = new StageRuns(lab, stageOf(scene));
      const names = [undefined, ...Object.keys(scene.runs ?? {})];
      return [
        id,
        ["start", "answer"].flatMap((when) => names.map((run) => ofScene.at(settingOf(scene, when), run).trace)),
      ];
    }),
  );
}

/** Compares the numbers of a slide with its runs, and returns how many there are. */
function compare({ id, numbers }) {
  for (const { step, index, value } of numbers) {
    const values = runs
      .get(id)
      .flatMap(({ steps }) => steps.filter((one) => one.id === step).map((one) => valueIn(one, index)));
    assert.ok(values.includes(value), `${id}: ${step} [${index}] is ${values.join(" or ")}, and ${value} is shown`);
  }
  return numbers.length;
}

const assertFits = (found, where) => {
  const { cut, scrolls, small, pale, alerts } = found;
  assert.deepEqual(
    { cut, scrolls, small, pale, alerts },
    { cut: [], scrolls: [], small: [], pale: [], alerts: [] },
    where,
  );
};

const LANGUAGES = ["en", "ko"];

/** Whether a slide is looked at in a language at 1280 × 720, else at 1920 × 1080: the languages come in turn; with `ATTOGRAPH_LONG`, each has both sizes. */
const isIn = (language, position) => LANGUAGES.indexOf(language) === position % 2;
const isLong = Boolean(process.env.ATTOGRAPH_LONG);

test("on no slide is anything cut off, scrolled, small or pale, at 1280 × 720 and 1920 × 1080, and every number is that of a run", async () => {
  let count = 0;
  for (const language of LANGUAGES) {
    // Without motion an answer is there at once: a look never falls on a setting that a reveal passes.
    const { page, problems, close } = await open(`?lang=${language}`, { reducedMotion: "reduce" });
    for (const [position, { id }] of slides.entries()) {
      if (!isLong && !isIn(language, position)) continue;
      const { fragments, name } = await page.evaluate(goToSlide, [position, false]);
      for (const last of fragments > 0 ? [false, true] : [false]) {
        if (last) await page.evaluate(goToSlide, [position, true]);
        const found = await page.evaluate(lookAtSlide);
        assert.equal(found.id, id);
        assertFits(found, `${language} ${id}, ${last ? "its end" : "its beginning"}`);
        const numbers = name === "attograph-exercise" ? 0 : compare(found);
        if (name === "attograph-figure") assert.ok(numbers > 3, `${id}: ${numbers} numbers`);
        count += numbers;
      }
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    for (const [position, { id }] of slides.entries()) {
      if (!isLong && isIn(language, position)) continue;
      await page.evaluate(goToSlide, [position, true]);
      assertFits(await page.evaluate(lookAtSlide), `${language} ${id} at 1920 × 1080`);
    }
    assert.deepEqual(problems, []);
    await close();
  }
  assert.ok(count > 200, `${count} numbers`);
});

test("each slide is in both languages and has notes: what to say, and a question", async () => {
  for (const { id, title, lines = [], say, ask } of slides)
    for (const text of [title, say, ask, ...lines]) {
      assert.ok(text.en.length > 3 && text.ko.length > 3, id);
      assert.doesNotMatch(text.en, /\p{Script=Hangul}/u);
      if (text.en !== text.ko) assert.match(text.ko, /\p{Script=Hangul}/u, id);
    }
  const { page, close } = await open("?lang=ko");
  const notes = await page.evaluate(() =>
    [...document.querySelectorAll(".slides section")].map((slide) => globalThis.deck.getSlideNotes(slide)),
  );
  assert.equal(notes.length, slides.length);
  for (const [position, { say, ask }] of slides.entries())
    assert.ok(notes[position].includes(say.ko) && notes[position].includes(ask.ko), say.ko);
  await close();
});

test("a PDF has a page for each slide with its figure", async () => {
  const { page, problems, close } = await open("?lang=ko&print-pdf");
  await page.waitForFunction((count) => document.querySelectorAll(".pdf-page").length === count, slides.length);
  // A frame after the pages are there, reveal.js says so.
  await twoFrames(page);
  await page.evaluate(() => globalThis.deck.getPlugin("attograph").drawn);
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll(".pdf-page")].map((one) => {
      const element = [...one.querySelectorAll("*")].find(({ localName }) => localName.startsWith("attograph-"));
      const box = element?.shadowRoot.querySelector(".frame")?.getBoundingClientRect();
      const room = one.getBoundingClientRect();
      return element
        ? { drawn: box?.height > 100, inside: box?.bottom <= room.bottom + 1 && box?.top >= room.top }
        : null;
    }),
  );
  const expected = slides.map(({ element }) => (element ? { drawn: true, inside: true } : null));
  assert.deepEqual(shown, expected);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  assert.equal(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length, slides.length);
  assert.deepEqual(problems, []);
  await close();
});

test("from a disk, the deck and a page without a deck are shown by the classic script alone", async () => {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) problems.push(request.url());
  });
  await page.goto(`${pathToFileURL(at("examples/slides/from-disk.html"))}?lang=ko`);
  await page.waitForSelector("html[data-deck=ready]", { state: "attached" });
  for (const id of ["scores", "lookup", "poll"]) {
    const position = slides.findIndex((slide) => slide.id === id);
    await page.evaluate(goToSlide, [position, true]);
    const found = await page.evaluate(lookAtSlide);
    assertFits(found, id);
    assert.ok(id === "poll" || compare(found) > 3);
  }
  assert.equal(
    await page.evaluate(() => document.querySelector("[data-id=keep]").querySelector("attograph-figure")),
    null,
  );
  await page.goto(String(pathToFileURL(at("examples/slides/article-from-disk.html"))));
  const cell = page.locator("attograph-figure ag-matrix.result [data-cell='2,1']");
  await cell.waitFor();
  const [scores] = runs.get("scores");
  assert.equal(
    Number(await cell.getAttribute("data-value")),
    valueIn(
      scores.steps.find(({ id }) => id === "attention.weights"),
      "2,1",
    ),
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test("the deck that elements.md describes is whole on the screen, however its slide grows: at 1280 × 720, at each step", async () => {
  const documented = (await readFile(at("docs/elements.md"), "utf8"))
    .split("## In reveal.js")[1]
    .match(/```html\n([\s\S]*?)\n```/)[1]
    .replace("./node_modules/attograph/", "./pkg/")
    // The browser asks for an icon otherwise.
    .replace("<title>", '<link rel="icon" href="data:," /><title>');
  await writeFile(join(folder, "documented.html"), documented);
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 720 } });
  await page.goto(`${site.address}documented.html`);
  await page.locator("attograph-figure ag-matrix.result").waitFor();
  const places = [];
  for (;;) {
    await twoFrames(page);
    const { top, bottom, step } = await page.evaluate(() => {
      const box = document.querySelector("section.present").getBoundingClientRect();
      const shown = [...document.querySelectorAll("attograph-figure .fragment.visible")];
      return { top: box.top, bottom: box.bottom, step: shown.length };
    });
    assert.ok(top >= 0 && bottom <= 720, `at step ${step} the slide is from ${top} to ${bottom}`);
    // Slides stand in the middle.
    assert.ok(Math.abs(top + bottom - 720) < 20, `at step ${step} the slide is from ${top} to ${bottom}`);
    places.push(Math.round(top));
    const next = page.locator("attograph-figure .fragment:not(.visible)");
    if ((await next.count()) === 0) break;
    await page.keyboard.press("ArrowRight");
  }
  assert.ok(new Set(places).size > 1, "the slide has the same height at each step, and nothing was tested");
  assert.deepEqual(problems, []);
  await close();
});

test("integrity.json has the hash of every module, and a browser that compares them shows a figure", async () => {
  const integrity = JSON.parse(await readFile(at("pkg/elements/integrity.json"), "utf8"));
  const modules = (await readdir(at("pkg/elements"))).filter((name) => name.endsWith(".js"));
  assert.deepEqual(Object.keys(integrity), modules.sort());
  for (const name of modules) {
    const hash = createHash("sha384").update(await readFile(at(`pkg/elements/${name}`)));
    assert.equal(integrity[name], `sha384-${hash.digest("base64")}`);
  }
  const map = (hashes) =>
    JSON.stringify({
      integrity: Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [`./pkg/elements/${name}`, hash])),
    });
  const wrong = Object.fromEntries(modules.map((name) => [name, integrity["elements.js"]]));
  for (const [hashes, defined] of [
    [integrity, true],
    [wrong, false],
  ]) {
    await writeFile(
      join(folder, "integrity.html"),
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Integrity</title><script type="importmap">${map(hashes)}</script>
<script type="module" src="pkg/elements/elements.js" onerror="document.documentElement.dataset.refused = ''"></script>
<attograph-figure algorithm="scaled-dot-product-attention" step="attention.weights" picture="table"></attograph-figure></html>`,
    );
    const { page, close } = await openPage(site);
    await page.goto(`${site.address}integrity.html`);
    await page
      .locator(defined ? "attograph-figure ag-matrix [data-cell]" : "html[data-refused]")
      .first()
      .waitFor();
    await close();
  }
});
