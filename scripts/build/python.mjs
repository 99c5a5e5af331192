/** Builds the wheel of the Python package: its sources, the library, the elements as one script, and the catalog, without anything that is loaded from elsewhere. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { WRITTEN } from "./elements.mjs";
import { at } from "./paths.mjs";
import { places, withPythonPlaces } from "./places.mjs";
import { rolesOf } from "./python-roles.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";
import { thirdParty } from "./third-party.mjs";

const folder = at("target/python");
const source = join(folder, "package");
const wheels = join(folder, "dist");
const requirements = at("scripts/python/requirements.txt");

/** The interpreter of the virtual environment, in which the wheel is built and tested. */
export const python = join(folder, "venv/bin/python");

/** Folders of the page that the build or npm creates. */
const MADE = new Set(["dist", "generated", "node_modules"]);

const pack = promisify(gzip);
const packed = async (path) => pack(await readFile(path), { level: constants.Z_BEST_COMPRESSION });

/** Makes the virtual environment with the pinned versions, if they have changed. */
export async function installPython() {
  await mkdir(folder, { recursive: true });
  return unlessDone("python", await contentHash([requirements]), [python], async () => {
    await run("python3", ["-m", "venv", "--clear", join(folder, "venv")]);
    await run(python, ["-m", "pip", "install", "--quiet", "--requirement", requirements]);
  });
}

/** Bundles the elements, if they or the library have changed. */
async function buildFront() {
  const own = (await readdir(at("www"))).filter((name) => !MADE.has(name)).map((name) => at("www", name));
  const library = (await readdir(at("pkg"))).filter((name) => !WRITTEN.has(name)).map((name) => at("pkg", name));
  const hash = await contentHash([...own, ...library, at("src/text"), at("package-lock.json")]);
  const front = at("target/notebook/front.js");
  await unlessDone("notebook", hash, [front], () => run("npm", ["run", "build:notebook", "--workspace", "www"]));
  return front;
}

/** What Python has to know of an algorithm: its inputs, and the names of its steps, outputs and axes. */
const entryOf = ({ id, title, source: written, inputs, steps, outputs }) => ({
  ...{ id, title, source: written, outputs: outputs.map(({ name, steps: ids }) => ({ name, steps: ids })) },
  inputs: inputs.map(({ name, kind, required, default: value, choices, index, axes, learned, former }) => ({
    ...{ name, kind, required, default: value, choices, index, axes, learned, former },
  })),
  steps: steps.map(({ id: step, symbol, axes }) => ({ id: step, symbol, axes })),
});

/** The ids that the elements take, and what the library is called where an exercise or a scene is named wrongly. */
async function namesOf(lab) {
  const { readModule } = await import("../../pkg-tests/page/lessons.mjs");
  const units = await readModule("/units/index.ts", async ({ UNITS }) =>
    (await UNITS.all()).map(({ id, scenes }) => ({ id, scenes: scenes.map((scene) => scene.id) })),
  );
  const labs = await readModule("/labs/index.ts", ({ LABS }) => LABS.ids);
  const ids = (list) => list.map(({ id }) => id);
  const marked = lab.exercises().map(({ id, algorithm, ownInputs }) => [id, { algorithm, inputs: ownInputs }]);
  // A derivation has no inputs.
  const derived = ids(lab.derivations()).map((id) => [id, { algorithm: null, inputs: [] }]);
  return { units, labs, exercises: Object.fromEntries([...marked, ...derived]), polls: ids(lab.polls()) };
}

/** The inputs of every example, for figures without inputs of their own. */
async function examples() {
  const { readExamples } = await import("../../pkg-tests/page/lessons.mjs");
  return Object.fromEntries(Object.entries(await readExamples()).map(([id, { inputs }]) => [id, inputs]));
}

async function writeStatic(front) {
  const { load } = await import("../../pkg/node.js");
  const lab = await load();
  const folderOf = join(source, "src/attograph/static");
  await mkdir(folderOf, { recursive: true });
  const write = (name, content) => writeFile(join(folderOf, name), content);
  const [script, library] = await Promise.all([packed(front), packed(at("pkg/attograph.wasm"))]);
  await write("front.js.gz", script);
  await write("attograph.wasm.gz", library);
  await write("engine.json", JSON.stringify(rolesOf(await readFile(at("pkg/glue.js"), "utf8"))));
  const { exercises, polls, units, labs } = await namesOf(lab);
  const catalog = { algorithms: lab.catalog().map(entryOf), exercises, polls, units, labs };
  await write("catalog.json", JSON.stringify(catalog));
  await write("examples.json", JSON.stringify(await examples()));
}

/** Returns the path of the wheel, which is built if its sources have changed. */
export async function buildWheel() {
  const front = await buildFront();
  const sources = [
    at("python"),
    front,
    at("pkg/attograph.wasm"),
    at("pkg/glue.js"),
    at("LICENSE-MIT"),
    at("www/units"),
    at("package.json"),
  ];
  const build = [at("scripts/build/python.mjs"), at("scripts/build/python-roles.mjs"), at("www/labs")];
  const worked = await unlessDone("wheel", await contentHash([...sources, ...build]), [wheels], async () => {
    await rm(source, { recursive: true, force: true });
    await rm(wheels, { recursive: true, force: true });
    await cp(at("python"), source, { recursive: true, filter: (path) => !/__pycache__|\.pytest_cache/.test(path) });
    for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) await cp(at(name), join(source, name));
    const packages = JSON.parse(await readFile(at("target/notebook/packages.json"), "utf8"));
    const project = join(source, "pyproject.toml");
    await writeFile(project, withPythonPlaces(await readFile(project, "utf8"), await places()));
    await writeFile(join(source, "THIRD-PARTY.md"), await thirdParty(packages, { fast: false }));
    await writeStatic(front);
    await run(python, ["-m", "hatchling", "build", "--target", "wheel", "--directory", wheels], { cwd: source });
  });
  const [name] = (await readdir(wheels)).filter((file) => file.endsWith(".whl"));
  if (!name) throw new Error(`there is no wheel in ${wheels}`);
  return { path: join(wheels, name), worked };
}
