/** A release: versions that agree, addresses that stand once, workflows whose commands are there, and licenses of all that the package has of others. */
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { at } from "../../scripts/build/paths.mjs";
import { npmPlaces, withCargoPlaces, withPythonPlaces } from "../../scripts/build/places.mjs";
import { crates } from "../../scripts/build/third-party.mjs";
import { missing, versions, wrongPlaces } from "../../scripts/release/ready.mjs";
import { previewTags } from "../../www/build/preview.mjs";

const PLACES = {
  repository: "https://example.org/owner/attograph",
  homepage: "https://owner.example.org/attograph/",
  bugs: "https://example.org/owner/attograph/issues",
};

const read = (name) => readFile(at(name), "utf8");

test("every file that states the version states the same", async () => {
  const found = await versions(at(""));
  assert.equal(new Set(Object.values(found)).size, 1, JSON.stringify(found));
  assert.match(found["Cargo.toml"], /^\d+\.\d+\.\d+$/);
});

/** The files of which a release asks something, in a folder of their own, after a change of some. */
async function changed(t, changes) {
  const folder = await mkdtemp(join(tmpdir(), "attograph-release-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const name of Object.keys(await versions(at("")))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await cp(at(name), join(folder, name));
  }
  for (const [name, change] of Object.entries(changes))
    await writeFile(join(folder, name), change(await readFile(join(folder, name), "utf8")));
  return folder;
}

const withPlaces = (text) => JSON.stringify({ ...JSON.parse(text), ...PLACES });
const dated = (text) => text.replace(/^## (\S+).*$/m, "## $1 (2027-01-31)");

test("a release is ready with addresses, one version and the day in the changelog", async (t) => {
  assert.deepEqual(await missing(await changed(t, { "package.json": withPlaces, "CHANGELOG.md": dated })), []);
});

test("addresses that are tried out count as there", async (t) => {
  const found = await missing(await changed(t, {}), PLACES);
  assert.equal(found.length, 1);
  assert.match(found[0], /CHANGELOG\.md begins with/);
});

test("what a release lacks is named with where it belongs", async (t) => {
  const older = (text) => text.replace(/^version = ".*"$/m, 'version = "0.0.9"');
  const found = await missing(await changed(t, { "python/pyproject.toml": older }));
  for (const part of [
    /no "repository"/,
    /no "homepage"/,
    /no "bugs"/,
    /pyproject\.toml has version 0\.0\.9/,
    /CHANGELOG\.md begins with/,
  ])
    assert.equal(found.filter((line) => part.test(line)).length, 1, `${part}: ${found}`);
  assert.equal(found.length, 5);
});

test("an address that is none, or that has not its form, is refused with what was expected", () => {
  assert.deepEqual(wrongPlaces(PLACES), []);
  assert.match(wrongPlaces({ repository: "owner/attograph" })[0], /begins with https/);
  assert.match(wrongPlaces({ repository: "https://example.org/owner/attograph.git" })[0], /without/);
  assert.match(wrongPlaces({ homepage: "https://example.org/attograph" })[0], /folder/);
});

test("the addresses reach the npm package, the crate and the wheel, and none is written where there is none", async () => {
  const npm = npmPlaces(PLACES);
  assert.equal(npm.repository.url, `git+${PLACES.repository}.git`);
  assert.deepEqual([npm.homepage, npm.bugs], [PLACES.homepage, { url: PLACES.bugs }]);
  assert.deepEqual(npmPlaces({}), {});
  const [cargo, python] = [await read("Cargo.toml"), await read("python/pyproject.toml")];
  const inPackage = withCargoPlaces(cargo, PLACES).match(/\[package\]\n([\s\S]*?)\n\[/)[1];
  assert.ok(inPackage.includes(`repository = "${PLACES.repository}"\nhomepage = "${PLACES.homepage}"`));
  assert.ok(
    withPythonPlaces(python, PLACES).includes(
      `[project.urls]\nHomepage = "${PLACES.homepage}"\nSource = "${PLACES.repository}"\nIssues = "${PLACES.bugs}"\n`,
    ),
  );
  assert.equal(withCargoPlaces(cargo, {}), cargo);
  assert.equal(withPythonPlaces(python, {}), python);
});

test("a shared link has a title and a sentence, and a picture once the page has an address", async () => {
  const page = await read("www/dist/index.html");
  for (const name of ["og:title", "og:description", "og:type"])
    assert.ok(page.includes(`<meta property="${name}"`), name);
  const image = (homepage) => previewTags(homepage).find(({ attrs }) => attrs.property === "og:image")?.attrs.content;
  assert.equal(image(undefined), undefined);
  assert.equal(image(PLACES.homepage), `${PLACES.homepage}preview.png`);
  // Its size, which a PNG file has at bytes 16 to 23.
  const picture = await readFile(at("www/dist/preview.png"));
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
  assert.ok(!(await read("www/dist/sw.js")).includes("preview.png"), "it is stored on readers' devices");
});

test("every command of a workflow is there", async () => {
  const { scripts } = JSON.parse(await read("package.json"));
  const folder = at(".github/workflows");
  for (const name of await readdir(folder)) {
    const { jobs } = parse(await readFile(join(folder, name), "utf8"));
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    assert.ok(commands.length > 0, name);
    const called = commands.flatMap((text) => [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script));
    for (const script of called) assert.ok(scripts[script], `${name} runs ${script}`);
    if (commands.some((text) => text.includes(".ci/run"))) assert.ok((await read(".ci/run")).startsWith("#!"));
  }
  for (const name of await readdir(at(".github/ISSUE_TEMPLATE"))) {
    const form = parse(await read(`.github/ISSUE_TEMPLATE/${name}`));
    assert.ok(form.name && form.description && form.body.every(({ attributes }) => attributes.label), name);
  }
});

test("a package without the fast engine names none of its crates", async () => {
  const [all, library] = [await crates(), await crates({ fast: false })];
  const names = library.map(({ name }) => name);
  assert.ok(names.includes("nalgebra") && !names.includes("wgpu"), names.join());
  const inAll = new Set(all.map(({ name, version }) => `${name} ${version}`));
  for (const { name, version } of library) assert.ok(inAll.has(`${name} ${version}`), name);
});

test("THIRD-PARTY.md has every crate of the WebAssembly files and every npm package of the scripts, with a license", async () => {
  const text = await read("pkg/THIRD-PARTY.md");
  const compiled = await crates();
  assert.ok(compiled.length > 20);
  for (const { name, version } of compiled) assert.ok(text.includes(`${name} ${version}`), `${name} ${version}`);
  const scripts = JSON.parse(await read("target/elements/packages.json"));
  assert.ok(scripts.includes("lit") && scripts.some((name) => name.startsWith("d3-")));
  for (const name of [...scripts, "saxes", "ws", "@fontsource/stix-two-math"])
    assert.ok(text.includes(`### ${name} `), name);
  for (const [heading, license] of text
    .split(/^### /m)
    .slice(1)
    .map((part) => part.split("\n\n```text\n")))
    assert.ok(license?.length > 40, heading);
});
