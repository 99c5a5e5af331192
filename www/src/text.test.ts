import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { graph } from "../wholes/graph.ts";
import { openLibrary } from "./library.ts";
import { StageRuns } from "./stage/runs.ts";
import { nameText, sourceOf, useWords } from "./text.ts";

const START = { values: {}, inputs: {} };

test("a name of a feature or a head is that of the language, and a word of a sentence stays as it is", async () => {
  await useWords("ko", []);
  expect(nameText("who", "head")).toBe("누구");
  expect(nameText("what", "value feature")).toBe("무엇");
  expect(nameText("who", "token")).toBe("who");
  expect(nameText("grammar", "head")).toBe("문법");
});

test("features that take the place of keys keep the names of features", async () => {
  await useWords("ko", []);
  const runs = new StageRuns(await openLibrary(), graph.stage);
  const step = runs.at(START, "likes").steps.get("attention.weights");
  const nameOf = runs.labelsAt(START, "likes");
  expect(step && [0, 1].map((position) => nameOf(step, 1, position))).toEqual(["차", "커피"]);
});

/** What is filled in, with the particle of a number that only some numbers have: `{sum}이`, but not `{sum}이(가)` or `{sum}이고`. */
const FIXED_PARTICLE = /\{[\w.]+\}[”’」)\]\u2060]*(?:으로|[이가을를은는과와로])(?![\p{Script=Hangul}(])/gu;

test.each(["units", "labs"])("a particle behind a number that is filled in is chosen by the number: %s", (kind) => {
  const folder = new URL(`../text/ko/${kind}/`, import.meta.url);
  const fixed = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), "utf8").matchAll(FIXED_PARTICLE)].map(([found]) => `${name}: ${found}`),
  );
  expect(fixed).toEqual([]);
});

test("what is said of a source is in the language that is used, and its title and section stay", async () => {
  await useWords("ko", []);
  expect(sourceOf("Press et al. 2022, section 3, in both directions")).toBe(
    "Press et al. 2022, section 3, 양쪽 방향으로 적용한 것",
  );
  expect(sourceOf("a convention: positions are counted from 0")).toBe("관례: 위치를 0부터 셈");
  expect(sourceOf("Kitaev et al. 2020, section 2, LSH attention")).toBe("Kitaev et al. 2020, section 2, LSH attention");
});
