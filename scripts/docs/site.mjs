/** The documentation as a site: what is generated goes into docs/generated/, the built pages into docs/.vitepress/dist/. */
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { at } from "../build/paths.mjs";
import { run } from "../build/run.mjs";
import { contentHash, unlessDone } from "../build/stamp.mjs";

/** What the build writes, and within it what the site serves as it is. */
const generated = at("docs/generated");
const served = at("docs/generated/public");

/** The built site. */
export const site = at("docs/.vitepress/dist");

/** The entries of the package that have a page of their own, and the file of the declarations of each. */
const ENTRIES = {
  attograph: "browser",
  "attograph-slim": "slim",
  "attograph-fast": "fast",
  "attograph-elements": "elements/elements",
  "attograph-export": "export",
  "attograph-import": "import",
  "attograph-questions": "questions",
  "attograph-sheet": "sheet",
  "attograph-text": "text",
};

const told = (worked, place) => (worked ? `in ${place}` : `up to date in ${place}`);
const workspace = (script, env = {}) => run("npm", ["run", script, "--workspace", "docs"], { env });

/** Writes the page of each algorithm. The examples in the pages run the package, which is served beside them. */
export async function writePages() {
  const sources = ["pkg", "scripts/docs", "pkg-tests/golden", "pkg-tests/examples", "CHANGELOG.md"];
  const hash = await contentHash(sources.map((path) => at(path)));
  const worked = await unlessDone("docs-pages", hash, [`${generated}/sidebar.json`], async () => {
    const { load } = await import(pathToFileURL(at("pkg/node.js")).href);
    const { generatePages } = await import("./pages.mjs");
    await generatePages(await load(), generated);
    const library = `${served}/attograph`;
    await rm(library, { recursive: true, force: true });
    await cp(at("pkg"), library, { recursive: true, filter: (path) => !/\.(d\.ts|map|md)$/.test(path) });
  });
  return told(worked, "docs/generated/");
}

/** Writes a page for each entry of the package, from its declarations. */
export async function writeTypeReference() {
  const declarations = (await readdir(at("pkg"), { recursive: true })).filter((name) => name.endsWith(".d.ts"));
  const sources = ["docs/typedoc.json", "docs/tsconfig.json", ...declarations.map((name) => `pkg/${name}`)];
  const hash = await contentHash(sources.map((path) => at(path)));
  const worked = await unlessDone("docs-types", hash, [`${generated}/api/index.md`], async () => {
    const entries = at("target/docs/entries");
    await mkdir(entries, { recursive: true });
    for (const [name, file] of Object.entries(ENTRIES))
      await writeFile(`${entries}/${name}.ts`, `export * from "../../../pkg/${file}.js";\n`);
    await workspace("api");
  });
  return told(worked, "docs/generated/api/");
}

/** Writes rustdoc's pages of the library. */
export async function writeRustReference() {
  const hash = await contentHash(["src", "Cargo.toml", "Cargo.lock"].map((path) => at(path)));
  const pages = `${served}/rust`;
  const worked = await unlessDone("docs-rust", hash, [`${pages}/attograph/index.html`], async () => {
    // What an earlier `cargo doc` of all dependencies left would be copied, too.
    await rm(at("target/doc"), { recursive: true, force: true });
    await run("cargo", ["doc", "--package", "attograph", "--no-deps", "--lib", "--locked"]);
    await rm(pages, { recursive: true, force: true });
    await cp(at("target/doc"), pages, { recursive: true });
  });
  return told(worked, "docs/generated/public/rust/");
}

/** Builds the site for a folder of a server, and puts the course into it; fails at a dead link. */
export async function buildSite(base) {
  await workspace("build", { ATTOGRAPH_BASE: base });
  await cp(at("www/dist"), `${site}/course`, { recursive: true });
  return "in docs/.vitepress/dist/";
}
