import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { LABS } from "../labs/index.ts";
import { ERRATA, POLLS } from "../src/lecture/contents.ts";
import { type Lab, openLibrary } from "../src/library.ts";
import { DERIVATIONS, EXERCISES } from "../src/practice/contents.ts";
import { UNITS } from "../units/index.ts";
import { CHOICES, WEEKS } from "./plan.ts";
import { READING } from "./reading.ts";

type Texts = { readonly [key: string]: Texts | string };

const LANGUAGES = ["en", "ko"] as const;
const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as Texts;
const texts = Object.fromEntries(LANGUAGES.map((language) => [language, read(`../text/${language}/syllabus.json`)]));

function leavesOf(tree: Texts | string | undefined, path: readonly string[] = []): string[] {
  if (typeof tree === "string") return [path.join(".")];
  return Object.entries(tree ?? {}).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

let lab: Lab;
beforeAll(async () => {
  lab = await openLibrary();
});

/** Ids that are not among those that exist. */
const strange = (named: readonly string[], existing: readonly string[]) => named.filter((id) => !existing.includes(id));

/** What the list names, over all weeks. */
const named = (part: "units" | "scenes" | "labs" | "algorithms" | "exercises" | "polls" | "errata" | "reading") =>
  WEEKS.flatMap((week) => week[part]);

const units = await UNITS.all();

describe("the syllabus", () => {
  it("has twelve weeks", () => {
    expect(WEEKS).toHaveLength(12);
  });

  it("has each unit exactly once, in the order of the course", () => {
    expect(named("units")).toEqual(UNITS.ids);
  });

  it("shows scenes that exist, of the units of their week, each once", () => {
    const existing = units.flatMap(({ id, scenes }) => scenes.map((scene) => `${id}/${scene.id}`));
    expect(strange(named("scenes"), existing)).toEqual([]);
    expect(new Set(named("scenes")).size).toBe(named("scenes").length);
    for (const { scenes, units } of WEEKS) {
      for (const unit of units) expect(scenes.filter((path) => path.startsWith(`${unit}/`)).length).toBeGreaterThan(2);
      expect(scenes.filter((path) => !units.includes(path.split("/")[0] ?? ""))).toEqual([]);
    }
  });

  it("sets exercises, holds polls, shows errata, opens labs and algorithms that exist", () => {
    const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
    expect(strange(named("exercises"), [...ids(EXERCISES), ...ids(DERIVATIONS)])).toEqual([]);
    expect(strange(named("errata"), ids(ERRATA))).toEqual([]);
    const all = ids(lab.catalog);
    expect(strange(named("algorithms"), all)).toEqual([]);
    const chosen = CHOICES.flatMap(({ options }) => options.flatMap(({ algorithms = [] }) => algorithms));
    expect(strange(chosen, all)).toEqual([]);
    const scenes = CHOICES.flatMap(({ options }) => options.flatMap(({ scene = [] }) => scene));
    expect(
      scenes.filter((path) => !units.some(({ id, scenes: own }) => own.some((one) => `${id}/${one.id}` === path))),
    ).toEqual([]);
  });

  it("has every poll and every lab in exactly one week, and something to do and to read in each", () => {
    expect([...named("polls")].sort()).toEqual(POLLS.map(({ id }) => id).sort());
    expect([...named("labs")].sort()).toEqual([...LABS.ids].sort());
    for (const { id, exercises, errata, reading } of WEEKS) {
      expect(
        [exercises.length, errata.length, reading.length].every((count) => count > 0),
        id,
      ).toBe(true);
    }
  });

  it("reads papers that are cited as the library and the scenes cite them, each with a link", () => {
    expect(new Set(named("reading"))).toEqual(new Set(Object.keys(READING)));
    const folder = new URL("../../src/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".rs"));
    const cited = files
      .map((name) => readFileSync(new URL(name, folder), "utf8").replace(/\s*\n\s*\/\/[/!] /g, " "))
      .join("\n");
    const sources = units.flatMap(({ scenes }) => scenes.map(({ source }) => source)).join("\n");
    // A survey and the history of a finding are read, and no computation is from them.
    const further = ["lin-2022", "bengio-1994"];
    for (const [id, { authors, title, venue, year, url }] of Object.entries(READING)) {
      const [family = ""] = id.split("-");
      expect(authors.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(), id).toContain(family);
      expect(id.endsWith(`-${year}`) && venue.length > 2 && /^https:\/\/[^ ]+$/.test(url), id).toBe(true);
      if (further.includes(id)) continue;
      const first =
        authors
          .split(/,| and | et al/)[0]
          ?.split(" ")
          .at(-1) ?? "";
      const isCited = new RegExp(`${first}(?!\\p{L})[^;\\n]{0,60}\\b${year}`, "u").test(`${cited}\n${sources}`);
      expect(isCited, `${id}: ${first} ${year} is cited nowhere`).toBe(true);
      // Where the library writes the title out, it is this one or its beginning.
      const written = [
        ...cited.matchAll(new RegExp(`${first}(?!\\p{L})[^;\\n*]{0,40} ${year}, \\*([^*\\n]+)\\*`, "gu")),
      ].map(([, one = ""]) => one);
      const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
      const fits = written.some((one) => plain(title).startsWith(plain(one)) || plain(one).startsWith(plain(title)));
      expect(written.length === 0 || fits, `${id}: ${written}`).toBe(true);
    }
  });

  it("has its texts in every language", () => {
    for (const language of LANGUAGES) {
      expect(leavesOf(texts[language]).sort(), language).toEqual(leavesOf(texts.en).sort());
      const { weeks, choices } = texts[language] as { weeks: Texts; choices: Texts };
      expect(Object.keys(weeks)).toEqual(WEEKS.map(({ id }) => id));
      for (const { id } of WEEKS) {
        expect(leavesOf(weeks[id])).toEqual(["title", "goals.1", "goals.2", "goals.3", "talk"]);
      }
      for (const { id, options } of CHOICES) {
        expect(leavesOf(choices[id]).sort()).toEqual(
          ["title", ...options.map((option) => `options.${option.id}`)].sort(),
        );
      }
    }
  });
});
