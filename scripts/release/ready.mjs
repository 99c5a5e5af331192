/** What a release needs and does not have yet, as sentences. */
import { readFile } from "node:fs/promises";
import { PLACES, places } from "../build/places.mjs";

/** What each address is for. */
const MEANS = {
  repository: "where the sources are, such as https://github.com/owner/attograph",
  homepage: "where the course is served, such as https://owner.github.io/attograph/",
  bugs: "where faults are reported, such as https://github.com/owner/attograph/issues",
};

/** The version that each file states, by the file's name. */
export async function versions(folder) {
  const read = (name) => readFile(`${folder}/${name}`, "utf8");
  const first = (text, pattern) => text.match(pattern)?.[1];
  return {
    "Cargo.toml": first(await read("Cargo.toml"), /^version = "(.*)"$/m),
    "python/pyproject.toml": first(await read("python/pyproject.toml"), /^version = "(.*)"$/m),
    "CITATION.cff": first(await read("CITATION.cff"), /^version: (.*)$/m),
    "package.json": JSON.parse(await read("package.json")).version,
    "CHANGELOG.md": first(await read("CHANGELOG.md"), /^## (\d\S*)/m),
  };
}

/** Addresses that are no addresses, or whose form does not suit what reads them. */
export function wrongPlaces(found) {
  const isAddress = (text) => /^https:\/\/[^\s/]+\/\S*$/.test(text) && URL.canParse(text);
  return Object.entries(found).flatMap(([name, value]) => {
    if (!isAddress(value))
      return [`${name} is \`${value}\`; expected an address that begins with https:// and has a path`];
    if (name === "repository" && /(?:\.git|\/)$/.test(value))
      return [`repository ends with \`.git\` or \`/\`; it is written without`];
    if (name === "homepage" && !value.endsWith("/"))
      return ["homepage does not end with `/`; it is the address of a folder"];
    return [];
  });
}

/** All that is missing or wrong for a release of the tree in a folder, with these addresses besides its own; empty, if nothing is. */
export async function missing(folder, given = {}) {
  const found = { ...(await places(folder)), ...given };
  const absent = PLACES.filter((name) => !found[name]).map((name) => `package.json has no "${name}": ${MEANS[name]}`);
  const all = Object.entries(await versions(folder));
  const [, version] = all[0];
  const others = all.filter(([, other]) => other !== version);
  const drifted = others.map(([name, other]) => `${name} has version ${other}, Cargo.toml has ${version}`);
  const changes = await readFile(`${folder}/CHANGELOG.md`, "utf8");
  const heading = changes.match(/^## \d.*$/m)?.[0] ?? "";
  const undated = /\(\d{4}-\d\d-\d\d\)$/.test(heading)
    ? []
    : [`CHANGELOG.md begins with \`${heading}\`; a release has its day, \`## ${version} (2027-01-31)\``];
  return [...absent, ...wrongPlaces(found), ...drifted, ...undated];
}
