/** The documents that the package carries: examples print what they show, links lead to files, tables are those of the catalog. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import temml from "temml";
import { arithmetic, inputsAsText, sourcesOf, tablesOf } from "../../docs/.vitepress/theme/show.mjs";
import { load } from "../../pkg/node.js";
import { carriedDocuments } from "../../scripts/build/package.mjs";
import { generatePages } from "../../scripts/docs/pages.mjs";
import {
  algorithmTable,
  batchTable,
  elementErrorTable,
  errorTable,
  exerciseTable,
  gradientTable,
  labTable,
  pollTable,
  sceneTable,
  stepTable,
  tableIn,
  withTable,
} from "../../scripts/docs/tables.mjs";
import { misprints, programsOf } from "../shared/documented.mjs";
import { caseFiles } from "../shared/golden.mjs";
import { installPacked, runModule } from "../shared/packed.mjs";
import { casesOf } from "../shared/replay.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const lab = await load();

/** What people who install the package read, and where it lies in the repository. */
const docs = await carriedDocuments();
const CARRIED = [{ path: "README.md", source: "src/js/README.md" }, ...docs.map((path) => ({ path, source: path }))];

let consumer;
before(async () => {
  consumer = await installPacked();
});
after(() => consumer?.close());

/** Runs a program, and compares what it prints with what it shows. */
async function assertPrints(program, document) {
  assert.deepEqual(misprints(program, await runModule(consumer.folder, "example.mjs", program)), [], document);
}

const everywhere = [{ path: "README.md of the repository", source: "README.md" }, ...CARRIED];
/** Documents in Korean have the programs of the English ones, which a test compares, so that these run once. */
const isKorean = ({ path }) => path.startsWith("docs/ko/");

const read = await Promise.all(
  everywhere
    .filter((document) => !isKorean(document))
    .map(async ({ path, source }) => ({ path, programs: programsOf(await readFile(at(source), "utf8")) })),
);
const withPrograms = read.filter(({ programs }) => programs.length > 0);

for (const { path, programs } of withPrograms) {
  test(`every JavaScript example of ${path} prints what it shows`, async () => {
    for (const program of programs) await assertPrints(program, path);
  });
}

test("the documents in Korean have the blocks of code of the English ones", async () => {
  const korean = CARRIED.filter(isKorean);
  assert.ok(korean.length >= 3);
  const blocks = (text) => [...text.matchAll(/^```[\s\S]*?^```/gm)].map(([block]) => block);
  for (const { source } of korean) {
    const [own, english] = [source, source.replace("ko/", "")].map((path) => readFile(at(path), "utf8"));
    assert.deepEqual(blocks(await own), blocks(await english), source);
  }
});

test("the documents for people who install the package have examples", () => {
  const found = new Set(withPrograms.map(({ path }) => path));
  const expected = [
    "README.md",
    ...["start", "lecturers", "students", "authors", "developers", "javascript", "recipes"].map(
      (name) => `docs/${name}.md`,
    ),
  ];
  for (const path of expected) assert.ok(found.has(path), path);
});

/** The targets of a document's links to files. */
const linksOf = (text) => [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target);

test("the package has the documents as they are in the repository, and each link in them leads to a file of the package", async () => {
  for (const { path, source } of CARRIED) {
    const text = await readFile(join(consumer.installed, path), "utf8");
    assert.ok(text === (await readFile(at(source), "utf8")), `${path} is not ${source}`);
    for (const target of linksOf(text))
      assert.ok(existsSync(join(consumer.installed, path, "..", target)), `${path}: ${target}`);
  }
});

test("each link in the documents of the repository leads to a file", async () => {
  for (const name of ["README.md", "CONTRIBUTING.md", "BENCHMARKS.md", "EXERCISES.md", "CHANGELOG.md"])
    for (const target of linksOf(await readFile(at(name), "utf8")))
      assert.ok(existsSync(at(target)), `${name}: ${target}`);
});

/** The inputs of the README's example of graph attention. */
const GAT = JSON.parse(await readFile(at("scripts/docs/examples.json"), "utf8"))["gat-layer"];

/** The tables of documents that are written from other sources. `UPDATE_SNAPSHOT=1` writes them anew. */
const TABLES = [
  { document: "src/js/README.md", name: "gat-layer", written: () => stepTable(lab.trace("gat-layer", GAT)) },
  { document: "docs/errors.md", name: "messages.json", written: errorTable },
  { document: "docs/errors.md", name: "elements", written: elementErrorTable },
  {
    document: "docs/gradients.md",
    name: "gradients",
    written: async () => gradientTable(lab, casesOf(await caseFiles())),
  },
  { document: "docs/javascript.md", name: "batches", written: async () => batchTable(lab, casesOf(await caseFiles())) },
  { document: "docs/algorithms.md", name: "algorithms", written: () => algorithmTable(lab) },
  { document: "docs/names.md", name: "scenes", written: sceneTable },
  { document: "docs/names.md", name: "labs", written: labTable },
  { document: "docs/names.md", name: "exercises", written: () => exerciseTable(lab) },
  { document: "docs/names.md", name: "polls", written: () => pollTable(lab) },
];

for (const { document, name, written } of TABLES) {
  test(`the table of ${name} in ${document} is up to date`, async () => {
    const text = await readFile(at(document), "utf8");
    const expected = await written();
    if (process.env.UPDATE_SNAPSHOT) await writeFile(at(document), withTable(text, name, expected));
    else assert.equal(tableIn(text, name), expected, "if the change is meant, run with UPDATE_SNAPSHOT=1");
  });
}

test("every code of an error or a notice in the sources is in docs/errors.md", async () => {
  const document = await readFile(at("docs/errors.md"), "utf8");
  const sources = (await readdir(at("src"), { recursive: true })).filter((name) => /\.(ts|rs)$/.test(name));
  const texts = await Promise.all(sources.map((name) => readFile(at(`src/${name}`), "utf8")));
  const found = texts.flatMap((text) =>
    [...text.matchAll(/(?:new AttographError\(\s*|refusal\(\s*|Notice \{ code: |\bcode: )"([a-z-]+)"/g)].map(
      ([, code]) => code,
    ),
  );
  const codes = [...new Set(found)];
  assert.ok(codes.length > 25, codes.join());
  assert.deepEqual(
    codes.filter((code) => !document.includes(`\`${code}\``)),
    [],
  );
});

/** The megabytes or kilobytes that a document states, as the groups of an expression, and how many bytes there are. */
async function stated(path, expression) {
  const found = (await readFile(at(path), "utf8")).match(expression);
  assert.ok(found, `${path} states ${expression}`);
  return found.slice(1).map((text) => {
    const [number, unit] = text.split(" ");
    return Number(number) * { KB: 1e3, MB: 1e6 }[unit];
  });
}

test("sizes that the documents state are those of SIZES.md and of the files", async () => {
  const sizes = await readFile(at("SIZES.md"), "utf8");
  const measured = (what) => 1000 * Number(sizes.match(new RegExp(`^\\| ${what} \\| (\\d+) KB`, "m"))[1]);
  const script = await readFile(join(consumer.installed, "elements.global.js"));
  const ofScript = [script.length, gzipSync(script, { level: 9 }).length];
  const all = [
    [
      "docs/offline.md",
      /in the background: ([\d.]+ MB)/,
      [measured("all files stored for use without a network, brotli")],
    ],
    ["docs/offline.md", /one file of about ([\d.]+ MB)/, [measured("the page in one file")]],
    ["docs/elements.md", /WebAssembly file \((\d+ KB)\)/, [measured("`attograph.wasm`, gzip")]],
    ["docs/elements.md", /It has ([\d.]+ MB), or ([\d.]+ MB) compressed/, ofScript],
    ["docs/slides.md", /\(([\d.]+ MB); ([\d.]+ MB) as a server compresses it\)/, ofScript],
  ];
  for (const [path, expression, bytes] of all)
    for (const [place, size] of (await stated(path, expression)).entries())
      assert.ok(Math.abs(size / bytes[place] - 1) < 0.06, `${path}: ${size} bytes, but there are ${bytes[place]}`);
});

test("the README of the repository is short", async () => {
  const readme = await readFile(at("README.md"), "utf8");
  assert.ok(readme.split("\n").length <= 91, "at most 90 lines");
});

test("the site has a page for every algorithm, with every step, every input and formulas that can be rendered", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "attograph-docs-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await generatePages(lab, folder);
  const topics = JSON.parse(await readFile(join(folder, "sidebar.json"), "utf8"));
  const listed = topics.flatMap(({ algorithms }) => algorithms.map(({ id }) => id));
  assert.deepEqual(
    listed.sort(),
    lab
      .catalog()
      .map(({ id }) => id)
      .sort(),
  );
  for (const { id, steps, inputs, outputs } of lab.catalog()) {
    const page = await readFile(join(folder, "algorithms", `${id}.md`), "utf8");
    for (const name of [
      ...steps.map((step) => step.id),
      ...inputs.map((input) => input.name),
      ...outputs.map((output) => output.name),
    ])
      assert.ok(page.includes(`\`${name}\``), `${id}: ${name}`);
    assert.doesNotMatch(page, /undefined|\[object/, id);
    for (const [, displayed, tex] of page.matchAll(/(\$\$?)([^$]+)\1/g)) {
      // A dollar sign beside a space begins or ends no formula.
      if (displayed === "$") assert.equal(tex, tex.trim(), id);
      temml.renderToString(tex, { throwOnError: true });
    }
    const example = JSON.parse(await readFile(join(folder, "examples", `${id}.json`), "utf8"));
    assert.ok(lab.trace(id, example).steps.length > 0, id);
  }
});

test("the example of a page shows each number of a step at its index, and the arithmetic of a cell", () => {
  assert.deepEqual(JSON.parse(inputsAsText(GAT)), GAT);
  const trace = lab.trace("gat-layer", GAT);
  for (const step of trace.steps) {
    const cells = tablesOf(step).flatMap(({ rows }) => rows.flat());
    assert.deepEqual(
      cells.map(({ value }) => value),
      [...step.data],
      step.id,
    );
    for (const { index, value } of cells) assert.equal(lab.cell(trace, step.id, index).value, value, step.id);
  }
  const shown = (step, index) => arithmetic(lab.cell(trace, step, index));
  assert.equal(shown("gat.projected", [0, 0, 1]), "1 · −1 + 0 · 1 = −1");
  assert.equal(shown("gat.negative-slope", []), "0.2, an input");
  assert.match(shown("gat.row-max", [0, 3]), /^max\(.*−∞.*\) = -?[\d.−]+$/);
  const sources = sourcesOf(lab.cell(trace, "gat.projected", [0, 0, 1]));
  assert.deepEqual(
    sources.map(({ name }) => name),
    ["gat.features[0,0]", "gat.projection[0,1]", "gat.features[0,1]", "gat.projection[1,1]"],
  );
});
