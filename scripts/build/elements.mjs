import { createHash } from "node:crypto";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { BUNDLED_PACKAGES } from "./javascript.mjs";
import { TEMPLATES } from "./package.mjs";
import { at } from "./paths.mjs";
import { run } from "./run.mjs";
import { contentHash, unlessDone } from "./stamp.mjs";
import { thirdParty } from "./third-party.mjs";

/** Folders of the page that the build or npm creates, or that no element shows. */
const OTHERS = new Set(["dist", "generated", "node_modules", "public", "index.html"]);

/** What is written into the package here. */
const WRITTEN = new Set(["elements", "THIRD-PARTY.md"]);

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
  return unlessDone("elements", hash, [at("pkg/elements/elements.js"), at("pkg/THIRD-PARTY.md")], async () => {
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
  });
}
