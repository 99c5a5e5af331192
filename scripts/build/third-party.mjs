/** The licenses of what the packages have of others: crates that are compiled into the WebAssembly files, npm packages within scripts, and fonts. */
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { at } from "./paths.mjs";
import { ask } from "./run.mjs";
import { FAST_FEATURE } from "./wasm.mjs";

/** The font of the formulas, which is in the packages as a subset. */
const FONT = "@fontsource/stix-two-math";

/** A license under which a work is used, where it offers several. Its text is carried anyway, as one of this project's two. */
const PREFERRED = "Apache-2.0";

const APACHE_FILE = "LICENSE-APACHE";

/** The license files of a folder, without Apache's, which this project carries anyway. Several where all of them hold: `MIT AND Unicode-3.0`. */
async function textOf(folder, license) {
  const names = (await readdir(folder)).filter((name) => /^licen[cs]e/i.test(name) && !/apache/i.test(name)).sort();
  const chosen = license.includes(" AND ") ? names : names.slice(0, 1);
  const texts = await Promise.all(chosen.map(async (name) => (await readFile(join(folder, name), "utf8")).trim()));
  return texts.length > 0 ? texts.join("\n\n") : null;
}

/** The license of a work of others, `{ license, folder, author }`; of one without a file, its name and the author. */
const licenseOf = async ({ license, folder, author }) =>
  (await textOf(folder, license)) ?? `${license} license, by ${author ?? "the authors of the package"}`;

/** The license of an npm package. */
export const packageLicense = async (name) => licenseOf(await npmPackage(name));

async function notice(work) {
  const { name, version, license } = work;
  return `### ${name} ${version}: ${license}\n\n\`\`\`text\n${await licenseOf(work)}\n\`\`\`\n`;
}

/** The crates that are compiled into WebAssembly files, in order of their names, and not those that only a build runs: of the library, and by default of the fast engine as well. */
export async function crates({ fast = true } = {}) {
  const args = ["metadata", "--format-version", "1", "--locked", ...(fast ? FAST_FEATURE : [])];
  const printed = await ask("cargo", [...args, "--filter-platform", "wasm32-unknown-unknown"]);
  if (!printed)
    throw new Error("cargo metadata prints nothing: what the WebAssembly files are compiled from is not known");
  const { packages, resolve } = JSON.parse(printed);
  const byId = new Map(packages.map((crate) => [crate.id, crate]));
  const needs = new Map(resolve.nodes.map(({ id, deps }) => [id, deps]));
  const isMacro = (id) => byId.get(id).targets.some(({ kind }) => kind.includes("proc-macro"));
  const found = new Set();
  const visit = (id) => {
    if (found.has(id) || isMacro(id)) return;
    found.add(id);
    for (const { pkg, dep_kinds: kinds } of needs.get(id)) if (kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  const own = packages.find(({ name, source }) => name === "attograph" && source === null).id;
  visit(own);
  found.delete(own);
  return [...found]
    .map((id) => byId.get(id))
    .map(({ name, version, license, manifest_path: path, authors }) => {
      return { name, version, license, folder: dirname(path), author: authors.join(", ") || undefined };
    })
    .sort((one, other) => (one.name + one.version < other.name + other.version ? -1 : 1));
}

async function npmPackage(name) {
  const folder = at("node_modules", name);
  const { version, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { name, version, license, folder, author: typeof author === "string" ? author : author?.name };
}

/** `THIRD-PARTY.md`, for a package with parts of npm packages of these names, the font of the formulas, and the library, by default with the fast engine. */
export async function thirdParty(names, { fast = true } = {}) {
  const compiled = await crates({ fast });
  const isPreferred = ({ license }) => license.split(/ OR |\//).includes(PREFERRED);
  const preferred = compiled.filter(isPreferred).map(({ name, version }) => `${name} ${version}`);
  const others = await Promise.all(compiled.filter((crate) => !isPreferred(crate)).map(notice));
  const scripts = await Promise.all([...new Set(names)].sort().map(async (name) => notice(await npmPackage(name))));
  return [
    "# Works of others in this package",
    "## Compiled into the WebAssembly files",
    `Used under the Apache License 2.0, whose text is in \`${APACHE_FILE}\` beside this file:`,
    `${preferred.join(", ")}.`,
    ...others,
    "## Within the scripts",
    ...scripts,
    "## The font of the formulas, as a subset",
    await notice(await npmPackage(FONT)),
  ].join("\n\n");
}
