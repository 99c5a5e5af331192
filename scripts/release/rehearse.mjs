/** Packs the npm package, the crate and the wheel from two copies of the tree, and hands them to the registries' programs without publishing. */
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { at } from "../build/paths.mjs";
import { places, withCargoPlaces } from "../build/places.mjs";
import { ask, run } from "../build/run.mjs";
import { ProgramFailure } from "../steps.mjs";

const folder = at("target/release-check");
const COPIES = ["first", "second"];
const packed = join(folder, "packed");

/** What a release publishes, of one copy of the tree. */
const results = (name) => join(folder, `${name}-packed`);

/** A copy of every file that Git knows or would add, with addresses. */
async function copyTree(name, given) {
  const target = join(folder, name);
  await rm(target, { recursive: true, force: true });
  const files = await ask("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
  if (files === null) throw new ProgramFailure("git does not list the files of this folder");
  for (const file of files.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    // A file that is deleted and not committed is still listed.
    await cp(at(file), join(target, file)).catch((problem) => {
      if (problem.code !== "ENOENT") throw problem;
    });
  }
  const path = join(target, "package.json");
  const own = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, `${JSON.stringify({ ...own, ...given }, null, 2)}\n`);
  const cargo = join(target, "Cargo.toml");
  await writeFile(cargo, withCargoPlaces(await readFile(cargo, "utf8"), await places(target)));
  return target;
}

/** Builds one copy with its own programs, and packs it. */
async function pack(name, given) {
  const tree = await copyTree(name, given);
  const into = results(name);
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const inTree = (program, ...args) => run(program, args, { cwd: tree });
  await inTree("npm", "run", "build");
  await inTree("npm", "pack", "./pkg", "--pack-destination", into, "--silent");
  await inTree("npm", "run", "build:python");
  for (const wheel of await readdir(join(tree, "target/python/dist")))
    await cp(join(tree, "target/python/dist", wheel), join(into, wheel));
  return (await readdir(into)).join(", ");
}

const hashOf = async (path) =>
  createHash("sha256")
    .update(await readFile(path))
    .digest("hex");

/** Compares what the two copies have given, and keeps one of them. */
async function compare() {
  const [first, second] = await Promise.all(COPIES.map(async (name) => (await readdir(results(name))).sort()));
  if (first.join() !== second.join()) throw new ProgramFailure(`two builds gave other files: ${first} and ${second}`);
  const lines = [];
  for (const file of first) {
    const [one, other] = await Promise.all(COPIES.map((name) => hashOf(join(results(name), file))));
    if (one !== other) throw new ProgramFailure(`two builds of ${file} differ; compare them in ${folder}`);
    lines.push(`${file} sha256 ${one.slice(0, 16)}…`);
  }
  await rm(packed, { recursive: true, force: true });
  await cp(results(COPIES[0]), packed, { recursive: true });
  return lines.join(", ");
}

async function tryNpm() {
  const [file] = (await readdir(packed)).filter((name) => name.endsWith(".tgz"));
  await run("npm", ["publish", join(packed, file), "--dry-run", "--access", "public"]);
}

/** Cargo compiles what it has packed, as the registry's visitors will. The copy is no repository, so that nothing in it is committed. */
async function tryCargo() {
  const tree = join(folder, COPIES[0]);
  await run("cargo", ["publish", "--package", "attograph", "--dry-run", "--allow-dirty", "--registry", "crates-io"], {
    cwd: tree,
  });
  const crate = join(packed, "crate");
  await cp(tree, crate, { recursive: true, filter: (path) => !/(?:^|\/)(?:target|node_modules|pkg)$/.test(path) });
  return "and the crate's folder in target/release-check/packed/crate";
}

/** What the wheel says of itself. */
async function tryWheel() {
  const [file] = (await readdir(packed)).filter((name) => name.endsWith(".whl"));
  const python = join(folder, COPIES[0], "target/python/venv/bin/python");
  const printed = await ask(python, ["-m", "zipfile", "-l", join(packed, file)]);
  if (!printed?.includes("THIRD-PARTY.md")) throw new ProgramFailure(`${file} cannot be read, or lacks the licenses`);
  return file;
}

const HELP = "Its messages above have the reason.";

/** The steps of the rehearsal with some addresses, for `runSteps`. */
export const rehearsal = (given) => [
  ...COPIES.map((name) => ({ title: `Packed from the ${name} copy`, work: () => pack(name, given), help: HELP })),
  {
    title: "Both have the same bytes",
    work: compare,
    help: "What differs depends on the folder, the time, or chance.",
  },
  { title: "npm publish, dry", work: tryNpm, help: HELP },
  { title: "cargo publish, dry", work: tryCargo, help: HELP },
  { title: "The wheel", work: tryWheel, help: HELP },
];
