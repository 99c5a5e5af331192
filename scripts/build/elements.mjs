import { createHash } from "node:crypto";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { BUNDLED_PACKAGES } from "./javascript.mjs";
import { noticeOf, TEMPLATES } from "./package.mjs";
import { at } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";
import { thirdParty } from "./third-party.mjs";

/** Folders of the page that the build or npm creates, or that no element shows. */
const OTHERS = new Set(["dist", "generated", "node_modules", "public", "index.html"]);

/** Writes `integrity.json`: the hash of each module, for the `integrity` of an import map on pages that load the elements from another host. */
async function writeIntegrity(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js")).sort();
  const hashes = names.map(async (name) => {
    const hash = createHash("sha384").update(await readFile(`${folder}/${name}`));
    return [name, `sha384-${hash.digest("base64")}`];
  });
  await writeFile(
    `${folder}/integrity.json`,
    `${JSON.stringify(Object.fromEntries(await Promise.all(hashes)), null, 1)}\n`,
  );
}

/** Writes the types of the elements and of their tags in templates, among them one for each lab: labs are found by the names of their files. */
async function writeTypes(folder) {
  const labs = (await readdir(at("www/labs"))).flatMap((name) => /^\d+-([\w-]+)\.ts$/.exec(name)?.[1] ?? []);
  const withLabs = (text) =>
    text.replace(/( *)\/\* labs: (.+) \*\//g, (_, indent, type) =>
      labs.map((id) => `${indent}"attograph-lab-${id}": ${type};`).join("\n"),
    );
  const templates = (await readdir(at("www/templates"))).map((name) => `templates/${name}`);
  for (const path of ["elements.d.ts", "reveal.d.ts", ...templates])
    await writeFile(`${folder}/${basename(path)}`, withLabs(await readFile(at("www", path), "utf8")));
}

/** The elements as one script, which is classic or a module, as it is loaded, and the module that names what it sets. Both are beside the library's own. */
const ONE_SCRIPT = "elements.global.js";
const ONE_MODULE = `import "./${ONE_SCRIPT}";

export default globalThis.AttographReveal;
`;
const ONE_TYPES = {
  "elements.d.mts": `/** \`attograph/elements/inline\`: the elements as one script, which requests nothing, and as its default the plugin for reveal.js. */
export * from "./elements/elements.js";
export { default } from "./elements/reveal.js";
`,
  "elements.global.d.ts": `/** The classic script \`elements.global.js\`: the elements, and the plugin for reveal.js as a variable of the page. */
import plugin from "./elements/reveal.js";

export * from "./elements/elements.js";
declare global {
  /** What \`elements.global.js\` defines. */
  var AttographReveal: typeof plugin;
}
`,
};

/** What is written into the package here. */
export const WRITTEN = new Set(["elements", "elements.mjs", ONE_SCRIPT, ...Object.keys(ONE_TYPES), "THIRD-PARTY.md"]);

/** Says that a script is UTF-8, which a page from a disk need not be. */
const MARK_OF_ENCODING = "\u{FEFF}";

/** Writes the elements as one script beside the library's files. */
async function writeOneScript() {
  const code = await readFile(at("target/classic", ONE_SCRIPT), "utf8");
  await writeFile(at("pkg", ONE_SCRIPT), `${MARK_OF_ENCODING}${await noticeOf()}\n${code}`);
  await writeFile(at("pkg/elements.mjs"), ONE_MODULE);
  for (const [name, text] of Object.entries(ONE_TYPES)) await writeFile(at("pkg", name), text);
}

/** Builds the elements for any page into the package, if they or the library have changed. */
export async function buildElements() {
  const own = (await readdir(at("www"))).filter((name) => !OTHERS.has(name)).map((name) => at("www", name));
  const library = (await readdir(at("pkg"))).filter((name) => !WRITTEN.has(name)).map((name) => at("pkg", name));
  const hash = await contentHash([
    ...own,
    ...library,
    at("src/text"),
    at("package-lock.json"),
    at("Cargo.lock"),
    at("scripts/build/elements.mjs"),
    at("scripts/build/third-party.mjs"),
  ]);
  const made = ["elements/elements.js", ONE_SCRIPT, "THIRD-PARTY.md"].map((name) => at("pkg", name));
  return unlessDone("elements", hash, made, async () => {
    await run("npm", ["run", "build:elements", "--workspace", "www"]);
    await rm(at("pkg/elements"), { recursive: true, force: true });
    await cp(at("target/elements"), at("pkg/elements"), { recursive: true });
    await rm(at("pkg/elements/packages.json"));
    const packages = JSON.parse(await readFile(at("target/elements/packages.json"), "utf8"));
    await writeFile(at("pkg/THIRD-PARTY.md"), await thirdParty([...packages, ...BUNDLED_PACKAGES]));
    // For tools that find a module by its path, without `exports`: `attograph/elements` and `attograph/elements/react`.
    for (const name of ["index", ...TEMPLATES])
      await writeFile(at(`pkg/elements/${name}.js`), 'import "./elements.js";\n');
    await writeIntegrity(at("pkg/elements"));
    await writeTypes(at("pkg/elements"));
    await writeOneScript();
  });
}
