/** Where the project is: its addresses stand in the root's package.json alone, and every package and the page take them from there. */
import { readFile } from "node:fs/promises";
import { at } from "./paths.mjs";

/** The fields of package.json with an address. */
export const PLACES = ["repository", "homepage", "bugs"];

/** `{ repository, homepage, bugs }`, each an address that begins with https, or missing. */
export async function places(folder = at("")) {
  const manifest = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  return Object.fromEntries(PLACES.filter((name) => manifest[name]).map((name) => [name, manifest[name]]));
}

/** The addresses as fields of the npm package; provenance needs the repository in its long form. */
export function npmPlaces({ repository, homepage, bugs }) {
  const git = repository && { type: "git", url: `git+${repository}.git` };
  return { ...(git && { repository: git }), ...(homepage && { homepage }), ...(bugs && { bugs: { url: bugs } }) };
}

/** A Cargo.toml with the addresses in its package. */
export function withCargoPlaces(text, { repository, homepage }) {
  const lines = Object.entries({ repository, homepage }).flatMap(([name, value]) =>
    value ? [`${name} = ${JSON.stringify(value)}\n`] : [],
  );
  return text.replace(/^license = .*\n/m, (line) => line + lines.join(""));
}

/** A pyproject.toml with the addresses in its project. */
export function withPythonPlaces(text, { repository, homepage, bugs }) {
  const named = { Homepage: homepage, Source: repository, Issues: bugs };
  const lines = Object.entries(named).flatMap(([name, value]) =>
    value ? [`${name} = ${JSON.stringify(value)}\n`] : [],
  );
  return lines.length > 0 ? text.replace(/^\[tool\./m, (line) => `[project.urls]\n${lines.join("")}\n${line}`) : text;
}
