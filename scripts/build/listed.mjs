/** The labs and the scenes of the course with their titles, for `attograph list`. */
import { readdir, readFile } from "node:fs/promises";
import { at } from "./paths.mjs";
import { languages } from "./text.mjs";

/** Where labs and units are, and their texts. */
export const PLACE_SOURCES = ["www/labs", "www/units", "www/text"];

/** The ids of units or labs in the order of the course, by which their files are named: `02-self-attention.ts`. */
export const idsIn = async (folder) =>
  (await readdir(at(folder))).sort().flatMap((name) => /^\d+-([\w-]+)\.ts$/.exec(name)?.[1] ?? []);

/** Returns by language the ids of labs and of scenes, `unit/scene`, with their titles. */
export async function listedPlaces() {
  const [labs, units] = await Promise.all([idsIn("www/labs"), idsIn("www/units")]);
  const of = async (language) => {
    const text = async (kind, id) =>
      JSON.parse(await readFile(at("www/text", language, kind, `${id}.json`), "utf8"))[id];
    const titled = await Promise.all(labs.map(async (id) => [id, (await text("labs", id)).title]));
    const scenes = units.map(async (unit) => {
      const { scenes } = await text("units", unit);
      return Object.entries(scenes).map(([id, { title }]) => [`${unit}/${id}`, title]);
    });
    return [language, { labs: titled, scenes: (await Promise.all(scenes)).flat() }];
  };
  return Object.fromEntries(await Promise.all((await languages()).map(of)));
}
